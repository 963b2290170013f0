//! The profiles that come with the crate.

use std::sync::OnceLock;

use super::Profile;
use crate::json::{self, Json};

const SOURCES: [&str; 6] = [
    include_str!("../../profiles/us-ty24.json"),
    include_str!("../../profiles/us-ty25.json"),
    include_str!("../../profiles/ca-ty25.json"),
    include_str!("../../profiles/il-ty25.json"),
    include_str!("../../profiles/ny-ty25.json"),
    include_str!("../../profiles/va-ty25.json"),
];

/// All built-in profiles, read once. A test proves that every file reads.
pub(super) fn all() -> &'static [Profile] {
    static ALL: OnceLock<Vec<Profile>> = OnceLock::new();
    ALL.get_or_init(|| {
        SOURCES
            .iter()
            .filter_map(|json| Profile::from_json(json).ok())
            .collect()
    })
}

/// All built-in profiles as one JSON array on one line.
pub(super) fn json() -> String {
    let all = ["[", &SOURCES.join(","), "]"].concat();
    let profiles = json::array(&all).unwrap_or_default();
    let profiles: Vec<_> = profiles.into_iter().map(Json::compact).collect();
    ["[", &profiles.join(","), "]"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_profile_reads() {
        for json in SOURCES {
            assert_eq!(Profile::from_json(json).map(|_| ()), Ok(()));
        }
        assert_eq!(all().len(), SOURCES.len());
    }

    #[test]
    fn they_are_given_as_they_would_be_written() {
        let written = serde_json::to_string(all()).unwrap_or_default();
        assert_eq!(json(), written);
    }
}
