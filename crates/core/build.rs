//! Packs the built-in profiles: what their lines say again and again stands in what ships once. A
//! packer does not come down to that, and the npm module is a kilobyte smaller.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "it runs where the core is built and speaks to cargo"
)]

use std::error::Error;
use std::path::Path;
use std::{env, fs};

/// In the order in which they are listed.
const PROFILES: [&str; 6] = [
    "us-ty24", "us-ty25", "ca-ty25", "il-ty25", "ny-ty25", "va-ty25",
];

/// What stands between the values of lines, longest first: an earlier one is replaced before a later
/// one that is part of it. The start of the XPaths, which differs, is added below.
const BETWEEN: [&str; 7] = [
    "\", \"xpath\": null, \"scored\": false, \"formula\": null},\n    {\"line\": \"",
    "\", \"scored\": true, \"formula\": null},\n    {\"line\": \"",
    "\", \"scored\": false, \"formula\": null},\n    {\"line\": \"",
    "\", \"scored\": true, \"formula\": \"",
    "\", \"scored\": false, \"formula\": \"",
    "\"},\n    {\"line\": \"",
    "\", \"label\": \"",
];

/// The first of the control characters that stand for repeated texts. JSON cannot hold them as they
/// are.
const FIRST: u8 = 0x0e;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=profiles");
    let mut profiles = Vec::new();
    for name in PROFILES {
        profiles.push(fs::read_to_string(format!("profiles/{name}.json"))?);
    }
    let mut repeated: Vec<String> = BETWEEN.map(str::to_owned).to_vec();
    for profile in &profiles {
        let root = profile.split("\"root\": \"").nth(1);
        let root = root.and_then(|rest| rest.split('"').next());
        let start = format!(
            "\", \"xpath\": \"{}/",
            root.ok_or("a profile names no root: add it to its `form`")?
        );
        if !repeated.contains(&start) {
            repeated.push(start);
        }
    }
    for (character, text) in (FIRST..0x20).zip(&repeated) {
        for profile in &mut profiles {
            *profile = profile.replace(text.as_str(), &char::from(character).to_string());
        }
    }
    let code = format!(
        "const FIRST: u8 = {FIRST};\nconst REPEATED: &[&str] = &{repeated:?};\n\
         const PACKED: [&str; {}] = {profiles:?};\n",
        PROFILES.len()
    );
    let out = env::var("OUT_DIR")?;
    fs::write(Path::new(&out).join("profiles.rs"), code)?;
    Ok(())
}
