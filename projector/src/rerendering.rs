//! Renders the documents of changed views anew, in the generation that is served: after an upgrade that changes a few
//! views. All other documents stay.
//!
//! The projector takes in new events in between, with the new version's views, so every document is current throughout.
//! After a restart the rendering begins again, because the fingerprint is changed last.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use proto_events::{StreamId, StreamKind};
use storage::{LogReader, ViewStore};
use tokio::time::Instant;

use crate::engine::Engine;
use crate::error::ProjectorError;
use crate::outdated::Selection;
use crate::pace::Pace;
use crate::progress::ProgressMeter;

/// Number of users or lists rendered at once.
const SMALL_AT_ONCE: usize = 64;
/// The least time between two steps, in which new events come first.
const LEAST_REST: Duration = Duration::from_millis(1);

/// The rendering of selected views.
pub(crate) struct Rerendering {
    selection: Arc<Selection>,
    pace: Pace,
    /// The fingerprints of the generation before and afterwards.
    fingerprints: (String, String),
    waiting: VecDeque<StreamId>,
    streams: i64,
    progress: ProgressMeter,
    due: Instant,
}

impl Rerendering {
    /// Prepares to render selected views of all streams at a pace. `fingerprints` are those before and afterwards.
    pub(crate) async fn new(
        log: &dyn LogReader,
        selection: Selection,
        fingerprints: (String, String),
        pace: Pace,
    ) -> Result<Self, ProjectorError> {
        let mut waiting = VecDeque::new();
        for kind in selection.streams() {
            waiting.extend(log.streams(kind).await?.into_iter().map(|id| StreamId { kind, id }));
        }
        let streams = i64::try_from(waiting.len()).unwrap_or(i64::MAX);
        let views: Vec<&str> = selection.names().collect();
        tracing::info!(
            views = views.join(", "),
            streams,
            "this version renders these views in another way: rendering their documents anew, while all views are served \
             and kept up to date"
        );
        Ok(Self {
            selection: Arc::new(selection),
            pace,
            fingerprints,
            waiting,
            streams,
            progress: ProgressMeter::of_streams(streams, "rendering changed views anew"),
            due: Instant::now(),
        })
    }

    /// Returns when the next streams are rendered.
    pub(crate) fn due(&self) -> Instant {
        self.due
    }

    /// Renders some streams. Returns whether all are rendered, and the generation has the new fingerprint.
    ///
    /// # Errors
    /// [`ProjectorError::GenerationGone`] if another process changed the fingerprint or the active generation.
    pub(crate) async fn step(&mut self, engine: &mut Engine, views: &dyn ViewStore) -> Result<bool, ProjectorError> {
        let begun = Instant::now();
        let streams = self.next();
        if streams.is_empty() {
            let (before, after) = &self.fingerprints;
            if !views.change_fingerprint(engine.generation(), before, after).await? {
                return Err(ProjectorError::GenerationGone);
            }
            tracing::info!(streams = self.streams, "the changed views are rendered anew");
            return Ok(true);
        }
        engine.render_selected(&streams, &self.selection).await?;
        self.progress.stored_streams(self.streams - i64::try_from(self.waiting.len()).unwrap_or_default());
        self.due = Instant::now() + self.pace.rest_after(begun.elapsed()).max(LEAST_REST);
        Ok(false)
    }

    /// Takes the next streams: some users or lists, or one stream of another kind, which may be large.
    fn next(&mut self) -> Vec<StreamId> {
        let Some(kind) = self.waiting.front().map(|stream| stream.kind) else { return Vec::new() };
        let at_once = if matches!(kind, StreamKind::User | StreamKind::Decklist) { SMALL_AT_ONCE } else { 1 };
        let of_kind = self.waiting.iter().take(at_once).take_while(|stream| stream.kind == kind).count();
        self.waiting.drain(..of_kind).collect()
    }
}
