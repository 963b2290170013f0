use super::*;
use crate::board::tests::grade_all;
use crate::intake::tests::{file, folder};

fn sample() -> Session {
    let mut session = Session::default();
    session.apply(Action::Take(folder("test_data/ty25")));
    session
}

#[test]
fn the_view_is_graded_before_the_rest() {
    let mut session = sample();
    let case = session
        .cases
        .iter()
        .find(|one| one.name == "ty25-ny-901")
        .unwrap();
    let (case, run) = (case.id, case.responses[1].id);
    session.apply(Action::OpenRun(case, run));
    let batch = session.next_batch().unwrap();
    assert_eq!(
        (batch.case, batch.runs[0].0, batch.runs.len()),
        (case, run, 1)
    );
    grade_all(&mut session);
    assert_eq!(session.counts(), (40, 40));
    assert_eq!(session.next_batch(), None);
    session.apply(Action::Mode(Mode::Upstream));
    assert!(
        session.next_batch().is_some(),
        "another mode is another grade"
    );
    assert_eq!(session.counts(), (40, 0), "grades of the mode before");
}

#[test]
fn an_edit_is_graded_and_a_late_answer_is_not_taken_for_it() {
    let mut session = sample();
    grade_all(&mut session);
    let case = session.case().unwrap();
    let run = case.response().unwrap().clone();
    let before = run.grade().unwrap().clone();
    session.apply(Action::Edit(run.id, format!("x{}", run.text).into()));
    let after = session.case().unwrap().response().unwrap().clone();
    let moved = |grade: &Grade, by: usize| {
        let span = grade.rows.iter().find_map(|row| row.span).unwrap();
        (span.0 + by, span.1 + by)
    };
    assert_eq!(moved(after.grade().unwrap(), 0), moved(&before, 1));
    let batch = session.next_batch().unwrap();
    assert_eq!(batch.runs, [(run.id, 1, after.text.clone())]);

    session.apply(Action::Edit(run.id, "Line 1a: | | 5".into()));
    let late = Outcome {
        batch,
        key: Ok((**session.case().unwrap().key().unwrap()).clone()),
        grades: vec![(run.id, Ok((*before).clone()))],
    };
    session.apply(Action::Graded(Box::new(late)));
    let graded = session
        .case()
        .unwrap()
        .response()
        .unwrap()
        .graded
        .clone()
        .unwrap();
    assert_eq!(graded.revision, 0, "still the old grade");
    session.apply(Action::Restore(run.id));
    assert!(!session.case().unwrap().response().unwrap().is_edited());
}

#[test]
fn removing_can_be_undone() {
    let mut session = sample();
    let (all, first) = {
        let case = session.case().unwrap();
        (case.responses.clone(), case.responses[0].id)
    };
    session.apply(Action::OpenResponse(first));
    session.apply(Action::RemoveResponse(first));
    let case = session.case().unwrap();
    assert_eq!(case.responses.len(), all.len() - 1);
    assert_eq!(case.open, Some(all[1].id));
    session.apply(Action::Undo);
    assert_eq!(session.case().unwrap().responses, all);
    assert_eq!(session.notice, None);
}

#[test]
fn a_crash_is_not_tried_again_until_asked() {
    let mut session = sample();
    let id = session.case().unwrap().open.unwrap();
    let batch = session.next_batch().unwrap();
    session.apply(Action::Crashed(Box::new(batch)));
    let graded = session.case().unwrap().response().unwrap().graded.clone();
    assert!(graded.unwrap().result.is_err());
    assert!(
        session
            .next_batch()
            .unwrap()
            .runs
            .iter()
            .all(|(run, ..)| *run != id)
    );
    session.apply(Action::Again(id));
    assert_eq!(session.next_batch().unwrap().runs[0].0, id);
}

#[test]
fn a_broken_key_is_shown_and_mended() {
    let mut session = Session::default();
    session.apply(Action::Take(vec![
        file("output.xml", "<Return>"),
        file("a.md", "x"),
    ]));
    grade_all(&mut session);
    assert!(matches!(session.case().unwrap().key, Some(Err(_))));
    let right = "<Return><ReturnHeader><TaxYr>2024</TaxYr></ReturnHeader><ReturnData><IRS1040>\
         <WagesAmt>1</WagesAmt></IRS1040></ReturnData></Return>";
    session.apply(Action::Take(vec![file("output.xml", right)]));
    grade_all(&mut session);
    assert_eq!(session.cases.len(), 1, "it replaces the broken one");
    assert!(
        session
            .case()
            .unwrap()
            .response()
            .unwrap()
            .grade()
            .is_some()
    );
}

#[test]
fn a_pair_is_found_and_everything_forgotten() {
    let mut session = sample();
    session.apply(Action::View(View::Compare));
    let (first, second) = session.pair;
    assert!(first.is_some() && second.is_some() && first != second);
    session.apply(Action::Forget);
    assert!(session.cases.is_empty() && session.pair == (None, None));
    for view in [
        View::Case,
        View::Compare,
        View::Board,
        View::Matrix,
        View::Versus,
    ] {
        assert_eq!(View::from_word(view.word()), Some(view));
    }
}

#[test]
fn pasting_makes_a_case_when_there_is_none() {
    let mut session = Session::default();
    session.apply(Action::Paste("Line 1a: | | 5".into()));
    session.apply(Action::Paste("other".into()));
    let case = session.case().unwrap();
    assert_eq!(case.responses[1].name(), "pasted 2");
    assert_eq!(case.lacks().len(), 1);
}
