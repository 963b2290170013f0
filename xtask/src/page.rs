//! The playground's page: Trunk's release build, then what Trunk does not do.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::repo::Repo;
use crate::run::Cmd;
use crate::wasm;

pub(crate) const DIST: &str = "dist";

pub(crate) fn build(repo: &Repo) -> Result<()> {
    let trunk = Cmd::new("trunk")
        .args(["build", "--release"])
        .dir(&repo.root)
        // Trunk 0.21 takes only `true` and `false` here, but many terminals and CI set `1`.
        .env_remove("NO_COLOR")
        .advice("the messages above say what failed; `cargo xtask setup --for web` if a tool is missing");
    repo.with_wasm_rust(trunk)?.run()?;
    let dist = repo.path(DIST);
    let modules: Vec<PathBuf> = files(&dist)?
        .into_iter()
        .filter(|file| file.extension().is_some_and(|ending| ending == "wasm"))
        .collect();
    if modules.is_empty() {
        bail!("Trunk left no .wasm file in `{}`", dist.display());
    }
    for module in &modules {
        wasm::shrink(repo, module)?;
    }
    move_script_out(&dist)
}

/// Trunk starts the page from a script inside index.html. A content security policy that allows
/// inline scripts protects little, and a nonce needs a server that thinks, so the script becomes a
/// file of its own.
fn move_script_out(dist: &Path) -> Result<()> {
    let index = dist.join("index.html");
    let html =
        fs::read_to_string(&index).with_context(|| format!("reading `{}`", index.display()))?;
    let Some((html, script)) = without_inline_script(&html) else {
        bail!(
            "`{}` holds no inline start script: has this Trunk another way to start?",
            index.display()
        );
    };
    let boot = dist.join(BOOT);
    fs::write(&boot, script).with_context(|| format!("writing `{}`", boot.display()))?;
    fs::write(&index, html).with_context(|| format!("writing `{}`", index.display()))
}

const BOOT: &str = "boot.js";
const OPEN: &str = "<script type=\"module\"";

fn without_inline_script(html: &str) -> Option<(String, String)> {
    let (before, rest) = html.split_once(OPEN)?;
    let (_nonce, rest) = rest.split_once('>')?;
    let (script, after) = rest.split_once("</script>")?;
    if script.trim().is_empty() {
        return None;
    }
    let html = format!("{before}{OPEN} src=\"./{BOOT}\"></script>{after}");
    Some((html, format!("{}\n", script.trim())))
}

/// All files below a folder, sorted, so that listings do not jump about.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries =
            fs::read_dir(&folder).with_context(|| format!("reading `{}`", folder.display()))?;
        for entry in entries {
            let path = entry
                .with_context(|| format!("reading `{}`", folder.display()))?
                .path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_script_becomes_a_file() {
        let html = "<head>\n<script type=\"module\" nonce=\"x\">\nimport a from './a.js';\n</script></head>";
        let expected = (
            "<head>\n<script type=\"module\" src=\"./boot.js\"></script></head>".to_owned(),
            "import a from './a.js';\n".to_owned(),
        );
        assert_eq!(without_inline_script(html), Some(expected));
        assert_eq!(without_inline_script("<head></head>"), None);
    }
}
