//! The options of limits, NATS, traces, webhooks and mail.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::builder::BoolishValueParser;
use clap::error::Error;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use ipnet::IpNet;
use sender::{MailSettings, Pace};
use service_kit::client_address;
use service_kit::limits::{LIMITS, Limit, Limits};
use service_kit::nats::{DEFAULT_PREFIX, NatsLogin, NatsOptions};
use service_kit::outbound::OutboundRules;
use service_kit::traces::{TraceSettings, endpoint};

use crate::parts::Parts;

/// The limits set by options and environment variables.
#[derive(Debug, Clone, Copy)]
pub struct LimitOptions(pub Limits);

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

/// The options for NATS.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "NATS, for notices between processes")]
pub(super) struct NatsArguments {
    /// Addresses of NATS servers, separated by commas; without them processes poll the databases
    #[arg(long, global = true, env = "CROSSTABLE_NATS_URL", value_name = "URLS", value_delimiter = ',')]
    nats_url: Vec<String>,
    /// First word of subjects and streams; installations that share servers need different ones
    #[arg(long, global = true, env = "CROSSTABLE_NATS_PREFIX", value_name = "WORD", default_value = DEFAULT_PREFIX)]
    nats_prefix: String,
    /// Name to log in with
    #[arg(long, global = true, env = "CROSSTABLE_NATS_USER", value_name = "NAME", requires = "nats_password_file")]
    nats_user: Option<String>,
    /// File that holds the password
    #[arg(long, global = true, env = "CROSSTABLE_NATS_PASSWORD_FILE", value_name = "FILE")]
    nats_password_file: Option<PathBuf>,
    /// File with the certificates of trusted authorities [default: the system's]
    #[arg(long, global = true, env = "CROSSTABLE_NATS_CA", value_name = "FILE")]
    nats_ca: Option<PathBuf>,
}

impl NatsArguments {
    pub(super) fn options(&self) -> anyhow::Result<Option<NatsOptions>> {
        if self.nats_url.is_empty() {
            return Ok(None);
        }
        const GONE: [&str; 6] = ["CREDENTIALS", "TOKEN_FILE", "NKEY_FILE", "CERT", "KEY", "REQUIRE_TLS"];
        let mut gone = GONE.iter().map(|name| format!("CROSSTABLE_NATS_{name}"));
        if let Some(name) = gone.find(|name| std::env::var_os(name).is_some()) {
            bail!(
                "{name} is set, which has no effect any more: log in to NATS with a name and a password, or with tls://"
            );
        }
        let login = match (&self.nats_user, &self.nats_password_file) {
            (Some(user), Some(file)) => {
                Some(NatsLogin { user: user.clone(), password: read_line(file).context("NATS")?.into() })
            }
            _ => None,
        };
        let prefix = self.nats_prefix.clone();
        Ok(Some(NatsOptions { prefix, login, authorities: self.nats_ca.clone(), ..NatsOptions::new(&self.nats_url) }))
    }
}

/// The options of webhooks.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Webhooks (docs/webhooks.md)")]
pub(super) struct WebhookOptions {
    /// Addresses that webhooks may reach although they are not public, by address or range: 10.1.0.0/16. Repeat the
    /// option, or separate them by commas
    #[arg(long = "webhook-allow", global = true, env = "CROSSTABLE_WEBHOOK_ALLOW", value_name = "ADDRESS[/BITS]",
        value_delimiter = ',', value_parser = client_address::range, hide_short_help = true)]
    allowed: Vec<IpNet>,
    /// Let webhooks have addresses that begin with http://: others in the network can then read their messages
    #[arg(long = "webhook-allow-http", global = true, env = "CROSSTABLE_WEBHOOK_ALLOW_HTTP",
        value_parser = BoolishValueParser::new(), num_args = 0..=1, require_equals = true, default_value_t = false,
        default_missing_value = "true", value_name = "BOOL", hide_short_help = true)]
    allow_http: bool,
    /// Divides all times of webhooks, for trials: with 1440, days pass in minutes
    #[arg(long = "webhook-time-divisor", global = true, env = "CROSSTABLE_WEBHOOK_TIME_DIVISOR", value_name = "N",
        default_value_t = 1, value_parser = clap::value_parser!(i32).range(1..=100_000), hide = true)]
    divisor: i32,
}

impl WebhookOptions {
    /// Returns the addresses that webhooks may have.
    pub(super) fn rules(&self) -> OutboundRules {
        OutboundRules { allowed: self.allowed.clone(), allow_http: self.allow_http }
    }

    pub(super) fn pace(&self) -> Pace {
        Pace::divided_by(self.divisor)
    }
}

/// The options of mail.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Mail (docs/operations.md)")]
pub(super) struct MailOptions {
    /// Server that mail is sent through, as smtps://HOST[:PORT], or smtp://HOST[:PORT] with STARTTLS; a server on this
    /// machine is used without TLS [default: no mail is sent]
    #[arg(long, global = true, env = "CROSSTABLE_SMTP_URL", value_name = "URL", requires = "mail_from")]
    smtp_url: Option<String>,
    /// Name to sign in with at the mail server
    #[arg(long, global = true, env = "CROSSTABLE_SMTP_USER", value_name = "NAME", requires = "smtp_password_file")]
    smtp_user: Option<String>,
    /// File that holds the password
    #[arg(long, global = true, env = "CROSSTABLE_SMTP_PASSWORD_FILE", value_name = "FILE")]
    smtp_password_file: Option<PathBuf>,
    /// Address that mail comes from
    #[arg(long, global = true, env = "CROSSTABLE_MAIL_FROM", value_name = "ADDRESS")]
    mail_from: Option<String>,
}

impl MailOptions {
    pub(super) fn settings(&self) -> anyhow::Result<Option<MailSettings>> {
        let (Some(server), Some(from)) = (&self.smtp_url, &self.mail_from) else { return Ok(None) };
        let login = match (&self.smtp_user, &self.smtp_password_file) {
            (Some(user), Some(file)) => Some((user.clone(), read_line(file)?)),
            _ => None,
        };
        Ok(Some(MailSettings::new(server, login, from).map_err(anyhow::Error::msg).context("mail")?))
    }
}

/// Name of the service in spans. A process with only some parts adds their names.
const SERVICE: &str = "crosstable";

/// The destination of traces.
#[derive(Debug, Clone, Args)]
pub(super) struct TraceOptions {
    /// Send traces to a collector that takes OTLP over HTTP, such as http://127.0.0.1:4318
    #[arg(long, global = true, env = "CROSSTABLE_OTLP_ENDPOINT", value_name = "URL", value_parser = endpoint)]
    otlp_endpoint: Option<String>,
    /// Share of traces to keep, 0 to 1; requests that bring a trace decide for themselves
    #[arg(long, global = true, env = "CROSSTABLE_TRACE_RATIO", value_name = "SHARE", default_value = "1", value_parser = ratio)]
    trace_ratio: f64,
}

impl TraceOptions {
    pub(super) fn settings(&self, parts: &Parts) -> Option<TraceSettings> {
        let endpoint = self.otlp_endpoint.clone()?;
        let service = if parts.are_all() { SERVICE.to_owned() } else { format!("{SERVICE}-{parts}").replace(',', "-") };
        Some(TraceSettings { endpoint, ratio: self.trace_ratio, service })
    }
}

fn ratio(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "must be a number from 0 to 1, such as 0.1".to_owned())
}

/// Reads a file without the final newline.
pub(super) fn read_line(file: &Path) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    Ok(text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_lies_between_none_and_all() {
        assert_eq!(ratio("0.25"), Ok(0.25));
        for wrong in ["-0.1", "1.5", "NaN", "half", ""] {
            assert!(ratio(wrong).is_err(), "{wrong}");
        }
    }
}
