//! Work done a second on one core, as one JSON object like the Python baseline's: responses of the
//! bundled cases graded, or, with a file of requests, requests of the filter answered.

use std::collections::HashMap;
use std::time::Instant;

use taxgrade::wire::{GradeAnswer, GradeRequest, grade_with};
use taxgrade::{AnswerKey, Mode};
use taxgrade_tests::{cases, key, test_data};

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|word| word != "--bench");
    let seconds: f64 = arguments
        .next()
        .and_then(|seconds| seconds.parse().ok())
        .unwrap_or(3.0);
    match arguments.next() {
        Some(requests) => answer_requests(
            seconds,
            &std::fs::read_to_string(requests).expect("a file of requests"),
        ),
        None => grade_responses(seconds),
    }
}

fn grade_responses(seconds: f64) {
    let data = test_data().join("ty24");
    let mut pairs = Vec::new();
    for (name, path) in cases(&data.join("test_data")) {
        let (_, key) = key(&path);
        for run in runs_below(&data.join("results").join(name)) {
            let bytes = std::fs::read(run).expect("a saved run can be read");
            pairs.push((key.clone(), String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    measure(seconds, &pairs, |(key, response)| {
        let answer = key
            .grade(response, Mode::Robust)
            .expect("a saved run can be graded");
        std::hint::black_box(answer);
        response.len()
    });
}

/// What the filter does with each line, on one thread and without the reading and writing.
fn answer_requests(seconds: f64, requests: &str) {
    let keys: HashMap<String, AnswerKey> = ["ty24", "ty25"]
        .iter()
        .flat_map(|year| cases(&test_data().join(year).join("test_data")))
        .map(|(name, path)| (name, key(&path).1))
        .collect();
    let lines: Vec<&str> = requests.lines().collect();
    measure(seconds, &lines, |line| {
        let request = GradeRequest::from_json(line).expect("a request");
        let case = request.case.as_deref().expect("a case");
        let graded = grade_with(&keys[case], Some(case), &request.response, Mode::Robust)
            .expect("a saved run can be graded");
        let answer = GradeAnswer::Graded(Box::new(graded)).to_json_with_id(request.id.as_deref());
        std::hint::black_box(answer);
        line.len()
    });
}

/// Does all of the work again and again until the time is over, and prints the rate.
fn measure<T>(seconds: f64, work: &[T], one: impl Fn(&T) -> usize) {
    let (mut done, mut size) = (0usize, 0usize);
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < seconds {
        size += work.iter().map(&one).sum::<usize>();
        done += work.len();
    }
    let elapsed = start.elapsed().as_secs_f64();
    println!(
        "{{\"graded\": {done}, \"seconds\": {elapsed}, \"perSecond\": {}, \"meanBytes\": {}}}",
        done as f64 / elapsed,
        size as f64 / done as f64
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
