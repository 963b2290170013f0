//! The playground's page: Trunk's release build, then what Trunk does not do.

mod pack;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::repo::Repo;
use crate::run::Cmd;
use crate::{setup, wasm};

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
    wasm::page_part(repo, "taxgrade-ask", &dist.join(ASKING), "ask")?;
    let reports = dist.join(REPORTS);
    wasm::page_part(repo, "taxgrade-report", &reports, "report")?;
    copy(
        &repo.path("web/js/report-worker.js"),
        &reports.join("worker.js"),
    )?;
    move_script_out(repo, &dist)?;
    pack::pack(repo, &dist)?;
    copy_packages(repo, &dist)?;
    pack_sample(repo, &dist)?;
    list_for_offline(repo, &dist)
}

/// Takes the README's picture of the page as it was just built.
pub(crate) fn screenshot(repo: &Repo) -> Result<()> {
    Cmd::new("node")
        .args(["tests/browser/screenshot.mjs", "web/screenshot.png"])
        .dir(&repo.root)
        .env("TAXGRADE_CHROMIUM", setup::CHROMIUM)
        .advice("the message above says what the page did not show")
        .run()
}

/// The script that keeps the page's files for when there is no network, with their list.
fn list_for_offline(repo: &Repo, dist: &Path) -> Result<()> {
    let mut names = vec!["./".to_owned()];
    for file in files(dist)? {
        let name = file
            .strip_prefix(dist)?
            .to_string_lossy()
            .replace('\\', "/");
        let later = [
            VIEWER,
            SAMPLE,
            ASKING,
            REPORTS,
            "_headers",
            "index.html",
            "offline.js",
            ".trunk",
        ];
        if !later.iter().any(|start| name.starts_with(start)) {
            names.push(format!("./{name}"));
        }
    }
    let script = repo
        .text("web/js/offline.js")?
        .replace("__FILES__", &format!("{names:?}"));
    let to = dist.join("offline.js");
    fs::write(&to, script).with_context(|| format!("writing `{}`", to.display()))?;
    pack::script(repo, &to)
}

/// Where the PDF viewer goes below dist. The page loads it with the first PDF.
pub(crate) const VIEWER: &str = "pdfjs";

/// Where the part that asks models goes below dist. The page loads it when somebody wants to ask.
pub(crate) const ASKING: &str = "ask/";

/// Where the part that writes reports goes below dist. The page loads it when somebody wants one.
pub(crate) const REPORTS: &str = "report/";

/// What the page takes from npm. The viewer needs at run time itself, its worker, fonts for documents that bring none, and
/// decoders for scanned pages.
fn copy_packages(repo: &Repo, dist: &Path) -> Result<()> {
    let package = repo.path("web/node_modules/pdfjs-dist");
    let to = dist.join(VIEWER);
    wasm::clear(&to)?;
    for file in ["pdf.min.mjs", "pdf.worker.min.mjs"] {
        copy(&package.join("legacy/build").join(file), &to.join(file))?;
    }
    for folder in ["standard_fonts", "wasm"] {
        wasm::clear(&to.join(folder))?;
        for file in files(&package.join(folder))? {
            // The fallback is for browsers without WebAssembly, where this page does not start.
            let name = file.file_name().unwrap_or_default();
            if !name.to_string_lossy().ends_with(".js") {
                copy(&file, &to.join(folder).join(name))?;
            }
        }
    }
    copy(&package.join("LICENSE"), &to.join("LICENSE"))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to)
        .map(drop)
        .with_context(|| format!("copying `{}` to `{}`", from.display(), to.display()))
}

/// The archive behind the page's sample button.
pub(crate) const SAMPLE: &str = "sample.zip";

/// The sample is a data set like any other, with cases and saved runs, in the benchmark's layout.
fn pack_sample(repo: &Repo, dist: &Path) -> Result<()> {
    let root = repo.path("test_data");
    let file = fs::File::create(dist.join(SAMPLE)).context("creating the sample")?;
    let mut archive = zip::ZipWriter::new(file);
    let options = zip::write::SimpleFileOptions::default()
        .compression_method(zip::CompressionMethod::Deflated)
        .compression_level(Some(9));
    for path in files(&root.join("ty25"))? {
        let name = path
            .strip_prefix(&root)?
            .to_string_lossy()
            .replace('\\', "/");
        if name.ends_with("NOTES.md") {
            continue;
        }
        archive.start_file(name, options)?;
        archive.write_all(&fs::read(&path)?)?;
    }
    archive.finish()?;
    Ok(())
}

/// Trunk starts the page from a script inside index.html. A content security policy that allows
/// inline scripts protects little, and a nonce needs a server that thinks, so a file takes its
/// place: web/js/boot.js, which also says when something did not load.
fn move_script_out(repo: &Repo, dist: &Path) -> Result<()> {
    let index = dist.join("index.html");
    let html =
        fs::read_to_string(&index).with_context(|| format!("reading `{}`", index.display()))?;
    let Some((html, script)) = without_inline_script(&html) else {
        bail!(
            "`{}` holds no inline start script: has this Trunk another way to start?",
            index.display()
        );
    };
    let (Some(glue), Some(module)) = (quoted(&script, ".js"), quoted(&script, ".wasm")) else {
        bail!("the start script names no module: {script}");
    };
    let start = repo
        .text("web/js/boot.js")?
        .replace("__GLUE__", &glue)
        .replace("__WASM__", &module);
    let boot = dist.join(BOOT);
    fs::write(&boot, start).with_context(|| format!("writing `{}`", boot.display()))?;
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

/// The file name in quotes with an ending, without the folder in front.
fn quoted(script: &str, ending: &str) -> Option<String> {
    script
        .split(['\'', '"'])
        .find(|part| part.ends_with(ending))
        .map(|part| part.trim_start_matches(['.', '/']).to_owned())
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

    #[test]
    fn the_start_script_names_its_files() {
        let script = "import init from './a-1.js';\nconst w = await init({ module_or_path: './a-1_bg.wasm' });";
        assert_eq!(quoted(script, ".js").as_deref(), Some("a-1.js"));
        assert_eq!(quoted(script, ".wasm").as_deref(), Some("a-1_bg.wasm"));
    }
}
