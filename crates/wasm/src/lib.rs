//! taxgrade for JavaScript.
//!
//! This layer holds no grading logic: it moves text in and out of the core, so that a browser, a
//! Node script and the command line give the same answer to the same request.

use wasm_bindgen::prelude::wasm_bindgen;

/// The version of this package, for reports that must say what graded them.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Grades one response: a request as JSON text in, its answer as JSON text out.
///
/// A request that cannot be used is an answer too, with `ok: false`, so this never throws.
#[wasm_bindgen]
#[must_use]
pub fn grade_json(request: &str) -> String {
    taxgrade::wire::grade_json(request)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_version_is_the_workspace_version() {
        assert_eq!(super::version(), env!("CARGO_PKG_VERSION"));
    }
}
