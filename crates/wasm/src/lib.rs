//! taxgrade for JavaScript.
//!
//! This layer holds no grading logic: it moves JSON text in and out of the core's wire functions,
//! so that a browser, a Node script and the command line give the same answer to the same request.
//! Text and not JavaScript objects, because parsing JSON is what an engine does fastest, and
//! because the text is the proof that the answers are the same bytes everywhere.
//!
//! Texts come in as UTF-8 that JavaScript writes into [`room`], which its own encoder does many times
//! faster than the glue.
//!
//! Answer keys stay here between calls and are known outside by number. A plain number, unlike a
//! pointer, can be held by JavaScript across a restart of the module without doing harm.

mod input;
mod keys;

use taxgrade::wire;
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// What is asked for.
// One call for all: each function of its own would bring its own code for text in and out.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// `GradeRequest` in, `GradeAnswer` out.
    Grade,
    /// An array of `GradeRequest` in, an array of `GradeAnswer` out.
    GradeMany,
    /// `ParseResponseRequest` in, `ParseResponseAnswer` out.
    ParseResponse,
    /// `KeyRequest` in, `ParseExpectedAnswer` out.
    ParseExpected,
    /// `GradeRequest` in, `MarkdownAnswer` out.
    RenderMarkdown,
    /// `AggregateRequest` in, `AggregateAnswer` out.
    Aggregate,
    /// Nothing in, an array of `Profile` out.
    Profiles,
    /// `KeyRequest` in; `{"key": …, "common": …}` out, a key's number and what all of its answers
    /// say ([`wire::common_json`]), or a `Failure`.
    OpenKey,
}

/// Makes room for texts of so many bytes and tells where in memory it is, until the next call. What
/// was written there since the last answer stays, if the room is made larger.
#[wasm_bindgen]
#[must_use]
pub fn room(bytes: usize) -> *mut u8 {
    input::room(bytes)
}

/// Answers the request that stands in the room's first `request` bytes.
#[wasm_bindgen]
#[must_use]
pub fn answer(call: Call, request: usize) -> String {
    input::read(request, 0, |request, _| answer_text(call, request))
}

fn answer_text(call: Call, request: &str) -> String {
    match call {
        Call::Grade => wire::grade_json(request),
        Call::GradeMany => wire::grade_many_json(request),
        Call::ParseResponse => wire::parse_response_json(request),
        Call::ParseExpected => wire::parse_expected_json(request),
        Call::RenderMarkdown => wire::markdown_json(request),
        Call::Aggregate => wire::aggregate_json(request),
        Call::Profiles => wire::profiles_json(),
        Call::OpenKey => keys::open(request),
    }
}

/// Grades a response by an open key: `ResponseOptions` in, and what is the response's own out
/// ([`wire::own_json`]). The options stand in the room behind the response, which is taken as it
/// is; both are counted in bytes.
#[wasm_bindgen(js_name = gradeByKey)]
#[must_use]
pub fn grade_by_key(key: u32, response: usize, options: usize) -> String {
    input::read(response, options, |response, options| {
        keys::grade(key, response, options)
    })
}

/// Lets an open key go. A number that stands for none is passed over.
#[wasm_bindgen(js_name = closeKey)]
pub fn close_key(key: u32) {
    keys::close(key);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_answers() {
        for call in [
            Call::Grade,
            Call::GradeMany,
            Call::ParseResponse,
            Call::ParseExpected,
            Call::RenderMarkdown,
            Call::Aggregate,
            Call::OpenKey,
        ] {
            let answered = answer_text(call, "x");
            assert!(answered.contains("request-invalid"), "{call:?}: {answered}");
        }
        assert!(answer_text(Call::Profiles, "").contains("\"us-ty24\""));
    }
}
