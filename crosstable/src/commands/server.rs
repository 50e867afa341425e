//! What `serve` and `demo` share: the log, and serving until told to stop.

use std::process::ExitCode;

use super::{LogFormat, Options};
use crate::RunningApp;
use crate::out;

/// Begins to log to stderr, and to trace if that is asked for.
pub(super) fn begin_log(options: &Options) -> anyhow::Result<()> {
    let parts = options.settings(options.data_dir())?.parts;
    let format = match options.log_format {
        LogFormat::Human => service_kit::telemetry::LogFormat::Human,
        LogFormat::Json => service_kit::telemetry::LogFormat::Json,
    };
    service_kit::telemetry::init(format, options.traces.settings(&parts).as_ref())?;
    Ok(())
}

/// Serves until a signal comes or a part fails, then stops in good order.
pub(super) async fn serve_until_told(app: RunningApp) -> anyhow::Result<ExitCode> {
    let ended = app.serve_until_stopped().await;
    service_kit::traces::finish().await;
    ended?;
    out::say("Stopped; everything is on disk.");
    Ok(ExitCode::SUCCESS)
}
