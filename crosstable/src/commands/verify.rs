//! `crosstable verify` reads the whole log and compares the views with a new rendering of it; `crosstable rebuild` replaces
//! them by one.

use std::io::{IsTerminal, stderr};
use std::pin::pin;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use projector::{Comparison, ProgressSender, VerifyReport, ViewSettings, percent};
use storage::inspect::Soundness;
use storage::{Access, EventStore, ParkedStream, ViewStore};

use super::Options;
use crate::home::Home;
use crate::out;
use crate::soundness::check_file;

const VERIFY_HELP: &str = "\
Examples:
  crosstable verify
  crosstable verify && crosstable serve

Checks that no file, event or document is damaged and no event is missing, renders all views again, and compares them
with those in use. Changes nothing; a server may run meanwhile.
Exit code 1 if anything is wrong, or could not be checked.";

/// Check the log, and compare the views with it
#[derive(Debug, Args)]
#[command(after_help = VERIFY_HELP)]
pub(crate) struct Verify {}

impl Verify {
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        let home = options.home()?;
        let files = check_files(&home).await?;
        let verified = rendering(options, &home, async |events, views, settings, sender| {
            projector::verify(events, views, &settings, sender).await
        });
        let report = verified.await?.context("the data cannot be verified")?;
        let is_sound = report.is_sound() && files;
        print_report(&report);
        out::say(match (is_sound, &report.unchecked) {
            (true, None) => "Sound.",
            (true, Some(_)) => "Nothing wrong was found, but not everything could be checked.",
            (false, _) => "Not sound.",
        });
        Ok(if is_sound && report.unchecked.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Checks the files with SQLite and reports damage. Returns whether they are sound.
async fn check_files(home: &Home) -> anyhow::Result<bool> {
    let mut is_sound = true;
    for database in [home.events()?, home.views()?] {
        let checked = check_file(&database, None).await.with_context(|| format!("{database} cannot be checked"))?;
        if let Soundness::Damaged(damage) = checked {
            out::say(format_args!("The file {database} is damaged: {damage}"));
            is_sound = false;
        }
    }
    Ok(is_sound)
}

fn print_report(report: &VerifyReport) {
    out::say(format_args!(
        "{} events in {} streams; {} problems.",
        report.events, report.streams, report.problem_count
    ));
    for problem in &report.problems {
        out::say(format_args!("  {problem}"));
    }
    report.unchecked.iter().for_each(out::say);
    match &report.views {
        None => out::say("There are no views yet; `crosstable serve` renders them."),
        Some(_) if report.outdated => {
            out::say(
                "The views were rendered with other settings or by another version; `crosstable serve` or `rebuild` renews them.",
            );
        }
        Some(checkpoint) => {
            out::say(format_args!("The views show the log up to event {}.", checkpoint.position()));
            tell_comparison(&report.comparison);
        }
    }
    tell_parked(&report.parked);
}

const REBUILD_HELP: &str = "\
Example:
  crosstable rebuild

A second set of views is rendered, compared with the current one, and then replaces it. A server may run meanwhile: no
request fails. Events that could not be projected are tried again.
Exit code 1 if some of them fail again.";

/// Render all views again from the log; a server may run
#[derive(Debug, Args)]
#[command(after_help = REBUILD_HELP)]
pub(crate) struct Rebuild {}

impl Rebuild {
    pub(super) async fn run(self, options: &Options) -> anyhow::Result<ExitCode> {
        let home = options.home()?;
        let rebuilt = rendering(options, &home, async |events, views, settings, sender| {
            projector::rebuild(events, views, &settings, sender).await
        });
        let report = rebuilt.await?.context("the views cannot be rebuilt; the current ones are unchanged")?;
        out::say(format_args!("Rendered {} events; the new views are in use.", report.position));
        tell_comparison(&report.comparison);
        tell_parked(&report.parked);
        Ok(if report.parked.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn tell_comparison(found: &Comparison) {
    let Comparison { equal, different, only_old, only_new, damaged, skipped, differing } = found;
    out::say(format_args!(
        "Documents: {equal} the same, {different} different, {only_old} only before, {only_new} only now, {skipped} not compared."
    ));
    if *damaged > 0 {
        out::say(format_args!("Damaged: {damaged} documents."));
    }
    for name in differing {
        out::say(format_args!("  differs: {name}"));
    }
}

/// Prints the streams that could not be projected.
fn tell_parked(parked: &[ParkedStream]) {
    for ParkedStream { stream, position, error } in parked {
        out::say(format_args!("Not projected: {stream}, since event {position}: {error}"));
    }
}

/// Renders all views, and shows the progress meanwhile. Waits for another command that renders them.
async fn rendering<T>(
    options: &Options,
    home: &Home,
    render: impl AsyncFnOnce(Arc<dyn EventStore>, Arc<dyn ViewStore>, ViewSettings, ProgressSender) -> T,
) -> anyhow::Result<T> {
    let settings = options.view_settings(home)?;
    let events = home.open_events(Access::Read).await?;
    let views = home.open_views(Access::Write).await?;
    if views.lock_rendering().await.context("the views cannot be locked")?.is_none() {
        out::say("Another `verify`, `rebuild` or server is rendering these views; waiting until it is done.");
    }
    let rendered = async |sender| render(events.clone(), views.clone(), settings, sender).await;
    let rendered = with_progress(rendered).await;
    events.close().await;
    views.close().await;
    Ok(rendered)
}

/// Shows the progress on terminals, as `render` reports it.
async fn with_progress<T>(render: impl AsyncFnOnce(ProgressSender) -> T) -> T {
    let is_shown = stderr().is_terminal();
    let sender = ProgressSender::default();
    let mut progress = sender.subscribe();
    let mut rendering = pin!(render(sender.clone()));
    loop {
        tokio::select! {
            rendered = &mut rendering => {
                if is_shown {
                    out::replace_line("");
                }
                return rendered;
            }
            Ok(()) = progress.changed(), if is_shown => {
                let now = *progress.borrow_and_update();
                let left = now.remaining.map(left).unwrap_or_default();
                out::replace_line(format_args!("{} % {left}", percent(now.done)));
            }
        }
    }
}

/// `40 s left`, or `3 min left` from two minutes on.
fn left(remaining: Duration) -> String {
    match remaining.as_secs() {
        seconds @ ..120 => format!("{seconds} s left"),
        seconds => format!("{} min left", seconds.div_ceil(60)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remaining_time_is_told_in_seconds_and_then_in_minutes() {
        let said = [0, 119, 120, 121, 3_600].map(|seconds| left(Duration::from_secs(seconds)));
        assert_eq!(said, ["0 s left", "119 s left", "2 min left", "3 min left", "60 min left"]);
    }
}
