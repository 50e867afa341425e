//! Checks the log, and the views against a fresh rendering of it.

use std::collections::HashMap;
use std::sync::Arc;

use futures::StreamExt;
use proto_events::{Position, Recorded, StreamId, Version};
use storage::{BackupItem, Checkpoint, EventStore, Lineage, ParkedStream, Shard, ViewStore, lineage};

use crate::compare::{Comparison, compare};
use crate::error::ProjectorError;
use crate::feed::{READ_LIMIT, StoreFeed};
use crate::rebuild::{Until, alone, begin};
use crate::settings::ViewSettings;

/// Problems that are listed.
const LISTED: usize = 20;

/// What a verification found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// Events read.
    pub events: u64,
    /// Streams they belong to.
    pub streams: u64,
    /// Problems of the log: gaps, versions that do not follow each other, events that cannot be read.
    pub problem_count: u64,
    /// The first of them, in words.
    pub problems: Vec<String>,
    /// Where the views stand; absent when there are none.
    pub views: Option<Checkpoint>,
    /// Whether the views were rendered with other settings or by another version; then they are not compared.
    pub outdated: bool,
    /// Streams that are not projected.
    pub parked: Vec<ParkedStream>,
    /// How the views (old) differ from a fresh rendering (new).
    pub comparison: Comparison,
}

impl VerifyReport {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.problem_count == 0 && self.parked.is_empty() && self.comparison.is_equal() && !self.outdated
    }

    fn problem(&mut self, problem: String) {
        self.problem_count += 1;
        if self.problems.len() < LISTED {
            self.problems.push(problem);
        }
    }
}

/// Verifies log and views. The views served are not touched; the fresh rendering is thrown away afterwards. Waits while
/// another verification or a rebuild is at work on the views.
///
/// # Errors
/// When a database fails, or the log is so damaged that nothing can be rendered from it.
pub async fn verify(
    events: Arc<dyn EventStore>,
    views: Arc<dyn ViewStore>,
    settings: &ViewSettings,
) -> Result<VerifyReport, ProjectorError> {
    let mut report = VerifyReport::default();
    let gapless = verify_log(events.as_ref(), &mut report).await?;
    verify_side_tables(events.as_ref(), &mut report).await;
    // Both the views that are compared and those that they are compared with must stay until the end.
    let _alone = alone(views.as_ref()).await?;
    let Some(active) = views.active().await? else { return Ok(report) };
    report.parked = views.parked(active.generation).await?;
    report.outdated = active.fingerprint != settings.fingerprint();
    report.views = Some(active.clone());
    let found = lineage(&*events, &active).await?;
    if found != Lineage::Same {
        let position = active.position();
        report.problem(match found {
            Lineage::SetBack => format!("the views show events up to {position} that the log does not have"),
            _ => "the views were made from another log".into(),
        });
    }
    if gapless && !report.outdated && found == Lineage::Same {
        report.comparison = compare_afresh(events, views, settings, &active).await?;
    }
    Ok(report)
}

/// Reads the whole log. Says whether it has no gap.
async fn verify_log(events: &dyn EventStore, report: &mut VerifyReport) -> Result<bool, ProjectorError> {
    let mut versions = HashMap::<StreamId, Version>::new();
    let (mut last, mut gapless) = (Position::START, true);
    loop {
        let read = events.read_from(last, READ_LIMIT).await?;
        if read.is_empty() {
            break;
        }
        for event in &read {
            if event.position.0 != last.0 + 1 {
                report.problem(format!("position {} follows {last}", event.position));
                gapless = false;
            }
            last = event.position;
            verify_event(event, &mut versions, report);
        }
    }
    let head = events.head().await?;
    if head < last || (head > last && events.read_from(last, 1).await?.is_empty()) {
        report.problem(format!("the log's head says {head}, its last event is {last}"));
        gapless = false;
    }
    report.streams = u64::try_from(versions.len()).unwrap_or(u64::MAX);
    Ok(gapless)
}

/// Reads the other tables of the log: names that are taken, recorded answers, passwords and keys.
async fn verify_side_tables(events: &dyn EventStore, report: &mut VerifyReport) {
    let mut items = events.backup();
    loop {
        match items.next().await {
            None | Some(Ok(BackupItem::Event(_))) => return,
            Some(Ok(_)) => {}
            Some(Err(error)) => {
                return report.problem(format!("a table of the log other than its events cannot be read: {error}"));
            }
        }
    }
}

fn verify_event(event: &Recorded, versions: &mut HashMap<StreamId, Version>, report: &mut VerifyReport) {
    report.events += 1;
    let version = versions.entry(event.stream).or_insert(0);
    if event.version != *version + 1 {
        let (stream, position) = (event.stream, event.position);
        report.problem(format!("{stream}: version {} follows {version} at position {position}", event.version));
    }
    *version = event.version;
    if let Err(error) = event.decode() {
        report.problem(format!("{}: position {} cannot be read: {error}", event.stream, event.position));
    }
}

/// Renders everything afresh up to where the views stand, compares, and throws it away.
async fn compare_afresh(
    events: Arc<dyn EventStore>,
    views: Arc<dyn ViewStore>,
    settings: &ViewSettings,
    active: &Checkpoint,
) -> Result<Comparison, ProjectorError> {
    let mut feed = StoreFeed::new(Arc::clone(&events), Shard::WHOLE);
    let mut engine = begin(events, Arc::clone(&views), settings).await?;
    let rendered = engine.catch_up(&mut Until { feed: &mut feed, last: active.position() }).await;
    let compared = match rendered {
        Ok(()) => compare(views.as_ref(), active.generation, engine.generation, active.position()).await,
        Err(error) => Err(error),
    };
    let dropped = views.drop_inactive().await;
    let compared = compared?;
    dropped?;
    Ok(compared)
}
