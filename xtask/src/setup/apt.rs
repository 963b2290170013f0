//! Debian packages, on machines that have apt and where this command may use it.

use std::path::Path;

use anyhow::{Result, bail};

use crate::run::{Cmd, ask};

pub(super) fn install(packages: &[&str]) -> Result<()> {
    let by_hand = format!("sudo apt-get install {}", packages.join(" "));
    if !Path::new("/usr/bin/apt-get").exists() {
        bail!(
            "this machine has no apt-get; install by other means: {}",
            packages.join(" ")
        );
    }
    if ask("id", &["-u"]).as_deref() != Some("0") {
        bail!("installing packages needs root\nwhat to do: {by_hand}");
    }
    let get = |args: &[&str]| {
        Cmd::new("apt-get")
            .args(["-q", "-y"])
            .args(args)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .advice(by_hand.clone())
            .read()
    };
    let wanted = [&["install", "--no-install-recommends"], packages].concat();
    // A new machine has no package list yet, an old one may have a stale one.
    if get(&wanted).is_err() {
        get(&["update"])?;
        get(&wanted)?;
    }
    Ok(())
}
