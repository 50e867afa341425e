//! Shared by `serve` and `demo`: logging, and serving until a signal.

use std::process::ExitCode;

use super::{LogFormat, Options};
use crate::RunningApp;
use crate::out;

/// Starts logging to stderr, and tracing if requested.
pub(super) fn begin_log(options: &Options) -> anyhow::Result<()> {
    let parts = options.settings(options.data_dir())?.parts;
    let format = match options.log_format {
        LogFormat::Human => service_kit::telemetry::LogFormat::Human,
        LogFormat::Json => service_kit::telemetry::LogFormat::Json,
    };
    service_kit::telemetry::init(format, options.traces.settings(&parts).as_ref())?;
    Ok(())
}

/// Serves until a signal arrives or a part fails, then shuts down gracefully.
pub(super) async fn serve_until_told(app: RunningApp) -> anyhow::Result<ExitCode> {
    let ended = app.serve_until_stopped().await;
    service_kit::traces::finish().await;
    ended?;
    out::say("Stopped; all data is on disk.");
    Ok(ExitCode::SUCCESS)
}
