//! Shows progress, on terminals only.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use projector::{ProgressSender, percent};
use tokio::task::JoinHandle;

/// Returns a progress bar; hidden if stderr is not a terminal or there is a single step.
pub(super) fn bar(steps: usize) -> ProgressBar {
    let steps = u64::try_from(steps).unwrap_or(u64::MAX);
    if steps < 2 || !std::io::stderr().is_terminal() {
        return ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden());
    }
    let style = ProgressStyle::with_template("{bar:30} {percent:>3} % {pos}/{len}, {eta} left {msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(steps).with_style(style)
}

/// A bar that shows the progress of the rendering of views, until it is dropped.
pub(super) struct RenderingBar {
    bar: ProgressBar,
    sender: ProgressSender,
    following: JoinHandle<()>,
}

/// Returns a bar for the rendering of views; hidden if stderr is not a terminal.
pub(super) fn rendering() -> RenderingBar {
    let bar = if std::io::stderr().is_terminal() { ProgressBar::new(100) } else { ProgressBar::hidden() };
    let style = ProgressStyle::with_template("{bar:30} {pos} % {msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = bar.with_style(style);
    let sender = ProgressSender::default();
    let (mut progress, shown) = (sender.subscribe(), bar.clone());
    let following = tokio::spawn(async move {
        while progress.changed().await.is_ok() {
            let now = *progress.borrow_and_update();
            shown.set_position(u64::from(percent(now.done)));
            shown.set_message(now.remaining.map(left).unwrap_or_default());
        }
    });
    RenderingBar { bar, sender, following }
}

impl RenderingBar {
    /// Returns the sender through which the rendering reports its progress.
    pub(super) fn sender(&self) -> ProgressSender {
        self.sender.clone()
    }
}

impl Drop for RenderingBar {
    fn drop(&mut self) {
        self.following.abort();
        self.bar.finish_and_clear();
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
