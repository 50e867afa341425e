//! Shows the progress of the rendering of views, on terminals only.

use std::io::{IsTerminal, stderr};
use std::pin::pin;
use std::time::Duration;

use projector::{ProgressSender, percent};

use crate::out;

/// Shows the progress on terminals, as `render` reports it.
pub(super) async fn of_rendering<T>(render: impl AsyncFnOnce(ProgressSender) -> T) -> T {
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
