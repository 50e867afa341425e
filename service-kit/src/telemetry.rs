//! The log, written to standard error for people or for machines. Messages are constant; variable data goes into
//! fields.

use tracing::Subscriber;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

use crate::ProcessError;
use crate::traces::{self, TraceSettings};

/// The environment variable with the log filter: `info`, or `warn,read_api=debug`.
pub const FILTER_VARIABLE: &str = "CROSSTABLE_LOG";
const DEFAULT_FILTER: &str = "info";

/// Starts the log with the filter in [`FILTER_VARIABLE`], or `info` if that is not set. Its lines are JSON objects if
/// `is_json`, and else for people, colored on a terminal. Starts traces if `traced` is given; [`traces::finish`] ends
/// them.
///
/// # Errors
/// If the filter is invalid or the log has already been started.
pub fn init(is_json: bool, traced: Option<&TraceSettings>) -> Result<(), ProcessError> {
    let filter = parse(std::env::var(FILTER_VARIABLE).ok().as_deref())?;
    let begun = match traced {
        // The filter comes before all layers, so that suppressed events cost nothing.
        None => tracing_subscriber::registry().with(filter).with(lines(is_json)).try_init(),
        Some(settings) => {
            let log = lines(is_json).with_filter(filter);
            tracing_subscriber::registry().with(traces::begin(settings)?).with(log).try_init()
        }
    };
    begun.map_err(|error| ProcessError::new("the log is set up already").because(error))
}

fn lines<S>(is_json: bool) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    use std::io::IsTerminal;

    let lines =
        tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(std::io::stderr().is_terminal());
    if is_json { lines.json().flatten_event(true).boxed() } else { lines.with_target(false).boxed() }
}

fn parse(filter: Option<&str>) -> Result<EnvFilter, ProcessError> {
    let filter = filter.map(str::trim).filter(|filter| !filter.is_empty()).unwrap_or(DEFAULT_FILTER);
    EnvFilter::try_new(filter)
        .map_err(|error| ProcessError::new(format!("the log filter `{filter}` is invalid: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_read_and_default_to_info() {
        assert_eq!(parse(None).unwrap().to_string(), "info");
        assert_eq!(parse(Some("  ")).unwrap().to_string(), "info");
        assert!(parse(Some("warn,read_api=debug")).is_ok());
        let refused = parse(Some("read_api=loudly")).unwrap_err().to_string();
        assert!(refused.contains("read_api=loudly"), "{refused}");
    }
}
