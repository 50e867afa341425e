//! Progress of the views as a process knows it: from its own projector, or from notices of another process.

use api_kit::consistency::LogTag;
use api_kit::{Follower, Progress};
use projector::Projector;
use proto_events::Position;
use tokio::sync::watch;

/// Progress of the views.
#[derive(Clone)]
pub(super) struct ViewsProgress {
    /// For requests that wait for a position.
    pub(super) progress: Progress,
    /// Whether the views have been up to date once.
    pub(super) complete: watch::Receiver<bool>,
    /// Whether the views of other writers could be read recently.
    pub(super) sighted: Option<watch::Receiver<bool>>,
    /// Position up to which this process's projector has rendered its own shard.
    pub(super) projected: Option<watch::Receiver<Position>>,
}

impl ViewsProgress {
    /// Returns the progress of a projector in this process that renders everything.
    pub(super) fn of_projector(projector: &Projector, log: LogTag) -> Self {
        let log = watch::Sender::new(Some(log)).subscribe();
        let progress = Progress::new(projector.applied(), projector.prompt(), projector.settled()).of_log(log);
        Self { progress, complete: projector.complete(), sighted: None, projected: None }
    }

    /// Returns the progress of projectors in other processes.
    pub(super) fn of_follower(follower: &Follower) -> Self {
        Self {
            progress: follower.progress(),
            complete: follower.complete(),
            sighted: Some(follower.sighted()),
            projected: None,
        }
    }
}
