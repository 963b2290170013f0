//! Keeps track of which form the current line stands under.

use super::forms::{FormNames, Naming};

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
}

/// A worksheet under a plain heading ends at the next heading of any kind.
const INNERMOST: u8 = 7;

impl Headings {
    pub(super) fn section(&self) -> Section {
        self.open
            .last()
            .map_or(Section::Unheaded, |(_, section)| *section)
    }

    /// Takes note of a heading: it ends what stands at its level and, if it names a form, opens it.
    pub(super) fn enter(&mut self, names: &FormNames, text: &str, level: Level) {
        let naming = names.naming(text);
        if naming == Naming::Nothing {
            if let Level::Marked(level) = level {
                // "Part II" belongs to the form or schedule above it, however it is marked.
                let part = text
                    .trim_start()
                    .get(..4)
                    .is_some_and(|w| w.eq_ignore_ascii_case("part"));
                self.close(if part {
                    level.max(self.form_level + 1)
                } else {
                    level
                });
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
