//! Where things are in this repository, and which Rust builds which part of it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::run::{Cmd, ask, cargo_home, search_path};

pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Debian's own Rust, for machines where rustup is absent or cannot download: it ships the
/// standard library as source for this target.
pub(crate) const DEBIAN_PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_LINKER: &str = "/usr/bin/wasm-ld-19";

pub(crate) struct Repo {
    pub(crate) root: PathBuf,
    target: PathBuf,
}

impl Repo {
    pub(crate) fn find() -> Result<Self> {
        // Cargo sets the variable for `cargo run`; the compiled-in path is for a binary that is
        // started by hand.
        let manifest = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = manifest
            .parent()
            .with_context(|| format!("`{}` has no parent folder", manifest.display()))?
            .to_owned();
        let target =
            env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        let target = root.join(target);
        Ok(Self { root, target })
    }

    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    pub(crate) fn text(&self, relative: &str) -> Result<String> {
        let path = self.path(relative);
        fs::read_to_string(&path).with_context(|| format!("reading `{}`", path.display()))
    }

    /// The cargo that runs this very command.
    pub(crate) fn cargo(&self) -> Cmd {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        Cmd::new(cargo).dir(&self.root)
    }

    /// Cargo of another toolchain; rustup must be there.
    pub(crate) fn cargo_of(&self, toolchain: &str) -> Cmd {
        Cmd::new("rustup")
            .args(["run", toolchain, "cargo"])
            .dir(&self.root)
            .env_remove("CARGO")
    }

    /// Cargo able to build for the browser.
    pub(crate) fn wasm_cargo(&self) -> Result<Cmd> {
        let cargo = match WasmRust::find()? {
            WasmRust::Own => self.cargo(),
            WasmRust::Debian => self.with_debian(Cmd::new(DEBIAN_CARGO).dir(&self.root)),
        };
        Ok(self.without_own_paths(cargo, &[]))
    }

    /// The same for what ships to npm, made as small as compilers can: the standard library is
    /// built along with it, for size, and what stops the module says nothing, since nothing in
    /// WebAssembly would print it. That needs std's source and flags that rustc counts as unstable;
    /// without the source the module is larger and otherwise the same.
    pub(crate) fn small_wasm_cargo(&self) -> Result<Cmd> {
        if WasmRust::find()? != WasmRust::Own || std_source("rustc").is_none() {
            return self.wasm_cargo();
        }
        Ok(self
            .without_own_paths(self.cargo(), &SMALL)
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort")
            .env("CARGO_UNSTABLE_BUILD_STD_FEATURES", "optimize_for_size"))
    }

    /// Lets a command that calls cargo by itself, such as Trunk, use the right Rust.
    pub(crate) fn with_wasm_rust(&self, command: Cmd) -> Result<Cmd> {
        let command = self.without_own_paths(command, &[]);
        Ok(match WasmRust::find()? {
            WasmRust::Own => command,
            WasmRust::Debian => {
                let others = search_path().unwrap_or_default();
                let first = Path::new(DEBIAN_CARGO).parent().map(Path::to_owned);
                let all = first.into_iter().chain(env::split_paths(&others));
                let path = env::join_paths(all).context("PATH holds an unusable folder")?;
                self.with_debian(command).env("PATH", path)
            }
        })
    }

    /// Panic messages hold source paths: what ships names none of the machine that built it, and
    /// comes out the same on another. Flags that the caller's environment sets win.
    fn without_own_paths(&self, command: Cmd, more: &[&str]) -> Cmd {
        const FLAGS: [&str; 2] = ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"];
        if FLAGS.iter().any(|name| env::var_os(name).is_some()) {
            return command;
        }
        let mut flags = vec![remap(&self.root, "/taxgrade")];
        flags.extend(cargo_home().map(|home| remap(&home.join("registry/src"), "/deps")));
        flags.extend(more.iter().map(|&flag| flag.to_owned()));
        command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
    }

    fn with_debian(&self, command: Cmd) -> Cmd {
        command
            .env("CARGO", DEBIAN_CARGO)
            .env("RUSTC", DEBIAN_RUSTC)
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", DEBIAN_LINKER)
            .env("CARGO_TARGET_DIR", self.debian_target())
    }

    // Two compilers in one target folder would rebuild everything at each change of hands.
    fn debian_target(&self) -> PathBuf {
        self.target.join("debian")
    }

    /// The folder that holds what `cargo` builds without a profile's name.
    pub(crate) fn debug_output(&self) -> PathBuf {
        self.target.join("debug")
    }

    /// The folder that holds what `wasm_cargo` builds in a profile.
    pub(crate) fn wasm_output(&self, profile: &str) -> Result<PathBuf> {
        let target = match WasmRust::find()? {
            WasmRust::Own => self.target.clone(),
            WasmRust::Debian => self.debian_target(),
        };
        Ok(target.join(WASM).join(profile))
    }

    /// A command of this workspace, built for release.
    pub(crate) fn release_binary(&self, name: &str) -> PathBuf {
        self.target.join("release").join(name)
    }

    /// A folder for intermediate files, beside the builds.
    pub(crate) fn scratch(&self, name: &str) -> PathBuf {
        self.target.join("xtask").join(name)
    }

    /// The exact version of a crate in Cargo.lock, the one place where it is written.
    pub(crate) fn locked(&self, name: &str) -> Result<String> {
        locked_version(&self.text("Cargo.lock")?, name)
            .with_context(|| format!("`{name}` is not in Cargo.lock"))
    }

    /// A script of the Node development tools, to be run by `node`.
    pub(crate) fn node_tool(&self, relative: &str) -> PathBuf {
        self.path("tests/node_modules").join(relative)
    }
}

/// Vector instructions look for bytes sixteen at a time, and take no more code than loops do. Panics
/// stop at once and know no place. Loops keep their one counter, from which addresses are made where
/// they are needed: a counter for each takes more code and is not faster here.
const SMALL: [&str; 5] = [
    "-Ctarget-feature=+simd128",
    "-Zunstable-options",
    "-Cpanic=immediate-abort",
    "-Zlocation-detail=none",
    "-Cllvm-args=-disable-lsr",
];

/// Which Rust builds for the browser on this machine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WasmRust {
    /// The default one, with the target added.
    Own,
    Debian,
}

impl WasmRust {
    pub(crate) fn find() -> Result<Self> {
        Self::installed().with_context(|| {
            format!("no Rust here can build for {WASM}\nwhat to do: cargo xtask setup --only wasm-target")
        })
    }

    pub(crate) fn installed() -> Option<Self> {
        if rustc_has_wasm() {
            return Some(Self::Own);
        }
        let complete = [DEBIAN_RUSTC, DEBIAN_CARGO, DEBIAN_LINKER]
            .iter()
            .all(|file| Path::new(file).is_file());
        (complete && std_source(DEBIAN_RUSTC).is_some()).then_some(Self::Debian)
    }
}

fn remap(folder: &Path, name: &str) -> String {
    format!("--remap-path-prefix={}={name}", folder.display())
}

fn rustc_has_wasm() -> bool {
    let libdir = ask("rustc", &["--print", "target-libdir", "--target", WASM]);
    libdir
        .and_then(|dir| fs::read_dir(dir).ok())
        .is_some_and(|mut files| {
            files.any(|file| {
                file.is_ok_and(|file| file.file_name().to_string_lossy().starts_with("libstd-"))
            })
        })
}

/// Where the source of a compiler's standard library lies, when it is installed.
pub(crate) fn std_source(rustc: &str) -> Option<PathBuf> {
    let sysroot = ask(rustc, &["--print", "sysroot"])?;
    let source = Path::new(&sysroot).join("lib/rustlib/src/rust/library/std");
    source.exists().then_some(source)
}

fn locked_version(lock: &str, name: &str) -> Option<String> {
    let mut lines = lock.lines();
    let wanted = format!("name = \"{name}\"");
    lines.find(|line| *line == wanted)?;
    let version = lines.next()?.strip_prefix("version = \"")?;
    Some(version.strip_suffix('"')?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_is_found_by_its_whole_name() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(
            locked_version(lock, "wasm-bindgen").as_deref(),
            Some("0.2.130")
        );
        assert_eq!(locked_version(lock, "wasm"), None);
    }
}
