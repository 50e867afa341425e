//! `crosstable rebuild`: renders all views again from the log.

use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use storage::Access;

use super::{Options, progress};
use crate::out;

const AFTER_HELP: &str = "\
Example:
  crosstable rebuild

A second set of views is rendered, compared with the current one, and then replaces it. A server may run meanwhile: no
request fails. Events that could not be projected are tried again.
Exit code 1 if some of them fail again.";

/// Render all views again from the log; a server may run
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Rebuild {}

impl Rebuild {
    /// Runs the command.
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        let home = options.home()?;
        let settings = options.view_settings(&home)?;
        let events = home.open_events(Access::Read).await?;
        let views = home.open_views(Access::Write).await?;
        progress::tell_of_others(&*views).await?;
        let shown = progress::rendering();
        let rebuilt = projector::rebuild(events.clone(), views.clone(), &settings, shown.sender()).await;
        drop(shown);
        events.close().await;
        views.close().await;
        let report = rebuilt.context("the views cannot be rebuilt; the current ones are unchanged")?;
        out::say(format_args!("Rendered {} events; the new views are in use.", report.position));
        progress::tell_comparison(&report.comparison);
        progress::tell_parked(&report.parked);
        Ok(if report.parked.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
