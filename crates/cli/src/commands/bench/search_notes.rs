//! The list of web searches of a run: it cannot be made again from the saved output, so a new
//! report keeps that of an earlier one, or takes it from the JSON beside the output.

use std::path::Path;

use serde::Deserialize;

use crate::ask::saved;
use crate::files;
use crate::layout::SavedRun;

const TITLE: &str = "Web Search Tool Use";

/// The section of a report file that lists the searches.
pub(super) fn of_report(path: &Path) -> Option<String> {
    if !path.is_file() {
        return None;
    }
    section(&files::read_text(path).ok()?)
}

/// The section made from the JSON beside a saved output.
pub(super) fn of_run(run: &SavedRun) -> Option<String> {
    #[derive(Deserialize)]
    struct Searches {
        searches: Vec<String>,
    }
    let path = saved::json_path(run);
    if !path.is_file() {
        return None;
    }
    let read: Searches = serde_json::from_str(&files::read_text(&path).ok()?).ok()?;
    Some(saved::search_section(&read.searches))
}

fn section(report: &str) -> Option<String> {
    let at = report.find(TITLE)?;
    let start = report.get(..at)?.rfind('\n').map_or(0, |at| at + 1);
    let rest = report.get(start..)?;
    let after_title = rest.find('\n').unwrap_or(rest.len());
    let end = rest
        .get(after_title..)?
        .find("\n## ")
        .map_or(rest.len(), |next| after_title + next);
    rest.get(..end).map(|section| section.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_section_and_nothing_else() {
        let report =
            "Line 1a: x\n\n## Web Search Tool Use\n1. \"tax table\"\n2. \"EIC\"\n\n## Other\nz\n";
        assert_eq!(
            section(report).as_deref(),
            Some("## Web Search Tool Use\n1. \"tax table\"\n2. \"EIC\"")
        );
        assert_eq!(
            section("Web Search Tool Use\n- a").as_deref(),
            Some("Web Search Tool Use\n- a")
        );
        assert_eq!(section("nothing"), None);
    }
}
