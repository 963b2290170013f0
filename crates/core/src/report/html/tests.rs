use base64::Engine;
use sha2::Digest;

use super::*;
use crate::results::tests::sample;

#[test]
fn the_policy_allows_the_style_sheet_and_nothing_else() {
    let html = report_html(&[sample()]);
    let hash = sha2::Sha256::digest(style().as_bytes());
    let hash = base64::engine::general_purpose::STANDARD.encode(hash);
    assert_eq!(STYLE_HASH, format!("sha256-{hash}"));
    let from = html.find("<style>").unwrap() + "<style>".len();
    let to = html.find("</style>").unwrap();
    assert_eq!(html[from..to], style());
    assert!(html.contains(&format!(
        "content=\"default-src 'none'; style-src '{STYLE_HASH}'; base-uri 'none'; form-action 'none'\""
    )));
    // What the policy would block, and what would ask for something outside.
    for absent in [
        "<script", " style=", "<img", "src=", "@import", "url(", "<link", "http://", "https://",
    ] {
        assert!(!html.contains(absent), "{absent}");
    }
}

#[test]
fn models_words_are_escaped() {
    let html = report_html(&[sample()]);
    assert!(
        html.contains("&lt;b&gt;W-2&lt;/b&gt; &amp; &quot;more&quot;"),
        "escaped words"
    );
    assert!(!html.contains("<b>W-2"));
}

#[test]
fn every_chart_has_words_and_a_table() {
    let html = report_html(&[sample(), sample()]);
    let charts = html.matches("<svg ").count();
    assert_eq!(charts, 14, "seven charts a data set");
    assert_eq!(html.matches("<desc ").count(), charts);
    assert_eq!(html.matches("role=\"img\"").count(), charts);
    assert_eq!(html.matches("<figure>").count(), charts);
    assert!(html.matches("<caption>").count() >= charts);
    let mut ids: Vec<&str> = html
        .split(" id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "ids are given once");
    for target in html.split("href=\"#").skip(1) {
        let id = target.split('"').next().unwrap();
        assert!(ids.binary_search(&id).is_ok(), "{id}");
    }
}

#[test]
fn runs_beyond_the_limit_are_left_out_and_it_says_so() {
    let mut out = String::new();
    let results = sample();
    detail::write(&mut out, &results, 12);
    assert!(
        out.contains("Here are 12 of 25 runs, those with the lowest run numbers. The other 13 are")
    );
    assert_eq!(out.matches("run 1:").count(), 12);
    let mut whole = String::new();
    detail::write(&mut whole, &results, 100);
    assert!(whole.contains("All 25 runs.") && whole.contains("generation failure: refused"));
}

#[test]
fn nothing_graded_is_still_a_page() {
    let html = report_html(&[Results::default()]);
    assert!(html.contains("0 runs of 0 cases graded") && html.ends_with("</html>\n"));
}
