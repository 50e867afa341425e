//! `crosstable verify`: reads the whole log, and compares the views with a fresh rendering of it.

use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use projector::VerifyReport;
use storage::Access;

use super::{Options, progress};
use crate::out;

const AFTER_HELP: &str = "\
Examples:
  crosstable verify
  crosstable verify && crosstable serve

Checks that no event is missing or unreadable, renders all views afresh, and compares them with those served. Nothing
is changed; a server may run meanwhile.
Exit code 1 if anything is wrong.";

/// Check the events, and the views against them
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Verify {}

impl Verify {
    /// Runs it.
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        let home = options.home()?;
        let settings = options.view_settings(&home)?;
        let events = home.open_events(Access::Read).await?;
        let views = home.open_views(Access::Write).await?;
        progress::tell_of_others(&*views).await?;
        let waiting = progress::spinner("reading and rendering");
        let verified = projector::verify(events.clone(), views.clone(), &settings).await;
        waiting.finish_and_clear();
        events.close().await;
        views.close().await;
        let report = verified.context("the data cannot be verified")?;
        tell(&report);
        Ok(if report.is_sound() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn tell(report: &VerifyReport) {
    out::say(format_args!(
        "{} events in {} streams; {} problems.",
        report.events, report.streams, report.problem_count
    ));
    for problem in &report.problems {
        out::say(format_args!("  {problem}"));
    }
    match &report.views {
        None => out::say("There are no views yet; `crosstable serve` renders them."),
        Some(_) if report.outdated => {
            out::say(
                "The views were rendered with other settings or by another version; `crosstable serve` or `rebuild` renews them.",
            );
        }
        Some(checkpoint) => {
            out::say(format_args!("The views stand at event {}.", checkpoint.position()));
            progress::tell_comparison(&report.comparison);
        }
    }
    progress::tell_parked(&report.parked);
    out::say(if report.is_sound() { "Sound." } else { "Not sound." });
}
