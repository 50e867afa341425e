//! `crosstable serve`: runs the service, by default all of it in one process.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use service_kit::clock::SystemClock;

use super::{LogFormat, Options};
use crate::app::{App, RunningApp, Settings};
use crate::out;
use crate::parts::Parts;

/// How long the line "Serving …" waits for the first views. They are made within milliseconds, unless there are many.
const PATIENCE: Duration = Duration::from_secs(2);

const AFTER_HELP: &str = "\
Examples:
  crosstable serve
  crosstable serve --data-dir /srv/crosstable --listen 0.0.0.0:8080 --public-url https://events.example
  crosstable serve --metrics-listen 127.0.0.1:9100
  CROSSTABLE_LOG_FORMAT=json crosstable serve
  crosstable serve --roles read-api --views-database-url postgres://reader@db/views --nats-url nats://nats:4222 …

Without an organization, it prints a link to set one up in a browser; `crosstable init` does that for scripts. People
sign in at /login/.

Only one server can use a folder at a time. Other commands (import, keys, members, …) may run at the same time; the
server shows their changes within a second. Ctrl-C, or the signal TERM, shuts down gracefully.";

/// Serve the API, the public export, the public pages and the admin panel
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Serve {}

impl Serve {
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<()> {
        let settings = options.settings(options.data_dir())?;
        begin_log(options, &settings.parts)?;
        let mut running = App::start(settings.clone(), Arc::new(SystemClock)).await?;
        announce(&running, &settings).await;
        while let Some(listener) = serve_until_told(running).await? {
            out::say("Starting again with the settings of the set-up.");
            let settings = Settings { listening: Some(Arc::new(listener)), ..settings.clone() };
            running = App::start(settings, Arc::new(SystemClock)).await?;
        }
        Ok(())
    }
}

/// Says where the process serves, and how to set it up if there is no organization yet.
async fn announce(running: &RunningApp, settings: &Settings) {
    if let Some(link) = running.set_up_link() {
        out::say("There is no organization yet. Set one up in a browser:");
        out::say(format_args!("  {link}"));
        if !settings.databases.is_named() {
            out::say(format_args!("Until then, this link is also in {}/set-up-link.", settings.data_dir.display()));
        }
    }
    if let Some(metrics) = running.metrics_address() {
        out::say(format_args!("Metrics are at {metrics}."));
    }
    if settings.allow_plain_http {
        out::say(
            "Signing in over plain HTTP is allowed: everyone in the network can read passwords and act as others.",
        );
    }
    if !running.answers_within(PATIENCE).await {
        out::say("The answers are still being made from the log. Until they are complete, requests get 503.");
    }
    out::say(format_args!("Serving {} on {}. Ctrl-C stops.", serving(settings), running.address()));
}

/// Describes what a process with these settings serves.
fn serving(settings: &Settings) -> String {
    let of = settings.shard.of;
    let shard = if of > 1 { format!(", shard {}", settings.shard) } else { String::new() };
    if settings.parts.are_all() {
        settings.place()
    } else {
        format!("{}{shard} of {}", settings.parts, settings.place())
    }
}

/// Starts logging to stderr, and tracing if requested.
pub(super) fn begin_log(options: &Options, parts: &Parts) -> anyhow::Result<()> {
    let is_json = options.log_format == LogFormat::Json;
    service_kit::telemetry::init(is_json, options.traces.settings(parts).as_ref())?;
    Ok(())
}

/// Serves until a signal arrives or a part fails, then shuts down gracefully. Returns the listener if the process is to start
/// again.
pub(super) async fn serve_until_told(app: RunningApp) -> anyhow::Result<Option<TcpListener>> {
    let ended = app.serve_until_restart().await;
    if !matches!(ended, Ok(Some(_))) {
        service_kit::traces::finish().await;
    }
    let listener = ended?;
    if listener.is_none() {
        out::say("Stopped; all data is on disk.");
    }
    Ok(listener)
}
