//! Asking models: keys, documents, HTTP and batches around the core's `provider` module.

pub(crate) mod batch;
pub(crate) mod documents;
mod http;
pub(crate) mod notes;
mod pdf_text;
pub(crate) mod plan;
pub(crate) mod saved;
pub(crate) mod settings;
