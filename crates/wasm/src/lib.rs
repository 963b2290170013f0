//! taxgrade for JavaScript.
//!
//! This layer holds no grading logic: it moves JSON text in and out of the core's wire functions,
//! so that a browser, a Node script and the command line give the same answer to the same request.
//! Text and not JavaScript objects, because parsing JSON is what an engine does fastest, and
//! because the text is the proof that the answers are the same bytes everywhere.
//!
//! Answer keys stay here between calls and are known outside by number. A plain number, unlike a
//! pointer, can be held by JavaScript across a restart of the module without doing harm.

mod keys;

use taxgrade::wire;
use wasm_bindgen::prelude::wasm_bindgen;

/// The version of this package, for reports that must say what graded them.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// `GradeRequest` in, `GradeAnswer` out.
#[wasm_bindgen]
#[must_use]
pub fn grade(request: &str) -> String {
    wire::grade_json(request)
}

/// An array of `GradeRequest` in, an array of `GradeAnswer` out.
#[wasm_bindgen(js_name = gradeMany)]
#[must_use]
pub fn grade_many(requests: &str) -> String {
    wire::grade_many_json(requests)
}

/// `ParseResponseRequest` in, `ParseResponseAnswer` out.
#[wasm_bindgen(js_name = parseResponse)]
#[must_use]
pub fn parse_response(request: &str) -> String {
    wire::parse_response_json(request)
}

/// `KeyRequest` in, `ParseExpectedAnswer` out.
#[wasm_bindgen(js_name = parseExpected)]
#[must_use]
pub fn parse_expected(request: &str) -> String {
    wire::parse_expected_json(request)
}

/// `GradeRequest` in, `MarkdownAnswer` out.
#[wasm_bindgen(js_name = renderMarkdown)]
#[must_use]
pub fn render_markdown(request: &str) -> String {
    wire::markdown_json(request)
}

/// `AggregateRequest` in, `AggregateAnswer` out.
#[wasm_bindgen]
#[must_use]
pub fn aggregate(request: &str) -> String {
    wire::aggregate_json(request)
}

/// An array of `Profile` out.
#[wasm_bindgen]
#[must_use]
pub fn profiles() -> String {
    wire::profiles_json()
}

/// `KeyRequest` in; a key's number out, or a `Failure`.
#[wasm_bindgen(js_name = openKey)]
#[must_use]
pub fn open_key(request: &str) -> String {
    keys::open(request)
}

/// Grades a response, taken as it is, by an open key; `ResponseOptions` in, `GradeAnswer` out.
#[wasm_bindgen(js_name = gradeByKey)]
#[must_use]
pub fn grade_by_key(key: u32, response: &str, options: &str) -> String {
    keys::grade(key, response, options)
}

/// Lets an open key go. A number that stands for none is passed over.
#[wasm_bindgen(js_name = closeKey)]
pub fn close_key(key: u32) {
    keys::close(key);
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_version_is_the_workspace_version() {
        assert_eq!(super::version(), env!("CARGO_PKG_VERSION"));
    }
}
