use super::*;

fn error(text: &str) -> Option<(String, usize)> {
    let wrong = array(text).err()?;
    Some((wrong.what().to_owned(), wrong.offset(text)))
}

#[test]
fn the_same_texts_are_well_formed_as_for_serde() {
    for text in [
        "[]",
        " [ ] ",
        "[1]",
        "[1,]",
        "[,1]",
        "[01]",
        "[-]",
        "[-0.5e+3]",
        "[1.]",
        "[.5]",
        "[1e]",
        "[true,false,null]",
        "[tru]",
        "[nulls]",
        "[\"a\\u00e9\\n\"]",
        "[\"\\x\"]",
        "[\"\\u12\"]",
        "[\"\n\"]",
        "[\"",
        "[{}]",
        "[{\"a\":[{}]}]",
        "[{\"a\"}]",
        "[{a:1}]",
        "[{\"a\":1,}]",
        "[[[[1]]]",
        "[1] 2",
        "[1}",
        "[{\"a\":1]",
        "",
        "[+1]",
        "[\"\u{7f}\u{e9}\"]",
        "\u{feff}[]",
    ] {
        let known = serde_json::from_str::<Vec<serde::de::IgnoredAny>>(text).is_ok();
        assert_eq!(array(text).is_ok(), known, "{text}");
    }
}

#[test]
fn strings_are_the_same_as_for_serde() {
    for text in [
        r#"["plain"]"#,
        r#"["\"\\\/\b\f\n\r\t"]"#,
        r#"["\ud83d\ude00!"]"#,
        r#"["\ud83d"]"#,
        r#"["\ud83d\u0041"]"#,
        r#"["\ude00"]"#,
        r#"["\u0000"]"#,
        r#"["é\u00E9"]"#,
    ] {
        let known = serde_json::from_str::<Vec<String>>(text).ok();
        let read = array(text).ok().and_then(|items| {
            let texts = items
                .into_iter()
                .map(|item| item.string().map(Cow::into_owned));
            texts.collect::<Result<Vec<String>, Wrong>>().ok()
        });
        assert_eq!(read, known, "{text}");
    }
}

#[test]
fn depth_costs_no_stack() {
    let deep = "[".repeat(1 << 20) + &"]".repeat(1 << 20);
    assert!(array(&deep).is_ok());
}

#[test]
fn errors_name_their_place() {
    assert_eq!(error("[1, x]"), Some(("expected a value".to_owned(), 4)));
    let text = r#"{"a":1,"b":2,"a":3}"#;
    let taken = object(text).and_then(|mut object| object.take("a"));
    assert!(taken.is_err());
    let unknown = object(text)
        .and_then(Object::finish)
        .map_err(|wrong| wrong.offset(text));
    assert_eq!(unknown, Err(5));
}

#[test]
fn compact_is_without_space_outside_of_texts() {
    let text = "[ 1, {\"a b\" : \"\\\" c\"} ]";
    let inner = "[".to_owned() + text + "]";
    let items = array(&inner).unwrap_or_default();
    assert_eq!(
        items
            .first()
            .map(|item| item.compact().into_owned())
            .as_deref(),
        Some("[1,{\"a b\":\"\\\" c\"}]")
    );
}

#[test]
fn any_value_is_read_alone() {
    for text in ["1", " \"a\" ", "[1, {\"a\": null}]", "{}", "null"] {
        assert_eq!(Json::read(text).map(Json::text), Ok(text.trim()));
    }
    for text in ["", "1 2", "{\"a\": }", "nul"] {
        assert!(Json::read(text).is_err(), "{text}");
    }
    // Depth costs no stack.
    let deep = "[".repeat(200_000) + &"]".repeat(200_000);
    assert_eq!(Json::read(&deep).map(|json| json.text().len()), Ok(400_000));
}
