//! The one command set of this repository; CI runs the same commands as a person does.

mod bench;
mod bench_batch;
mod bench_stream;
mod connect;
mod counts;
mod module;
mod page;
mod pure;
mod repo;
mod run;
mod serve;
mod setup;
mod size;
mod steps;
mod wasm;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::repo::Repo;
use crate::steps::Suite;

/// Builds, tests and serves this repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Find or install what the other commands need
    Setup {
        /// Only these tools, by the names that `setup` prints
        #[arg(long, value_delimiter = ',', value_name = "TOOL")]
        only: Vec<String>,
        /// Only what these commands need
        #[arg(long = "for", value_delimiter = ',', value_name = "COMMAND",
              value_parser = setup::USES, conflicts_with = "only")]
        uses: Vec<String>,
    },
    /// Run every check and test
    Test {
        /// Only these steps, see --list
        #[arg(long, value_delimiter = ',', value_name = "STEP")]
        only: Vec<String>,
        /// Print the steps and what each is for
        #[arg(long)]
        list: bool,
    },
    /// Run every check and test, and the release builds
    Ready,
    /// Build the playground into dist/
    Web {
        #[command(flatten)]
        policy: Policy,
    },
    /// Build the playground and serve it with the headers it ships with
    Serve {
        /// The port on this machine; 0 takes a free one
        #[arg(long, default_value_t = 8080)]
        port: u16,
        /// Serve what the last build left
        #[arg(long)]
        no_build: bool,
        #[command(flatten)]
        policy: Policy,
    },
    /// Take the README's picture of the playground, web/screenshot.png
    Screenshot,
    /// Build the npm package into pkg/dist/
    Pkg,
    /// Measure the speed, ours and the Python way's
    Bench {
        /// `web` measures the playground instead: its size, and from a paste to painted grades
        #[arg(value_parser = ["web"])]
        what: Option<String>,
    },
}

#[derive(clap::Args)]
struct Policy {
    /// Let the page call this address too, such as a gateway's; may be repeated
    #[arg(
        long,
        value_name = "URL",
        env = "TAXGRADE_CONNECT",
        value_delimiter = ' '
    )]
    connect: Vec<String>,
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<()> {
    let repo = Repo::find()?;
    match cli.command {
        Command::Setup { only, uses } => setup::run(&repo, &only, &uses),
        Command::Test { list: true, .. } => {
            for step in steps::STEPS {
                println!("{:<9} {}", step.name, step.about);
            }
            Ok(())
        }
        Command::Test { only, .. } => steps::run(&repo, Suite::Test, &only),
        Command::Ready => steps::run(&repo, Suite::Ready, &[]),
        Command::Web { policy } => {
            web(&repo)?;
            connect::allow(&repo, &policy.connect)
        }
        Command::Serve {
            port,
            no_build,
            policy,
        } => {
            if !no_build {
                web(&repo)?;
            }
            connect::allow(&repo, &policy.connect)?;
            serve::serve(&repo, port)
        }
        Command::Screenshot => {
            setup::ensure(&repo, &["chromium"])?;
            web(&repo)?;
            page::screenshot(&repo)
        }
        Command::Pkg => {
            setup::run(&repo, &[], &["pkg".to_owned()])?;
            wasm::package(&repo)
        }
        Command::Bench { what: None } => bench::run(&repo),
        Command::Bench { what: Some(_) } => {
            setup::ensure(&repo, &["chromium"])?;
            web(&repo)?;
            bench::web(&repo)
        }
    }
}

fn web(repo: &Repo) -> Result<()> {
    setup::run(repo, &[], &["web".to_owned()])?;
    page::build(repo)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }
}
