//! How headings name forms.

use memchr::{memchr, memchr2};

use crate::expected::Jurisdiction;
use crate::profile::Profile;
use crate::sort::sort_by;

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
    /// Last words of the form's designators without hyphens, in lower case: `1040`, `1040sr`.
    own: Vec<Vec<u8>>,
    others: Vec<Vec<u8>>,
    /// Titles in lower case with whether they are the form's own, longest first.
    titles: Vec<(String, bool)>,
    is_federal: bool,
    /// The tax year in digits, which a table may call its amounts by.
    year: String,
    /// Words for the jurisdictions with whether they mean the form's own.
    places: Vec<(&'static str, &'static str, bool)>,
}

const PLACES: [(&str, &str); 5] = [
    ("us", "federal"),
    ("ca", "california"),
    ("il", "illinois"),
    ("ny", "york"),
    ("va", "virginia"),
];

/// Letters that stand in front of a state form's number: `IL 1040`, `CA-540`, `IT201`.
const PREFIXES: [&str; 5] = ["il", "ca", "va", "ny", "it"];

/// Titles of the federal schedules; a heading with one of them is a schedule's even where the
/// schedule itself is named in parentheses.
const SCHEDULE_TITLES: [&str; 14] = [
    "profit or loss from business",
    "additional income and adjustments",
    "additional taxes",
    "additional credits and payments",
    "itemized deductions",
    "interest and ordinary dividends",
    "capital gains and losses",
    "supplemental income and loss",
    "self-employment tax",
    "qualifying children and other dependents",
    "qualified business income deduction",
    "education credits",
    "child and dependent care expenses",
    "profit or loss from farming",
];

impl FormNames {
    /// Prepares the names for a profile.
    #[must_use]
    pub fn new(profile: &Profile) -> Self {
        let last_word =
            |name: &String| squeezed(name.rsplit(' ').next().unwrap_or_default().as_bytes());
        let own: Vec<Vec<u8>> = profile.form.names.iter().map(last_word).collect();
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
        sort_by(&mut titles, |(a, a_own), (b, b_own)| {
            b.len().cmp(&a.len()).then(b_own.cmp(a_own))
        });
        let places = PLACES
            .into_iter()
            .map(|(letters, word)| (letters, word, letters == profile.jurisdiction.as_str()))
            .collect();
        Self {
            own,
            others,
            titles,
            is_federal: profile.jurisdiction == Jurisdiction::Us,
            year: profile.tax_year.to_string(),
            places,
        }
    }

    /// The tax year in digits.
    pub(super) fn year(&self) -> &str {
        &self.year
    }

    /// Whether a name, as a cell of a table gives it, is that of a schedule or another form. A bare
    /// number such as `8812` is a form's name there.
    pub(super) fn is_other(&self, name: &str) -> bool {
        let bare = name.trim();
        if words(bare).any(is_document) {
            return true;
        }
        let is_number = bare.starts_with(|c: char| c.is_ascii_digit());
        let naming = if is_number {
            self.naming(&format!("Form {bare}"))
        } else {
            self.naming(bare)
        };
        matches!(naming, Naming::Other | Naming::Worksheet)
    }

    /// What a key of an answer that is data names: `form_1040`, `scheduleC`, `IRS8812`, `w2s`. It
    /// says less than a heading, so that plurals and bare numbers of forms count too.
    pub(super) fn naming_of_key(&self, key: &str) -> Naming {
        const GROUPS: [&str; 5] = [
            "schedules",
            "worksheets",
            "attachments",
            "workpapers",
            "statements",
        ];
        let spaced = spaced(key);
        match self.naming(&spaced) {
            Naming::Nothing => {}
            naming => return naming,
        }
        if let Some(own) = self.jurisdiction(spaced.trim()) {
            return if own { Naming::Form } else { Naming::Other };
        }
        for word in words(&spaced) {
            if GROUPS.iter().any(|group| is(word, group)) {
                return Naming::Other;
            }
            let bare = word.strip_suffix(b"s").unwrap_or(word);
            let digits = bare.iter().filter(|byte| byte.is_ascii_digit()).count();
            let is_year = digits == 4 && (bare.starts_with(b"19") || bare.starts_with(b"20"));
            let is_number = digits >= 3 && bare.first().is_some_and(u8::is_ascii_digit);
            if is_document(bare) {
                return Naming::Other;
            }
            if is_number && !is_year {
                let name = String::from_utf8_lossy(bare);
                return self.naming(&["Form ", &name].concat());
            }
        }
        Naming::Nothing
    }

    /// What a heading's text names. What stands in parentheses says where a part of the form comes
    /// from (`Credits (Schedule 8812)`), and counts only where the rest names nothing by itself and
    /// is no part of the form.
    pub(super) fn naming(&self, heading: &str) -> Naming {
        let special = memchr2(b'&', 0xe2, heading.as_bytes()).is_some();
        if special && heading.contains(['\u{2011}', '&']) {
            // A hyphen that may not break, `IT‑201`; and `&`, which joins like "and".
            return self.naming(&heading.replace('\u{2011}', "-").replace('&', " and "));
        }
        let Some(open) = memchr(b'(', heading.as_bytes()) else {
            return self.words_name(heading);
        };
        let (outside, inside) = heading.split_at(open);
        let inside = inside.get(1..).unwrap_or_default();
        if outside.trim().is_empty() {
            return self.words_name(heading);
        }
        match self.words_name(outside) {
            Naming::Nothing => {
                let lower = outside.to_ascii_lowercase();
                if SCHEDULE_TITLES.iter().any(|title| lower.contains(title)) {
                    return Naming::Other;
                }
                // "Income tax return (Form 1040)" and "Illinois (IL-1040)", but not "Credits (Form
                // 8863)", which is a part of the form.
                match self.words_name(inside) {
                    Naming::Form => Naming::Form,
                    Naming::Other if self.is_elsewhere(outside) => Naming::Other,
                    _ => Naming::Nothing,
                }
            }
            Naming::Form if starts_with_word(inside, "schedule") => Naming::Other,
            naming => naming,
        }
    }

    /// Whether a name is that of the form's own jurisdiction; `None` where it is that of none.
    fn jurisdiction(&self, name: &str) -> Option<bool> {
        if name.eq_ignore_ascii_case("state") {
            return Some(!self.is_federal);
        }
        self.place_called(name.as_bytes())
    }

    /// Whether a word is for the form's own jurisdiction; `None` where it is for none.
    fn place_called(&self, word: &[u8]) -> Option<bool> {
        self.places
            .iter()
            .find(|(letters, name, _)| is(word, name) || is(word, letters))
            .map(|(.., own)| *own)
    }

    /// Whether words are for another jurisdiction's return.
    fn is_elsewhere(&self, words_before: &str) -> bool {
        let is_state_return = || {
            let has = |wanted| words(words_before).any(|word| is(word, wanted));
            has("state") && has("return")
        };
        match self.place(words_before, None) {
            Some(own) => !own,
            None => self.is_federal && is_state_return(),
        }
    }

    fn words_name(&self, heading: &str) -> Naming {
        let mut designated = None;
        let mut joined = false;
        let mut after_form = false;
        let mut after_schedule = false;
        let mut is_return = false;
        let mut before: &[u8] = b"";
        for (index, word) in words(heading).enumerate() {
            let meaning = meaning(word);
            // "Form 1040 with Schedule 1" is the form, "Form 1040, Schedule 1" the schedule.
            let stays = designated == Some(true) && joined;
            if after_schedule && word.len() <= 6 && meaning != Word::Preposition && !stays {
                return Naming::Other;
            }
            if meaning == Word::Worksheet && !stays {
                return Naming::Worksheet;
            }
            joined |= meaning == Word::Link;
            after_schedule = meaning == Word::Schedule;
            // "W-2 summary" is one, "Income from Form W-2" is not.
            let mentioned = || index > usize::from(after_form) && is_document(word);
            let may_name = designated.is_none() && word.iter().any(u8::is_ascii_digit);
            if may_name && !mentioned() {
                let place = || self.place(heading, Some(word));
                designated = self.designator(before, word, after_form, place);
            }
            after_form = meaning == Word::Form || (after_form && is_prefix(word));
            is_return |= matches!(meaning, Word::Form | Word::Return);
            before = word;
        }
        if let Some(own) = designated {
            return if own { Naming::Form } else { Naming::Other };
        }
        if !is_return {
            return self.bare_place(heading, false);
        }
        let place = self.place(heading, None);
        let lower = heading.to_ascii_lowercase();
        let titled = self
            .titles
            .iter()
            .find(|(title, _)| lower.contains(title.as_str()));
        // "Virginia Resident Income Tax Return" is Virginia's, although New York's form is called
        // by the words behind the place.
        let by_title = titled
            .filter(|(title, _)| place.is_none() || names_place(title))
            .map(|(_, own)| *own);
        match by_title.or(place) {
            Some(true) => Naming::Form,
            Some(false) => Naming::Other,
            None => self.bare_place(heading, true),
        }
    }

    /// What a heading names that is a jurisdiction and no more: `Illinois`, `State Return`. As one
    /// word among others a jurisdiction says where an amount comes from: `State Taxes`, `Federal
    /// Income`. A federal answer has no state's form beside it unless it says so: there `Illinois`
    /// heads what a W-2 says of the state.
    fn bare_place(&self, heading: &str, is_return: bool) -> Naming {
        const OTHERS: [&str; 6] = ["new", "state", "of", "return", "returns", "section"];
        let mut own = None;
        for word in words(heading) {
            match self.place_called(word) {
                Some(place) => own = own.or(Some(place)),
                None if OTHERS.iter().any(|other| is(word, other)) => {}
                None => return Naming::Nothing,
            }
        }
        let state = || words(heading).any(|word| is(word, "state"));
        match own.or_else(|| state().then_some(!self.is_federal)) {
            // `State: Illinois` is an answer.
            _ if memchr(b':', heading.as_bytes()).is_some() => Naming::Nothing,
            Some(true) => Naming::Form,
            Some(false) if is_return || !self.is_federal => Naming::Other,
            _ => Naming::Nothing,
        }
    }

    /// Whether the first jurisdiction that a heading names, up to one of its words, is the form's
    /// own; `None` where it names none.
    fn place(&self, heading: &str, up_to: Option<&[u8]>) -> Option<bool> {
        words(heading)
            .take_while(|word| up_to.is_none_or(|end| word.as_ptr() < end.as_ptr()))
            .find_map(|word| self.place_called(word))
    }

    /// Whether a word with a digit designates the form (`true`) or another one (`false`). State
    /// forms are written `IL-1040`, `IL 1040`, `IL1040`, `Illinois 1040`, `CA-540`, `Form 540`.
    fn designator(
        &self,
        before: &[u8],
        word: &[u8],
        after_form: bool,
        place: impl Fn() -> Option<bool>,
    ) -> Option<bool> {
        let name = || letters_of(word);
        if is_prefix(before) || is(before, "form") {
            let joined = || letters_of(before).chain(name());
            if one_of(&self.own, &joined) {
                return Some(true);
            }
            if one_of(&self.others, &joined) {
                return Some(false);
            }
        }
        let prefix = PREFIXES.iter().find(|prefix| {
            let mut letters = name();
            prefix.bytes().all(|byte| letters.next() == Some(byte)) && letters.next().is_some()
        });
        for known in [Some(0), prefix.map(|prefix| prefix.len())]
            .into_iter()
            .flatten()
        {
            let known = || name().skip(known);
            if one_of(&self.own, &known) {
                // "Illinois 1040" is the state's, whatever the number says alone.
                return Some(place() != Some(false));
            }
            if one_of(&self.others, &known) {
                return Some(place() == Some(true) && known().eq(*b"1040"));
            }
        }
        if after_form {
            return Some(false);
        }
        let compound = word.contains(&b'-') && word.iter().any(u8::is_ascii_alphabetic);
        compound.then_some(false)
    }
}

/// Whether the title of a form, in lower case, says whose it is.
fn names_place(title: &str) -> bool {
    title.starts_with("u.s.") || PLACES.iter().any(|(_, name)| title.contains(name))
}

/// A key as words: `form_1040` and `form1040`, `scheduleC`, `CAForm540`, `IRS1040`.
fn spaced(key: &str) -> String {
    const LEADS: [&str; 6] = ["form", "schedule", "sch", "f", "irs", "federal"];
    let of_irs = key
        .split_at_checked(3)
        .filter(|(lead, _)| lead.eq_ignore_ascii_case("irs"));
    let key = of_irs.map_or(key, |(_, form)| form);
    let bytes = key.as_bytes();
    let mut spaced = String::with_capacity(key.len() + 8);
    if of_irs.is_some() {
        spaced.push_str("Form ");
    }
    let mut word_start = 0;
    for (at, c) in key.char_indices() {
        if !c.is_ascii_alphanumeric() && c != '-' && c != '(' {
            spaced.push(' ');
            word_start = at + c.len_utf8();
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        let next_is_low = bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
        let begins = before.is_some_and(|before| {
            (c.is_ascii_uppercase()
                && (before.is_ascii_lowercase() || (before.is_ascii_alphanumeric() && next_is_low)))
                || (c.is_ascii_digit()
                    && before.is_ascii_alphabetic()
                    && key
                        .get(word_start..at)
                        .is_some_and(|lead| LEADS.iter().any(|one| lead.eq_ignore_ascii_case(one))))
        });
        if begins {
            spaced.push(' ');
            word_start = at;
        }
        spaced.push(c);
    }
    spaced
}

/// What a word of a heading does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    /// "Schedule".
    Schedule,
    /// "of" and "for", behind which a schedule is not named.
    Preposition,
    /// "Worksheet".
    Worksheet,
    /// Joins what stands on both sides.
    Link,
    /// "Form".
    Form,
    /// "Return" and "tax".
    Return,
    Plain,
}

fn meaning(word: &[u8]) -> Word {
    // By length first: most words are compared with no other.
    let known: &[(&str, Word)] = match word.len() {
        2 => &[("of", Word::Preposition)],
        3 => &[
            ("for", Word::Preposition),
            ("and", Word::Link),
            ("tax", Word::Return),
            ("sch", Word::Schedule),
        ],
        4 => &[
            ("form", Word::Form),
            ("with", Word::Link),
            ("plus", Word::Link),
            ("incl", Word::Link),
        ],
        5 => &[("using", Word::Link)],
        6 => &[("return", Word::Return)],
        8 => &[("schedule", Word::Schedule), ("computed", Word::Link)],
        9 => &[("worksheet", Word::Worksheet), ("including", Word::Link)],
        10 => &[("worksheets", Word::Worksheet)],
        _ => &[],
    };
    known
        .iter()
        .find(|(one, _)| is(word, one))
        .map_or(Word::Plain, |(_, meaning)| *meaning)
}

/// Whether a word names a document that a return is made from: headings say where amounts come from
/// by it, and such a document has boxes and no lines.
fn is_document(word: &[u8]) -> bool {
    const NAMES: [&[u8]; 9] = [
        b"w2", b"w2s", b"w2g", b"k1", b"1099", b"1099s", b"1098", b"1095", b"ssa1099",
    ];
    let kind = word.split(|byte| *byte == b'-').next().unwrap_or_default();
    let is_series = word.contains(&b'-') && matches!(kind, b"1099" | b"1098" | b"1095");
    is_series
        || NAMES
            .iter()
            .any(|name| letters_of(word).eq(name.iter().copied()))
}

/// A word without hyphens, in lower case.
fn squeezed(word: &[u8]) -> Vec<u8> {
    letters_of(word).collect()
}

fn letters_of(word: &[u8]) -> impl Iterator<Item = u8> {
    word.iter()
        .filter(|byte| **byte != b'-')
        .map(u8::to_ascii_lowercase)
}

fn one_of<I: Iterator<Item = u8>>(names: &[Vec<u8>], letters: &impl Fn() -> I) -> bool {
    names.iter().any(|name| letters().eq(name.iter().copied()))
}

fn is_prefix(word: &[u8]) -> bool {
    PREFIXES.iter().any(|prefix| is(word, prefix))
}

fn is(word: &[u8], other: &str) -> bool {
    word.eq_ignore_ascii_case(other.as_bytes())
}

fn starts_with_word(text: &str, word: &str) -> bool {
    words(text).next().is_some_and(|first| is(first, word))
}

/// Words of a heading, hyphens inside kept, other punctuation dropped. Names of forms are ASCII.
fn words(heading: &str) -> impl Iterator<Item = &[u8]> {
    let mut rest = heading.as_bytes();
    std::iter::from_fn(move || {
        let start = rest.iter().position(u8::is_ascii_alphanumeric)?;
        let from = rest.get(start..)?;
        let end = from.iter().position(|byte| !in_word(*byte));
        let (word, after) = from.split_at_checked(end.unwrap_or(from.len()))?;
        rest = after;
        Some(word)
    })
}

/// Whether a byte is part of a word.
const fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_answers_that_are_data() {
        for (profile, naming, keys) in [
            (
                "us-ty24",
                Naming::Form,
                "form_1040 Form1040 1040 f1040 IRS1040 form1040Lines form_1040_sr irs_form_1040 us_form_1040 federal_1040",
            ),
            (
                "us-ty24",
                Naming::Other,
                "schedule_c scheduleC ScheduleC Schedule1 form_1040_schedule_1 IRS1040ScheduleC IRSW2 w2 w2s W-2 \
                 1099_int form_8812 8812 IRS8863 schedules attachments CAForm540 form_540 IL-1040 ilForm1040 schedule8812",
            ),
            (
                "us-ty24",
                Naming::Nothing,
                "lines income tax_and_credits taxYear2024 tax_year_2024 payments page_1 forms return ReturnData total_tax",
            ),
            (
                "ca-ty25",
                Naming::Form,
                "CAForm540 form_540 540 ca540 Form540",
            ),
            (
                "ca-ty25",
                Naming::Other,
                "form_1040 540NR schedule_ca ScheduleCA540 federal_return",
            ),
            (
                "il-ty25",
                Naming::Form,
                "FormIL1040 il_1040 IL1040 form_il_1040",
            ),
            ("ny-ty25", Naming::Form, "IT201 it_201 form_it201"),
            ("va-ty25", Naming::Form, "Form760CG form_760 760 va760"),
        ] {
            let profile = Profile::builtin(profile).unwrap_or_else(|| unreachable!());
            let names = FormNames::new(profile);
            for key in keys.split_whitespace() {
                assert_eq!(names.naming_of_key(key), naming, "{} {key}", profile.id);
            }
        }
    }

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
            (
                "us-ty24",
                "Virginia Resident Income Tax Return",
                Naming::Other,
            ),
            (
                "va-ty25",
                "Virginia Resident Income Tax Return",
                Naming::Form,
            ),
            (
                "va-ty25",
                "Virginia Resident Income Tax Return (Form 760)",
                Naming::Form,
            ),
            ("ny-ty25", "Resident Income Tax Return", Naming::Form),
            ("va-ty25", "Resident Income Tax Return", Naming::Other),
            (
                "ny-ty25",
                "Virginia Resident Income Tax Return",
                Naming::Other,
            ),
            (
                "ny-ty25",
                "New York Resident Income Tax Return",
                Naming::Form,
            ),
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
            ("us-ty24", "IL Form 1040", Naming::Other),
            ("il-ty25", "IL Form 1040", Naming::Form),
            ("us-ty24", "Illinois Form 1040", Naming::Other),
            ("il-ty25", "Illinois Form 1040", Naming::Form),
            ("us-ty24", "IL 1040", Naming::Other),
            ("il-ty25", "IL 1040", Naming::Form),
            ("il-ty25", "Form IL1040", Naming::Form),
            ("ny-ty25", "NY Form IT201", Naming::Form),
            ("ny-ty25", "IT 201", Naming::Form),
            ("va-ty25", "VA-760", Naming::Form),
            ("va-ty25", "Form VA-760", Naming::Form),
            ("ca-ty25", "CA-540", Naming::Form),
            ("ca-ty25", "Form CA 540", Naming::Form),
            ("us-ty24", "Form CA 540", Naming::Other),
            ("va-ty25", "Virginia Resident Income Tax", Naming::Form),
            ("us-ty24", "Virginia Resident Income Tax", Naming::Other),
            ("us-ty24", "Form 1040 with Schedule 1", Naming::Form),
            ("us-ty24", "Form 1040 and Schedule C", Naming::Form),
            ("us-ty24", "2024 Form 1040 & Schedule B", Naming::Form),
            (
                "us-ty24",
                "Form 1040: computed with Tax Table worksheet",
                Naming::Form,
            ),
            ("us-ty24", "Credits (Schedule 8812)", Naming::Nothing),
            ("us-ty24", "Income (from Form W-2)", Naming::Nothing),
            (
                "us-ty24",
                "Deductions (Standard Deduction Worksheet)",
                Naming::Nothing,
            ),
            (
                "us-ty24",
                "Profit or Loss From Business (Schedule C)",
                Naming::Other,
            ),
            (
                "us-ty24",
                "Tax return of John (W-2, 1099-INT)",
                Naming::Nothing,
            ),
            ("us-ty24", "Form 1040 (Schedule C)", Naming::Other),
            ("il-ty25", "Form IL-1040 with Schedule M", Naming::Form),
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
