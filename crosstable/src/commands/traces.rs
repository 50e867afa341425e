//! The options for traces.

use clap::Args;
use service_kit::traces::{Endpoint, TraceSettings};

use crate::parts::Parts;

/// Name of the service in spans. A process with only some parts adds their names.
const SERVICE: &str = "crosstable";

/// The destination of traces.
#[derive(Debug, Clone, Args)]
pub(crate) struct TraceOptions {
    /// Send traces to a collector that takes OTLP over HTTP, such as http://127.0.0.1:4318
    #[arg(long, global = true, env = "CROSSTABLE_OTLP_ENDPOINT", value_name = "URL")]
    otlp_endpoint: Option<Endpoint>,
    /// Share of traces to keep, 0 to 1; requests that bring a trace decide for themselves
    #[arg(long, global = true, env = "CROSSTABLE_TRACE_RATIO", value_name = "SHARE", default_value = "1", value_parser = ratio)]
    trace_ratio: f64,
}

impl TraceOptions {
    /// Returns the trace settings of a process with these parts.
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
