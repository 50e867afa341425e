//! The options of webhooks.

use clap::Args;
use clap::builder::BoolishValueParser;
use ipnet::IpNet;
use service_kit::client_address;
use service_kit::outbound::OutboundRules;
use webhooks::Pace;

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

    /// Returns the times of webhooks.
    pub(super) fn pace(&self) -> Pace {
        Pace::divided_by(self.divisor)
    }
}
