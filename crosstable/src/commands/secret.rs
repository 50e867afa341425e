//! `crosstable secret`: the secret that signs sessions and consistency tokens.

use chrono::{SecondsFormat, TimeDelta};
use clap::{Args, Subcommand};
use service_kit::clock::{Clock, SystemClock};
use service_kit::secret::Secret as Value;

use super::Options;
use crate::out;

/// The commands of `crosstable secret`.
#[derive(Debug, Subcommand)]
pub(super) enum Secret {
    /// Make a new secret, and accept the previous one for some time
    #[command(
        after_help = "Examples:\n  crosstable secret rotate\n  crosstable secret rotate --accept-former 0   if others may know it\n  \
        crosstable --secret-file /etc/crosstable/secret secret rotate --start-in 600\n\n\
        Running servers read the new secret within seconds. Sessions, consistency tokens and known browsers that the\n\
        previous secret signed stay valid until its time is over. If processes have copies of the file, copy it to\n\
        all of them before the new secret begins to sign."
    )]
    Rotate(Rotate),
}

#[derive(Debug, Args)]
pub(super) struct Rotate {
    /// Hours for which the previous secret is accepted; 0 ends every session at once
    #[arg(long, value_name = "HOURS", default_value_t = 24, value_parser = clap::value_parser!(u32).range(0..=8_760))]
    accept_former: u32,
    /// Seconds until the new secret signs; every process must know it by then
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u32).range(0..=86_400))]
    start_in: u32,
}

impl Secret {
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<()> {
        let Self::Rotate(Rotate { accept_former, start_in }) = self;
        let (home, now) = (options.home_of_secret()?, SystemClock.now());
        let until = now + TimeDelta::hours(i64::from(accept_former));
        // A secret must not sign after it is no longer accepted.
        let from = (now + TimeDelta::seconds(i64::from(start_in))).min(until);
        let file = home.rotate_secret(Value::generate(), now, from, until)?;
        let time = |time: chrono::DateTime<chrono::Utc>| time.to_rfc3339_opts(SecondsFormat::Secs, true);
        out::say(format_args!("{} holds a new secret, which signs from {}.", file.display(), time(from)));
        if accept_former == 0 {
            out::say(format_args!("The previous one is no longer accepted: every session has ended."));
        } else {
            out::say(format_args!("The previous one is accepted until {}.", time(until)));
        }
        Ok(())
    }
}
