//! The core promises: values in, values out. Clippy's ban list (crates/core/clippy.toml) knows
//! single functions; this checks whole modules of std in the source, and what the built module
//! asks its host for. Neither alone is enough: std's clock and files compile for the browser and
//! only fail when called, and a dependency's calls are in no source of ours.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::page;
use crate::repo::Repo;
use crate::wasm::{self, MODULE};

const BANNED: [&str; 8] = ["fs", "env", "time", "thread", "net", "process", "io", "os"];

/// What wasm-bindgen needs for itself: errors, strings, its table. Anything else is a call into the
/// host. A new entry must be plain object building, never a clock, a random source, storage or
/// the network.
const OWN_IMPORTS: [&str; 2] = ["__wbindgen_", "__wbg___wbindgen_"];

pub(crate) fn check(repo: &Repo) -> Result<()> {
    let mut finds = Vec::new();
    for file in page::files(&repo.path("crates/core/src"))? {
        if file.extension().is_none_or(|ending| ending != "rs") {
            continue;
        }
        let text =
            fs::read_to_string(&file).with_context(|| format!("reading `{}`", file.display()))?;
        let shown = file.strip_prefix(&repo.root).unwrap_or(&file).display();
        for (line, module) in banned_uses(&text) {
            finds.push(format!("{shown}:{line}: std::{module}"));
        }
    }
    if !finds.is_empty() {
        bail!(
            "the core uses what only a host has:\n{}\nwhat to do: take it as an argument, or move the code to the CLI",
            finds.join("\n")
        );
    }
    println!("source: no std::{{{}}}", BANNED.join(", "));
    imports(repo)
}

fn imports(repo: &Repo) -> Result<()> {
    let module = wasm::compile(repo)?;
    let out = repo.scratch("pure");
    wasm::clear(&out)?;
    wasm::bind(&module, "web", &out)?;
    let bound = out.join(format!("{MODULE}_bg.wasm"));
    let names = read_imports(&bound)?;
    let foreign: Vec<_> = names
        .iter()
        .filter(|name| !OWN_IMPORTS.iter().any(|own| name.starts_with(own)))
        .map(String::as_str)
        .collect();
    if !foreign.is_empty() {
        bail!(
            "the module calls into its host: {}\nwhat to do: find who asks for it with `cargo tree -p taxgrade-wasm --target wasm32-unknown-unknown`",
            foreign.join(", ")
        );
    }
    println!("imports: {} of wasm-bindgen's own, no others", names.len());
    Ok(())
}

/// Line and module of each use of a banned module, also inside `use std::{…}`. Comments may name
/// them.
fn banned_uses(source: &str) -> Vec<(usize, &'static str)> {
    let code: String = source
        .lines()
        .map(|line| {
            if line.trim_start().starts_with("//") {
                ""
            } else {
                line
            }
        })
        .flat_map(|line| [line, "\n"])
        .collect();
    let mut finds = Vec::new();
    for (at, _) in code.match_indices("std::") {
        let (before, rest) = code.split_at(at);
        if before.ends_with(is_word) {
            continue;
        }
        let line = before.matches('\n').count() + 1;
        let rest = rest.trim_start_matches("std::");
        for name in first_segments(rest) {
            if let Some(module) = BANNED.iter().find(|banned| **banned == name) {
                finds.push((line, *module));
            }
        }
    }
    finds
}

/// `fs::read` → `fs`; `{fmt, io::{self, Read}}` → `fmt`, `io`.
fn first_segments(path: &str) -> Vec<&str> {
    let Some(group) = path.strip_prefix('{') else {
        return vec![word(path)];
    };
    let mut names = vec![word(group)];
    let mut depth = 1_usize;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => break,
            '}' => depth -= 1,
            ',' if depth == 1 => names.push(word(group.split_at(at + 1).1)),
            _ => {}
        }
    }
    names
}

fn word(text: &str) -> &str {
    let text = text.trim_start();
    text.split(|c| !is_word(c)).next().unwrap_or_default()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The names in the import section of a WebAssembly file.
fn read_imports(file: &Path) -> Result<Vec<String>> {
    let bytes = fs::read(file).with_context(|| format!("reading `{}`", file.display()))?;
    import_names(&bytes)
        .with_context(|| format!("`{}` is not a readable WebAssembly module", file.display()))
}

fn import_names(bytes: &[u8]) -> Option<Vec<String>> {
    let mut rest = bytes.strip_prefix(b"\0asm\x01\0\0\0")?;
    while !rest.is_empty() {
        let id = byte(&mut rest)?;
        let length = number(&mut rest)?;
        let (mut section, after) = rest.split_at_checked(length)?;
        rest = after;
        if id == 2 {
            let count = number(&mut section)?;
            return (0..count).map(|_| import_name(&mut section)).collect();
        }
    }
    Some(Vec::new())
}

fn import_name(section: &mut &[u8]) -> Option<String> {
    let _module = text(section)?;
    let name = text(section)?;
    match byte(section)? {
        // function, by type
        0 => drop(number(section)?),
        // table: element type, limits
        1 => {
            byte(section)?;
            limits(section)?;
        }
        2 => limits(section)?,
        // global: type, mutability
        3 => {
            byte(section)?;
            byte(section)?;
        }
        // tag: attribute, type
        4 => {
            byte(section)?;
            number(section)?;
        }
        _ => return None,
    }
    Some(name)
}

fn limits(section: &mut &[u8]) -> Option<()> {
    let flags = byte(section)?;
    number(section)?;
    if flags & 1 == 1 {
        number(section)?;
    }
    Some(())
}

fn text(section: &mut &[u8]) -> Option<String> {
    let length = number(section)?;
    let (text, rest) = section.split_at_checked(length)?;
    *section = rest;
    String::from_utf8(text.to_vec()).ok()
}

fn byte(section: &mut &[u8]) -> Option<u8> {
    let (first, rest) = section.split_first()?;
    *section = rest;
    Some(*first)
}

/// LEB128, as far as a usize goes.
fn number(section: &mut &[u8]) -> Option<usize> {
    let mut value = 0_usize;
    for shift in (0..usize::BITS).step_by(7) {
        let next = byte(section)?;
        value |= usize::from(next & 0x7f) << shift;
        if next & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn banned_modules_are_found_in_every_form() {
        let source = "use std::fmt;\nuse std::{fmt::{self, Write}, io::{self, Read},\n time};\n\
                      // std::fs may be named here\nlet t = ::std::time::Instant::now();\n\
                      let n = mystd::fs::x();\nlet d = core::time::Duration::ZERO;\n";
        assert_eq!(banned_uses(source), [(2, "io"), (2, "time"), (5, "time")]);
    }

    #[test]
    fn imports_are_read_from_the_module() {
        let module = b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x02\x11\x02\x01a\x01f\0\0\x01a\x03mem\x02\x01\x01\x02";
        assert_eq!(
            import_names(module),
            Some(vec!["f".to_owned(), "mem".to_owned()])
        );
        assert_eq!(import_names(b"\0asm\x01\0\0\0"), Some(vec![]));
        assert_eq!(import_names(b"not wasm"), None);
        assert_eq!(import_names(b"\0asm\x01\0\0\0\x02\xff"), None);
    }
}
