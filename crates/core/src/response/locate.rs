//! Finds the lines of a profile in a response.

use super::{Entry, FormNames, MatchedBy, Section, scan};
use crate::profile::{LineId, Profile};

/// The numbers and labels of a profile, prepared for look-up.
#[derive(Debug, Clone)]
pub struct LineIndex {
    /// Line numbers with the line they stand for and whether they are aliases, sorted.
    numbers: Vec<(LineId, u16, bool)>,
    /// First eight letters of each label that no other line shares, with the line, sorted.
    labels: Vec<(u64, u16)>,
    /// The labels in normal form, by line.
    words: Vec<String>,
    /// The labels as they are, by line.
    exact: Vec<String>,
    names: FormNames,
}

/// What a response has for one line of the profile.
#[derive(Debug, Clone, Copy, Default)]
pub struct Located<'t> {
    /// The response's line, and how it was recognised; `None` when the response has none.
    pub chosen: Option<(Entry<'t>, MatchedBy)>,
    /// The text that the upstream evaluator would read as the amount.
    pub upstream: Option<&'t str>,
}

/// A response that states a line more than once, with different amounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict<'t> {
    /// Index of the line in the profile.
    pub line: usize,
    /// An amount field that was passed over.
    pub passed_over: &'t str,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot<'t> {
    chosen: Option<(u8, Entry<'t>, MatchedBy)>,
    /// The first line of the whole text that repeats number and label word for word.
    upstream_label: Option<&'t str>,
    /// The first line with the number in the form's own section.
    upstream_number: Option<&'t str>,
}

impl LineIndex {
    /// Prepares a profile. Numbers that are no line numbers (a profile may have them) are found by
    /// label alone.
    #[must_use]
    pub fn new(profile: &Profile) -> Self {
        let mut numbers = Vec::new();
        let words: Vec<String> = profile
            .lines
            .iter()
            .map(|line| letters(&line.label).collect())
            .collect();
        let mut labels: Vec<(u64, u16)> = Vec::new();
        for (at, line) in profile.lines.iter().enumerate() {
            let Ok(index) = u16::try_from(at) else { break };
            numbers.extend(LineId::parse(&line.line).map(|id| (id, index, false)));
            numbers.extend(
                line.aliases
                    .iter()
                    .filter_map(|id| LineId::parse(id))
                    .map(|id| (id, index, true)),
            );
            let own = words.get(at);
            let unique = words.iter().filter(|other| Some(*other) == own).count() == 1;
            if unique && own.is_some_and(|own| own.len() >= MIN_LABEL) {
                labels.push((key(&line.label), index));
            }
        }
        numbers.sort_unstable();
        labels.sort_unstable();
        let exact = profile
            .lines
            .iter()
            .map(|line| line.label.clone())
            .collect();
        Self {
            numbers,
            labels,
            words,
            exact,
            names: FormNames::new(profile),
        }
    }

    fn by_number(&self, id: LineId) -> Option<(usize, bool)> {
        let at = self.numbers.partition_point(|(known, ..)| *known < id);
        self.numbers
            .get(at)
            .filter(|(known, ..)| *known == id)
            .map(|(_, line, alias)| (usize::from(*line), *alias))
    }

    fn by_label(&self, label: &str) -> Option<usize> {
        let wanted = key(label);
        let from = self.labels.partition_point(|(known, _)| *known < wanted);
        self.labels
            .get(from..)?
            .iter()
            .take_while(|(known, _)| *known == wanted)
            .map(|(_, line)| usize::from(*line))
            .find(|line| {
                self.words
                    .get(*line)
                    .is_some_and(|words| letters(label).eq(words.chars()))
            })
    }

    fn starts_with_label(&self, line: usize, text: &str) -> bool {
        self.exact
            .get(line)
            .is_some_and(|label| text.starts_with(label.as_str()))
    }

    /// The line that a key of a JSON answer names: `1a`, `Line 1a`, or the form's words.
    pub(super) fn named(&self, name: &str) -> Option<(usize, MatchedBy)> {
        let bare = name.trim();
        let number = match bare.get(..4) {
            Some(word) if word.eq_ignore_ascii_case("line") => bare.get(4..)?,
            _ => bare,
        };
        let id = LineId::parse(number.trim_matches([' ', ':', '_', '.', '-']));
        match id.and_then(|id| self.by_number(id)) {
            Some((line, false)) => Some((line, MatchedBy::Number)),
            Some((line, true)) => Some((line, MatchedBy::Alias)),
            None => self.by_label(bare).map(|line| (line, MatchedBy::Label)),
        }
    }

    /// The names of the form, for headings.
    #[must_use]
    pub const fn names(&self) -> &FormNames {
        &self.names
    }
}

/// A label shorter than this ("Tax", "Pensions") says too little to find a line by.
const MIN_LABEL: usize = 12;

/// Letters and digits of a text in lower case.
fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
}

/// The first eight ASCII letters and digits, packed.
fn key(text: &str) -> u64 {
    let mut packed = 0u64;
    let mut count = 0;
    for byte in text.bytes().filter(u8::is_ascii_alphanumeric) {
        packed = packed << 8 | u64::from(byte.to_ascii_lowercase());
        count += 1;
        if count == 8 {
            break;
        }
    }
    packed
}

/// Where a line stands decides how much it weighs; 0 is not at all.
const fn weight(section: Section, piped: bool, by_label: bool) -> u8 {
    let place = match section {
        Section::Form => 3,
        Section::Unheaded => 2,
        Section::Worksheet if by_label => 1,
        Section::Worksheet | Section::Other => return 0,
    };
    if piped { place + 3 } else { place }
}

/// Chooses the response's line for every line of the profile, and reports disagreements.
#[must_use]
pub fn locate<'t>(text: &'t str, index: &LineIndex) -> (Vec<Located<'t>>, Vec<Conflict<'t>>) {
    let mut slots: Vec<Slot<'t>> = vec![Slot::default(); index.exact.len()];
    let mut conflicts: Vec<Conflict<'t>> = Vec::new();
    scan(text, index.names(), &mut |entry| {
        let numbered = entry.id.and_then(|id| index.by_number(id));
        if let Some((line, _)) = numbered {
            note_upstream(index, &mut slots, line, &entry);
        }
        if entry.section == Section::Other {
            return;
        }
        let (line, matched) = match (index.by_label(entry.label), numbered) {
            (Some(line), _) => (line, MatchedBy::Label),
            (None, Some((line, false))) if index.starts_with_label(line, entry.label) => {
                (line, MatchedBy::Label)
            }
            (None, Some((line, false))) => (line, MatchedBy::Number),
            (None, Some((line, true))) => (line, MatchedBy::Alias),
            (None, None) => return,
        };
        let weight = weight(entry.section, entry.piped, matched == MatchedBy::Label);
        let Some(slot) = slots.get_mut(line).filter(|_| weight > 0) else {
            return;
        };
        match &slot.chosen {
            Some((known, ..)) if *known > weight => {}
            Some((known, other, _)) => {
                if *known == weight && other.field.trim() != entry.field.trim() {
                    conflicts.push(Conflict {
                        line,
                        passed_over: other.field,
                    });
                }
                slot.chosen = Some((weight, entry, matched));
            }
            None => slot.chosen = Some((weight, entry, matched)),
        }
    });
    let located = slots
        .into_iter()
        .map(|slot| Located {
            chosen: slot
                .chosen
                .map(|(_, entry, matched_by)| (entry, matched_by)),
            upstream: slot.upstream_label.or(slot.upstream_number),
        })
        .collect();
    (located, conflicts)
}

fn note_upstream<'t>(index: &LineIndex, slots: &mut [Slot<'t>], line: usize, entry: &Entry<'t>) {
    let Some(slot) = slots.get_mut(line) else {
        return;
    };
    let Some(field) = entry.after_last_pipe else {
        return;
    };
    if slot.upstream_label.is_none() && index.starts_with_label(line, entry.label) {
        slot.upstream_label = Some(field);
    }
    if slot.upstream_number.is_none() && matches!(entry.section, Section::Form | Section::Unheaded)
    {
        slot.upstream_number = Some(field);
    }
}
