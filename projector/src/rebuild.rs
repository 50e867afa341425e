//! Rebuilds the views blue/green: fills a second generation, compares it with the active one, and switches.
//!
//! The active generation is served meanwhile, and another task or process may write to it. No request fails.

use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use proto_events::Position;
use storage::{Checkpoint, Generation, LogReader, ParkedStream, RenderingLock, Shard, ViewStore};

use crate::compare::{Comparison, compare};
use crate::engine::Engine;
use crate::error::ProjectorError;
use crate::feed::StoreFeed;
use crate::pace::Pace;
use crate::progress::{ProgressMeter, ProgressSender};
use crate::settings::ViewSettings;

/// Wait between two attempts to switch, when there are no new events.
const BETWEEN_SWITCHES: Duration = Duration::from_millis(10);
/// Wait between two checks whether another process is done.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// The result of a rebuild.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RebuildReport {
    /// The generation that is active now.
    pub generation: Generation,
    /// Its position.
    pub position: Position,
    /// How it differs from the previous generation.
    pub comparison: Comparison,
    /// Streams that could not be projected this time either.
    pub parked: Vec<ParkedStream>,
    /// Number of deleted generations.
    pub dropped: u64,
}

/// Rebuilds all views and switches to them. Waits while another rebuild or verification of these views runs. Reports
/// its progress.
///
/// # Errors
/// When a database fails, or the log has a gap. The active views then stay as they were.
pub fn rebuild(
    events: Arc<dyn LogReader>,
    views: Arc<dyn ViewStore>,
    settings: &ViewSettings,
    progress: ProgressSender,
) -> BoxFuture<'_, Result<RebuildReport, ProjectorError>> {
    Box::pin(rebuild_all(events, views, settings, progress))
}

async fn rebuild_all(
    events: Arc<dyn LogReader>,
    views: Arc<dyn ViewStore>,
    settings: &ViewSettings,
    progress: ProgressSender,
) -> Result<RebuildReport, ProjectorError> {
    let _alone = alone(views.as_ref()).await?;
    let before = active(events.as_ref(), views.as_ref(), settings).await?;
    replace(&events, &views, settings, Pace::WHOLE, progress, Some(&before)).await
}

/// Rebuilds all views at a pace, unless they were rendered with these settings. They are not compared with those before,
/// which look different.
pub(crate) async fn rebuild_outdated(
    events: Arc<dyn LogReader>,
    views: Arc<dyn ViewStore>,
    settings: &ViewSettings,
    pace: Pace,
) -> Result<(), ProjectorError> {
    let _alone = alone(views.as_ref()).await?;
    if active(events.as_ref(), views.as_ref(), settings).await?.fingerprint == settings.fingerprint() {
        return Ok(());
    }
    replace(&events, &views, settings, pace, ProgressSender::default(), None).await?;
    Ok(())
}

/// Renders all views in another generation, compares it with the active one if there is a checkpoint of that one, and
/// switches. The caller must hold the rendering lock.
async fn replace(
    events: &Arc<dyn LogReader>,
    views: &Arc<dyn ViewStore>,
    settings: &ViewSettings,
    pace: Pace,
    progress: ProgressSender,
    before: Option<&Checkpoint>,
) -> Result<RebuildReport, ProjectorError> {
    let rendered = async {
        let (mut engine, mut feed) = begin(events, views, settings, pace, progress).await?;
        let comparison = match before {
            Some(before) => compare_with_active(&mut engine, &**views, &mut feed, before).await?,
            None => Comparison::default(),
        };
        switch(&mut engine, &**views, &mut feed).await?;
        Ok::<_, ProjectorError>((engine, comparison))
    };
    let rendered = rendered.await;
    // The remains of a failed attempt would take space until the next one, and the disk may be full.
    let dropped = views.drop_inactive().await;
    let (engine, comparison) = rendered?;
    let (generation, position) = (engine.generation(), engine.position());
    tracing::info!(generation = generation.0, position = position.0, "the rebuilt views are active");
    let parked = views.parked(generation).await?;
    Ok(RebuildReport { generation, position, comparison, parked, dropped: dropped? })
}

/// Waits for the rendering lock.
pub(crate) async fn alone(views: &dyn ViewStore) -> Result<RenderingLock, ProjectorError> {
    let mut is_waiting = false;
    loop {
        if let Some(lock) = views.lock_rendering().await? {
            return Ok(lock);
        }
        if !std::mem::replace(&mut is_waiting, true) {
            tracing::info!("another process is rebuilding or verifying the views; waiting until it is done");
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
}

/// Returns the active generation, and begins an empty one if there is none: the first generation of a store becomes
/// active at once, and a rebuild must not fill the one a projector writes.
pub(crate) async fn active(
    events: &dyn LogReader,
    views: &dyn ViewStore,
    settings: &ViewSettings,
) -> Result<Checkpoint, ProjectorError> {
    loop {
        if let Some(checkpoint) = views.active().await? {
            return Ok(checkpoint);
        }
        // Another process may do the same at this moment; the first generation becomes the active one.
        views.begin_generation(&settings.fingerprint(), &events.log_id()).await?;
    }
}

/// Begins another generation after deleting the remains of an interrupted attempt. Returns the engine that fills it at
/// this pace, and a feed of all events. The caller must hold the rendering lock.
pub(crate) async fn begin(
    events: &Arc<dyn LogReader>,
    views: &Arc<dyn ViewStore>,
    settings: &ViewSettings,
    pace: Pace,
    progress: ProgressSender,
) -> Result<(Engine, StoreFeed), ProjectorError> {
    views.drop_inactive().await?;
    let generation = views.begin_generation(&settings.fingerprint(), &events.log_id()).await?;
    tracing::info!(generation = generation.0, "rendering all views");
    let (log, store) = (Arc::clone(events), Arc::clone(views));
    let mut engine = Engine::open(log, store, settings.clone(), None, generation, Shard::WHOLE).await?;
    engine.pace(pace, ProgressMeter::new(progress, events.head().await?));
    Ok((engine, StoreFeed::new(Arc::clone(events), Shard::WHOLE)))
}

/// Brings the new generation to the position of the active one, and compares them.
async fn compare_with_active(
    engine: &mut Engine,
    views: &dyn ViewStore,
    feed: &mut StoreFeed,
    before: &Checkpoint,
) -> Result<Comparison, ProjectorError> {
    feed.end_at(Some(before.position()));
    engine.catch_up(feed).await?;
    // That may have taken a while; catching up with the newer events does not.
    let active = views.active().await?.unwrap_or_else(|| before.clone());
    feed.end_at(Some(active.position()));
    engine.catch_up(feed).await?;
    feed.end_at(None);
    compare(views, active.generation, engine.generation(), engine.position()).await
}

/// Switches as soon as the new generation is not behind the active one. What the active one has now is rendered at the
/// engine's pace, and what comes meanwhile without rest: at a slow pace, events can come faster than they are rendered.
async fn switch(engine: &mut Engine, views: &dyn ViewStore, feed: &mut StoreFeed) -> Result<(), ProjectorError> {
    if let Some(active) = views.active().await? {
        feed.end_at(Some(active.position()));
        engine.catch_up(feed).await?;
        feed.end_at(None);
    }
    engine.stop_resting();
    engine.catch_up(feed).await?;
    engine.mark_complete().await?;
    // From here on, documents that may lag do lag: rendering them would take longer than the next event of the active
    // generation.
    loop {
        let read = engine.read_all(feed).await?;
        if views.switch_to(engine.generation(), engine.position()).await? {
            return Ok(());
        }
        if views.checkpoint(engine.generation()).await?.is_none() {
            return Err(ProjectorError::GenerationGone);
        }
        if read == 0 {
            tokio::time::sleep(BETWEEN_SWITCHES).await;
        }
    }
}
