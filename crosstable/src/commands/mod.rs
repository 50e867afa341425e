//! The command line: one file per command. The shared options are in `options.rs`.
//!
//! Data goes to stdout, messages for people to stderr. Exit code 0: done; 1: failed or refused; 2: wrong usage.

mod backup;
mod demo;
mod doctor;
mod dump;
mod erase_user;
mod erasures;
mod expiry;
mod export;
mod import;
mod init;
mod keys;
mod listing;
mod lookup;
mod members;
mod migrate;
mod mirror;
mod options;
mod organizations;
mod progress;
mod restore;
mod secret;
mod serve;
mod service_options;
mod tokens;
mod users;
mod verify;
mod writer;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use self::options::{LogFormat, Options};
pub use self::service_options::LimitOptions;
use crate::out;

const AFTER_HELP: &str = "\
Examples:
  crosstable demo                                       try the service with generated data
  crosstable init --organization \"Corner Store\" --username ada
                                                        the first organization, its administrator, and a key
  crosstable keys issue --organization 1 --name overlay --role READ_ONLY
  crosstable import week-*.json --organization 1        with --dry-run, nothing is stored
  crosstable serve                                      http://127.0.0.1:8080
  crosstable --data-dir /srv/crosstable verify          options may come before or after the command

Data is printed to stdout, messages to stderr.
Exit codes: 0 done, 1 failed or refused, 2 wrong usage.";

/// Tournament and convention data for trading-card-game communities, self-hosted.
#[derive(Debug, Parser)]
#[command(name = "crosstable", version, after_help = AFTER_HELP, propagate_version = true, disable_help_subcommand = true)]
pub struct Cli {
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::Serve),
    Demo(demo::Demo),
    Init(init::Init),
    Import(import::Import),
    Export(export::Export),
    Mirror(mirror::Mirror),
    Dump(dump::Dump),
    Organizations(organizations::Organizations),
    Users(users::Users),
    Members(members::Members),
    Keys(keys::Keys),
    Tokens(tokens::Tokens),
    Migrate(migrate::Migrate),
    Rebuild(verify::Rebuild),
    Verify(verify::Verify),
    Doctor(doctor::Doctor),
    Backup(backup::Backup),
    Restore(restore::Restore),
    Erasures(erasures::Erasures),
    Secret(secret::Secret),
}

/// Runs the command line and reports errors.
pub async fn run(cli: Cli) -> ExitCode {
    let Cli { options, command } = cli;
    let done = match command {
        Command::Serve(serve) => serve.run(&options).await,
        Command::Demo(demo) => demo.run(&options).await,
        Command::Init(init) => init.run(&options).await,
        Command::Import(import) => import.run(&options).await,
        Command::Export(export) => export.run(&options).await,
        Command::Mirror(mirror) => mirror.run().await,
        Command::Dump(dump) => dump.run(&options).await,
        Command::Organizations(organizations) => organizations.run(&options).await,
        Command::Users(users) => users.run(&options).await,
        Command::Members(members) => members.run(&options).await,
        Command::Keys(keys) => keys.run(&options).await,
        Command::Tokens(tokens) => tokens.run(&options).await,
        Command::Migrate(migrate) => migrate.run(&options).await,
        Command::Rebuild(rebuild) => rebuild.run(&options).await,
        Command::Verify(verify) => verify.run(&options).await,
        Command::Doctor(doctor) => doctor.run(&options).await,
        Command::Backup(backup) => backup.run(&options).await,
        Command::Restore(restore) => restore.run(&options).await,
        Command::Erasures(erasures) => erasures.run(&options).await,
        Command::Secret(secret) => secret.run(&options),
    };
    done.unwrap_or_else(|error| {
        out::say(format_args!("error: {error:#}"));
        ExitCode::FAILURE
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
