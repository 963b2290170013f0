//! Work done a second on one core, as one JSON object like the Python baseline's: responses of the
//! bundled cases graded, and answered as JSON like the npm package does; or, with a file of requests,
//! requests of the filter answered.

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
    let graded = per_second(seconds, &pairs, |(key, response)| {
        let answer = key.grade(response, Mode::Robust);
        std::hint::black_box(answer.expect("a saved run can be graded"));
    });
    let answered = per_second(seconds, &pairs, |(key, response)| {
        let graded = grade_with(key, None, response, Mode::Robust);
        let graded = graded.expect("a saved run can be graded");
        std::hint::black_box(GradeAnswer::Graded(Box::new(graded)).to_json());
    });
    let size: usize = pairs.iter().map(|(_, response)| response.len()).sum();
    println!(
        "{{\"perSecond\": {graded}, \"answersPerSecond\": {answered}, \"meanBytes\": {}}}",
        size as f64 / pairs.len() as f64
    );
}

/// What the filter does with each line, on one thread and without the reading and writing.
fn answer_requests(seconds: f64, requests: &str) {
    let keys: HashMap<String, AnswerKey> = ["ty24", "ty25"]
        .iter()
        .flat_map(|year| cases(&test_data().join(year).join("test_data")))
        .map(|(name, path)| (name, key(&path).1))
        .collect();
    let lines: Vec<&str> = requests.lines().collect();
    let answered = per_second(seconds, &lines, |line| {
        let request = GradeRequest::from_json(line).expect("a request");
        let case = request.case.as_deref().expect("a case");
        let graded = grade_with(&keys[case], Some(case), &request.response, Mode::Robust)
            .expect("a saved run can be graded");
        let answer = GradeAnswer::Graded(Box::new(graded)).to_json_with_id(request.id.as_deref());
        std::hint::black_box(answer);
    });
    println!("{{\"perSecond\": {answered}}}");
}

/// Does all of the work again and again until the time is over; how much of it a second.
fn per_second<T>(seconds: f64, work: &[T], one: impl Fn(&T)) -> f64 {
    let (mut done, start) = (0usize, Instant::now());
    while start.elapsed().as_secs_f64() < seconds {
        work.iter().for_each(&one);
        done += work.len();
    }
    done as f64 / start.elapsed().as_secs_f64()
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
