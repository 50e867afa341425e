//! A client that follows an event in a task of its own, as the drill sees it.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Context;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::follower::{Follower, Kind, Shared};
use super::members::{Members, everything};
use super::mirror::Mirror;
use super::pages::{Page, page};

/// A client that follows.
pub(super) struct Running {
    shared: Arc<Shared>,
    cut: watch::Sender<()>,
    task: JoinHandle<()>,
}

impl Running {
    /// Starts a client; `cut` is the other end of its connection.
    pub(super) fn start((follower, cut): (Follower, watch::Sender<()>)) -> Self {
        let shared = Arc::clone(&follower.shared);
        let kind = shared.kind;
        let task = tokio::spawn(async move {
            match kind {
                Kind::Staff | Kind::ReadOnly => Members::new(follower).follow().await,
                Kind::EventPage | Kind::RoundPage => Page::new(follower).follow().await,
            }
        });
        Self { shared, cut, task }
    }

    /// Cuts its connection.
    pub(super) fn cut(&self) {
        self.cut.send_replace(());
    }

    /// Returns how often its connection was cut.
    pub(super) fn cuts(&self) -> usize {
        self.shared.cuts.load(Ordering::Relaxed)
    }

    /// Returns its name, for messages.
    pub(super) fn name(&self) -> String {
        format!("{:?} of event {}", self.shared.kind, self.shared.event)
    }

    /// Returns the documents that a fresh reader sees who knows the last write; `None` while it is not answered.
    pub(super) async fn fresh(&self, token: &str) -> Option<Mirror> {
        match self.shared.kind {
            Kind::Staff | Kind::ReadOnly => everything(&self.shared, token).await,
            Kind::EventPage | Kind::RoundPage => page(&self.shared, token).await.map(|page| page.mirror),
        }
    }

    /// Returns how its documents differ from others.
    pub(super) fn difference_to(&self, fresh: &Mirror) -> Option<String> {
        self.shared.mirror().difference_to(fresh)
    }

    /// Ends it. Fails if it has failed.
    pub(super) async fn end(self) -> anyhow::Result<()> {
        self.task.abort();
        match self.task.await {
            Err(error) if !error.is_cancelled() => Err(error).context("a client failed"),
            _ => Ok(()),
        }
    }
}
