//! The README's Rust example compiles and runs, and its picture is there.

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

#[test]
fn the_picture_of_the_readme() {
    let readme = taxgrade_tests::text(&taxgrade_tests::root().join("README.md"));
    let path = readme
        .split("](")
        .filter_map(|rest| rest.split(')').next())
        .find(|path| path.ends_with(".png"))
        .expect("the README has a picture");
    let picture = std::fs::read(taxgrade_tests::root().join(path)).expect("the picture");
    assert!(picture.len() <= 300_000, "{} bytes", picture.len());
    // A PNG begins with its signature and a header that starts with width and height.
    assert_eq!(picture.get(..8), Some(b"\x89PNG\r\n\x1a\n".as_slice()));
    let size = [1440_u32, 900].map(u32::to_be_bytes).concat();
    assert_eq!(picture.get(16..24), Some(size.as_slice()));
}

#[rustfmt::skip]
fn example_of_the_readme() -> Result<(), Box<dyn std::error::Error>> {
    std::env::set_current_dir(taxgrade_tests::root())?;

    use taxgrade::{AnswerKey, ExpectedReturn, Mode, Profile};

    let xml = std::fs::read_to_string("test_data/ty24/test_data/single-w2-interest/output.xml")?;
    let expected = ExpectedReturn::parse(&xml)?;
    let key = AnswerKey::new(&expected, Profile::for_return(&expected)?)?;
    let graded = key.grade("Line 1a: Total amount from Form(s) W-2, box 1 | | $52,000", Mode::Robust)?;
    println!("{} of {} lines", graded.score.exact, graded.score.total);

    assert_eq!(graded.score.total, 19);
    Ok(())
}
