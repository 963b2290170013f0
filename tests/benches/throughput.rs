//! Responses graded a second on one core, over the same cases and runs as the Python baseline.
//! Prints one JSON object like it, with the rate of whole JSON answers as well, which is what the npm
//! package gives.

use std::time::Instant;

use taxgrade::{AnswerKey, Mode, wire};
use taxgrade_tests::{cases, key, test_data};

fn main() {
    let seconds: f64 = std::env::args()
        .nth(1)
        .and_then(|seconds| seconds.parse().ok())
        .unwrap_or(3.0);
    let data = test_data().join("ty24");
    let mut pairs = Vec::new();
    for (name, path) in cases(&data.join("test_data")) {
        let (_, key) = key(&path);
        for run in runs_below(&data.join("results").join(name)) {
            let bytes = std::fs::read(run).expect("a saved run can be read");
            pairs.push((key.clone(), String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    let size: usize = pairs.iter().map(|(_, response)| response.len()).sum();
    let graded = per_second(seconds, &pairs, |key, response| {
        let answer = key.grade(response, Mode::Robust);
        std::hint::black_box(answer.expect("a saved run can be graded"));
    });
    let answered = per_second(seconds, &pairs, |key, response| {
        let graded = wire::grade_with(key, None, response, Mode::Robust);
        let graded = graded.expect("a saved run can be graded");
        std::hint::black_box(wire::GradeAnswer::Graded(Box::new(graded)).to_json());
    });
    println!(
        "{{\"perSecond\": {graded}, \"answersPerSecond\": {answered}, \"meanBytes\": {}}}",
        size as f64 / pairs.len() as f64
    );
}

fn per_second(
    seconds: f64,
    pairs: &[(AnswerKey, String)],
    grade: impl Fn(&AnswerKey, &str),
) -> f64 {
    let (mut graded, start) = (0, Instant::now());
    while start.elapsed().as_secs_f64() < seconds {
        for (key, response) in pairs {
            grade(key, response);
        }
        graded += pairs.len();
    }
    graded as f64 / start.elapsed().as_secs_f64()
}

fn runs_below(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    entries
        .filter_map(Result::ok)
        .flat_map(|entry| {
            let path = entry.path();
            if path.is_dir() {
                runs_below(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}
