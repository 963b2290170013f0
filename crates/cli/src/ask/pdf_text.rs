//! The text of a PDF: what is drawn on its pages and, since fillable tax forms hold their amounts
//! nowhere else, the values of its form fields.

use std::fmt::Write;

use lopdf::{Dictionary, Document, Object};

/// Fields and levels of fields that are looked at; a file that loops has more.
const MOST_FIELDS: usize = 10_000;
const DEEPEST: usize = 32;

/// Reads the text; the error is for people.
pub(crate) fn extract(pdf: &[u8]) -> Result<String, String> {
    let document = Document::load_mem(pdf).map_err(|error| error.to_string())?;
    let mut text = String::new();
    for number in document.get_pages().into_keys() {
        let page = document
            .extract_text(&[number])
            .map_err(|error| format!("page {number}: {error}"))?;
        // Writing to a String cannot fail.
        let _ = writeln!(text, "[page {number}]\n{}", page.trim_end());
    }
    let fields = fields(&document);
    if !fields.is_empty() {
        text.push_str("[form fields]\n");
        for (name, value) in fields {
            let _ = writeln!(text, "{name}: {value}");
        }
    }
    Ok(text)
}

/// Names and values of the filled form fields (PDF 32000-1, 12.7).
fn fields(document: &Document) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let top = document
        .catalog()
        .ok()
        .and_then(|catalog| dictionary(document, catalog.get(b"AcroForm").ok()?))
        .and_then(|form| array(document, form.get(b"Fields").ok()?));
    let mut seen = 0;
    for field in top.into_iter().flatten() {
        walk(document, field, "", None, 0, &mut seen, &mut found);
    }
    found
}

fn walk(
    document: &Document,
    field: &Object,
    parent: &str,
    inherited: Option<&Object>,
    depth: usize,
    seen: &mut usize,
    found: &mut Vec<(String, String)>,
) {
    *seen += 1;
    let Some(field) = dictionary(document, field) else {
        return;
    };
    if depth > DEEPEST || *seen > MOST_FIELDS {
        return;
    }
    let part = field.get(b"T").ok().and_then(|name| words(document, name));
    let name = match (&part, parent.is_empty()) {
        (None, _) => parent.to_owned(),
        (Some(part), true) => part.clone(),
        (Some(part), false) => format!("{parent}.{part}"),
    };
    let value = field.get(b"V").ok().or(inherited);
    let kids: Vec<&Object> = field
        .get(b"Kids")
        .ok()
        .and_then(|kids| array(document, kids))
        .map(|kids| kids.iter().collect())
        .unwrap_or_default();
    // Kids without a name of their own are places of the same field.
    let has_named_kids = kids
        .iter()
        .any(|kid| dictionary(document, kid).is_some_and(|kid| kid.has(b"T")));
    if has_named_kids {
        for kid in kids {
            walk(document, kid, &name, value, depth + 1, seen, found);
        }
        return;
    }
    let text = value.and_then(|value| words(document, value));
    if let Some(text) = text.filter(|text| !text.trim().is_empty() && text != "Off") {
        let title = field
            .get(b"TU")
            .ok()
            .and_then(|title| words(document, title));
        let name = title.map_or(name.clone(), |title| format!("{title} ({name})"));
        found.push((name, text.trim().replace(['\r', '\n'], " ")));
    }
}

fn resolved<'a>(document: &'a Document, object: &'a Object) -> Option<&'a Object> {
    document.dereference(object).ok().map(|(_, object)| object)
}

fn dictionary<'a>(document: &'a Document, object: &'a Object) -> Option<&'a Dictionary> {
    resolved(document, object)?.as_dict().ok()
}

fn array<'a>(document: &'a Document, object: &'a Object) -> Option<&'a Vec<Object>> {
    resolved(document, object)?.as_array().ok()
}

fn words(document: &Document, object: &Object) -> Option<String> {
    let object = resolved(document, object)?;
    match object {
        Object::String(..) => lopdf::decode_text_string(object).ok(),
        Object::Name(name) => Some(String::from_utf8_lossy(name).into_owned()),
        Object::Integer(number) => Some(number.to_string()),
        Object::Array(items) => {
            let items: Vec<String> = items
                .iter()
                .filter_map(|item| lopdf::decode_text_string(item).ok())
                .collect();
            Some(items.join(", "))
        }
        _ => None,
    }
}
