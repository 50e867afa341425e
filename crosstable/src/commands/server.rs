//! What `serve` and `demo` share: the log, and serving until told to stop.

use std::process::ExitCode;

use super::LogFormat;
use crate::RunningApp;
use crate::out;

/// Begins to log to stderr.
pub(super) fn begin_log(format: LogFormat) -> anyhow::Result<()> {
    let format = match format {
        LogFormat::Human => service_kit::telemetry::LogFormat::Human,
        LogFormat::Json => service_kit::telemetry::LogFormat::Json,
    };
    service_kit::telemetry::init(format)?;
    Ok(())
}

/// Serves until a signal comes or a part fails, then stops in good order.
pub(super) async fn serve_until_told(app: RunningApp) -> anyhow::Result<ExitCode> {
    app.serve_until_stopped().await?;
    out::say("Stopped; everything is on disk.");
    Ok(ExitCode::SUCCESS)
}
