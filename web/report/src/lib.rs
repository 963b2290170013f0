//! The part of the playground that writes reports and comparisons: what the command line writes,
//! by the same code. The page loads it, in a worker of its own, when somebody wants one.
//!
//! It is given the runs as files in the benchmark's layout, as the command line finds them.

mod folder;
mod load;
mod write;

use taxgrade::Mode;
use wasm_bindgen::prelude::*;

use folder::Folder;
use write::Written;

/// Writes the report on the runs in `html`, `markdown`, `json`, `csv` or `junit`.
///
/// # Errors
///
/// When the form is unknown.
#[wasm_bindgen]
pub fn report(
    names: Vec<String>,
    contents: Vec<String>,
    upstream: bool,
    form: &str,
) -> Result<Written, String> {
    write::report(&Folder::new(names, contents), mode(upstream), form)
}

/// Compares two models, each given as `provider/model` or `provider/model/thinking`, in `words`,
/// `markdown`, `json` or `csv`.
///
/// # Errors
///
/// When a side or the form is unknown, or the sides have no case in common.
#[wasm_bindgen]
pub fn compare(
    names: Vec<String>,
    contents: Vec<String>,
    upstream: bool,
    form: &str,
    first: &str,
    second: &str,
) -> Result<Written, String> {
    let folder = Folder::new(names, contents);
    write::comparison(&folder, mode(upstream), form, (first, second))
}

const fn mode(upstream: bool) -> Mode {
    if upstream {
        Mode::Upstream
    } else {
        Mode::Robust
    }
}
