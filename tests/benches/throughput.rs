//! Responses graded a second on one core, over the same cases and runs as the Python baseline.
//! Prints one JSON object like it.

use std::time::Instant;

use taxgrade::Mode;
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
    let (mut graded, mut size) = (0usize, 0usize);
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < seconds {
        for (key, response) in &pairs {
            let answer = key
                .grade(response, Mode::Robust)
                .expect("a saved run can be graded");
            std::hint::black_box(answer);
            size += response.len();
        }
        graded += pairs.len();
    }
    let elapsed = start.elapsed().as_secs_f64();
    println!(
        "{{\"graded\": {graded}, \"seconds\": {elapsed}, \"perSecond\": {}, \"meanBytes\": {}}}",
        graded as f64 / elapsed,
        size as f64 / graded as f64
    );
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
