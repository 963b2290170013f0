//! Pairs labels with paths in a token stream.

use super::tokens::{Kind, Token};
use super::{Definition, not_understood};
use crate::error::Error;
use crate::profile::LineId;

/// What stands between two commas (or around a colon) of a bracket group.
#[derive(Default)]
struct Item {
    /// Literal text, implicit and `+` concatenation already joined.
    text: Option<String>,
    offset: usize,
    /// Something only Python can evaluate takes part in the text.
    computed: bool,
    /// Names, numbers or brackets stand here.
    other: bool,
    joins: bool,
    /// A word stands behind the text, as in `a if b else c`.
    word_behind: bool,
}

/// A bracket group, or a logical line outside brackets.
#[derive(Default)]
struct Group {
    item: Item,
    label: Option<(String, usize)>,
    path: Option<(String, usize)>,
    /// The label is the key of the dict entry being read.
    keyed: bool,
    /// Items ended so far.
    items: usize,
}

pub(super) fn pair(source: &str, tokens: &[Token]) -> Result<Vec<Definition>, Error> {
    let mut pairing = Pairing {
        source,
        groups: vec![Group::default()],
        found: Vec::new(),
        unpaired: Vec::new(),
    };
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1).map(|token| &token.kind);
        pairing.token(token, next)?;
    }
    // Where there are definitions, a form's path without a label may be one more of them.
    let known: Vec<&str> = pairing.found.iter().map(|one| one.xpath.as_str()).collect();
    let stray = pairing
        .unpaired
        .iter()
        .find(|(path, _)| is_amount_of_a_form(path) && !known.contains(&path.as_str()));
    match stray.filter(|_| !pairing.found.is_empty()) {
        Some((path, offset)) => Err(not_understood(
            source,
            *offset,
            &format!("the path `{path}` stands beside no line label"),
        )),
        None => Ok(pairing.found),
    }
}

struct Pairing<'s> {
    source: &'s str,
    groups: Vec<Group>,
    found: Vec<Definition>,
    /// Paths into a form that were met without a label.
    unpaired: Vec<(String, usize)>,
}

impl Pairing<'_> {
    fn token(&mut self, token: &Token, next: Option<&Kind>) -> Result<(), Error> {
        let Some(group) = self.groups.last_mut() else {
            return Ok(());
        };
        let item = &mut group.item;
        match &token.kind {
            Kind::Text(text) => {
                // A method call or formatting on a literal gives another text.
                item.computed |= matches!(next, Some(Kind::Mark('.' | '%')));
                item.offset = if item.text.is_none() {
                    token.offset
                } else {
                    item.offset
                };
                item.computed |= item.text.is_some() && item.word_behind;
                item.text.get_or_insert_default().push_str(text);
                item.computed |= item.other && item.joins;
                item.joins = false;
            }
            Kind::Formatted => {
                item.computed = true;
                item.offset = token.offset;
            }
            Kind::Word(_) => {
                item.computed |= item.text.is_some() && item.joins;
                item.word_behind = item.text.is_some();
                item.other = true;
                item.offset = if item.text.is_none() {
                    token.offset
                } else {
                    item.offset
                };
            }
            Kind::Mark('+') => item.joins = true,
            Kind::Mark('(' | '[' | '{') => {
                if item.text.is_none() && !item.other {
                    item.offset = token.offset;
                }
                self.groups.push(Group::default());
            }
            Kind::Mark(')' | ']' | '}') => {
                self.end_item(false)?;
                let mut closed = self.groups.pop().unwrap_or_default();
                let may_be_literal = closed.items == 1;
                if !may_be_literal || token.kind != Kind::Mark(')') {
                    self.unpaired.extend(closed.path.take());
                }
                if let Some(parent) = self.groups.last_mut() {
                    // `("a" "b")` is a literal in parentheses, unlike `f("a")`: hand it up.
                    let is_literal = token.kind == Kind::Mark(')') && !parent.item.other;
                    if is_literal && let Some((text, offset)) = lone(&closed) {
                        parent.item.text = Some(text);
                        parent.item.offset = offset;
                    } else {
                        parent.item.other = true;
                        self.unpaired.extend(closed.path);
                    }
                }
                if self.groups.is_empty() {
                    self.groups.push(Group::default());
                }
            }
            Kind::Mark(':') => self.end_item(true)?,
            Kind::Mark(',') => self.end_item(false)?,
            Kind::Mark('=') => {
                // `label=` names an argument, `X =` a variable: neither is part of the value.
                let offset = item.offset;
                *item = Item {
                    offset,
                    ..Item::default()
                };
            }
            Kind::LineEnd => {
                self.end_item(false)?;
                let left = std::mem::replace(&mut self.groups, vec![Group::default()]);
                self.unpaired
                    .extend(left.into_iter().filter_map(|group| group.path));
            }
            Kind::Mark(_) => {}
        }
        Ok(())
    }

    /// Ends an item; `key` says that a colon ended it.
    fn end_item(&mut self, key: bool) -> Result<(), Error> {
        let Some(group) = self.groups.last_mut() else {
            return Ok(());
        };
        let item = std::mem::take(&mut group.item);
        group.items += 1;
        let keyed = std::mem::replace(&mut group.keyed, key);
        if keyed && !key {
            let label_is_line = group
                .label
                .as_ref()
                .is_some_and(|(label, _)| names_a_line(label));
            let named = item.other && item.text.is_none();
            if label_is_line && (item.computed || (named && !self.is_settled(&item))) {
                return Err(not_understood(
                    self.source,
                    item.offset,
                    "the value of a line label is computed, not written out",
                ));
            }
        }
        let Some(group) = self.groups.last_mut() else {
            return Ok(());
        };
        let Some(text) = item.text else {
            if item.computed
                && group
                    .label
                    .as_ref()
                    .is_some_and(|(label, _)| names_a_line(label))
            {
                return Err(not_understood(
                    self.source,
                    item.offset,
                    "an argument beside a line label is computed, not written out",
                ));
            }
            return Ok(());
        };
        match xpath(&text) {
            Some(_) if item.computed => Err(not_understood(
                self.source,
                item.offset,
                "a path is computed, not written out",
            )),
            Some(Err(why)) => Err(not_understood(self.source, item.offset, &why)),
            Some(Ok(path)) => {
                let own = group.label.take();
                let label = match own {
                    // `"Line 1a": {"xpath": "/Return/…"}`: the outer key is the label.
                    Some((text, _)) if !names_a_line(&text) => self
                        .enclosing_label()
                        .or(own_unless_key(text, item.offset, keyed)),
                    own => own.or_else(|| self.enclosing_label()),
                };
                match label {
                    Some((label, offset)) => self.define(label, path, offset),
                    None => {
                        if let Some(group) = self.groups.last_mut() {
                            let waiting = group.path.replace((path, item.offset));
                            self.unpaired.extend(waiting);
                        }
                    }
                }
                Ok(())
            }
            None => {
                if let Some((path, _)) = group.path.take_if(|_| names_a_line(&text)) {
                    self.define(text, path, item.offset);
                } else if key
                    || names_a_line(&text)
                    || !group
                        .label
                        .as_ref()
                        .is_some_and(|(label, _)| names_a_line(label))
                {
                    group.label = Some((text, item.offset));
                }
                Ok(())
            }
        }
    }

    /// Whether a bare word as a value plainly is no path: a number, `None`, `True` or `False`.
    fn is_settled(&self, item: &Item) -> bool {
        let word = self.source.get(item.offset..).unwrap_or_default();
        word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '(' | '[' | '{' | '-'))
            || ["None", "True", "False", "lambda"]
                .iter()
                .any(|known| word.starts_with(known))
            || word
                .split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.')))
                .next()
                .is_some_and(|name| {
                    word.get(name.len()..)
                        .is_some_and(|rest| rest.starts_with('('))
                })
    }

    /// The label of the dict entry that this group is the value of: `"Line 9": ("/Return/…",)`.
    fn enclosing_label(&mut self) -> Option<(String, usize)> {
        let depth = self.groups.len().checked_sub(2)?;
        let parent = self.groups.get_mut(depth).filter(|parent| parent.keyed)?;
        parent.label.take()
    }

    fn define(&mut self, label: String, xpath: String, offset: usize) {
        let source_line = crate::error::Position::at(self.source, offset).line;
        self.found.push(Definition {
            label,
            xpath,
            source_line,
        });
    }
}

/// A label that is no line's name is one only where it is not the key of the path itself.
fn own_unless_key(text: String, offset: usize, keyed: bool) -> Option<(String, usize)> {
    let is_field = ["xpath", "path", "element", "field", "tag"]
        .iter()
        .any(|name| text.eq_ignore_ascii_case(name));
    (!(keyed && is_field)).then_some((text, offset))
}

/// The text of a group that holds one literal and nothing else.
fn lone(group: &Group) -> Option<(String, usize)> {
    let text = group.label.as_ref().or(group.path.as_ref());
    text.filter(|_| group.items == 1).cloned()
}

fn names_a_line(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower.match_indices("line ").any(|(at, word)| {
        lower
            .get(at + word.len()..)
            .is_some_and(|rest| LineId::prefix(rest.trim_start().as_bytes()).is_some())
    })
}

/// Whether a path leads to what may be an amount of a known form, and not to a code or a name.
fn is_amount_of_a_form(path: &str) -> bool {
    const OTHER_ENDINGS: [&str; 8] = ["Cd", "Ind", "Txt", "Dt", "Nm", "SSN", "Cnt", "Num"];
    super::jurisdiction_of(path).is_some() && !OTHER_ENDINGS.iter().any(|end| path.ends_with(end))
}

/// A literal that is an absolute XPath, as the path in local names; `Err` for one that uses more
/// of XPath than steps and a final attribute. `None` for any other text.
fn xpath(text: &str) -> Option<Result<String, String>> {
    let text = text.trim();
    let into_a_form = ["ReturnData/", "ReturnDataState/"]
        .iter()
        .any(|step| text.contains(step));
    if into_a_form && !text.starts_with('/') && !text.contains(char::is_whitespace) {
        return Some(Err(format!("`{text}` is not an absolute path of names")));
    }
    let steps = text.strip_prefix('/')?;
    let is_path = steps.contains('/')
        && !text.contains("://")
        && steps
            .chars()
            .all(|c| c.is_alphanumeric() || "/_-.:@[]()='\"* ".contains(c))
        && !text.contains(' ');
    if !is_path {
        return None;
    }
    let mut path = String::with_capacity(text.len());
    let without_text = steps.strip_suffix("/text()").unwrap_or(steps);
    for step in without_text.split('/') {
        let step = step.strip_suffix("[1]").unwrap_or(step);
        let (mark, name) = step
            .strip_prefix('@')
            .map_or(("", step), |name| ("@", name));
        let local = name.rsplit_once(':').map_or(name, |(_, local)| local);
        let is_name = !local.is_empty()
            && local
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
        if !is_name {
            return Some(Err(format!(
                "`{text}` is more than an absolute path of names"
            )));
        }
        path.push('/');
        path.push_str(mark);
        path.push_str(local);
    }
    Some(Ok(path))
}
