//! `crosstable serve`: everything in one process.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use service_kit::clock::SystemClock;

use super::{Options, server};
use crate::app::App;
use crate::out;

const AFTER_HELP: &str = "\
Examples:
  crosstable serve
  crosstable serve --data-dir /srv/crosstable --listen 0.0.0.0:8080 --public-url https://events.example
  crosstable serve --metrics-listen 127.0.0.1:9100
  CROSSTABLE_LOG_FORMAT=json crosstable serve

One server works on a folder at a time. Other commands (import, keys, organizations) may be used beside it; what they
do is served within a second. Ctrl-C, or the signal TERM, stops in good order.";

/// Serve the read interface, the public export and the public pages
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Serve {}

impl Serve {
    /// Runs it.
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        server::begin_log(options)?;
        let folder = options.data_dir();
        let running = App::start(options.settings(folder.clone()), Arc::new(SystemClock)).await?;
        if running.is_empty().await? {
            let named =
                options.data_dir.as_ref().map_or_else(String::new, |path| format!(" --data-dir '{}'", path.display()));
            out::say("There is no data yet. In another terminal:");
            out::say(format_args!(
                "  crosstable{named} organizations create --name \"Corner Store\"    prints the organization's id, 1"
            ));
            out::say(format_args!(
                "  crosstable{named} keys issue --organization 1 --name overlay --role READ_ONLY    prints a key"
            ));
            out::say(format_args!("  crosstable{named} import tournaments/*.json --organization 1"));
        }
        if let Some(metrics) = running.metrics_address() {
            out::say(format_args!("Metrics are at {metrics}."));
        }
        out::say(format_args!("Serving {} on {}. Ctrl-C stops.", folder.display(), running.address()));
        server::serve_until_told(running).await
    }
}
