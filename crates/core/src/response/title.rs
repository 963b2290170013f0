//! What makes a line a heading.

use memchr::memchr_iter;

use super::find;

use super::entry::{self, Start};
use super::forms::{FormNames, Naming};
use crate::money::{is_dash, is_space};

/// `====` or `----`, which make a heading of the line above.
pub(super) fn is_underline(text: &str) -> bool {
    let text = text.trim_end();
    text.len() >= 3 && (text.bytes().all(|b| b == b'=') || text.bytes().all(|b| b == b'-'))
}

/// A rule, a fence or an underline, which sets off what follows.
pub(super) fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("```") || is_underline(line) || line.bytes().all(|byte| byte == b'*')
}

/// The text of a line that an underline makes a heading.
pub(super) fn underlined(line: &str) -> Option<&str> {
    let start = entry::skip_markup(line);
    let is_title = !start.text.is_empty()
        && start.hashes == 0
        && find::first(b'|', line.as_bytes()).is_none()
        && !is_sentence(start.text);
    is_title.then_some(start.text)
}

/// Whether a line says something rather than naming something: it ends like a sentence, states a
/// value behind its colon, or has an amount. `Schedule C – Sole Proprietor, Inc.` names something.
fn is_sentence(text: &str) -> bool {
    const LONGEST: usize = 160;
    const MOST_WORDS: usize = 10;
    let titled = is_titled(text);
    let ends = text.trim_end_matches(['*', '_']).ends_with(['.', ';', ',']);
    // `Schedule SE – Self-Employment Tax ($1,000)`
    let outside = text.split('(').next().filter(|_| titled).unwrap_or(text);
    text.len() > LONGEST
        || (ends && (!titled || has_more_words(text, MOST_WORDS)))
        || find::first(b'$', outside.as_bytes()).is_some()
        || states_answer(text, titled)
        || has_verb(text.as_bytes())
}

/// `Schedule B – Required` without its last word, which is no statement of the form.
fn without_remark(text: &str) -> &str {
    const WORD: &str = "required";
    if !text.ends_with(['d', 'D', ')']) {
        return text;
    }
    let bare = text.trim_end_matches(')');
    let Some((name, word)) = bare.split_at_checked(bare.len().saturating_sub(WORD.len())) else {
        return text;
    };
    let name = name.trim_end();
    let set_off = name.ends_with(|c| is_dash(c) || c == '(');
    if word.eq_ignore_ascii_case(WORD) && set_off && is_titled(name) {
        name
    } else {
        text
    }
}

/// Whether a text begins with the name of a schedule or form that a mark sets off: `Schedule C: …`,
/// `Form 8995 – …`.
fn is_titled(text: &str) -> bool {
    let behind = ["schedule ", "form "]
        .iter()
        .filter(|kind| starts_with(text, kind))
        .find_map(|kind| text.get(kind.len()..));
    behind.is_some_and(|behind| {
        let name = behind.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        let rest = name.trim_start_matches(|c| is_space(c) || matches!(c, '*' | '_'));
        name.len() < behind.len()
            && (rest.is_empty() || rest.starts_with(|c| is_dash(c) || matches!(c, ':' | '(')))
    })
}

/// Whether a numbered text has words that labels of lines have and names of forms have not.
pub(super) fn is_label(text: &str) -> bool {
    const WORDS: [&[u8]; 5] = [b"line", b"lines", b"from", b"if", b"attach"];
    text.as_bytes()
        .split(|byte| !byte.is_ascii_alphanumeric())
        .any(|word| WORDS.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

/// A year, which a heading may end with.
pub(super) fn is_year(text: &str) -> bool {
    let bytes = text
        .trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '$')
        .as_bytes();
    bytes.len() == 4
        && bytes.iter().all(u8::is_ascii_digit)
        && matches!(bytes, [b'1', b'9', ..] | [b'2', b'0', ..])
}

/// Whether a colon in a text is followed by an answer rather than by a name. Behind the name of a
/// form, `No. 1` and `eBay store` are names.
fn states_answer(text: &str, titled: bool) -> bool {
    const ANSWERS: [&str; 6] = ["none", "no", "yes", "not", "n/a", "see"];
    let value = find::first(b':', text.as_bytes())
        .and_then(|at| text.get(at + 1..))
        .map(|value| value.trim_matches(|c| is_space(c) || matches!(c, '*' | '_')));
    value.is_some_and(|value| {
        let first = value
            .split(|c: char| !(c.is_alphanumeric() || c == '/'))
            .next()
            .unwrap_or_default();
        let is = |answer: &&str| first.eq_ignore_ascii_case(answer);
        let whole = first.len() == value.trim_end_matches('.').len();
        let answer = ANSWERS.iter().any(is) && (!titled || whole || is(&"not") || is(&"see"));
        let starts_low = value.starts_with(|c: char| {
            !c.is_ascii_uppercase() && c != '(' && !(titled && c.is_ascii_alphabetic())
        });
        !value.is_empty() && !is_year(value) && (answer || starts_low)
    })
}

/// Whether one of the words behind a space makes a text a statement.
fn has_verb(text: &[u8]) -> bool {
    const VERBS: [&[u8]; 8] = [
        b" is ",
        b" was ",
        b" are ",
        b" were ",
        b" not ",
        b" required",
        b" attached",
        b" does ",
    ];
    memchr_iter(b' ', text).any(|at| {
        let rest = text.get(at..).unwrap_or_default();
        rest.get(1)
            .is_some_and(|next| b"iwanrd".contains(&(next | 0x20)))
            && VERBS.iter().any(|verb| starts_with_bytes(rest, verb))
    })
}

/// A line that is a heading although nothing marks it: wholly bold, or a name of a form, schedule
/// or worksheet that stands alone or begins as one.
pub(super) fn plain_heading<'t>(
    names: &FormNames,
    start: &Start<'t>,
    alone: &dyn Fn() -> bool,
) -> Option<(&'t str, Naming)> {
    const MOST_WORDS: usize = 16;
    let text = start.text;
    if start.bullet || find::first(b'|', text.as_bytes()).is_some() {
        return None;
    }
    let is_edge =
        |c: char| matches!(c, '*' | '_' | ':' | '=' | '-' | ']' | ')') || c.is_whitespace();
    let trimmed = text
        .trim_start_matches(['=', '-', ' ', '('])
        .trim_end_matches(|c| is_edge(c) && c != ')');
    let trimmed = ["here is ", "here's ", "below is "]
        .iter()
        .find_map(|lead| {
            starts_with(trimmed, lead)
                .then(|| trimmed.get(lead.len()..))
                .flatten()
        })
        .unwrap_or(trimmed);
    let closed =
        text.trim_end().trim_end_matches(':').ends_with("**") || text.trim_end().ends_with("__");
    if start.bold && closed {
        let is_title = !trimmed.contains("**") && !is_sentence(without_remark(trimmed));
        return is_title.then(|| (trimmed, names.naming(trimmed)));
    }
    // `**Schedule C** – Profit or Loss From Business` names as much without its marks.
    let may_name = trimmed.len() >= 4
        && (trimmed.bytes().any(|byte| byte.is_ascii_digit()) || names_kind(trimmed));
    if !may_name || is_sentence(trimmed) || has_more_words(trimmed, MOST_WORDS) {
        return None;
    }
    let begins = starts_with(trimmed, "form ") || starts_with(trimmed, "schedule ");
    let naming = if begins || alone() {
        names.naming(trimmed)
    } else {
        Naming::Nothing
    };
    (naming != Naming::Nothing).then_some((trimmed, naming))
}

fn starts_with(text: &str, word: &str) -> bool {
    starts_with_bytes(text.as_bytes(), word.as_bytes())
}

fn starts_with_bytes(text: &[u8], word: &[u8]) -> bool {
    text.get(..word.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(word))
}

fn has_more_words(text: &str, most: usize) -> bool {
    // Each word but the first follows a space, which is one byte or begins beyond ASCII.
    let spaces = text
        .bytes()
        .filter(|byte| *byte <= b' ' || *byte >= 0x80)
        .count();
    spaces >= most && text.split_whitespace().count() > most
}

/// Whether a text has one of the words that names of forms without a number have.
fn names_kind(text: &str) -> bool {
    text.as_bytes()
        .split(|byte| !byte.is_ascii_alphanumeric())
        .any(|word| {
            let kind: &[u8] = match word.len() {
                3 => b"sch",
                6 => b"return",
                8 => b"schedule",
                9 => b"worksheet",
                _ => return false,
            };
            word.eq_ignore_ascii_case(kind)
        })
}
