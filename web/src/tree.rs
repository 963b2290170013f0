//! The input data as a tree of labels and values.

use serde_json::Value;

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
pub(crate) fn is_input(value: &Value) -> bool {
    fn labelled(value: &Value, depth: usize) -> bool {
        match value {
            Value::Object(map) => {
                (map.contains_key("label") && map.contains_key("value"))
                    || (depth > 0 && map.values().any(|one| labelled(one, depth - 1)))
            }
            Value::Array(list) => depth > 0 && list.iter().any(|one| labelled(one, depth - 1)),
            _ => false,
        }
    }
    value.get("input").is_some_and(Value::is_object) || labelled(value, 12)
}

/// The tree of a file; an error says where the JSON breaks.
pub(crate) fn read(json: &str) -> Result<Vec<Node>, String> {
    let value: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let mut nodes = children(&value);
    // A single `input` around everything says nothing.
    while let [only] = nodes.as_mut_slice()
        && only.value.is_none()
        && only.key == "input"
    {
        nodes = std::mem::take(&mut only.children);
    }
    Ok(nodes)
}

fn node(key: &str, value: &Value) -> Node {
    let mut node = Node {
        label: words(key),
        key: key.to_owned(),
        value: None,
        children: Vec::new(),
    };
    match value {
        Value::Object(map) if map.contains_key("value") && map.contains_key("label") => {
            if let Some(Value::String(label)) = map.get("label") {
                node.label.clone_from(label);
            }
            match map.get("value") {
                Some(inner @ (Value::Object(_) | Value::Array(_))) => {
                    node.children = children(inner)
                }
                Some(inner) => node.value = Some(plain(inner)),
                None => {}
            }
        }
        Value::Object(_) | Value::Array(_) => node.children = children(value),
        _ => node.value = Some(plain(value)),
    }
    node
}

fn children(value: &Value) -> Vec<Node> {
    match value {
        Value::Object(map) => map.iter().map(|(key, value)| node(key, value)).collect(),
        Value::Array(list) => list
            .iter()
            .enumerate()
            .map(|(at, value)| {
                let mut one = node("", value);
                if one.label.is_empty() {
                    one.label = format!("{}", at + 1);
                }
                one
            })
            .collect(),
        other => vec![node("", other)],
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => "\u{2013}".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
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
                ("Blind?", "no"),
                ("Filing status", "single"),
                ("Wages", "62000")
            ]
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
        );
        let found = search(&nodes, "wage");
        assert_eq!(leaves(&found).len(), 1);
        assert!(search(&nodes, "nothing").is_empty());
        assert!(read("{").is_err());
    }

    #[test]
    fn input_is_told_from_answers() {
        assert!(is_input(&serde_json::from_str(JSON).unwrap()));
        for answer in [
            "{\"lines\": [{\"line\": \"1a\", \"amount\": 1}]}",
            "{\"1a\": 5}",
        ] {
            assert!(!is_input(&serde_json::from_str(answer).unwrap()));
        }
    }
}
