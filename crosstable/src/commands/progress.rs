//! How commands show what they do and found: bars on a terminal alone, words for all.

use std::io::IsTerminal;
use std::time::Duration;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use projector::Comparison;
use storage::{ParkedStream, ViewStore};

use crate::out;

/// A bar for so many steps; draws nothing where stderr is not a terminal, or for a single step.
pub(super) fn bar(steps: usize) -> ProgressBar {
    let steps = u64::try_from(steps).unwrap_or(u64::MAX);
    if steps < 2 || !std::io::stderr().is_terminal() {
        return ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden());
    }
    let style =
        ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(steps).with_style(style)
}

/// Something that turns while work goes on whose length is not known.
pub(super) fn spinner(doing: &'static str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let spinner = ProgressBar::new_spinner().with_message(doing);
    spinner.enable_steady_tick(Duration::from_millis(120));
    spinner
}

/// How two sets of views differ.
pub(super) fn tell_comparison(found: &Comparison) {
    let Comparison { equal, different, only_old, only_new, skipped, differing } = found;
    out::say(format_args!(
        "Documents: {equal} the same, {different} different, {only_old} only before, {only_new} only now, {skipped} not compared."
    ));
    for name in differing {
        out::say(format_args!("  differs: {name}"));
    }
}

/// Streams that are not projected.
pub(super) fn tell_parked(parked: &[ParkedStream]) {
    for ParkedStream { stream, position, error } in parked {
        out::say(format_args!("Not projected: {stream}, since event {position}: {error}"));
    }
}

/// Says so if another command is at work on the views: this one begins when that is done.
pub(super) async fn tell_of_others(views: &dyn ViewStore) -> anyhow::Result<()> {
    if views.lock_rendering().await.context("the views cannot be locked")?.is_none() {
        out::say("Another `verify`, `rebuild` or server renders these views anew; waiting until it is done.");
    }
    Ok(())
}
