//! Four unedited model answers: every amount of every form must be read as a careful reader reads
//! it.

use std::collections::BTreeMap;

use taxgrade::money::{Reading, read_field};
use taxgrade::response::{LineIndex, locate};
use taxgrade::{Cents, Profile};
use taxgrade_tests::{test_data, text};

#[test]
fn every_amount_of_every_form_is_read() {
    let folder = test_data().join("responses");
    let mut forms = 0;
    let mut amounts = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let response = text(&path);
        let oracle: BTreeMap<String, BTreeMap<String, Option<i64>>> =
            serde_json::from_str(&text(&path.with_extension("amounts.json"))).unwrap();
        for (id, expected) in oracle {
            forms += 1;
            let profile = Profile::builtin(&id).unwrap();
            let (located, conflicts) = locate(&response, &LineIndex::new(profile));
            assert_eq!(conflicts, [], "{}", path.display());
            for (line, located) in profile.lines.iter().zip(located) {
                let read = located.chosen.map(|chosen| read_field(chosen.field).0);
                let read = match read {
                    Some(Reading::Amount(amount)) => Some(amount),
                    Some(Reading::Blank) | None => None,
                    Some(Reading::Unreadable(why)) => {
                        panic!("{} {id} line {}: {why:?}", path.display(), line.line)
                    }
                };
                let wanted = expected
                    .get(&line.line)
                    .copied()
                    .flatten()
                    .map(Cents::from_dollars);
                assert_eq!(read, wanted, "{} {id} line {}", path.display(), line.line);
                amounts += usize::from(wanted.is_some());
            }
        }
    }
    assert_eq!(forms, 5, "four answers, one of them with a state form");
    assert!(amounts > 100, "{amounts}");
}
