//! `crosstable serve`: runs the service, by default all of it in one process.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use service_kit::clock::SystemClock;

use super::{LogFormat, Options};
use crate::app::{App, RunningApp, Settings};
use crate::parts::Part;
use crate::{directory, out};

/// How long the line "Serving …" waits for the first views. They are made within milliseconds, unless there are many.
const PATIENCE: Duration = Duration::from_secs(2);

const AFTER_HELP: &str = "\
Examples:
  crosstable serve
  crosstable serve --data-dir /srv/crosstable --listen 0.0.0.0:8080 --public-url https://events.example
  crosstable serve --metrics-listen 127.0.0.1:9100
  CROSSTABLE_LOG_FORMAT=json crosstable serve
  crosstable serve --roles read-api --views-database-url postgres://reader@db/views --nats-url nats://nats:4222 …

It creates no data: `crosstable init` makes the first organization, user and key. People sign in at /login/.

Only one server can use a folder at a time. Other commands (import, keys, members, …) may run at the same time; the
server shows their changes within a second. Ctrl-C, or the signal TERM, shuts down gracefully.";

/// Serve the API, the public export, the public pages and the admin panel
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Serve {}

impl Serve {
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        begin_log(options)?;
        let settings = options.settings(options.data_dir())?;
        let (parts, what, is_plain) = (settings.parts.clone(), serving(&settings), settings.allow_plain_http);
        let running = App::start(settings, Arc::new(SystemClock)).await?;
        if let Some(events) = running.events().filter(|_| parts.has(Part::WriteApi))
            && directory::organizations(&*events).await?.is_empty()
        {
            say_how_to_begin(options);
        }
        if let Some(metrics) = running.metrics_address() {
            out::say(format_args!("Metrics are at {metrics}."));
        }
        if is_plain {
            out::say(
                "Signing in over plain HTTP is allowed: everyone in the network can read passwords and act as others.",
            );
        }
        if !running.answers_within(PATIENCE).await {
            out::say("The answers are still being made from the log. Until they are complete, requests get 503.");
        }
        out::say(format_args!("Serving {what} on {}. Ctrl-C stops.", running.address()));
        serve_until_told(running).await
    }
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

/// Prints the command that makes the first organization, user and key in the same place.
fn say_how_to_begin(options: &Options) {
    out::say("There is no organization and no user yet. In another terminal, run");
    let folder = options.data_dir.iter().map(|folder| format!(" --data-dir '{}'", folder.display()));
    let folder = folder.collect::<String>();
    out::say(format_args!("  crosstable init --organization \"Corner Store\" --username admin{folder}"));
    out::say(
        "to create both, with the same databases if this server uses any. It prints an API key and a link to set a password.",
    );
}

/// Starts logging to stderr, and tracing if requested.
pub(super) fn begin_log(options: &Options) -> anyhow::Result<()> {
    let parts = options.settings(options.data_dir())?.parts;
    let is_json = options.log_format == LogFormat::Json;
    service_kit::telemetry::init(is_json, options.traces.settings(&parts).as_ref())?;
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
