//! The command line: a file for each subject, with one or two commands. The options that all commands share are in
//! `options.rs`.
//!
//! Data goes to stdout, messages for people to stderr. Exit code 0: done; 1: failed or refused; 2: wrong usage.

mod backup;
mod credentials;
mod demo;
mod doctor;
mod dump;
mod erasures;
mod export;
mod import;
mod init;
mod listing;
mod migrate;
mod mirror;
mod options;
mod organizations;
mod secret;
mod serve;
mod service_options;
mod sign_in_options;
mod users;
mod verify;
mod writer;

use std::path::PathBuf;
use std::process::{ExitCode, Termination};

use clap::builder::{OsStr, Resettable};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use futures::future::LocalBoxFuture;

use self::options::{LogFormat, Options};
pub use self::service_options::LimitOptions;
use crate::app::Settings;
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

/// Declares the commands: each has its arguments and a function `run` in a module.
macro_rules! commands {
    ($($(#[$attribute:meta])* $name:ident($module:ident),)*) => {
        #[derive(Debug, Subcommand)]
        enum Command {
            $($(#[$attribute])* $name($module::$name),)*
        }

        impl Command {
            async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
                match self {
                    $(Self::$name(command) => command.run(options).await.map(Termination::report),)*
                }
            }
        }
    };
}

commands! {
    Serve(serve),
    Demo(demo),
    Init(init),
    Import(import),
    Export(export),
    Mirror(mirror),
    Dump(dump),
    /// Manage organizations: stores, clubs, and other organizers
    #[command(subcommand)]
    Organizations(organizations),
    /// Manage people: accounts, passwords, profiles
    #[command(subcommand)]
    Users(users),
    /// Manage members of an organization and their roles
    #[command(subcommand)]
    Members(organizations),
    /// Issue, list, limit and revoke API keys
    #[command(subcommand)]
    Keys(credentials),
    /// Issue, list and revoke people's tokens
    #[command(subcommand)]
    Tokens(credentials),
    Migrate(migrate),
    Rebuild(verify),
    Verify(verify),
    Doctor(doctor),
    Backup(backup),
    Restore(backup),
    /// Show and copy the list of erased people, and remove deleted bytes from files
    #[command(subcommand, after_help = erasures::AFTER_HELP)]
    Erasures(erasures),
    /// Rotate the secret that signs sessions and consistency tokens
    #[command(subcommand)]
    Secret(secret),
}

/// Returns the settings that options give a server on a folder and a free port of this machine. Variables of the environment have
/// no effect: such a server never writes to databases that they name.
pub fn settings<'a>(options: impl IntoIterator<Item = &'a str>, folder: PathBuf) -> anyhow::Result<Settings> {
    let line = ["crosstable", "serve", "--listen", "127.0.0.1:0"].into_iter().chain(options);
    let matches = without_environment(Cli::command()).try_get_matches_from(line)?;
    Cli::from_arg_matches(&matches)?.options.settings(folder)
}

/// Lets a command and those below it read nothing from the environment.
fn without_environment(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| argument.env(Resettable::<OsStr>::Reset));
    command.mut_subcommands(without_environment)
}

/// Runs the command line and reports errors. Boxed, because otherwise all commands would be compiled again with the program.
pub fn run(cli: Cli) -> LocalBoxFuture<'static, ExitCode> {
    Box::pin(async move {
        let done = cli.command.run(&cli.options).await;
        done.unwrap_or_else(|error| {
            out::say(format_args!("error: {error:#}"));
            ExitCode::FAILURE
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    /// Returns how many arguments of a command and of those below it are read from the environment.
    fn from_environment(command: &clap::Command) -> usize {
        let own = command.get_arguments().filter(|argument| argument.get_env().is_some()).count();
        own + command.get_subcommands().map(from_environment).sum::<usize>()
    }

    #[test]
    fn settings_of_options_take_nothing_from_the_environment() {
        // Once it is built, the commands below have the arguments that are global.
        let built = |mut command: clap::Command| {
            command.build();
            from_environment(&command)
        };
        assert!(built(Cli::command()) > 0);
        assert_eq!(built(without_environment(Cli::command())), 0);
    }
}
