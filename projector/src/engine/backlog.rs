//! Works through a backlog: renders the complete streams early, and processes all events that can be read.

use std::collections::{BTreeMap, BTreeSet};

use proto_events::Position;
use tokio_util::sync::CancellationToken;

use super::Engine;
use crate::error::ProjectorError;
use crate::feed::EventFeed;
use crate::planner::{Mode, Quiet, plan};

impl Engine {
    /// Renders the streams of a backlog that have had no event after a position: most of them are complete. Their
    /// documents are written while more events are read. If further events follow, the streams are rendered again.
    pub(super) async fn render_quiet(&mut self, after: Position) -> Result<(), ProjectorError> {
        self.writer.begin(self.read_to(), BTreeMap::new()).await?;
        // A stream that is rendered from now on shows these changes.
        let seen = self.folder.take_seen();
        let dependents = self.dependents(seen).await?;
        let Quiet { own, audits } = self.folder.changes.take_quiet(after, dependents);
        let work = plan(self.shard, own, BTreeSet::new(), Vec::new(), Vec::new(), Mode::Backlog);
        let conventions = self.render_all(work, Mode::Backlog).await?;
        self.folder.changes.conventions.extend(conventions);
        self.render_audits(audits).await?;
        self.writer.write_part().await?;
        if let Some(progress) = &mut self.progress {
            progress.stored(after);
        }
        Ok(())
    }

    /// Notes the progress of taking in events.
    pub(super) fn note_applied(&mut self) {
        let to = self.read_to();
        if let Some(progress) = &mut self.progress {
            progress.applied(to);
        }
    }

    /// Processes all events that can be read. Returns their number.
    pub(crate) async fn read_all(&mut self, feed: &mut dyn EventFeed) -> Result<i64, ProjectorError> {
        let (start, never) = (self.position(), CancellationToken::new());
        let read = async {
            while let Some(batch) = feed.ready(self.read_to()).await? {
                self.absorb(feed, batch, &never).await?;
            }
            self.writer.landed().await
        };
        let read = read.await;
        self.after(read).await?;
        Ok(self.position().0 - start.0)
    }

    /// Processes all events that can be read, then renders all lagging streams.
    pub(crate) async fn catch_up(&mut self, feed: &mut dyn EventFeed) -> Result<(), ProjectorError> {
        self.read_all(feed).await?;
        loop {
            let lagging = self.lagging.first();
            if lagging.is_empty() {
                return self.writer.landed().await;
            }
            self.settle(&lagging).await?;
        }
    }
}
