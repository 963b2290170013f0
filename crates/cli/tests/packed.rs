//! The filter on packed input.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a broken fixture must fail the test that needs it"
)]

mod support;

use std::fs;
use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use serde_json::json;
use support::{data, run, scratch};

fn requests() -> String {
    let cases = ["single-w2-interest", "no-such-case", "single-w2-interest"];
    let lines = cases.iter().enumerate().map(|(id, case)| {
        json!({"id": id, "case": case, "response": "Line 1a: wages | | 52000"}).to_string() + "\n"
    });
    lines.collect()
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn packed_requests_get_the_same_answers() {
    let folder = scratch("packed");
    let answers = |name: &str, bytes: &[u8]| {
        let file = folder.join(name);
        fs::write(&file, bytes).unwrap();
        let file = file.to_str().unwrap();
        run(&["grade", "--jsonl", "--data-dir", &data(""), file])
    };
    let text = requests();
    let plain = answers("plain", text.as_bytes());
    assert_eq!(plain.stdout.lines().count(), 3, "{}", plain.stderr);
    assert_eq!(plain.code, 1);
    let zstandard = zstd::encode_all(text.as_bytes(), 3).unwrap();
    let marked = ["\u{feff}", &text].concat().into_bytes();
    // As parallel packers write it: a frame without content in front.
    let skippable = [b"\x5a\x2a\x4d\x18\x02\0\0\0ab".as_slice(), &zstandard].concat();
    for (name, bytes) in [
        ("gzip", gzip(&text)),
        ("zstandard", zstandard),
        ("skippable", skippable),
        ("mark", marked),
    ] {
        let packed = answers(name, &bytes);
        assert_eq!(packed.stdout, plain.stdout, "{name}: {}", packed.stderr);
        assert_eq!(packed.code, 1);
    }
}

#[test]
fn what_arrived_before_a_cut_is_answered_and_the_cut_reported() {
    let file = scratch("cut").join("requests.jsonl.gz");
    let first = gzip(&requests());
    let mut second = gzip(&requests());
    second.truncate(second.len() - 9);
    fs::write(&file, [first, second].concat()).unwrap();
    let cut = run(&[
        "grade",
        "--jsonl",
        "--data-dir",
        &data(""),
        file.to_str().unwrap(),
    ]);
    assert!(cut.stdout.lines().count() >= 3, "{}", cut.stdout);
    assert_eq!(cut.code, 1);
    assert!(
        cut.stderr.contains("the gzip input is damaged or cut off"),
        "{}",
        cut.stderr
    );
}
