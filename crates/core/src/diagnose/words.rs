//! The sentences of a diagnosis.

use super::chain::{Chain, Desk};
use super::elsewhere::Elsewhere;
use super::examiner::{Examiner, Rule};
use super::own::Own;
use super::table::Explained;
use super::{Kind, LineDiagnosis};
use crate::counted::counted;
use crate::formula::dollars;
use crate::grade::{AnswerKey, GradedReturn, LineReading};
use crate::money::Cents;
use crate::profile::Profile;

/// What is known of a wrong line.
pub(super) struct Facts<'a> {
    pub(super) profile: &'a Profile,
    pub(super) examiner: &'a Examiner,
    pub(super) own: &'a Own,
    pub(super) line: usize,
    pub(super) expected: Cents,
    pub(super) actual: Option<Cents>,
    pub(super) reading: LineReading,
    pub(super) by_own_lines: Option<Cents>,
    pub(super) upstream: &'a [usize],
    pub(super) elsewhere: Option<&'a Elsewhere>,
    pub(super) explained: Option<Explained>,
    pub(super) neighbour: Option<usize>,
    /// Upstream's evaluator reads no number there.
    pub(super) unread: bool,
    /// The amount follows from right lines, and the expected one does not.
    pub(super) expected_departs: bool,
}

/// The printed number of a line.
pub(super) fn number(profile: &Profile, line: usize) -> &str {
    profile
        .lines
        .get(line)
        .map_or("", |line| line.line.as_str())
}

/// `line 9`, `lines 9 and 10`, `lines 9, 10 and 11`.
fn lines(profile: &Profile, of: &[usize]) -> String {
    let numbers: Vec<String> = of
        .iter()
        .map(|line| number(profile, *line).to_owned())
        .collect();
    match numbers.as_slice() {
        [] => "no line".to_owned(),
        [only] => format!("line {only}"),
        several => format!("lines {}", series(several)),
    }
}

/// `9`, `9 and 10`, `9, 10 and 11`.
fn series(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The sentence for a line and a phrase for lists.
pub(super) fn of(facts: &Facts<'_>, kind: Kind) -> (String, String) {
    let line = format!("line {}", number(facts.profile, facts.line));
    let subject = format!("Line {}", number(facts.profile, facts.line));
    let is = match facts.actual {
        Some(actual) => format!(
            "{subject} is {}, expected {}",
            dollars(actual),
            dollars(facts.expected)
        ),
        None => format!(
            "{subject} is unreadable, expected {}",
            dollars(facts.expected)
        ),
    };
    let apart = apart(facts.actual.unwrap_or_default(), facts.expected);
    let (sentence, phrase) = match kind {
        Kind::Carried => (carried(facts, &subject), "is carried".to_owned()),
        Kind::Arithmetic => (arithmetic(facts, &is), arithmetic_phrase(facts)),
        Kind::Root => (
            format!("{is}: an entered amount, {apart}"),
            "was entered wrong".to_owned(),
        ),
        Kind::TaxTable => tax_table(facts, &is),
        Kind::Sign => (
            format!("{is}: the amount with the wrong sign"),
            "has the wrong sign".to_owned(),
        ),
        Kind::TransposedDigits => (
            format!("{is}: two digits are transposed, {apart}"),
            "has two digits transposed".to_owned(),
        ),
        Kind::DroppedZero => (
            format!("{is}: a zero was dropped, {apart}"),
            "lost a zero".to_owned(),
        ),
        Kind::AddedZero => (
            format!("{is}: a zero was added, {apart}"),
            "has a zero too many".to_owned(),
        ),
        Kind::NeighbourLine => neighbour(facts, &is),
        Kind::Rounding => (
            format!("{is}: {apart}, a matter of cents or rounding"),
            "is off by rounding".to_owned(),
        ),
        Kind::Blank | Kind::Missing => absent(facts, &subject, kind),
        Kind::Unreadable if facts.unread => (
            format!(
                "{subject} counts as $0, expected {}: the upstream evaluator reads no number there",
                dollars(facts.expected)
            ),
            "cannot be read".to_owned(),
        ),
        Kind::Unreadable => (
            match facts.reading {
                LineReading::Unreadable(why) => format!("{is}: {}", why.reason()),
                _ => is.clone(),
            },
            "cannot be read".to_owned(),
        ),
        Kind::OtherForm => other_form(facts, &subject),
    };
    let sentence = match Desk::no_table(facts.examiner, facts.line) {
        Some(why) if kind != Kind::Carried => {
            let income = wrong_income(facts).map_or_else(String::new, |income| {
                let income = number(facts.profile, income);
                format!(" Line {income} is wrong too, and the tax may follow from it.")
            });
            format!("{sentence}. The Tax Table is no check here: {why}.{income}")
        }
        _ => format!("{sentence}."),
    };
    (sentence, format!("{line} {phrase}"))
}

/// The line with the taxable income that a tax is figured on, where it is wrong.
fn wrong_income(facts: &Facts<'_>) -> Option<usize> {
    let table = facts.profile.lines.get(facts.line)?.tax_table.as_ref()?;
    let income = facts.profile.position(&table.income)?;
    (facts.own.amount(income) != facts.examiner.reference(income)).then_some(income)
}

/// `$3 too low`.
fn apart(actual: Cents, right: Cents) -> String {
    let difference = actual.minus(right);
    let direction = if difference < Cents::ZERO {
        "low"
    } else {
        "high"
    };
    format!("{} too {direction}", dollars(difference.abs()))
}

/// The line's formula with the model's own amounts, its result, and what of it was assumed:
/// `$48,000 − $14,600 = $33,400; line 14 is not stated and taken as $14,600`.
fn computation(facts: &Facts<'_>) -> String {
    let mut words = worked_out(facts);
    let is_assumed =
        |line: &&usize| !facts.own.is_stated(**line) && facts.own.amount(**line) != Cents::ZERO;
    let assumed: Vec<usize> = facts
        .examiner
        .inputs(facts.line)
        .iter()
        .filter(is_assumed)
        .copied()
        .collect();
    if !assumed.is_empty() {
        let amounts: Vec<String> = assumed
            .iter()
            .map(|line| dollars(facts.own.amount(*line)))
            .collect();
        let are = if assumed.len() == 1 { "is" } else { "are" };
        words.push_str(&format!(
            "; {} {are} not stated and taken as {}",
            lines(facts.profile, &assumed),
            series(&amounts)
        ));
    }
    words
}

/// The line's formula with the model's own amounts, and its result.
fn worked_out(facts: &Facts<'_>) -> String {
    let result = facts.by_own_lines.unwrap_or_default();
    let offset = facts.examiner.offset(facts.line);
    if offset != Cents::ZERO {
        return format!(
            "{}, with {} that the expected return has beyond the form's formula",
            dollars(result),
            dollars(offset)
        );
    }
    match facts.examiner.rule(facts.line) {
        Some(Rule::Formula(formula)) => {
            let filled = formula.with_amounts(&facts.own.amounts).to_string();
            if filled == dollars(result) {
                filled
            } else {
                format!("{filled} = {}", dollars(result))
            }
        }
        Some(Rule::Table(table)) => {
            let income = facts.own.amount(table.income);
            format!(
                "{} for {} gives {}",
                table.place(income),
                dollars(income),
                dollars(result)
            )
        }
        None => dollars(result),
    }
}

fn carried(facts: &Facts<'_>, subject: &str) -> String {
    let stated = match facts.reading {
        LineReading::Amount => {
            format!("is {}", dollars(facts.actual.unwrap_or_default()))
        }
        LineReading::Blank => "is blank".to_owned(),
        _ => "is left out".to_owned(),
    };
    format!(
        "{subject} {stated}, expected {}: it follows from the model's own lines ({}) and inherits \
         the error of {}",
        dollars(facts.expected),
        computation(facts),
        lines(facts.profile, facts.upstream)
    )
}

/// Adds to a carried line which roots it goes back to, where these are not the lines it names.
pub(super) fn name_roots(diagnosis: &mut LineDiagnosis, roots: &[usize], profile: &Profile) {
    if diagnosis.upstream != roots && !roots.is_empty() {
        diagnosis
            .sentence
            .truncate(diagnosis.sentence.trim_end_matches('.').len());
        diagnosis
            .sentence
            .push_str(&format!(", going back to {}.", lines(profile, roots)));
    }
}

fn arithmetic(facts: &Facts<'_>, is: &str) -> String {
    let actual = facts.actual.unwrap_or_default();
    let given = facts.by_own_lines.unwrap_or_default();
    if facts.expected_departs {
        return format!(
            "{is}: it follows from lines that are all right; the expected return is {} beyond the \
             form's formula",
            dollars(facts.examiner.offset(facts.line))
        );
    }
    let inputs = if given == facts.expected {
        "the expected amount would have followed".to_owned()
    } else {
        format!(
            "the expected amount would not have followed either, because {} wrong",
            match facts.upstream {
                [_] => format!("{} is", lines(facts.profile, facts.upstream)),
                _ => format!("{} are", lines(facts.profile, facts.upstream)),
            }
        )
    };
    format!(
        "{is}: the model's own lines give another amount ({}), so it is {}; {inputs}",
        computation(facts),
        apart(actual, given)
    )
}

fn arithmetic_phrase(facts: &Facts<'_>) -> String {
    match facts.examiner.rule(facts.line) {
        _ if facts.expected_departs => "is by the form, the expected amount is not".to_owned(),
        Some(Rule::Table(_)) => "is not the table's tax".to_owned(),
        _ => "does not add up".to_owned(),
    }
}

fn tax_table(facts: &Facts<'_>, is: &str) -> (String, String) {
    let (Some(explained), Some(Rule::Table(table))) =
        (&facts.explained, facts.examiner.rule(facts.line))
    else {
        return (is.to_owned(), "is not the table's tax".to_owned());
    };
    let income = facts.own.amount(table.income);
    let right = table.tax(&facts.own.amounts);
    let mut sentence = format!(
        "{is}: {} is {}; {} gives {}",
        dollars(facts.actual.unwrap_or_default()),
        explained.what,
        table.place(income),
        dollars(right)
    );
    if right != facts.expected {
        sentence.push_str(&format!(
            " on the model's own taxable income of {}, which is wrong too",
            dollars(income)
        ));
    }
    (sentence, explained.phrase.clone())
}

fn neighbour(facts: &Facts<'_>, is: &str) -> (String, String) {
    let other = facts
        .neighbour
        .map_or("", |line| number(facts.profile, line));
    (
        format!(
            "{is}: {} belongs on line {other}",
            dollars(facts.actual.unwrap_or_default())
        ),
        format!("has the amount of line {other}"),
    )
}

fn absent(facts: &Facts<'_>, subject: &str, kind: Kind) -> (String, String) {
    let (how, phrase) = if kind == Kind::Blank {
        ("is blank", "was left blank")
    } else {
        ("is missing from the response", "is missing")
    };
    let counted = if facts.examiner.rule(facts.line).is_none()
        && facts.own.amount(facts.line) == facts.expected
        && facts.expected != Cents::ZERO
    {
        "; the model's own sums count it"
    } else if facts.by_own_lines == Some(facts.expected)
        && facts.examiner.offset(facts.line) == Cents::ZERO
        && facts.own.rests_on_stated(facts.examiner, facts.line)
    {
        "; the model's own lines give that amount"
    } else {
        ""
    };
    (
        format!(
            "{subject} {how} and counts as $0, expected {}{counted}",
            dollars(facts.expected)
        ),
        phrase.to_owned(),
    )
}

fn other_form(facts: &Facts<'_>, subject: &str) -> (String, String) {
    let heading = facts.elsewhere.and_then(|one| one.heading.as_deref());
    let place = heading.map_or_else(
        || "another form's heading".to_owned(),
        |heading| format!("\u{201c}{heading}\u{201d}"),
    );
    (
        format!(
            "{subject} counts as $0 because its {} stands under {place} and not under the form's \
             own heading",
            dollars(facts.expected)
        ),
        "stands under another form".to_owned(),
    )
}

pub(super) fn right_anyway(number: &str, amount: Cents, by_own_lines: Cents) -> String {
    format!(
        "Line {number} is right at {}, although the model's own lines give {}: errors cancel out, \
         or it was not computed from them.",
        dollars(amount),
        dollars(by_own_lines)
    )
}

/// The sentence for the whole return.
pub(super) fn summary(key: &AnswerKey, graded: &GradedReturn, chain: &Chain) -> String {
    let profile = key.profile();
    if chain.wrong == 0 {
        return "no scored line is wrong".to_owned();
    }
    let wrong = counted(chain.wrong, "wrong line");
    let nothing = graded
        .lines
        .iter()
        .all(|line| line.reading == LineReading::Missing);
    if nothing {
        return format!("{wrong}: the response has no line of the form");
    }
    let roots = counted(chain.roots.len(), "root");
    format!("{wrong}, {roots}: {}", root_list(profile, chain))
}

/// What each root is, those of the same kind together: `line 16 used the rate formula; lines 33
/// and 34 are missing`.
fn root_list(profile: &Profile, chain: &Chain) -> String {
    const MOST: usize = 4;
    let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
    for root in chain
        .lines
        .iter()
        .filter(|one| chain.roots.contains(&one.line))
    {
        let own = format!("line {} ", number(profile, root.line));
        let phrase = root.phrase.strip_prefix(&own).unwrap_or(&root.phrase);
        match groups.iter_mut().find(|(known, _)| *known == phrase) {
            Some((_, group)) => group.push(root.line),
            None => groups.push((phrase, vec![root.line])),
        }
    }
    let rest: usize = groups.iter().skip(MOST).map(|(_, group)| group.len()).sum();
    let mut shown: Vec<String> = groups
        .iter()
        .take(MOST)
        .map(|(phrase, group)| {
            let phrase = if group.len() == 1 {
                (*phrase).to_owned()
            } else {
                of_many(phrase)
            };
            format!("{} {phrase}", lines(profile, group))
        })
        .collect();
    if rest > 0 {
        shown.push(format!("and {rest} more"));
    }
    shown.join("; ")
}

/// A phrase for several lines.
fn of_many(phrase: &str) -> String {
    for (one, many) in [
        ("is ", "are "),
        ("was ", "were "),
        ("has ", "have "),
        ("does ", "do "),
        ("stands ", "stand "),
    ] {
        if let Some(rest) = phrase.strip_prefix(one) {
            return format!("{many}{rest}");
        }
    }
    phrase.to_owned()
}
