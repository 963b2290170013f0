//! What the page says of the case in view.

use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use taxgrade::expected::Jurisdiction;
use taxgrade::prompt::PromptCase;
use taxgrade::provider::{Attachment, Content};
use wasm_bindgen::{JsCast, JsValue};

use crate::Problem;

/// A case, as far as a model is to know of it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct About {
    /// The page's number for it.
    pub(crate) id: u32,
    /// Whose return is asked for and of which year, or why that is not known.
    pub(crate) form: Result<(Jurisdiction, u16), Problem>,
    pub(crate) inputs: Vec<Attachment>,
}

/// A field of an object.
pub(crate) fn field(object: &JsValue, name: &str) -> JsValue {
    js_sys::Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

/// What a thrown value says.
pub(crate) fn message(error: &JsValue) -> String {
    field(error, "message")
        .as_string()
        .or_else(|| error.as_string())
        .unwrap_or_else(|| "an unknown error".to_owned())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the page counts from 0"
)]
fn number(value: &JsValue) -> u32 {
    value.as_f64().unwrap_or_default() as u32
}

fn text(object: &JsValue, name: &str) -> String {
    field(object, name).as_string().unwrap_or_default()
}

impl About {
    /// Reads `{id, jurisdiction, year, what, remedy, names, contents}`: a case without jurisdiction
    /// has a problem; contents are texts or bytes.
    pub(crate) fn read(value: &JsValue) -> Rc<Self> {
        let jurisdiction = Jurisdiction::from_letters(&text(value, "jurisdiction"));
        let year = u16::try_from(number(&field(value, "year"))).unwrap_or_default();
        let names: Array = field(value, "names").unchecked_into();
        let contents: Array = field(value, "contents").unchecked_into();
        Rc::new(Self {
            id: number(&field(value, "id")),
            form: jurisdiction
                .map(|one| (one, year))
                .ok_or_else(|| Problem::new(text(value, "what"), text(value, "remedy"))),
            inputs: names
                .iter()
                .zip(contents.iter())
                .map(|(name, content)| Attachment {
                    name: name.as_string().unwrap_or_default(),
                    content: match content.as_string() {
                        Some(text) => Content::Text(text),
                        None => Content::Pdf(Uint8Array::new(&content).to_vec()),
                    },
                })
                .collect(),
        })
    }

    /// The tax year as the model file has it, such as `ty25`.
    pub(crate) fn year(&self) -> String {
        self.form
            .as_ref()
            .map_or_else(|_| String::new(), |(_, year)| format!("ty{}", year % 100))
    }

    /// The built-in prompt.
    pub(crate) fn prompt(&self, web_search: bool) -> Result<String, Problem> {
        let (jurisdiction, tax_year) = self.form.clone()?;
        let files: Vec<&str> = self
            .inputs
            .iter()
            .map(|input| input.name.as_str())
            .collect();
        taxgrade::prompt::prompt(&PromptCase {
            tax_year,
            jurisdiction,
            files: &files,
            web_search,
        })
        .map_err(|error| Problem::from(&error))
    }

    pub(crate) fn has_pdfs(&self) -> bool {
        self.inputs
            .iter()
            .any(|input| matches!(input.content, Content::Pdf(_)))
    }
}
