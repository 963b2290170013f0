//! How headings name forms.

use crate::profile::Profile;

/// What a heading says about the lines below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// It names the form that is graded.
    Form,
    /// It names a schedule or another form.
    Other,
    /// It opens a worksheet, which stands inside the form around it.
    Worksheet,
    /// It names no form.
    Nothing,
}

/// The names of the graded form, and those of all other known forms, prepared for headings.
#[derive(Debug, Clone)]
pub struct FormNames {
    /// Last words of the form's designators: `1040`, `1040-SR`.
    own: Vec<String>,
    others: Vec<String>,
    /// Titles in lower case with whether they are the form's own, longest first.
    titles: Vec<(String, bool)>,
    /// The word for the form's jurisdiction in headings such as "California return".
    places: Vec<(&'static str, bool)>,
}

const PLACES: [(&str, &str); 5] = [
    ("us", "federal"),
    ("ca", "california"),
    ("il", "illinois"),
    ("ny", "york"),
    ("va", "virginia"),
];

impl FormNames {
    /// Prepares the names for a profile.
    #[must_use]
    pub fn new(profile: &Profile) -> Self {
        let last_word = |name: &String| name.rsplit(' ').next().unwrap_or_default().to_owned();
        let own: Vec<String> = profile.form.names.iter().map(last_word).collect();
        let foreign = || {
            Profile::builtins()
                .iter()
                .filter(|one| one.jurisdiction != profile.jurisdiction)
        };
        let others = foreign()
            .flat_map(|one| one.form.names.iter().map(last_word))
            .filter(|name| !own.contains(name))
            .collect();
        let mut titles: Vec<(String, bool)> = profile
            .form
            .titles
            .iter()
            .map(|title| (title.to_ascii_lowercase(), true))
            .chain(foreign().flat_map(|one| {
                one.form
                    .titles
                    .iter()
                    .map(|title| (title.to_ascii_lowercase(), false))
            }))
            .collect();
        titles.sort_by_key(|(title, own)| (std::cmp::Reverse(title.len()), !own));
        let places = PLACES
            .into_iter()
            .map(|(letters, word)| (word, letters == profile.jurisdiction.as_str()))
            .collect();
        Self {
            own,
            others,
            titles,
            places,
        }
    }

    /// Whether a name, as a JSON answer gives it, is that of a schedule or another form. A bare
    /// number such as `8812` is a form's name there.
    pub(super) fn is_other(&self, name: &str) -> bool {
        let bare = name.trim();
        let is_number = bare.starts_with(|c: char| c.is_ascii_digit());
        let naming = if is_number {
            self.naming(&format!("Form {bare}"))
        } else {
            self.naming(bare)
        };
        matches!(naming, Naming::Other | Naming::Worksheet)
    }

    /// What a heading's text names.
    pub(super) fn naming(&self, heading: &str) -> Naming {
        if heading.contains('\u{2011}') {
            // A hyphen that may not break: `IT‑201`.
            return self.naming(&heading.replace('\u{2011}', "-"));
        }
        let mut designated = None;
        let mut after_form = false;
        let mut after_schedule = false;
        let mut is_return = false;
        for word in words(heading) {
            if after_schedule && word.len() <= 6 && !is(word, "of") && !is(word, "for") {
                return Naming::Other;
            }
            if is(word, "worksheet") || is(word, "worksheets") {
                return Naming::Worksheet;
            }
            after_schedule = is(word, "schedule") || is(word, "sch");
            if designated.is_none() && word.iter().any(u8::is_ascii_digit) {
                designated = self.designator(word, after_form);
            }
            after_form = is(word, "form");
            is_return |= is(word, "return");
        }
        if let Some(own) = designated {
            return if own { Naming::Form } else { Naming::Other };
        }
        if !is_return {
            return Naming::Nothing;
        }
        let lower = heading.to_ascii_lowercase();
        let titled = self
            .titles
            .iter()
            .find(|(title, _)| lower.contains(title.as_str()));
        let place =
            || words(heading).find_map(|word| self.places.iter().find(|(name, _)| is(word, name)));
        match titled
            .map(|(_, own)| *own)
            .or_else(|| place().map(|(_, own)| *own))
        {
            Some(true) => Naming::Form,
            Some(false) => Naming::Other,
            None => Naming::Nothing,
        }
    }

    /// Whether a word of a heading, one with a digit, designates the form (`true`) or another one (`false`).
    fn designator(&self, word: &[u8], after_form: bool) -> Option<bool> {
        if self.own.iter().any(|name| is(word, name)) {
            return Some(true);
        }
        if after_form {
            return Some(false);
        }
        let compound = word.contains(&b'-') && word.iter().any(u8::is_ascii_alphabetic);
        (compound || self.others.iter().any(|name| is(word, name))).then_some(false)
    }
}

fn is(word: &[u8], other: &str) -> bool {
    word.eq_ignore_ascii_case(other.as_bytes())
}

/// Words of a heading, hyphens inside kept, other punctuation dropped. Names of forms are ASCII.
fn words(heading: &str) -> impl Iterator<Item = &[u8]> {
    heading
        .as_bytes()
        .split(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'-'))
        .filter(|word| !word.is_empty())
        .map(|word| word.strip_prefix(b"-").unwrap_or(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_real_answers() {
        let cases = [
            (
                "us-ty24",
                "Form 1040: U.S. Individual Income Tax Return",
                Naming::Form,
            ),
            (
                "us-ty24",
                "U.S. Individual Income Tax Return (Form 1040)",
                Naming::Form,
            ),
            ("us-ty24", "2024 Form 1040-SR", Naming::Form),
            ("us-ty24", "U.S. Individual Income Tax Return", Naming::Form),
            ("us-ty24", "Federal Return", Naming::Form),
            ("us-ty24", "Form 1040 (page 2)", Naming::Form),
            (
                "us-ty24",
                "Form Schedule 2: Additional Taxes",
                Naming::Other,
            ),
            (
                "us-ty24",
                "Form Schedule 1 (Form 1040): Additional Income",
                Naming::Other,
            ),
            ("us-ty24", "Schedule C (Form 1040)", Naming::Other),
            ("us-ty24", "Form 1040, Schedule 1", Naming::Other),
            ("us-ty24", "Form 8812", Naming::Other),
            ("us-ty24", "Form 1040-ES", Naming::Other),
            ("us-ty24", "W-2 summary", Naming::Other),
            ("us-ty24", "Form IL-1040", Naming::Other),
            ("us-ty24", "Illinois IL-1040 (2025)", Naming::Other),
            (
                "us-ty24",
                "Illinois Individual Income Tax Return",
                Naming::Other,
            ),
            (
                "us-ty24",
                "Form 540: California Resident Income Tax Return",
                Naming::Other,
            ),
            (
                "us-ty24",
                "Social Security Benefits Worksheet",
                Naming::Worksheet,
            ),
            (
                "us-ty24",
                "Qualified Dividends Worksheet (Form 1040, line 16)",
                Naming::Worksheet,
            ),
            ("us-ty24", "Income", Naming::Nothing),
            ("us-ty24", "Part II: Adjustments", Naming::Nothing),
            ("us-ty24", "Form 1040 and schedules", Naming::Form),
            (
                "ca-ty25",
                "Form 540: California Resident Income Tax Return (2025)",
                Naming::Form,
            ),
            ("ca-ty25", "California Return", Naming::Form),
            (
                "ca-ty25",
                "California Resident Income Tax Return",
                Naming::Form,
            ),
            (
                "ca-ty25",
                "Schedule CA (540): California Adjustments",
                Naming::Other,
            ),
            (
                "ca-ty25",
                "Form 1040: U.S. Individual Income Tax Return",
                Naming::Other,
            ),
            ("ca-ty25", "Form 540NR", Naming::Other),
            (
                "il-ty25",
                "Form IL-1040: Individual Income Tax Return",
                Naming::Form,
            ),
            ("il-ty25", "Form 1040", Naming::Other),
            ("ny-ty25", "IT-201 Resident Income Tax Return", Naming::Form),
            ("ny-ty25", "Resident Income Tax Return", Naming::Form),
            (
                "ny-ty25",
                "California Resident Income Tax Return",
                Naming::Other,
            ),
            ("ny-ty25", "Form IT-196", Naming::Other),
            (
                "ny-ty25",
                "Form IT\u{2011}201 \u{2013} Resident Return",
                Naming::Form,
            ),
            ("va-ty25", "Virginia Form 760 (2025)", Naming::Form),
            ("va-ty25", "Form 760PY", Naming::Other),
        ];
        for (profile, heading, naming) in cases {
            let profile = Profile::builtin(profile).unwrap_or_else(|| unreachable!());
            assert_eq!(
                FormNames::new(profile).naming(heading),
                naming,
                "{} {heading}",
                profile.id
            );
        }
    }
}
