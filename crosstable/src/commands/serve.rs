//! `crosstable serve`: everything in one process.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use service_kit::clock::SystemClock;

use super::{Options, server};
use crate::app::{App, Settings};
use crate::out;
use crate::parts::Part;

const AFTER_HELP: &str = "\
Examples:
  crosstable serve
  crosstable serve --data-dir /srv/crosstable --listen 0.0.0.0:8080 --public-url https://events.example
  crosstable serve --metrics-listen 127.0.0.1:9100
  CROSSTABLE_LOG_FORMAT=json crosstable serve
  crosstable serve --roles read-api --views-database-url postgres://reader@db/views --nats-url nats://nats:4222 …

One server works on a folder at a time. Other commands (import, keys, organizations) may be used beside it; what they
do is served within a second. Ctrl-C, or the signal TERM, stops in good order.";

/// Serve the interface, the public export and the public pages
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Serve {}

impl Serve {
    /// Runs it.
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        server::begin_log(options)?;
        let settings = options.settings(options.data_dir())?;
        let (parts, what) = (settings.parts.clone(), serving(&settings));
        let running = App::start(settings, Arc::new(SystemClock)).await?;
        if parts.has(Part::WriteApi) && running.is_empty().await? {
            say_how_to_begin(options);
        }
        if let Some(metrics) = running.metrics_address() {
            out::say(format_args!("Metrics are at {metrics}."));
        }
        out::say(format_args!("Serving {what} on {}. Ctrl-C stops.", running.address()));
        server::serve_until_told(running).await
    }
}

/// What a process with these settings serves, in words.
fn serving(settings: &Settings) -> String {
    let of = settings.shard.of;
    let shard = if of > 1 { format!(", shard {}", settings.shard) } else { String::new() };
    if settings.parts.are_all() {
        settings.place()
    } else {
        format!("{}{shard} of {}", settings.parts, settings.place())
    }
}

fn say_how_to_begin(options: &Options) {
    let folder = options.data_dir.as_ref().filter(|_| !options.names_databases().unwrap_or_default());
    let named = folder.map_or_else(String::new, |path| format!(" --data-dir '{}'", path.display()));
    out::say("There is no data yet. In another terminal:");
    out::say(format_args!(
        "  crosstable{named} organizations create --name \"Corner Store\"    prints the organization's id, 1"
    ));
    out::say(format_args!(
        "  crosstable{named} keys issue --organization 1 --name overlay --role READ_ONLY    prints a key"
    ));
    out::say(format_args!("  crosstable{named} import tournaments/*.json --organization 1"));
}
