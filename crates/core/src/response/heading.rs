//! Keeps track of which form the current line stands under.

use super::forms::Naming;

/// Whose lines stand here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// Before any heading that names a form.
    Unheaded,
    /// Under the graded form's heading.
    Form,
    /// In a worksheet inside the graded form.
    Worksheet,
    /// Under a schedule or another form.
    Other,
}

impl Section {
    /// Whether a line here may be the form's by its number alone.
    pub(super) const fn may_be_form(self) -> bool {
        matches!(self, Self::Form | Self::Unheaded)
    }
}

/// How deep a heading stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// So many `#`.
    Marked(u8),
    /// Underlined, or a plain or bold line that is nothing but a heading.
    Plain,
}

/// The headings that are open, outermost first.
#[derive(Debug, Default)]
pub(super) struct Headings {
    open: Vec<(u8, Section)>,
    /// Level of the heading that opened the current form, which a plain heading replaces.
    form_level: u8,
    copies: u16,
}

/// A worksheet under a plain heading ends at the next heading of any kind.
const INNERMOST: u8 = 7;

impl Headings {
    pub(super) fn section(&self) -> Section {
        self.open
            .last()
            .map_or(Section::Unheaded, |(_, section)| *section)
    }

    /// How many headings of the graded form were met: a final form below its draft is a second
    /// copy.
    pub(super) const fn copy(&self) -> u16 {
        self.copies
    }

    /// Takes note of a heading. One that names a form ends what stands at its level and below. One
    /// that names nothing is a part of what it stands in: it ends only what is nested deeper, and
    /// worksheets.
    pub(super) fn enter(&mut self, naming: Naming, text: &str, level: Level) {
        if naming == Naming::Nothing {
            let level = match level {
                Level::Marked(level) => level,
                Level::Plain => INNERMOST,
            };
            // "Part II" belongs to the form, schedule or worksheet above it, however it is marked.
            let part = text
                .trim_start()
                .get(..4)
                .is_some_and(|word| word.eq_ignore_ascii_case("part"));
            while let Some((open, section)) = self.open.last() {
                let ends = *open > level || (*section == Section::Worksheet && *open >= level);
                if part || !ends {
                    break;
                }
                self.open.pop();
            }
            return;
        }
        let level = match level {
            Level::Marked(level) => level,
            Level::Plain if naming == Naming::Worksheet => INNERMOST,
            Level::Plain => self.form_level.max(1),
        };
        self.close(level);
        let section = match naming {
            Naming::Form => Section::Form,
            Naming::Worksheet if self.section() == Section::Form => Section::Worksheet,
            _ => Section::Other,
        };
        if section == Section::Form {
            self.copies = self.copies.saturating_add(1);
        }
        if naming != Naming::Worksheet {
            self.form_level = level;
        }
        self.open.push((level, section));
    }

    fn close(&mut self, level: u8) {
        while self.open.last().is_some_and(|(open, _)| *open >= level) {
            self.open.pop();
        }
    }
}
