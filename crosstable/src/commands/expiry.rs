//! Options for the expiry of keys and tokens.

use anyhow::Context;
use chrono::{DateTime, Duration, SecondsFormat, Utc};
use clap::Args;

/// Expiry of a new key or token.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct ExpiresIn {
    /// Let it expire after this number of days [default: never]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    expires_in_days: Option<u16>,
}

/// Expiry of an existing key.
#[derive(Debug, Clone, Args)]
#[group(required = true, multiple = false)]
pub(super) struct Expiry {
    /// Let it expire this number of days from now; 0 for immediately
    #[arg(long, value_name = "N")]
    in_days: Option<u16>,
    /// Let it expire at this time: 2027-01-31T18:00:00Z
    #[arg(long, value_name = "TIME")]
    at: Option<DateTime<Utc>>,
    /// Let it never expire
    #[arg(long)]
    never: bool,
}

impl ExpiresIn {
    /// Returns the time of expiry.
    pub(super) fn time(self, now: DateTime<Utc>) -> anyhow::Result<Option<DateTime<Utc>>> {
        self.expires_in_days.map(|days| days_from(now, days)).transpose()
    }
}

impl Expiry {
    /// Returns the time of expiry.
    pub(super) fn time(&self, now: DateTime<Utc>) -> anyhow::Result<Option<DateTime<Utc>>> {
        match self.in_days {
            Some(days) => days_from(now, days).map(Some),
            None => Ok(self.at),
        }
    }
}

fn days_from(now: DateTime<Utc>, days: u16) -> anyhow::Result<DateTime<Utc>> {
    now.checked_add_signed(Duration::days(i64::from(days))).context("the expiry is too far in the future")
}

/// Formats an expiry: ` until 2027-01-31T18:00:00Z`, or nothing.
pub(super) fn until(expires_at: Option<DateTime<Utc>>) -> String {
    expires_at
        .map_or_else(String::new, |expiry| format!(" until {}", expiry.to_rfc3339_opts(SecondsFormat::Secs, true)))
}

/// Names the state of a key or token.
pub(super) fn state(revoked: bool, expires_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> &'static str {
    match expires_at {
        _ if revoked => "revoked",
        Some(expiry) if expiry <= now => "expired",
        _ => "active",
    }
}
