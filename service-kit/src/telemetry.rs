//! The log: to standard error, for people or for machines. Messages are constant; what varies stands in fields.

use tracing::Subscriber;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};
use tracing_subscriber::{EnvFilter, Layer};

use crate::traces::{self, TraceSettings, TracesError};

/// Environment variable with the filter: `info`, or `warn,read_api=debug`.
pub const FILTER_VARIABLE: &str = "CROSSTABLE_LOG";
const DEFAULT_FILTER: &str = "info";

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogFormat {
    /// A line for people, coloured on a terminal.
    #[default]
    Human,
    /// A JSON object a line.
    Json,
}

/// Why the log could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    /// The filter cannot be read.
    #[error("the log filter `{filter}` cannot be read: {source}")]
    Filter {
        /// The filter.
        filter: String,
        /// What is wrong with it.
        source: tracing_subscriber::filter::ParseError,
    },
    /// Something else listens already.
    #[error("the log is set up already")]
    Taken(#[from] TryInitError),
    /// Traces cannot be set up.
    #[error(transparent)]
    Traces(#[from] TracesError),
}

/// Starts the log, with the filter that [`FILTER_VARIABLE`] holds, and `info` where that is not set; and traces, if they are
/// asked for: [`traces::finish`] ends those.
///
/// # Errors
/// When the filter cannot be read, or the log was started before.
pub fn init(format: LogFormat, traced: Option<&TraceSettings>) -> Result<(), TelemetryError> {
    let filter = parse(std::env::var(FILTER_VARIABLE).ok().as_deref())?;
    match traced {
        // The filter stands before everything, so that what it leaves out costs nothing.
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
