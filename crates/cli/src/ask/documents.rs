//! The inputs of a case, as attachments.

use std::path::{Path, PathBuf};

use taxgrade::provider::{Attachment, Content};

use super::pdf_text;
use crate::failure::Failure;
use crate::files;

/// The files of a case that go to a model: `input.json`, or the PDFs and JSON files in `input/`.
pub(crate) fn of_case(folder: &Path) -> Result<Vec<(String, PathBuf)>, Failure> {
    let single = folder.join("input.json");
    if single.is_file() {
        return Ok(vec![("input.json".to_owned(), single)]);
    }
    let inputs = folder.join("input");
    let mut found: Vec<(String, PathBuf)> = files::entries(&inputs)
        .unwrap_or_default()
        .into_iter()
        .filter(|(name, _)| is_pdf(name) || name.ends_with(".json"))
        .collect();
    // Documents first, then what was asked beyond them.
    found.sort_by_key(|(name, _)| !is_pdf(name));
    if found.is_empty() {
        return Err(Failure::input(
            format!(
                "{} has neither input.json nor input/ with files",
                folder.display()
            ),
            "see `taxgrade cases`",
        ));
    }
    Ok(found)
}

fn is_pdf(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".pdf")
}

/// Attachments, and whether text was extracted from PDFs for them.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) text_extracted: bool,
}

/// Reads the files; PDFs as they are, or as text for models that take none.
pub(crate) fn load(inputs: &[(String, PathBuf)], takes_pdfs: bool) -> Result<Loaded, Failure> {
    let mut text_extracted = false;
    let attachments = inputs
        .iter()
        .map(|(name, path)| {
            let content = if is_pdf(name) {
                let bytes = files::read_bytes(path)?;
                if takes_pdfs {
                    Content::Pdf(bytes)
                } else {
                    text_extracted = true;
                    Content::Text(pdf_text::extract(&bytes).map_err(|error| {
                        Failure::input(
                            format!("no text in {}: {error}", path.display()),
                            "choose a model that takes PDFs, or repair the file",
                        )
                    })?)
                }
            } else {
                Content::Text(files::read_text(path)?)
            };
            Ok(Attachment {
                name: name.clone(),
                content,
            })
        })
        .collect::<Result<_, Failure>>()?;
    Ok(Loaded {
        attachments,
        text_extracted,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bundled PDFs hold one amount only in a form field, and all others in drawn text.
    #[test]
    fn drawn_text_and_form_fields_are_both_read() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test_data/ty25/test_data");
        let mut with_fields = 0;
        for (_, case) in files::entries(&root).unwrap() {
            let inputs = of_case(&case).unwrap();
            let loaded = load(&inputs, false).unwrap();
            assert!(loaded.text_extracted);
            for attachment in &loaded.attachments {
                let Content::Text(text) = &attachment.content else {
                    panic!("{attachment:?}");
                };
                assert!(text.len() > 100, "{attachment:?}: {text}");
                with_fields += usize::from(text.contains("[form fields]"));
            }
            assert!(!load(&inputs, true).unwrap().text_extracted);
        }
        assert_eq!(with_fields, 1);
    }
}
