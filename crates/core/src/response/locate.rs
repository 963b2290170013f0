//! Finds the lines of a profile in a response.

use super::entry::{self, trim_label};
use super::{Entry, FormNames, MatchedBy, Section, Visitor, scan};
use crate::money::{Reading, read_field};
use crate::profile::{LineId, Profile};
use crate::sort::sort_by;

/// The numbers and labels of a profile, prepared for look-up.
#[derive(Debug, Clone)]
pub struct LineIndex {
    /// Line numbers with the line they stand for and whether they are aliases, sorted.
    numbers: Vec<(LineId, u16, bool)>,
    /// Where in `numbers` each number without its suffix begins.
    starts: Vec<u16>,
    /// First eight letters of each label that no other line shares, with the line, sorted.
    labels: Vec<(u64, u16)>,
    /// The labels in normal form, by line.
    words: Vec<Vec<u8>>,
    /// The labels as they are, by line.
    exact: Vec<String>,
    /// Whether no label has a pipe, which would look like one behind it.
    plain: bool,
    /// Names of the e-file elements in normal form, with their lines.
    elements: Vec<(Vec<u8>, u16)>,
    names: FormNames,
}

/// What a response has for one line of the profile.
#[derive(Debug, Clone, Copy, Default)]
pub struct Located<'t> {
    /// The response's line; `None` when the response has none.
    pub chosen: Option<Chosen<'t>>,
    /// Disagreements met.
    conflicts: u8,
    /// The first line of the whole text that repeats number and label word for word.
    upstream_label: Option<&'t str>,
    /// The first line with the number in the form's own section.
    upstream_number: Option<&'t str>,
}

/// A line of the response that stands for a line of the profile.
#[derive(Debug, Clone, Copy)]
pub struct Chosen<'t> {
    /// The text that should be the amount.
    pub field: &'t str,
    /// How the line was recognised.
    pub matched_by: MatchedBy,
    section: Section,
    /// Which copy of the form it stands in.
    copy: u16,
    /// How much it weighs against others.
    weight: u8,
}

impl<'t> Located<'t> {
    /// The text that the upstream evaluator would read as the amount.
    #[must_use]
    pub fn upstream(&self) -> Option<&'t str> {
        self.upstream_label.or(self.upstream_number)
    }
}

/// A response that states a line more than once, with different amounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict<'t> {
    /// Index of the line in the profile.
    pub line: usize,
    /// An amount field that was passed over.
    pub passed_over: &'t str,
}

impl LineIndex {
    /// Prepares a profile. Numbers that are no line numbers (a profile may have them) are found by
    /// label alone.
    #[must_use]
    pub fn new(profile: &Profile) -> Self {
        let mut numbers = Vec::new();
        let words: Vec<Vec<u8>> = profile
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
        sort_by(&mut numbers, Ord::cmp);
        sort_by(&mut labels, Ord::cmp);
        let most = numbers.last().map_or(0, |(id, ..)| id.number());
        let starts = (0..=most)
            .map(|number| numbers.partition_point(|(id, ..)| id.number() < number))
            .map(|at| u16::try_from(at).unwrap_or(u16::MAX))
            .collect();
        let exact: Vec<String> = profile
            .lines
            .iter()
            .map(|line| line.label.clone())
            .collect();
        Self {
            plain: !exact.iter().any(|label| label.contains('|')),
            elements: elements(profile),
            numbers,
            starts,
            labels,
            words,
            exact,
            names: FormNames::new(profile),
        }
    }

    /// The line with a number, and whether the number is an alias.
    pub(crate) fn by_number(&self, id: LineId) -> Option<(usize, bool)> {
        let number = usize::from(id.number());
        let from = usize::from(*self.starts.get(number)?);
        let (_, line, alias) = self
            .numbers
            .get(from..)?
            .iter()
            .find(|(known, ..)| *known >= id)
            .filter(|(known, ..)| *known == id)?;
        Some((usize::from(*line), *alias))
    }

    /// The line whose label a text repeats, when no other line has the same.
    pub(crate) fn by_label(&self, label: &str) -> Option<usize> {
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
                    .is_some_and(|words| letters(label).eq(words.iter().copied()))
            })
    }

    /// Whether a line's words are long enough to know it by.
    fn is_telling(&self, line: usize) -> bool {
        self.words
            .get(line)
            .is_some_and(|words| words.len() >= MIN_LABEL)
    }

    fn starts_with_label(&self, line: usize, text: &str) -> bool {
        self.exact
            .get(line)
            .is_some_and(|label| text.starts_with(label.as_str()))
    }

    /// Whether a text has words, and all of them are of a line's label. A number alone may be that of
    /// any list: `9. Refund: $5` is the ninth of something, `9. Total income: $5` is line 9.
    fn shares_words(&self, line: usize, text: &str) -> bool {
        let words = |text| {
            str::split(text, |c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty())
        };
        let Some(label) = self.exact.get(line) else {
            return false;
        };
        let text = text.split('(').next().unwrap_or_default();
        let mut stated = words(text).peekable();
        stated.peek().is_some()
            && stated.all(|word| words(label).any(|known| known.eq_ignore_ascii_case(word)))
    }

    /// The line whose e-file element a text names, where the name is no other line's.
    pub(super) fn by_element(&self, name: &str) -> Option<usize> {
        let mut named = self
            .elements
            .iter()
            .filter(|(element, _)| element.iter().copied().eq(letters(name)));
        let (_, line) = named.next()?;
        named.next().is_none().then_some(usize::from(*line))
    }

    /// The names of the form, for headings.
    #[must_use]
    pub const fn names(&self) -> &FormNames {
        &self.names
    }
}

/// The names of the elements that hold the lines' values. Where two lines have one value, as an
/// amount that is repeated on a second page, it is the first one's.
fn elements(profile: &Profile) -> Vec<(Vec<u8>, u16)> {
    let mut paths: Vec<&str> = Vec::new();
    let mut elements = Vec::new();
    for (line, at) in profile.lines.iter().zip(0u16..) {
        let Some(path) = line.xpath.as_deref() else {
            continue;
        };
        let element = path.split_once("/@").map_or(path, |(element, _)| element);
        if !paths.contains(&path) {
            paths.push(path);
            let name = element.rsplit('/').next().unwrap_or_default();
            elements.push((letters(name).collect(), at));
        }
    }
    elements
}

/// A label shorter than this ("Tax", "Pensions") says too little to find a line by.
const MIN_LABEL: usize = 12;

/// ASCII letters and digits of a text in lower case: labels differ in punctuation, dashes and
/// quotes, and have no other letters.
fn letters(text: &str) -> impl Iterator<Item = u8> {
    text.bytes()
        .filter(u8::is_ascii_alphanumeric)
        .map(|byte| byte.to_ascii_lowercase())
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

/// Where a line stands decides how much it weighs, and between lines of the same place a pipe does;
/// 0 is not at all. `same_words` says that it has the line's own number and words.
const fn weight(section: Section, piped: bool, by_label: bool, same_words: bool) -> u8 {
    let place = match section {
        Section::Form => 4,
        Section::Unheaded => 3,
        Section::Worksheet if by_label => 2,
        Section::Other if same_words => 1,
        Section::Worksheet | Section::Other => return 0,
    };
    place * 2 + piped as u8
}

/// Chooses the response's line for every line of the profile, and reports disagreements.
#[must_use]
pub fn locate<'t>(text: &'t str, index: &LineIndex) -> (Vec<Located<'t>>, Vec<Conflict<'t>>) {
    let slots = vec![Located::default(); index.exact.len()];
    let mut choice = Choice {
        index,
        slots,
        conflicts: Vec::new(),
    };
    scan(text, index.names(), &mut choice);
    (choice.slots, choice.conflicts)
}

/// Conflicts reported for one line; more would say nothing new.
const MOST_CONFLICTS: u8 = 3;

/// Whether a line states an amount, so that a mere reference to it does not take its place.
fn has_amount(line: &Chosen<'_>) -> bool {
    matches!(read_field(line.field).0, Reading::Amount(_))
}

struct Choice<'t, 'i> {
    index: &'i LineIndex,
    slots: Vec<Located<'t>>,
    conflicts: Vec<Conflict<'t>>,
}

impl<'t> Visitor<'t> for Choice<'t, '_> {
    /// A line of another form matters where it repeats number and words of this one: it may stand
    /// under a heading that was not meant as one, and the upstream evaluator looks there too.
    fn wants(&self, id: LineId, section: Section, words: &str) -> bool {
        let repeats = || {
            let (line, _) = self.index.by_number(id)?;
            // What [`trim_label`] takes away.
            let mark =
                |byte: &&u8| matches!(byte, b':' | b' ' | b'*' | b'.' | b'-' | b'_' | b')' | b'`');
            let marks = words.as_bytes().iter().take_while(mark).count();
            let words = words.get(marks..)?;
            let words = match words.as_bytes().first() {
                Some(0x80..) => trim_label(words),
                _ => words,
            };
            self.index.starts_with_label(line, words).then_some(line)
        };
        section != Section::Other || repeats().is_some()
    }

    fn take_asked(
        &mut self,
        id: LineId,
        behind: &'t str,
        (section, copy): (Section, u16),
        may_be_blank: bool,
    ) -> bool {
        let index = self.index;
        let stated = || {
            let (line, _) = index.by_number(id).filter(|_| index.plain)?;
            let field = entry::asked(behind, index.exact.get(line)?)?;
            (may_be_blank || !matches!(field, "" | " ")).then_some((line, field))
        };
        let Some((line, field)) = stated() else {
            return false;
        };
        self.note_upstream(line, field, section, true);
        let new = Chosen {
            field,
            matched_by: MatchedBy::Label,
            section,
            copy,
            weight: weight(section, true, true, true),
        };
        self.choose(line, new);
        true
    }

    #[inline]
    fn visit(&mut self, entry: Entry<'t>) {
        let numbered = entry.id.and_then(|id| self.index.by_number(id));
        let same_words =
            numbered.is_some_and(|(line, _)| self.index.starts_with_label(line, entry.label));
        if let (Some((line, _)), Some(field)) = (numbered, entry.after_last_pipe) {
            self.note_upstream(line, field, entry.section, same_words);
        }
        // Whatever its words, it would weigh nothing.
        if entry.section == Section::Other && !same_words {
            return;
        }
        let (line, matched) = match numbered {
            Some((line, _)) if same_words => (line, MatchedBy::Label),
            _ => match (self.index.by_label(entry.label), numbered) {
                (Some(line), _) => (line, MatchedBy::Label),
                (None, Some((line, false))) => (line, MatchedBy::Number),
                (None, Some((line, true))) => (line, MatchedBy::Alias),
                (None, None) => return,
            },
        };
        let listed = entry.bare && !entry.id.is_some_and(LineId::has_suffix);
        if listed && !self.index.shares_words(line, entry.label) {
            return;
        }
        let same_words = same_words && self.index.is_telling(line);
        let by_label = matched == MatchedBy::Label;
        let weight = weight(entry.section, entry.piped, by_label, same_words);
        if weight == 0 {
            return;
        }
        self.choose(
            line,
            Chosen {
                field: entry.field,
                matched_by: matched,
                section: entry.section,
                copy: entry.copy,
                weight,
            },
        );
    }
}

impl<'t> Choice<'t, '_> {
    fn choose(&mut self, line: usize, new: Chosen<'t>) {
        let Some(slot) = self.slots.get_mut(line) else {
            return;
        };
        let Some(old) = slot.chosen else {
            slot.chosen = Some(new);
            return;
        };
        let keeps = old.weight > new.weight
            || (old.weight / 2 == new.weight / 2
                && old.copy == new.copy
                && has_amount(&old)
                && !has_amount(&new));
        let passed_over = if keeps { new } else { old };
        let comparable = old.section.may_be_form() && new.section.may_be_form();
        if comparable && old.field.trim() != new.field.trim() {
            slot.conflicts = slot.conflicts.saturating_add(1);
            if slot.conflicts <= MOST_CONFLICTS {
                self.conflicts.push(Conflict {
                    line,
                    passed_over: passed_over.field,
                });
            }
        }
        if !keeps {
            slot.chosen = Some(new);
        }
    }

    fn note_upstream(&mut self, line: usize, field: &'t str, section: Section, same_words: bool) {
        let Some(slot) = self.slots.get_mut(line) else {
            return;
        };
        if slot.upstream_label.is_none() && same_words {
            slot.upstream_label = Some(field);
        }
        if slot.upstream_number.is_none() && section.may_be_form() {
            slot.upstream_number = Some(field);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads every line in the long way.
    struct Slow<'t, 'i>(Choice<'t, 'i>);

    impl<'t> Visitor<'t> for Slow<'t, '_> {
        fn wants(&self, id: LineId, section: Section, words: &str) -> bool {
            self.0.wants(id, section, words)
        }

        fn visit(&mut self, entry: Entry<'t>) {
            self.0.visit(entry);
        }
    }

    fn assert_read_the_same(index: &LineIndex, text: &str) {
        let mut slow = Slow(Choice {
            index,
            slots: vec![Located::default(); index.exact.len()],
            conflicts: Vec::new(),
        });
        scan(text, index.names(), &mut slow);
        let (located, conflicts) = locate(text, index);
        assert_eq!(
            format!("{located:?} {conflicts:?}"),
            format!("{:?} {:?}", slow.0.slots, slow.0.conflicts),
            "{text}"
        );
    }

    #[test]
    fn the_short_way_reads_what_the_long_way_reads() {
        let profile = Profile::builtin("us-ty24").unwrap();
        let index = LineIndex::new(profile);
        let leads = ["Line 1b:", "**Line 1b:**", "- Line 1b:", "* **Line 1b**:"];
        let labels = [
            "Household employee wages not reported on Form(s) W-2",
            "Household employee wages not reported on Form(s) W-2 (none)",
            "Wages",
        ];
        let middles = [
            " | |",
            " |  |",
            " |",
            "|",
            " | 5 + 5 |",
            " | see \\| below |",
            " | Form W-2 box 1: 5 | Line 2a: Tax-exempt interest | 7 |",
        ];
        let fields = [
            "",
            " ",
            "  ",
            " 5",
            " $1,234",
            " **5**",
            " **$5",
            " - ",
            " -0-",
            " 1.2.3",
            " 5 6",
            " N/A",
            " see below",
            " (5)",
            "5 |",
            " 5 (box 1)",
            " \u{a0}5",
            " 5%",
            " 12 months",
        ];
        let nexts = [
            "",
            "\nLine 2a: Tax-exempt interest | | 3",
            "\n- **Line 2a:** Tax-exempt interest | | 3",
            "\n\nLine 2a: Tax-exempt interest | | 3",
            "\n    1,234",
            "\n  | 55",
            "\nand more | 66",
        ];
        let headings = ["", "Form 1040\n=====\n", "## Schedule 1\n"];
        for (label, heading) in labels.iter().flat_map(|one| headings.map(|two| (one, two))) {
            for (lead, middle) in leads.iter().flat_map(|one| middles.map(|two| (one, two))) {
                for (field, next) in fields.iter().flat_map(|one| nexts.map(|two| (one, two))) {
                    let text = [heading, lead, " ", label, middle, field, next].concat();
                    assert_read_the_same(&index, &text);
                }
            }
        }
    }
}
