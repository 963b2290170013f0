//! Profiles by name or file, for the native command and the one inside WebAssembly alike.

use std::path::Path;

use taxgrade::Profile;

use crate::failure::Failure;
use crate::files;

/// A built-in profile by name, or the profile or profiles of a file.
pub(crate) fn read(name: &str) -> Result<Vec<Profile>, Failure> {
    if let Some(profile) = Profile::builtin(name) {
        return Ok(vec![profile.clone()]);
    }
    let path = Path::new(name);
    if !files::is_file(path) {
        let known: Vec<&str> = Profile::builtins()
            .iter()
            .map(|profile| profile.id.as_str())
            .collect();
        return Err(Failure::input(
            format!("`{name}` is neither a built-in profile nor a file"),
            format!("built in are {}", known.join(", ")),
        ));
    }
    let text = files::read_text(path)?;
    let profiles = Profile::list_from_json(&text).map_err(|error| Failure::about(name, &error))?;
    if profiles.is_empty() {
        return Err(Failure::input(
            format!("{name} holds no profile"),
            "pass a profile file",
        ));
    }
    Ok(profiles)
}
