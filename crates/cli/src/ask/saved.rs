//! What is saved of a call: the answer, and a small JSON beside it.

use std::fmt::Write;
use std::path::PathBuf;

use serde::Serialize;
use sha2::{Digest, Sha256};
use taxgrade::provider::{Answer, Attachment, CallError, Content, Setting, Usage};

use super::plan::Configuration;
use crate::failure::Failure;
use crate::files;
use crate::layout::SavedRun;

/// The JSON beside an answer. It names no key and no part of a base URL beyond its host.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunFile<'a> {
    pub(crate) case: &'a str,
    pub(crate) provider: &'a str,
    pub(crate) model: &'a str,
    /// The model's name as the provider gave it.
    pub(crate) served_model: Option<&'a str>,
    pub(crate) thinking: &'a str,
    pub(crate) tools: &'a [&'a str],
    pub(crate) run: u32,
    pub(crate) parameters: Parameters<'a>,
    /// Host the call went to.
    pub(crate) host: &'a str,
    pub(crate) prompt_source: &'a str,
    /// SHA-256 of the instructions.
    pub(crate) prompt_sha256: &'a str,
    /// SHA-256 of the attachments as they were sent.
    pub(crate) input_sha256: &'a str,
    /// Whether PDFs went as text that was extracted from them.
    pub(crate) text_extracted: bool,
    pub(crate) usage: Option<Usage>,
    /// In dollars, by the model file's prices.
    pub(crate) cost: Option<String>,
    pub(crate) stop: Option<String>,
    pub(crate) searches: &'a [String],
    pub(crate) answer_id: Option<&'a str>,
    /// SHA-256 of the answer, which tells whether the file beside belongs to this JSON.
    pub(crate) answer_sha256: Option<String>,
    pub(crate) tries: u32,
    /// Milliseconds since 1970 when the call began.
    pub(crate) started_unix_ms: u64,
    pub(crate) duration_ms: u64,
    pub(crate) warnings: &'a [String],
    pub(crate) failure: Option<FailureFile<'a>>,
}

/// What was sent beside prompt and inputs.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Parameters<'a> {
    pub(crate) thinking_setting: Option<&'a Setting>,
    pub(crate) max_output_tokens: Option<u32>,
    pub(crate) web_search: Option<&'a str>,
    pub(crate) stream: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FailureFile<'a> {
    kind: &'a str,
    status: Option<u16>,
    code: Option<&'a str>,
    message: &'a str,
    request_id: Option<&'a str>,
}

impl<'a> FailureFile<'a> {
    pub(crate) fn new(error: &'a CallError) -> Self {
        Self {
            kind: error.kind.as_str(),
            status: error.status,
            code: error.code.as_deref(),
            message: &error.message,
            request_id: error.request_id.as_deref(),
        }
    }
}

impl<'a> Parameters<'a> {
    pub(crate) fn of(configuration: &'a Configuration) -> Self {
        let model = &configuration.model;
        Self {
            thinking_setting: model.levels.get(&configuration.level),
            max_output_tokens: model.max_output_tokens,
            web_search: model
                .web_search
                .as_deref()
                .filter(|_| configuration.web_search),
            stream: true,
        }
    }
}

/// The path of the JSON beside an answer.
pub(crate) fn json_path(run: &SavedRun) -> PathBuf {
    let tools = if run.web_search { "_web_search" } else { "" };
    run.path
        .with_file_name(format!("run_{}{tools}_{}.json", run.thinking, run.run))
}

/// Saves the JSON, and then the answer: an answer that is there is a finished run, whenever the
/// process is killed.
pub(crate) fn save(
    run: &SavedRun,
    json: &RunFile<'_>,
    answer: Option<&Answer>,
) -> Result<(), Failure> {
    // A failed call takes nothing away from an earlier answer.
    if answer.is_none() && run.path.is_file() {
        return Ok(());
    }
    if let Some(folder) = run.path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| files::cannot_make(folder, &error))?;
    }
    let mut text = serde_json::to_string_pretty(json).unwrap_or_default();
    text.push('\n');
    files::write_whole(&json_path(run), &text)?;
    if let Some(answer) = answer {
        files::write_whole(&run.path, &answer.text)?;
    }
    Ok(())
}

/// The report's section on searches, as upstream appends it.
pub(crate) fn search_section(searches: &[String]) -> String {
    let mut section = "## Web Search Tool Use\n\n".to_owned();
    if searches.is_empty() {
        section.push_str("The model issued no query.\n");
    }
    for (at, query) in searches.iter().enumerate() {
        let query = query.replace(['\n', '\r'], " ");
        // Writing to a String cannot fail.
        let _ = writeln!(section, "{}. {query}", at + 1);
    }
    section
}

/// SHA-256 in hexadecimal digits.
pub(crate) fn sha256(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    let mut text = String::with_capacity(64);
    for byte in hash.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The hash of attachments: name, length and content of each.
pub(crate) fn input_hash(attachments: &[Attachment]) -> String {
    let lengths: Vec<[u8; 8]> = attachments
        .iter()
        .map(|attachment| (bytes(attachment).len() as u64).to_le_bytes())
        .collect();
    let parts: Vec<&[u8]> = attachments
        .iter()
        .zip(&lengths)
        .flat_map(|(attachment, length)| {
            [
                attachment.name.as_bytes(),
                b"\0",
                length.as_slice(),
                bytes(attachment),
            ]
        })
        .collect();
    sha256(&parts)
}

fn bytes(attachment: &Attachment) -> &[u8] {
    match &attachment.content {
        Content::Pdf(bytes) => bytes,
        Content::Text(text) => text.as_bytes(),
    }
}
