//! Any text as a profile, as Python source and as a request.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taxgrade::profile::python;
use taxgrade::{Profile, wire};

fuzz_target!(|text: &str| {
    if let Ok(profile) = Profile::from_json(text) {
        assert_eq!(Profile::from_json(&profile.to_json()).as_ref(), Ok(&profile));
    }
    if let Ok(found) = python::definitions(text) {
        for profile in python::profiles(&found, 2025, "fuzz.py").into_iter().flatten() {
            assert_eq!(Profile::from_json(&profile.to_json()).as_ref(), Ok(&profile));
        }
    }
    assert!(wire::grade_json(text).starts_with('{'));
});
