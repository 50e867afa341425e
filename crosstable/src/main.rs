//! The `crosstable` program: reads the command line and runs it.

use std::process::ExitCode;

use clap::Parser;
use crosstable::commands::{self, Cli};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    commands::run(Cli::parse()).await
}
