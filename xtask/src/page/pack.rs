//! Makes the page's scripts and styles small: one script with the snippets inside, one style sheet,
//! both without what only people read. esbuild does it, as for the npm package.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::files;
use crate::repo::Repo;
use crate::run::Cmd;

const ESBUILD: &str = "esbuild/bin/esbuild";
/// Where wasm-bindgen puts the page's own JavaScript.
const SNIPPETS: &str = "snippets";
const STYLE: &str = "style";

pub(super) fn pack(repo: &Repo, dist: &Path) -> Result<()> {
    for script in top_level(dist, "js")? {
        self::script(repo, &script)?;
    }
    let archives = dist.join("zip-worker.js");
    // The licence of what comes with it asks for this line.
    let licence = repo.text("web/node_modules/fflate/LICENSE")?;
    let copyright = licence.lines().find(|line| line.starts_with("Copyright"));
    let copyright = copyright.context("fflate's licence names nobody")?;
    esbuild(repo, &repo.path("web/js/zip-worker.js"), |esbuild| {
        esbuild
            .args(["--bundle", "--format=iife"])
            .arg(format!(
                "--banner:js=/* fflate, MIT License. {copyright} */"
            ))
            .arg(outfile(&archives))
    })?;
    let snippets = dist.join(SNIPPETS);
    if snippets.exists() {
        fs::remove_dir_all(&snippets)
            .with_context(|| format!("removing `{}`", snippets.display()))?;
    }
    let index = dist.join("index.html");
    let html =
        fs::read_to_string(&index).with_context(|| format!("reading `{}`", index.display()))?;
    let html = one_style(repo, dist, &without_links(&html, &format!("./{SNIPPETS}/")))?;
    fs::write(&index, html).with_context(|| format!("writing `{}`", index.display()))
}

/// Makes one script smaller where it lies, with the snippets it imports inside.
pub(super) fn script(repo: &Repo, file: &Path) -> Result<()> {
    let text = fs::read_to_string(file).with_context(|| format!("reading `{}`", file.display()))?;
    let bundle = text.contains(&format!("./{SNIPPETS}/"));
    esbuild(repo, file, |esbuild| {
        let esbuild = esbuild.args(["--allow-overwrite", "--format=esm"]);
        let esbuild = if bundle {
            esbuild.arg("--bundle")
        } else {
            esbuild
        };
        esbuild.arg(outfile(file))
    })
}

fn outfile(file: &Path) -> String {
    format!("--outfile={}", file.display())
}

fn esbuild(repo: &Repo, entry: &Path, with: impl FnOnce(Cmd) -> Cmd) -> Result<()> {
    let command = Cmd::new(repo.node_tool(ESBUILD))
        .arg(entry)
        .args(["--minify", "--target=es2022", "--log-level=warning"])
        // wasm-bindgen names a snippet once for every import of it, each time the same one.
        .arg("--log-override:duplicate-object-key=silent")
        .dir(&repo.root);
    with(command)
        .advice("cargo xtask setup --only node-packages,web-packages")
        .run()
}

/// The style sheets of the page as one, in their order, named by its content.
fn one_style(repo: &Repo, dist: &Path, html: &str) -> Result<String> {
    let links = links(html, "rel=\"stylesheet\"");
    let mut sheets = Vec::new();
    for link in &links {
        let Some(href) = attribute(link, "href") else {
            bail!("a style sheet without an address: {link}");
        };
        sheets.push(dist.join(href.trim_start_matches("./")));
    }
    let Some(first) = links.first() else {
        bail!("the page has no style sheet");
    };
    let imports: String = sheets
        .iter()
        .map(|sheet| format!("@import {:?};\n", sheet.display().to_string()))
        .collect();
    let folder = repo.scratch("page");
    crate::wasm::clear(&folder)?;
    let entry = folder.join(format!("{STYLE}.css"));
    fs::write(&entry, imports).with_context(|| format!("writing `{}`", entry.display()))?;
    esbuild(repo, &entry, |esbuild| {
        esbuild
            .args(["--bundle", "--entry-names=[name]-[hash]"])
            .arg(format!("--outdir={}", dist.display()))
    })?;
    for sheet in &sheets {
        fs::remove_file(sheet).with_context(|| format!("removing `{}`", sheet.display()))?;
    }
    let written = top_level(dist, "css")?;
    let [style] = written.as_slice() else {
        bail!(
            "one style sheet was to be left, but there are {}",
            written.len()
        );
    };
    let name = style.file_name().unwrap_or_default().to_string_lossy();
    let one = format!("<link rel=\"stylesheet\" href=\"./{name}\"/>");
    let mut html = html.replacen(first, &one, 1);
    for link in links.iter().skip(1) {
        html = html.replacen(link, "", 1);
    }
    Ok(html)
}

/// The files with an ending that lie in the folder itself.
fn top_level(dist: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let mut found = files(dist)?;
    found.retain(|file| {
        file.parent() == Some(dist) && file.extension().is_some_and(|one| one == ending)
    });
    Ok(found)
}

/// The link elements that hold a text.
fn links(html: &str, holds: &str) -> Vec<String> {
    html.split("<link ")
        .skip(1)
        .filter_map(|rest| rest.split_once('>'))
        .map(|(inside, _)| format!("<link {inside}>"))
        .filter(|link| link.contains(holds))
        .collect()
}

fn attribute<'h>(element: &'h str, name: &str) -> Option<&'h str> {
    let (_, rest) = element.split_once(&format!("{name}=\""))?;
    rest.split('"').next()
}

fn without_links(html: &str, holds: &str) -> String {
    links(html, holds)
        .iter()
        .fold(html.to_owned(), |html, link| html.replacen(link, "", 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_and_left_out() {
        let html = "<link rel=\"a\" href=\"./x.css\"/><link rel=\"b\" href=\"./snippets/y.js\"><p>";
        assert_eq!(
            links(html, "rel=\"a\""),
            ["<link rel=\"a\" href=\"./x.css\"/>"]
        );
        assert_eq!(
            attribute(&links(html, "")[1], "href"),
            Some("./snippets/y.js")
        );
        assert_eq!(
            without_links(html, "./snippets/"),
            "<link rel=\"a\" href=\"./x.css\"/><p>"
        );
    }
}
