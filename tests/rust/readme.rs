//! The README's Rust example compiles and runs.

#[test]
fn the_example_of_the_readme() {
    let readme = taxgrade_tests::text(&taxgrade_tests::root().join("README.md"));
    let example = readme
        .split("```rust\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    // The code below is the README's, so that the compiler sees it.
    let here = include_str!("readme.rs");
    for line in example.expect("the README has a Rust example").lines() {
        assert!(here.contains(line.trim()), "not in this test: {line}");
    }
    example_of_the_readme().expect("the example runs");
}

#[rustfmt::skip]
fn example_of_the_readme() -> Result<(), Box<dyn std::error::Error>> {
    std::env::set_current_dir(taxgrade_tests::root())?;

    use taxgrade::{AnswerKey, ExpectedReturn, Mode, Profile};

    let xml = std::fs::read_to_string("test_data/ty24/test_data/single-w2-interest/output.xml")?;
    let expected = ExpectedReturn::parse(&xml)?;
    let key = AnswerKey::new(&expected, &Profile::for_return(&expected)?)?;
    let graded = key.grade("Line 1a: Total amount from Form(s) W-2, box 1 | | $52,000", Mode::Robust)?;
    println!("{} of {} lines", graded.score.exact, graded.score.total);

    assert_eq!(graded.score.total, 19);
    Ok(())
}
