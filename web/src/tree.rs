//! The input data as a tree of labels and values.

use std::borrow::Cow;

use taxgrade::json::{Json, Wrong};

/// Groups deeper than this are shown as they are written: input data has some ten levels, and each
/// level reads its text once more.
const MOST_LEVELS: usize = 32;

/// A labelled value, or a group of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) label: String,
    /// The key in the file, for those who know it.
    pub(crate) key: String,
    pub(crate) value: Option<String>,
    pub(crate) children: Vec<Node>,
}

/// Whether JSON is a case's input: an `input` object, or labelled values at any depth.
pub(crate) fn is_input(json: Json<'_>) -> bool {
    fn labelled(json: Json<'_>, depth: usize) -> bool {
        if let Ok(items) = json.array() {
            return depth > 0 && items.into_iter().any(|one| labelled(one, depth - 1));
        }
        let fields = fields(json);
        (has(&fields, "label") && has(&fields, "value"))
            || (depth > 0 && fields.into_iter().any(|(_, one)| labelled(one, depth - 1)))
    }
    let fields = fields(json);
    let input = fields.iter().find(|(name, _)| name == "input");
    input.is_some_and(|(_, inner)| inner.object().is_ok()) || labelled(json, 12)
}

/// The fields of an object, none of anything else.
pub(crate) fn fields<'t>(json: Json<'t>) -> Vec<(Cow<'t, str>, Json<'t>)> {
    json.object()
        .map(|object| object.into_fields().collect())
        .unwrap_or_default()
}

fn has(fields: &[(Cow<'_, str>, Json<'_>)], wanted: &str) -> bool {
    fields.iter().any(|(name, _)| name == wanted)
}

/// What is wrong with JSON, and where.
pub(crate) fn place_of(wrong: &Wrong, json: &str) -> String {
    let before = json.get(..wrong.offset(json)).unwrap_or(json);
    let line = before.matches('\n').count() + 1;
    format!("{} in line {line}", wrong.what())
}

/// The tree of a file; an error says where the JSON breaks.
pub(crate) fn read(text: &str) -> Result<Vec<Node>, String> {
    let json = Json::read(text).map_err(|wrong| place_of(&wrong, text))?;
    let mut nodes = children(json, MOST_LEVELS);
    // A single `input` around everything says nothing.
    while let [only] = nodes.as_mut_slice()
        && only.value.is_none()
        && only.key == "input"
    {
        nodes = std::mem::take(&mut only.children);
    }
    Ok(nodes)
}

fn node(key: &str, json: Json<'_>, levels: usize) -> Node {
    let mut node = Node {
        label: words(key),
        key: key.to_owned(),
        value: None,
        children: Vec::new(),
    };
    let mut inner = json;
    let named = fields(json);
    if has(&named, "label") && has(&named, "value") {
        for (name, one) in named {
            match &*name {
                "label" => {
                    if let Ok(label) = one.string() {
                        node.label = label.into_owned();
                    }
                }
                "value" => inner = one,
                _ => {}
            }
        }
    }
    if levels > 0 && is_group(inner) {
        node.children = children(inner, levels - 1);
    } else {
        node.value = Some(plain(inner));
    }
    node
}

fn is_group(json: Json<'_>) -> bool {
    json.text().starts_with(['{', '['])
}

fn children(json: Json<'_>, levels: usize) -> Vec<Node> {
    if let Ok(items) = json.array() {
        return items
            .into_iter()
            .enumerate()
            .map(|(at, one)| {
                let mut one = node("", one, levels);
                if one.label.is_empty() {
                    one.label = format!("{}", at + 1);
                }
                one
            })
            .collect();
    }
    if json.object().is_ok() {
        return fields(json)
            .into_iter()
            .map(|(key, one)| node(&key, one, levels))
            .collect();
    }
    vec![node("", json, levels)]
}

fn plain(json: Json<'_>) -> String {
    match json.text() {
        "null" => "\u{2013}".to_owned(),
        "true" => "yes".to_owned(),
        "false" => "no".to_owned(),
        text => json
            .string()
            .map_or_else(|_| text.to_owned(), Cow::into_owned),
    }
}

/// `irs1040_schedule1` → `IRS 1040 schedule 1`.
fn words(key: &str) -> String {
    let spaced = key.replace('_', " ");
    match spaced.strip_prefix("irs") {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => format!("IRS {rest}"),
        _ => spaced,
    }
}

/// The tree cut down to what holds a text (in lower case), with the groups around it.
pub(crate) fn search(nodes: &[Node], wanted: &str) -> Vec<Node> {
    if wanted.is_empty() {
        return nodes.to_vec();
    }
    nodes
        .iter()
        .filter_map(|node| {
            let holds = |text: &str| text.to_lowercase().contains(wanted);
            if holds(&node.label) || node.value.as_deref().is_some_and(holds) || holds(&node.key) {
                return Some(node.clone());
            }
            let children = search(&node.children, wanted);
            (!children.is_empty()).then(|| Node {
                children,
                ..node.clone()
            })
        })
        .collect()
}

/// Values with the labels that lead to them.
pub(crate) fn leaves(nodes: &[Node]) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for node in nodes {
        if let Some(value) = &node.value {
            out.push((node.label.clone(), value.clone()));
        }
        out.extend(leaves(&node.children));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const JSON: &str = r#"{"input": {"return_data": {"irs1040": {"filing_status":
        {"label": "Filing status", "value": "single"}, "blind": {"label": "Blind?", "value": false}},
        "w2": [{"wages": {"label": "Wages", "value": 62000}}]}}}"#;

    #[test]
    fn labels_and_values() {
        let nodes = read(JSON).unwrap();
        assert_eq!(nodes[0].label, "return data");
        assert_eq!(
            leaves(&nodes),
            [
                ("Filing status", "single"),
                ("Blind?", "no"),
                ("Wages", "62000")
            ]
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
        );
        let found = search(&nodes, "wage");
        assert_eq!(leaves(&found).len(), 1);
        assert!(search(&nodes, "nothing").is_empty());
        assert_eq!(
            read("{\n\"a\" 1}"),
            Err("expected a colon in line 2".to_owned())
        );
        let deep = format!("{{\"a\": {}1{}}}", "[".repeat(9_000), "]".repeat(9_000));
        assert!(leaves(&read(&deep).unwrap())[0].1.starts_with("[["));
    }

    #[test]
    fn input_is_told_from_answers() {
        assert!(is_input(Json::read(JSON).unwrap()));
        for answer in [
            "{\"lines\": [{\"line\": \"1a\", \"amount\": 1}]}",
            "{\"1a\": 5}",
        ] {
            assert!(!is_input(Json::read(answer).unwrap()));
        }
    }
}
