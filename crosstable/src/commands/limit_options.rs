//! The options for limits, made from the table in `service_kit::limits`.

use clap::error::Error;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use service_kit::limits::{LIMITS, Limit, Limits};

/// The limits set by options and environment variables.
#[derive(Debug, Clone, Copy)]
pub struct LimitOptions(pub Limits);

impl LimitOptions {
    /// Parses options. Exits with a message if they are invalid, like the command line.
    pub fn parse<'a>(options: impl IntoIterator<Item = &'a str>) -> Limits {
        let command = Self::augment_args(Command::new("limits")).no_binary_name(true);
        Self::from_arg_matches(&command.get_matches_from(options))
            .map_or_else(|error| error.exit(), |options| options.0)
    }
}

impl Args for LimitOptions {
    fn augment_args(command: Command) -> Command {
        LIMITS.iter().fold(command, |command, limit| command.arg(option(limit)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn option(limit: &'static Limit) -> Arg {
    Arg::new(limit.name)
        .long(limit.option())
        .env(limit.variable())
        .value_name(limit.unit.to_ascii_uppercase())
        .value_parser(|text: &str| limit.parse(text))
        .help(format!("{} {} [default: {}]", limit.what, limit.beyond, limit.shown(limit.default)))
        .help_heading("Limits (docs/security.md)")
        .hide_short_help(true)
        .global(true)
}

impl FromArgMatches for LimitOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        Ok(Self(Limits::with(|name| matches.get_one(name).copied())))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
