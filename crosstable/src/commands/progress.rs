//! Shows progress and results: bars on terminals only, messages always.

use std::io::IsTerminal;
use std::time::Duration;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use projector::Comparison;
use storage::{ParkedStream, ViewStore};

use crate::out;

/// Returns a progress bar; hidden if stderr is not a terminal or there is a single step.
pub(super) fn bar(steps: usize) -> ProgressBar {
    let steps = u64::try_from(steps).unwrap_or(u64::MAX);
    if steps < 2 || !std::io::stderr().is_terminal() {
        return ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden());
    }
    let style =
        ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(steps).with_style(style)
}

/// Returns a spinner for work of unknown length; hidden if stderr is not a terminal.
pub(super) fn spinner(doing: &'static str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let spinner = ProgressBar::new_spinner().with_message(doing);
    spinner.enable_steady_tick(Duration::from_millis(120));
    spinner
}

/// Prints how two sets of views differ.
pub(super) fn tell_comparison(found: &Comparison) {
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
pub(super) fn tell_parked(parked: &[ParkedStream]) {
    for ParkedStream { stream, position, error } in parked {
        out::say(format_args!("Not projected: {stream}, since event {position}: {error}"));
    }
}

/// Prints a message if another command is rendering the views; this command then waits for it.
pub(super) async fn tell_of_others(views: &dyn ViewStore) -> anyhow::Result<()> {
    if views.lock_rendering().await.context("the views cannot be locked")?.is_none() {
        out::say("Another `verify`, `rebuild` or server is rendering these views; waiting until it is done.");
    }
    Ok(())
}
