//! What a module consists of: bytes of code by crate and, for our own, by Rust module.

use std::collections::BTreeMap;

use anyhow::{Context, Result};

use crate::module::{Reader, imported_functions};

/// Bytes by part; `data` is what is no code: texts, tables, profiles.
pub(crate) type Parts = BTreeMap<String, usize>;

/// Takes a module with a name section apart.
pub(crate) fn of(module: &[u8]) -> Result<Parts> {
    let mut reader = Reader(
        module
            .get(8..)
            .context("the module is shorter than its header")?,
    );
    let (mut bodies, mut names, mut imported) = (Vec::new(), BTreeMap::new(), 0);
    let mut parts = Parts::new();
    while !reader.0.is_empty() {
        let kind = reader.byte()?;
        let size = reader.number()?;
        let mut section = Reader(reader.take(size)?);
        match kind {
            0 if section.text()? == "name" => names = function_names(section)?,
            2 => imported = imported_functions(section)?,
            10 => {
                for _ in 0..section.number()? {
                    let size = section.number()?;
                    section.take(size)?;
                    bodies.push(size);
                }
            }
            11 => *parts.entry("data".to_owned()).or_default() += size,
            _ => {}
        }
    }
    for (index, size) in bodies.iter().enumerate() {
        let name = names.get(&(imported + index)).map_or("", String::as_str);
        *parts.entry(part(name)).or_default() += size;
    }
    Ok(parts)
}

/// `taxgrade::wire` for our own functions, the crate for others, by the first path in a name:
/// `<taxgrade::wire::Share as serde::Serialize>::serialize` is ours.
fn part(name: &str) -> String {
    let path = name.trim_start_matches(|c: char| !c.is_alphanumeric());
    let path = path.strip_prefix("mut ").unwrap_or(path);
    // A crate's name may carry its hash, as in `taxgrade[c37517cd7bcc11b4]::wire`.
    let path = match path.split_once('[') {
        Some((name, rest)) if name.chars().all(|c| c.is_alphanumeric() || c == '_') => {
            let rest = rest.split_once(']').map_or("", |(_, rest)| rest);
            [name, rest].concat()
        }
        _ => path.to_owned(),
    };
    let end = path
        .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
        .unwrap_or(path.len());
    let segments: Vec<&str> = path
        .get(..end)
        .unwrap_or_default()
        .split("::")
        .filter(|segment| !segment.is_empty())
        .collect();
    match segments.as_slice() {
        ["taxgrade", module, ..] => format!("taxgrade::{module}"),
        [name, _, ..] => (*name).to_owned(),
        _ => "exports and the rest".to_owned(),
    }
}

fn function_names(mut section: Reader<'_>) -> Result<BTreeMap<usize, String>> {
    let mut names = BTreeMap::new();
    while !section.0.is_empty() {
        let kind = section.byte()?;
        let size = section.number()?;
        let mut part = Reader(section.take(size)?);
        if kind == 1 {
            for _ in 0..part.number()? {
                let index = part.number()?;
                names.insert(index, part.text()?.to_owned());
            }
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_belong_to_their_crates() {
        for (name, expected) in [
            ("taxgrade::wire::grade_json::h0123", "taxgrade::wire"),
            (
                "<taxgrade::money::Cents as serde::Serialize>::serialize",
                "taxgrade::money",
            ),
            (
                "<&mut serde_json::de::Deserializer<R> as X>::y",
                "serde_json",
            ),
            ("core::slice::sort", "core"),
            (
                "taxgrade[c37517cd7bcc11b4]::wire::grade_json",
                "taxgrade::wire",
            ),
            ("<&mut core[ba04e2f5bb6e7445]::fmt::Formatter>::pad", "core"),
            ("grade", "exports and the rest"),
            ("", "exports and the rest"),
        ] {
            assert_eq!(part(name), expected, "{name}");
        }
    }

    #[test]
    fn a_module_is_taken_apart() {
        // No imports; two functions of 2 and 4 bytes, the first one named; 1 byte of data.
        let module = [
            b"\0asm\x01\0\0\0".as_slice(),
            b"\x0a\x09\x02\x02\0\x0b\x04\0\x01\x01\x0b",
            b"\x0b\x01\0",
            b"\0\x10\x04name\x01\x09\x01\0\x06a::b::",
        ]
        .concat();
        let parts = of(&module).unwrap_or_default();
        let listed: Vec<_> = parts
            .iter()
            .map(|(name, size)| (name.as_str(), *size))
            .collect();
        assert_eq!(listed, [("a", 2), ("data", 1), ("exports and the rest", 4)]);
        assert!(of(&module[..20]).is_err());
    }
}
