//! What the score would be without one of the roots.

use super::chain::Chain;
use super::examiner::Examiner;
use super::own::Own;
use super::{Kind, Mended};
use crate::grade::{AnswerKey, GradedReturn, Score, Verdict};
use crate::money::Cents;

/// Mends one root and computes the model's return again.
///
/// A mended line gets what the form's formula or the tax table gives on the model's own lines, or
/// the expected amount where it is entered. Lines that followed their formula follow it again;
/// every other line keeps the amount that the model gave it.
pub(super) fn mended(
    examiner: &Examiner,
    key: &AnswerKey,
    graded: &GradedReturn,
    own: &Own,
    chain: &Chain,
    root: usize,
) -> Mended {
    let mut amounts = own.amounts.clone();
    let mut changed = vec![false; amounts.len()];
    for line in examiner.arithmetic.order().iter().copied() {
        let inputs = examiner.inputs(line);
        let moved = inputs.iter().any(|one| changed.get(*one) == Some(&true));
        let beyond = match own.beyond(line) {
            _ if line == root => Some(examiner.offset(line)),
            beyond => beyond.filter(|_| moved),
        };
        let Some(beyond) = beyond else {
            continue;
        };
        let now = examiner
            .by_rule(line, &amounts)
            .map_or_else(|| examiner.reference(line), |given| given.plus(beyond));
        if let (Some(amount), Some(changed)) = (amounts.get_mut(line), changed.get_mut(line)) {
            *changed = *amount != now || line == root;
            *amount = now;
        }
    }
    let mut score = Score::default();
    let mut becomes_right = Vec::new();
    for (line, known) in key.profile().lines.iter().enumerate() {
        let Some(before) = graded.lines.get(line).filter(|_| known.scored) else {
            continue;
        };
        let carried = chain
            .lines
            .iter()
            .any(|one| one.line == line && one.kind == Kind::Carried);
        let recomputed =
            changed.get(line) == Some(&true) && (line == root || own.is_stated(line) || carried);
        let verdict = if recomputed {
            let amount = amounts.get(line).copied().unwrap_or_default();
            verdict(key, amount, before.expected.unwrap_or_default())
        } else {
            before.verdict.unwrap_or(Verdict::Wrong)
        };
        if verdict == Verdict::Exact && before.verdict != Some(Verdict::Exact) {
            becomes_right.push(line);
        }
        score.count(verdict);
    }
    Mended {
        root,
        score,
        becomes_right,
    }
}

fn verdict(key: &AnswerKey, actual: Cents, expected: Cents) -> Verdict {
    if actual == expected {
        Verdict::Exact
    } else if actual.minus(expected).abs() <= key.tolerance() {
        Verdict::Within
    } else {
        Verdict::Wrong
    }
}
