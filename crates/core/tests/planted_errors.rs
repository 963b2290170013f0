//! Plants errors in correct returns, computes the rest again by the form's formulas, and expects
//! the diagnosis to find exactly what was planted: on every scored line of every profile.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests may fail loudly"
)]

use taxgrade::formula::Arithmetic;
use taxgrade::tax::{FilingStatus, Schedule};
use taxgrade::{AnswerKey, Cents, Diagnosis, Examiner, ExpectedReturn, Mode, Profile};

/// A small random sequence, the same in every run (the multiplier of Knuth's MMIX).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn dollars(&mut self, limit: u64) -> Cents {
        Cents::from_dollars(i64::try_from(self.below(limit)).expect("small"))
    }
}

/// A form with its arithmetic, and the tax table of one filing status.
struct Paper {
    profile: &'static Profile,
    arithmetic: Arithmetic,
    /// Line 16, line 15 and the schedule, where the profile has them.
    table: Option<(usize, usize, Schedule)>,
    status: FilingStatus,
}

impl Paper {
    fn new(profile: &'static Profile, status: FilingStatus) -> Self {
        let table = profile.lines.iter().enumerate().find_map(|(at, line)| {
            let income = profile.position(&line.tax_table.as_ref()?.income)?;
            Some((at, income, Schedule::of(profile.tax_year, status)?))
        });
        Self {
            profile,
            arithmetic: Arithmetic::new(profile).expect("formulas"),
            table,
            status,
        }
    }

    fn is_computed(&self, line: usize) -> bool {
        self.arithmetic.formula(line).is_some() || self.table.is_some_and(|(at, ..)| at == line)
    }

    /// The return with every computed line worked out, but for the planted ones, to whose right
    /// amount a difference is added.
    fn fill_in(&self, entered: &[Cents], planted: &[(usize, Cents)]) -> Vec<Cents> {
        let mut amounts = entered.to_vec();
        for line in self.arithmetic.order().iter().copied() {
            if let Some(formula) = self.arithmetic.formula(line) {
                amounts[line] = formula.value(&amounts);
            }
            if let Some((_, income, schedule)) = self.table.filter(|(at, ..)| *at == line) {
                amounts[line] = schedule.tax(amounts[income]);
            }
            if let Some((_, difference)) = planted.iter().find(|(at, _)| *at == line) {
                amounts[line] = amounts[line].plus(*difference);
            }
        }
        amounts
    }

    /// Made-up amounts for the entered lines that e-file has elements for.
    fn entered(&self, random: &mut Random) -> Vec<Cents> {
        let table = self
            .table
            .and_then(|(at, ..)| self.profile.lines[at].tax_table.as_ref());
        let lines = self.profile.lines.iter().enumerate();
        lines
            .map(|(at, line)| {
                let gain = table
                    .is_some_and(|table| table.unless_lines.iter().any(|one| one.at == line.line));
                let absent = line.xpath.is_none() || gain || self.is_computed(at);
                // Deductions stay below income, so that the lines below them are not all 0.
                let limit = if line.line.starts_with('1') && line.scored {
                    60_000
                } else {
                    9_000
                };
                if absent || random.below(4) == 0 && !line.scored {
                    Cents::ZERO
                } else {
                    random.dollars(limit).plus(Cents::from_dollars(10))
                }
            })
            .collect()
    }

    fn xml(&self, amounts: &[Cents]) -> String {
        let mut values: Vec<(String, String)> = Vec::new();
        for (line, amount) in self.profile.lines.iter().zip(amounts) {
            if let Some(path) = &line.xpath
                && *amount != Cents::ZERO
                && !values.iter().any(|(known, _)| known == path)
            {
                values.push((path.clone(), amount.to_string()));
            }
        }
        let element = self
            .profile
            .facts
            .filing_status
            .last()
            .expect("a filing status");
        let code = element
            .codes
            .iter()
            .find(|(_, status)| *status == self.status);
        if let Some((code, _)) = code {
            values.push((element.xpath.clone(), code.clone()));
        }
        let root = self.profile.form.root.split('/').nth(1).expect("a root");
        let year = match root {
            "Return" => "/Return/ReturnHeader/TaxYr",
            "CA-Return" => "/CA-Return/CA-ReturnHeader/TaxYear",
            _ => "/ReturnState/ReturnHeaderState/TaxYr",
        };
        values.push((year.to_owned(), self.profile.tax_year.to_string()));
        let mut xml = format!("<{root}>");
        for (path, text) in values {
            let mut names: Vec<&str> = path.split('/').skip(2).collect();
            let attribute = names.pop_if(|name| name.starts_with('@'));
            let inner = match attribute {
                Some(name) => {
                    let element = names.pop().expect("an element");
                    format!("<{element} {}=\"{text}\"/>", name.trim_start_matches('@'))
                }
                None => text,
            };
            let whole = names
                .iter()
                .rev()
                .fold(inner, |inner, name| format!("<{name}>{inner}</{name}>"));
            xml.push_str(&whole);
        }
        xml.push_str(&format!("</{root}>"));
        xml
    }

    fn response(&self, amounts: &[Cents], scored_only: bool) -> String {
        let mut text = format!("{}\n=====\n", self.profile.form.names[0]);
        for (line, amount) in self.profile.lines.iter().zip(amounts) {
            if line.scored || !scored_only {
                text.push_str(&format!(
                    "Line {}: {} | | {amount}\n",
                    line.line, line.label
                ));
            }
        }
        text
    }

    fn diagnose(&self, right: &[Cents], response: &str) -> Diagnosis {
        let xml = self.xml(right);
        let expected = ExpectedReturn::parse(&xml).unwrap_or_else(|error| panic!("{error}: {xml}"));
        let key = AnswerKey::new(&expected, self.profile).expect("a key");
        let graded = key.grade(response, Mode::Robust).expect("a grade");
        let examiner = Examiner::new(&key, &expected).expect("an examiner");
        examiner.diagnose(&key, &graded, response)
    }

    fn number(&self, line: usize) -> &str {
        &self.profile.lines[line].line
    }
}

fn papers() -> Vec<Paper> {
    let mut papers = Vec::new();
    for profile in Profile::builtins() {
        for status in [FilingStatus::Single, FilingStatus::MarriedFilingJointly] {
            papers.push(Paper::new(profile, status));
        }
    }
    papers
}

fn scored(paper: &Paper) -> Vec<usize> {
    let lines = paper.profile.lines.iter().enumerate();
    lines
        .filter(|(_, line)| line.scored)
        .map(|(at, _)| at)
        .collect()
}

fn difference(random: &mut Random) -> Cents {
    let size = random.dollars(700).plus(Cents::from_dollars(2));
    if random.below(2) == 0 {
        size
    } else {
        Cents::ZERO.minus(size)
    }
}

#[test]
fn a_correct_return_has_nothing_wrong() {
    let mut random = Random(1);
    for paper in papers() {
        for scored_only in [false, true] {
            let right = paper.fill_in(&paper.entered(&mut random), &[]);
            let diagnosis = paper.diagnose(&right, &paper.response(&right, scored_only));
            assert_eq!(
                diagnosis.summary, "no scored line is wrong",
                "{}",
                paper.profile.id
            );
            assert!(diagnosis.lines.is_empty() && diagnosis.right_anyway.is_empty());
        }
    }
}

#[test]
fn one_planted_error_is_the_one_root() {
    let mut random = Random(2);
    let mut found = 0;
    for paper in papers() {
        for planted in scored(&paper) {
            for round in 0..6 {
                let entered = paper.entered(&mut random);
                let right = paper.fill_in(&entered, &[]);
                let stated = paper.fill_in(&entered, &[(planted, difference(&mut random))]);
                let response = paper.response(&stated, round % 3 == 2);
                let diagnosis = paper.diagnose(&right, &response);
                let at = format!(
                    "{} line {}: {:#?}\n{response}",
                    paper.profile.id,
                    paper.number(planted),
                    diagnosis.lines
                );
                assert_eq!(diagnosis.roots, [planted], "{at}");
                assert_eq!(diagnosis.first, Some(planted), "{at}");
                for line in &diagnosis.lines {
                    assert_eq!(line.roots, [planted], "{at}");
                    assert_eq!(line.kind.is_root(), line.line == planted, "{at}");
                }
                // Without the root, every line is right.
                assert_eq!(diagnosis.mended.len(), 1);
                let mended = &diagnosis.mended[0];
                assert!(mended.score.strict_correct(), "{at}\n{mended:?}");
                assert_eq!(mended.becomes_right.len(), diagnosis.wrong, "{at}");
                found += 1;
            }
        }
    }
    assert!(found > 1_000, "{found}");
}

/// Two errors are both found, unless a planted line comes out right because the other error cancels
/// it: such a line is no wrong line, and is reported as right although its own lines give another
/// amount.
#[test]
fn two_planted_errors_are_both_found() {
    let mut random = Random(3);
    let mut both = 0;
    for paper in papers().iter().step_by(2) {
        let lines = scored(paper);
        for one in &lines {
            for other in lines.iter().filter(|other| *other > one) {
                let entered = paper.entered(&mut random);
                let right = paper.fill_in(&entered, &[]);
                let planted = [
                    (*one, difference(&mut random)),
                    (*other, difference(&mut random)),
                ];
                let stated = paper.fill_in(&entered, &planted);
                let response = paper.response(&stated, false);
                let diagnosis = paper.diagnose(&right, &response);
                let at = format!(
                    "{} lines {} and {}: {:#?}",
                    paper.profile.id,
                    paper.number(*one),
                    paper.number(*other),
                    diagnosis
                );
                let visible: Vec<usize> = [*one, *other]
                    .into_iter()
                    .filter(|line| stated[*line] != right[*line])
                    .collect();
                assert_eq!(diagnosis.roots, visible, "{at}");
                for line in [*one, *other] {
                    let cancelled = diagnosis.right_anyway.iter().any(|one| one.line == line);
                    assert_eq!(cancelled, !visible.contains(&line), "{at}");
                }
                both += usize::from(visible.len() == 2);
            }
        }
    }
    assert!(both > 750, "{both}");
}

#[test]
fn two_errors_that_cancel_leave_a_line_right_for_the_wrong_reason() {
    let paper = &papers()[0];
    let at = |number: &str| paper.profile.position(number).expect("a line");
    let entered = paper.entered(&mut Random(4));
    let right = paper.fill_in(&entered, &[]);
    let hundred = Cents::from_dollars(100);
    let planted = [(at("1a"), hundred), (at("9"), Cents::ZERO.minus(hundred))];
    let stated = paper.fill_in(&entered, &planted);
    let diagnosis = paper.diagnose(&right, &paper.response(&stated, false));
    assert_eq!(diagnosis.roots, [at("1a")]);
    assert_eq!(diagnosis.right_anyway.len(), 1);
    assert_eq!(diagnosis.right_anyway[0].line, at("9"));
    assert_eq!(
        diagnosis.right_anyway[0].by_own_lines,
        right[at("9")].plus(hundred)
    );
}
