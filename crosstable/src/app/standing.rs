//! How far the views are, as a process knows it: from the projector in it, or from what it hears of one elsewhere.

use api_kit::consistency::LogTag;
use api_kit::{Follower, Progress};
use projector::Projector;
use proto_events::Position;
use tokio::sync::watch;

/// How far the views are.
#[derive(Clone)]
pub(super) struct Standing {
    /// For who waits.
    pub(super) progress: Progress,
    /// Whether the views were up to date once.
    pub(super) complete: watch::Receiver<bool>,
    /// Whether views that others write could be looked at lately.
    pub(super) sighted: Option<watch::Receiver<bool>>,
    /// Up to here the projector in this process has taken in what is its own.
    pub(super) projected: Option<watch::Receiver<Position>>,
}

impl Standing {
    /// Of the projector in this process, which renders everything.
    pub(super) fn of_projector(projector: &Projector, log: LogTag) -> Self {
        let log = watch::Sender::new(Some(log)).subscribe();
        let progress = Progress::new(projector.applied(), projector.prompt(), projector.settled()).of_log(log);
        Self { progress, complete: projector.complete(), sighted: None, projected: None }
    }

    /// Of projectors elsewhere.
    pub(super) fn of_follower(follower: &Follower) -> Self {
        Self {
            progress: follower.progress(),
            complete: follower.complete(),
            sighted: Some(follower.sighted()),
            projected: None,
        }
    }
}
