//! The options that set limits, made from the table in `service_kit::limits`.

use clap::error::Error;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use service_kit::limits::{LIMITS, Limit, Limits};

/// The limits, as options and environment variables set them.
#[derive(Debug, Clone, Copy)]
pub(super) struct LimitOptions(pub(super) Limits);

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
