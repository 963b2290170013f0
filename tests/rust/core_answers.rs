//! Answers requests with the core alone: a line `grade {…}` in, a line of JSON out. What the npm
//! package and the command are compared with.

use std::io::{BufRead, Write};

use taxgrade::wire;

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (name, request) = line.split_once(' ').unwrap_or((&line, ""));
        let answer = match name {
            "grade" => wire::grade_json(request),
            "gradeMany" => wire::grade_many_json(request),
            "parseResponse" => wire::parse_response_json(request),
            "parseExpected" => wire::parse_expected_json(request),
            "renderMarkdown" => wire::markdown_json(request),
            "aggregate" => wire::aggregate_json(request),
            "profiles" => wire::profiles_json(),
            _ => format!("no such request: {name}"),
        };
        writeln!(out, "{answer}")?;
    }
    Ok(())
}
