//! From Rust to what ships: compile, bind, shrink.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::repo::{Repo, WASM};
use crate::run::Cmd;

/// Below tests/node_modules.
pub(crate) const WASM_OPT: &str = "binaryen/bin/wasm-opt";

/// The profile in the root Cargo.toml whose settings all crates in the module get.
const PROFILE: &str = "wasm";

/// The module's name in the artefacts, from the crate's.
pub(crate) const MODULE: &str = "taxgrade_wasm";

/// What rustc turns on by default and every browser since 2022 has. wasm-opt must be told, since
/// it assumes the oldest WebAssembly.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// The kinds of glue in the npm package: a folder of `pkg/dist` and wasm-bindgen's word for it.
const GLUE: [(&str, &str); 2] = [("web", "web"), ("node", "nodejs")];

/// Builds the artefacts of the npm package into `pkg/dist`.
pub(crate) fn package(repo: &Repo) -> Result<()> {
    // What an earlier build left must neither ship nor be tested in place of this one.
    for (folder, _) in GLUE {
        clear(&repo.path("pkg/dist").join(folder))?;
    }
    let module = compile(repo)?;
    for (folder, target) in GLUE {
        let out = repo.path("pkg/dist").join(folder);
        bind(&module, target, &out)?;
        if target == "nodejs" {
            // wasm-bindgen writes CommonJS for Node, whatever the package around it says.
            let manifest = out.join("package.json");
            fs::write(&manifest, "{ \"type\": \"commonjs\" }\n")
                .with_context(|| format!("writing `{}`", manifest.display()))?;
        }
        shrink(repo, &out.join(format!("{MODULE}_bg.wasm")))?;
    }
    Ok(())
}

/// Compiles the module as rustc leaves it, for the next stages or for looking into it.
pub(crate) fn compile(repo: &Repo) -> Result<PathBuf> {
    repo.wasm_cargo()?
        .args(["build", "--quiet", "-p", "taxgrade-wasm", "--lib"])
        .args(["--target", WASM, "--profile", PROFILE])
        .advice("the messages above say what does not compile; `cargo xtask setup --for pkg` if a tool is missing")
        .run()?;
    Ok(repo.wasm_output(PROFILE)?.join(format!("{MODULE}.wasm")))
}

pub(crate) fn bind(module: &Path, target: &str, out: &Path) -> Result<()> {
    Cmd::new("wasm-bindgen")
        .arg(module)
        .args(["--target", target, "--out-name", MODULE, "--out-dir"])
        .arg(out)
        .advice("cargo xtask setup --only wasm-bindgen")
        .read()?;
    Ok(())
}

/// Runs wasm-opt on a file in place.
pub(crate) fn shrink(repo: &Repo, file: &Path) -> Result<()> {
    Cmd::new("node")
        .arg(repo.node_tool(WASM_OPT))
        .arg("-Oz")
        .args(FEATURES)
        .arg(file)
        .arg("-o")
        .arg(file)
        .advice("cargo xtask setup --only node-packages,wasm-opt")
        .read()?;
    Ok(())
}

/// An existing, empty folder.
pub(crate) fn clear(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("removing `{}`", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("creating `{}`", folder.display()))
}
