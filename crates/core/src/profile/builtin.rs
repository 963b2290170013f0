//! The profiles that come with the crate.

use std::sync::OnceLock;

use super::Profile;
use crate::json::{self, Json};

// The files in `profiles/`, packed by build.rs: `PACKED`, in which the control characters from `FIRST`
// on stand for the texts in `REPEATED`.
include!(concat!(env!("OUT_DIR"), "/profiles.rs"));

/// A profile's file as it was before it was packed.
fn unpacked(packed: &str) -> String {
    let mut json = String::with_capacity(4 * packed.len());
    for c in packed.chars() {
        let repeated = u32::from(c).checked_sub(u32::from(FIRST));
        match repeated.and_then(|at| REPEATED.get(at as usize)) {
            Some(text) => json.push_str(text),
            None => json.push(c),
        }
    }
    json
}

/// All built-in profiles, read once. A test proves that every file reads.
pub(super) fn all() -> &'static [Profile] {
    static ALL: OnceLock<Vec<Profile>> = OnceLock::new();
    ALL.get_or_init(|| {
        PACKED
            .iter()
            .filter_map(|packed| Profile::from_json(&unpacked(packed)).ok())
            .collect()
    })
}

/// All built-in profiles as one JSON array on one line.
pub(super) fn json() -> String {
    let all = ["[", &PACKED.map(unpacked).join(","), "]"].concat();
    let profiles = json::array(&all).unwrap_or_default();
    let profiles: Vec<_> = profiles.into_iter().map(Json::compact).collect();
    ["[", &profiles.join(","), "]"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_profile_reads() {
        for packed in PACKED {
            assert_eq!(Profile::from_json(&unpacked(packed)).map(|_| ()), Ok(()));
        }
        assert_eq!(all().len(), PACKED.len());
    }

    #[test]
    fn what_is_packed_are_the_files() {
        const FILES: [&str; 6] = [
            include_str!("../../profiles/us-ty24.json"),
            include_str!("../../profiles/us-ty25.json"),
            include_str!("../../profiles/ca-ty25.json"),
            include_str!("../../profiles/il-ty25.json"),
            include_str!("../../profiles/ny-ty25.json"),
            include_str!("../../profiles/va-ty25.json"),
        ];
        assert_eq!(PACKED.map(unpacked), FILES);
        let size = |texts: &[&str]| texts.iter().map(|text| text.len()).sum::<usize>();
        assert!(4 * size(&PACKED) < 3 * size(&FILES), "hardly packed");
    }

    #[test]
    fn they_are_given_as_they_would_be_written() {
        let written = serde_json::to_string(all()).unwrap_or_default();
        assert_eq!(json(), written);
    }
}
