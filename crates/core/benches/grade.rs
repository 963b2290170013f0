//! How fast one core reads and grades. `cargo xtask bench` prints these beside the Python way.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use taxgrade::{AnswerKey, ExpectedReturn, Mode, Profile, wire};

const XML: &str =
    include_str!("../../../test_data/ty24/test_data/hoh-multiple-w2-unemployment/output.xml");
const RESPONSE: &str = include_str!(
    "../../../test_data/ty24/results/hoh-multiple-w2-unemployment/anthropic/sample-opus/model_completed_return_high_1.md"
);

/// A response of about 8 KB, the size of a usual answer: the form and the schedules after it.
fn eight_kilobytes() -> String {
    let mut text = RESPONSE.to_owned();
    while text.len() < 8 << 10 {
        text.push_str("\nForm Schedule 2: Additional Taxes\n==================\n");
        text.push_str(RESPONSE.get(..RESPONSE.len() / 2).unwrap_or_default());
    }
    let end = (0..=8 << 10)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    text.truncate(end);
    text
}

fn key() -> Result<AnswerKey, taxgrade::Error> {
    let expected = ExpectedReturn::parse(XML)?;
    AnswerKey::new(&expected, Profile::for_return(&expected)?)
}

fn benches(criterion: &mut Criterion) {
    let response = eight_kilobytes();
    let Ok(key) = key() else { return };
    let mut group = criterion.benchmark_group("grade");
    group.throughput(Throughput::Bytes(response.len() as u64));
    group.bench_function("response of 8 KB against a parsed key", |bencher| {
        bencher.iter(|| key.grade(black_box(&response), Mode::Robust));
    });
    group.bench_function("the same with its JSON answer", |bencher| {
        bencher.iter(|| {
            wire::grade_with(&key, None, black_box(&response), Mode::Robust)
                .map(|graded| wire::GradeAnswer::Graded(Box::new(graded)).to_json())
        });
    });
    group.throughput(Throughput::Bytes(XML.len() as u64));
    group.bench_function("parse an expected return", |bencher| {
        bencher.iter(|| ExpectedReturn::parse(black_box(XML)));
    });
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
