//! From Rust to what ships: compile, bind, shrink.

mod order;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::repo::{Repo, WASM};
use crate::run::Cmd;

/// Below tests/node_modules.
pub(crate) const WASM_OPT: &str = "binaryen/bin/wasm-opt";

/// The profile in the root Cargo.toml whose settings all crates in the module get.
const PROFILE: &str = "wasm";

/// The same for the page.
const PAGE_PROFILE: &str = "web";

/// The module's name in the artefacts, from the crate's.
pub(crate) const MODULE: &str = "taxgrade_wasm";

/// What rustc turns on by default and every browser since 2022 has, and for the npm package vector
/// instructions, which the last one (Safari) got in March 2023. wasm-opt must be told, since it
/// assumes the oldest WebAssembly.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
];

/// Copies of functions in their callers, and values kept for a second use, make the module a little
/// smaller and what is transferred larger: they compress worse than calls and repetition. Only the
/// smallest functions are copied, for speed.
const FOR_TRANSFER: [&str; 8] = [
    // No address lies in the first kilobyte: the stack ends there.
    "--low-memory-unused",
    "--skip-pass=local-cse",
    "--skip-pass=simplify-locals",
    "--strip-producers",
    "--strip-target-features",
    "--always-inline-max-function-size=3",
    "--flexible-inline-max-function-size=0",
    "--one-caller-inline-max-function-size=0",
];

/// What the npm package is made of: a crate, the name of its glue in pkg/src/generated, and its
/// module in pkg/dist.
const PARTS: [(&str, &str, &str); 2] = [
    ("taxgrade-wasm", "glue", "taxgrade.wasm"),
    ("taxgrade-wasm-cli", "cli-glue", "taxgrade-cli.wasm"),
];

/// Builds the npm package: the modules and their glue, then what is made of them and of pkg/src.
pub(crate) fn package(repo: &Repo) -> Result<()> {
    // What an earlier build left must neither ship nor be tested in place of this one.
    let (dist, generated) = (repo.path("pkg/dist"), repo.path("pkg/src/generated"));
    clear(&dist)?;
    clear(&generated)?;
    for (name, glue, module) in PARTS {
        let out = repo.scratch("pkg").join(name);
        clear(&out)?;
        bind(&compile_crate(repo, name, PROFILE)?, "web", &out)?;
        let bound = out.join(format!("{MODULE}_bg.wasm"));
        shrink_package(repo, &bound)?;
        copy(&bound, &dist.join(module))?;
        if name == "taxgrade-wasm" {
            name_functions(repo)?;
        }
        for ending in ["js", "d.ts"] {
            let from = out.join(format!("{MODULE}.{ending}"));
            copy(&from, &generated.join(format!("{glue}.{ending}")))?;
        }
    }
    Cmd::new("node")
        .arg(repo.path("pkg/build.mjs"))
        .advice("the messages above say what does not build in pkg/src")
        .run()
}

/// The npm module with the names of its functions, which says what its bytes are for.
pub(crate) fn named_module(repo: &Repo) -> PathBuf {
    repo.scratch("pkg").join("named.wasm")
}

fn name_functions(repo: &Repo) -> Result<()> {
    let out = repo.scratch("pkg").join("named");
    clear(&out)?;
    let module = repo.wasm_output(PROFILE)?.join("taxgrade_wasm.wasm");
    bind_with(&module, "web", &out, &["--keep-debug"])?;
    optimize(
        repo,
        &out.join(format!("{MODULE}_bg.wasm")),
        &named_module(repo),
        &["-O3", "--debuginfo"],
    )
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to)
        .map(drop)
        .with_context(|| format!("copying `{}` to `{}`", from.display(), to.display()))
}

/// Compiles the module as rustc leaves it, for the next stages or for looking into it.
pub(crate) fn compile(repo: &Repo) -> Result<PathBuf> {
    compile_crate(repo, "taxgrade-wasm", PROFILE)
}

/// Builds a part of the page that is loaded later: a crate as a module and its glue in a folder.
pub(crate) fn page_part(repo: &Repo, package: &str, out: &Path, name: &str) -> Result<()> {
    clear(out)?;
    let module = compile_crate(repo, package, PAGE_PROFILE)?;
    Cmd::new("wasm-bindgen")
        .arg(module)
        .args(["--target", "web", "--no-typescript", "--out-name", name])
        .arg("--out-dir")
        .arg(out)
        .advice("cargo xtask setup --only wasm-bindgen")
        .read()?;
    shrink(repo, &out.join(format!("{name}_bg.wasm")))
}

fn compile_crate(repo: &Repo, name: &str, profile: &str) -> Result<PathBuf> {
    let cargo = if profile == PROFILE {
        repo.small_wasm_cargo()?
    } else {
        repo.wasm_cargo()?
    };
    // Named alone: with the library for tests beside it, cargo links without looking across crates,
    // and the module is a tenth larger.
    cargo
        .args(["rustc", "--quiet", "-p", name, "--lib"])
        .args(["--crate-type", "cdylib"])
        .args(["--target", WASM, "--profile", profile])
        .advice("the messages above say what does not compile; `cargo xtask setup --for pkg` if a tool is missing")
        .run()?;
    let file = format!("{}.wasm", name.replace('-', "_"));
    Ok(repo.wasm_output(profile)?.join(file))
}

pub(crate) fn bind(module: &Path, target: &str, out: &Path) -> Result<()> {
    bind_with(module, target, out, &[])
}

fn bind_with(module: &Path, target: &str, out: &Path, more: &[&str]) -> Result<()> {
    Cmd::new("wasm-bindgen")
        .arg(module)
        .args(["--target", target, "--out-name", MODULE])
        // The package finds the module itself, and replaces an instance that has trapped.
        .args([
            "--omit-default-module-path",
            "--experimental-reset-state-function",
        ])
        .args(more)
        .arg("--out-dir")
        .arg(out)
        .advice("cargo xtask setup --only wasm-bindgen")
        .read()?;
    Ok(())
}

/// Runs wasm-opt on a file in place, for size.
pub(crate) fn shrink(repo: &Repo, file: &Path) -> Result<()> {
    optimize(repo, file, file, &["-Oz"])
}

/// The same for the npm package: what is made for speed is smaller when packed than what is made
/// for size, and functions that resemble each other are brought together.
fn shrink_package(repo: &Repo, file: &Path) -> Result<()> {
    optimize(repo, file, file, &["-O3"])?;
    let module = fs::read(file).with_context(|| format!("reading `{}`", file.display()))?;
    let named = order::named_by_likeness(&module)
        .with_context(|| format!("ordering the functions of `{}`", file.display()))?;
    fs::write(file, named).with_context(|| format!("writing `{}`", file.display()))?;
    let passes = ["--reorder-functions-by-name", "-O3", "--strip-debug"];
    optimize(repo, file, file, &passes)
}

fn optimize(repo: &Repo, from: &Path, to: &Path, passes: &[&str]) -> Result<()> {
    Cmd::new("node")
        .arg(repo.node_tool(WASM_OPT))
        .args(passes)
        .args(FOR_TRANSFER)
        .args(FEATURES)
        .arg(from)
        .arg("-o")
        .arg(to)
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
