//! Until when a key or a token is to be good.

use anyhow::Context;
use chrono::{DateTime, Duration, SecondsFormat, Utc};
use clap::Args;

/// For something new.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct ExpiresIn {
    /// Refuse it after so many days [default: never]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    expires_in_days: Option<u16>,
}

/// For something that is there.
#[derive(Debug, Clone, Args)]
#[group(required = true, multiple = false)]
pub(super) struct Expiry {
    /// Refuse it so many days from now; 0 for at once
    #[arg(long, value_name = "N")]
    in_days: Option<u16>,
    /// Refuse it from this time on: 2027-01-31T18:00:00Z
    #[arg(long, value_name = "TIME")]
    at: Option<DateTime<Utc>>,
    /// Never refuse it for its age
    #[arg(long)]
    never: bool,
}

impl ExpiresIn {
    /// The time.
    pub(super) fn time(self, now: DateTime<Utc>) -> anyhow::Result<Option<DateTime<Utc>>> {
        self.expires_in_days.map(|days| days_from(now, days)).transpose()
    }
}

impl Expiry {
    /// The time.
    pub(super) fn time(&self, now: DateTime<Utc>) -> anyhow::Result<Option<DateTime<Utc>>> {
        match self.in_days {
            Some(days) => days_from(now, days).map(Some),
            None => Ok(self.at),
        }
    }
}

fn days_from(now: DateTime<Utc>, days: u16) -> anyhow::Result<DateTime<Utc>> {
    now.checked_add_signed(Duration::days(i64::from(days))).context("that is too far ahead")
}

/// A time in words: ` until 2027-01-31T18:00:00Z`, or nothing.
pub(super) fn until(expires_at: Option<DateTime<Utc>>) -> String {
    expires_at
        .map_or_else(String::new, |expiry| format!(" until {}", expiry.to_rfc3339_opts(SecondsFormat::Secs, true)))
}

/// What has become of something that may be revoked, or past its day.
pub(super) fn state(revoked: bool, expires_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> &'static str {
    match expires_at {
        _ if revoked => "revoked",
        Some(expiry) if expiry <= now => "expired",
        _ => "active",
    }
}
