//! The log, written to standard error for people or for machines. Messages are constant; variable data goes into
//! fields.

use tracing::Subscriber;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};
use tracing_subscriber::{EnvFilter, Layer};

use crate::traces::{self, TraceSettings, TracesError};

/// The environment variable with the log filter: `info`, or `warn,read_api=debug`.
pub const FILTER_VARIABLE: &str = "CROSSTABLE_LOG";
const DEFAULT_FILTER: &str = "info";

/// The format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogFormat {
    /// A readable line, coloured on a terminal.
    #[default]
    Human,
    /// One JSON object per line.
    Json,
}

/// Why the log could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    /// The filter is invalid.
    #[error("the log filter `{filter}` is invalid: {source}")]
    Filter {
        /// The filter.
        filter: String,
        /// Why it is invalid.
        source: tracing_subscriber::filter::ParseError,
    },
    /// Another log is set up already.
    #[error("the log is set up already")]
    Taken(#[from] TryInitError),
    /// Traces cannot be set up.
    #[error(transparent)]
    Traces(#[from] TracesError),
}

/// Starts the log with the filter in [`FILTER_VARIABLE`], or `info` if that is not set. Starts traces if `traced` is
/// given; [`traces::finish`] ends them.
///
/// # Errors
/// If the filter is invalid or the log has already been started.
pub fn init(format: LogFormat, traced: Option<&TraceSettings>) -> Result<(), TelemetryError> {
    let filter = parse(std::env::var(FILTER_VARIABLE).ok().as_deref())?;
    match traced {
        // The filter comes before all layers, so that suppressed events cost nothing.
        None => tracing_subscriber::registry().with(filter).with(lines(format)).try_init()?,
        Some(settings) => {
            let log = lines(format).with_filter(filter);
            tracing_subscriber::registry().with(traces::begin(settings)?).with(log).try_init()?;
        }
    }
    Ok(())
}

fn lines<S>(format: LogFormat) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    use std::io::IsTerminal;

    let lines =
        tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(std::io::stderr().is_terminal());
    match format {
        LogFormat::Human => lines.with_target(false).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    }
}

fn parse(filter: Option<&str>) -> Result<EnvFilter, TelemetryError> {
    let filter = filter.map(str::trim).filter(|filter| !filter.is_empty()).unwrap_or(DEFAULT_FILTER);
    EnvFilter::try_new(filter).map_err(|source| TelemetryError::Filter { filter: filter.to_owned(), source })
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
