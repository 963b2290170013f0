//! The `taxgrade` command.

fn main() -> std::process::ExitCode {
    taxgrade_cli::main()
}
