//! The `taxgrade` command.

use mimalloc::MiMalloc;

/// Threads allocate side by side what other threads free.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> std::process::ExitCode {
    taxgrade_cli::main()
}
