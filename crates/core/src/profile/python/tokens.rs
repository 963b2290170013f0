//! Just enough of Python's lexical grammar to find string literals and the brackets they stand in.
//! See the Python language reference, "Lexical analysis".

use super::not_understood;
use crate::error::Error;

/// A piece of Python source with its byte offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) offset: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// A string literal with escapes resolved.
    Text(String),
    /// A formatted string, whose value only Python knows.
    Formatted {
        /// What is written out of it may be steps of a path.
        holds_path: bool,
    },
    /// A name or a number.
    Word(String),
    /// Any other single character.
    Mark(char),
    /// The end of a logical line: a line end outside brackets.
    LineEnd,
}

pub(super) fn tokenize(source: &str) -> Result<Vec<Token>, Error> {
    let mut tokens = Vec::new();
    let mut brackets: Vec<(char, usize)> = Vec::new();
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let offset = source.len() - rest.len();
        if let Some((kind, taken)) = string(source, rest, offset)? {
            tokens.push(Token { kind, offset });
            rest = rest.get(taken..).unwrap_or_default();
            continue;
        }
        let mut taken = c.len_utf8();
        match c {
            '#' => taken = rest.find('\n').unwrap_or(rest.len()),
            '\n' if brackets.is_empty() => tokens.push(Token {
                kind: Kind::LineEnd,
                offset,
            }),
            '\\' | '\n' => {}
            '(' | '[' | '{' => {
                brackets.push((c, offset));
                tokens.push(Token {
                    kind: Kind::Mark(c),
                    offset,
                });
            }
            ')' | ']' | '}' => {
                let opened = brackets.pop().map(|(open, _)| open);
                if !matches!(
                    (opened, c),
                    (Some('('), ')') | (Some('['), ']') | (Some('{'), '}')
                ) {
                    return Err(not_understood(
                        source,
                        offset,
                        &format!("`{c}` closes nothing"),
                    ));
                }
                tokens.push(Token {
                    kind: Kind::Mark(c),
                    offset,
                });
            }
            c if c.is_whitespace() || c == '\u{feff}' => {}
            c if is_word(c) => {
                taken = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
                let word = rest.get(..taken).unwrap_or_default().to_owned();
                tokens.push(Token {
                    kind: Kind::Word(word),
                    offset,
                });
            }
            mark => tokens.push(Token {
                kind: Kind::Mark(mark),
                offset,
            }),
        }
        rest = rest.get(taken..).unwrap_or_default();
    }
    if let Some((open, offset)) = brackets.pop() {
        return Err(not_understood(
            source,
            offset,
            &format!("`{open}` is never closed"),
        ));
    }
    tokens.push(Token {
        kind: Kind::LineEnd,
        offset: source.len(),
    });
    Ok(tokens)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The string literal at the start of `rest`, with the bytes it takes.
fn string(source: &str, rest: &str, offset: usize) -> Result<Option<(Kind, usize)>, Error> {
    let prefix_len = rest
        .find(|c: char| !matches!(c.to_ascii_lowercase(), 'r' | 'b' | 'u' | 'f' | 't'))
        .unwrap_or(rest.len());
    let (prefix, quoted) = rest.split_at_checked(prefix_len).unwrap_or(("", rest));
    if prefix.len() > 2 || !quoted.starts_with(['"', '\'']) {
        return Ok(None);
    }
    let quote = if quoted.starts_with("\"\"\"") {
        "\"\"\""
    } else if quoted.starts_with("'''") {
        "'''"
    } else if quoted.starts_with('"') {
        "\""
    } else {
        "'"
    };
    let has = |letter: char| prefix.chars().any(|c| c.eq_ignore_ascii_case(&letter));
    let (raw, formatted) = (has('r'), has('f') || has('t'));
    let mut value = String::new();
    let mut body = quoted.get(quote.len()..).unwrap_or_default();
    let mut filled_in = false;
    loop {
        if formatted && let Some(after) = body.strip_prefix("{{").or(body.strip_prefix("}}")) {
            value.push(if body.starts_with('{') { '{' } else { '}' });
            body = after;
            continue;
        }
        if formatted && body.starts_with('{') {
            filled_in = true;
            body = after_replacement(source, body, offset);
            continue;
        }
        if let Some(after) = body.strip_prefix(quote) {
            let kind = if filled_in {
                let holds_path = value.contains('/');
                Kind::Formatted { holds_path }
            } else {
                Kind::Text(value)
            };
            return Ok(Some((kind, rest.len() - after.len())));
        }
        let Some(c) = body.chars().next() else {
            return Err(not_understood(source, offset, "a string is never closed"));
        };
        if c == '\n' && quote.len() == 1 {
            return Err(not_understood(
                source,
                offset,
                "a string is not closed on its line",
            ));
        }
        body = body.get(c.len_utf8()..).unwrap_or_default();
        if c != '\\' {
            value.push(c);
            continue;
        }
        let Some(escaped) = body.chars().next() else {
            continue;
        };
        body = body.get(escaped.len_utf8()..).unwrap_or_default();
        match (raw, escaped) {
            (true, _) => value.extend(['\\', escaped]),
            (false, '\n') => {}
            (false, 'n') => value.push('\n'),
            (false, 't') => value.push('\t'),
            (false, '\\' | '\'' | '"') => value.push(escaped),
            (false, 'x' | 'u' | 'U') => {
                let width = match escaped {
                    'x' => 2,
                    'u' => 4,
                    _ => 8,
                };
                let (code, after) = body.split_at_checked(width).unwrap_or((body, ""));
                let known = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
                let Some(known) = known else {
                    return Err(not_understood(
                        source,
                        offset,
                        "a string has a broken escape",
                    ));
                };
                value.push(known);
                body = after;
            }
            (false, other) => value.extend(['\\', other]),
        }
    }
}

/// What follows the replacement field at the start of a formatted string's rest. Since Python 3.12
/// literals inside it may have the quotes of the string around it.
fn after_replacement<'s>(source: &str, field: &'s str, offset: usize) -> &'s str {
    let mut depth = 0_usize;
    let mut rest = field;
    while let Some(c) = rest.chars().next() {
        let mut taken = c.len_utf8();
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '\n' => break,
            // A quote that begins no literal is a fill character.
            '"' | '\'' => {
                if let Ok(Some((_, literal))) = string(source, rest, offset) {
                    taken = literal;
                }
            }
            _ => {}
        }
        rest = rest.get(taken..).unwrap_or_default();
        if depth == 0 {
            return rest;
        }
    }
    // Not closed on its line: the string goes on behind the brace, as far as anyone can tell.
    field.get(1..).unwrap_or_default()
}
