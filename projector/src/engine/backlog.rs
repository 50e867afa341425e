//! Takes in a backlog: reads of many events that are rendered together.

use std::collections::{BTreeMap, BTreeSet};

use proto_events::Position;
use tokio_util::sync::CancellationToken;

use super::Engine;
use crate::error::ProjectorError;
use crate::feed::{EventFeed, FeedBatch};
use crate::planner::Mode;

impl Engine {
    /// Takes in a batch, and while there is a backlog the batches after it. Renders and commits the result.
    pub(crate) async fn absorb(
        &mut self,
        feed: &mut dyn EventFeed,
        first: FeedBatch,
        stop: &CancellationToken,
    ) -> Result<(), ProjectorError> {
        let absorbed = self.take_in(feed, first, stop).await;
        self.after(absorbed).await
    }

    async fn take_in(
        &mut self,
        feed: &mut dyn EventFeed,
        first: FeedBatch,
        stop: &CancellationToken,
    ) -> Result<(), ProjectorError> {
        let mode = if first.full { Mode::Backlog } else { Mode::Live };
        let mut full = first.full;
        self.folder.take_in(first, mode).await?;
        self.note_applied();
        while full
            && !self.folder.is_full()
            && !stop.is_cancelled()
            && let Some(batch) = feed.ready(self.read_to()).await?
        {
            full = batch.full;
            let before = self.read_to();
            self.folder.take_in(batch, mode).await?;
            self.note_applied();
            if self.uses_all_processors() {
                self.render_quiet(before).await?;
            }
            self.paced.rest().await;
        }
        self.flush(mode).await
    }

    /// Renders the streams of a backlog that have had no event after a position: most of them are complete. Their documents
    /// are written while more events are read. If further events follow, the streams are rendered again.
    async fn render_quiet(&mut self, after: Position) -> Result<(), ProjectorError> {
        self.writer.begin(self.read_to(), BTreeMap::new()).await?;
        // A stream that is rendered from now on shows these changes.
        let seen = self.folder.take_seen();
        let dependents = self.dependents(seen).await?;
        let own = self.folder.take_quiet(after, dependents);
        let work = self.planner.plan(own, BTreeSet::new(), Vec::new(), Vec::new(), Mode::Backlog);
        let conventions = self.render_all(work, Mode::Backlog).await?;
        self.folder.note_conventions(conventions);
        self.writer.write_part().await?;
        if let Some(progress) = &mut self.progress {
            progress.stored(after);
        }
        Ok(())
    }

    /// Processes all events that can be read. Returns their number.
    pub(crate) async fn read_all(&mut self, feed: &mut dyn EventFeed) -> Result<i64, ProjectorError> {
        let (start, never) = (self.position(), CancellationToken::new());
        while let Some(batch) = feed.ready(self.read_to()).await? {
            self.absorb(feed, batch, &never).await?;
        }
        self.writer.landed().await?;
        Ok(self.position().0 - start.0)
    }

    /// Processes all events that can be read, then renders all lagging streams.
    pub(crate) async fn catch_up(&mut self, feed: &mut dyn EventFeed) -> Result<(), ProjectorError> {
        self.read_all(feed).await?;
        loop {
            let lagging = self.planner.first();
            if lagging.is_empty() {
                return self.writer.landed().await;
            }
            self.settle(&lagging).await?;
        }
    }
}
