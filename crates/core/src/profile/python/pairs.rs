//! Pairs labels with paths in a token stream.

use std::collections::{BTreeSet, HashSet};

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
    /// What is written out of it may be steps of a path.
    holds_path: bool,
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
        labels: BTreeSet::new(),
        unpaired: Vec::new(),
        doubts: Vec::new(),
    };
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1).map(|token| &token.kind);
        pairing.token(token, next);
    }
    pairing.finish()
}

struct Pairing<'s> {
    source: &'s str,
    groups: Vec<Group>,
    found: Vec<Definition>,
    /// Texts that may be labels of lines.
    labels: BTreeSet<String>,
    /// Paths into a form that were met without a label.
    unpaired: Vec<(String, usize)>,
    /// What was not understood, in the order of the source.
    doubts: Vec<Doubt>,
}

/// Something that only Python, or a reader of more of XPath, would understand.
struct Doubt {
    /// The label of a line that it belongs to.
    label: Option<String>,
    offset: usize,
    message: String,
}

impl Pairing<'_> {
    /// The definitions, unless one of them may be among what was not understood. What belongs to no
    /// line is the source's own business: a list of files, a path into the header, a log message.
    fn finish(mut self) -> Result<Vec<Definition>, Error> {
        self.found
            .retain(|one| names_a_line(&one.label) || is_amount_of_a_form(&one.xpath));
        let labelled: HashSet<&str> = self.found.iter().map(|one| one.label.as_str()).collect();
        let known: HashSet<&str> = self.found.iter().map(|one| one.xpath.as_str()).collect();
        // A path that stands by itself is a definition only where a label has no path yet.
        let label_left = self
            .labels
            .iter()
            .any(|label| !labelled.contains(label.as_str()));
        let unread = self.doubts.iter().find(|doubt| match &doubt.label {
            Some(label) => !labelled.contains(label.as_str()),
            None => label_left,
        });
        let stray = || {
            let (path, offset) = self
                .unpaired
                .iter()
                .find(|(path, _)| is_amount_of_a_form(path) && !known.contains(path.as_str()))?;
            let message = format!("the path `{path}` stands beside no line label");
            Some((*offset, message))
        };
        let fault = match unread {
            Some(doubt) => Some((doubt.offset, doubt.message.clone())),
            None if label_left && !self.found.is_empty() => stray(),
            None => None,
        };
        match fault {
            Some((offset, message)) => Err(not_understood(self.source, offset, &message)),
            None => Ok(self.found),
        }
    }

    fn doubt(&mut self, label: Option<String>, offset: usize, message: impl Into<String>) {
        self.doubts.push(Doubt {
            label: label.filter(|label| names_a_line(label)),
            offset,
            message: message.into(),
        });
    }

    fn token(&mut self, token: &Token, next: Option<&Kind>) {
        let Some(group) = self.groups.last_mut() else {
            return;
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
            Kind::Formatted { holds_path } => {
                item.computed = true;
                item.holds_path |= holds_path;
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
                self.end_item(false);
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
            Kind::Mark(':') => self.end_item(true),
            Kind::Mark(',') => self.end_item(false),
            Kind::Mark('=') => {
                // `label=` names an argument, `X =` a variable: neither is part of the value.
                let offset = item.offset;
                *item = Item {
                    offset,
                    ..Item::default()
                };
            }
            Kind::LineEnd => {
                self.end_item(false);
                let left = std::mem::replace(&mut self.groups, vec![Group::default()]);
                self.unpaired
                    .extend(left.into_iter().filter_map(|group| group.path));
            }
            Kind::Mark(_) => {}
        }
    }

    /// Ends an item; `key` says that a colon ended it.
    fn end_item(&mut self, key: bool) {
        let Some(group) = self.groups.last_mut() else {
            return;
        };
        let item = std::mem::take(&mut group.item);
        group.items += 1;
        let keyed = std::mem::replace(&mut group.keyed, key);
        let line = group
            .label
            .as_ref()
            .map(|(label, _)| label)
            .filter(|label| names_a_line(label))
            .cloned();
        if keyed && !key && line.is_some() {
            let named = item.other && item.text.is_none();
            if item.computed || (named && !self.is_settled(&item)) {
                let message = "the value of a line label is computed, not written out";
                self.doubt(line, item.offset, message);
                return;
            }
        }
        let Some(text) = item.text else {
            if item.computed && item.holds_path && line.is_some() {
                let message = "an argument beside a line label is computed, not written out";
                self.doubt(line, item.offset, message);
            }
            return;
        };
        if may_be_label(&text) {
            self.labels.insert(text.clone());
        }
        let Some(group) = self.groups.last_mut() else {
            return;
        };
        match xpath(&text) {
            Some(Ok(path)) if !item.computed => {
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
            }
            Some(unread) => {
                let label = group.label.take().or_else(|| self.enclosing_label());
                let message = match unread {
                    Err(why) if !item.computed => why,
                    _ => "a path is computed, not written out".to_owned(),
                };
                self.doubt(label.map(|(label, _)| label), item.offset, message);
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

/// Whether a text may be the label of a line, and is not a message made from parts or a comment in
/// a string.
fn may_be_label(text: &str) -> bool {
    names_a_line(text) && !text.contains(['\n', '{', '%'])
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
