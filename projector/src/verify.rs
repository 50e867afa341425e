//! Checks the log, and compares the views with a new rendering of it.

use std::collections::HashMap;
use std::sync::Arc;

use futures::StreamExt;
use futures::future::BoxFuture;
use proto_events::{Position, Recorded, StreamId, Version};
use storage::{BackupItem, Checkpoint, Lineage, LogReader, ParkedStream, ViewStore, lineage};

use crate::compare::{Comparison, compare};
use crate::error::ProjectorError;
use crate::feed::READ_LIMIT;
use crate::pace::Pace;
use crate::progress::ProgressSender;
use crate::rebuild::{alone, begin};
use crate::settings::ViewSettings;

/// Maximum number of listed problems.
const LISTED: usize = 20;

/// The result of a verification.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// Number of events read.
    pub events: u64,
    /// Number of streams they belong to.
    pub streams: u64,
    /// Number of problems of the log: gaps, versions that do not follow each other, unreadable events.
    pub problem_count: u64,
    /// Descriptions of the first problems.
    pub problems: Vec<String>,
    /// Why a part of the log could not be checked, if the database's role may not read it.
    pub unchecked: Option<String>,
    /// The checkpoint of the views; `None` if there are none.
    pub views: Option<Checkpoint>,
    /// Whether the views were rendered with other settings or by another version. They are then not compared.
    pub outdated: bool,
    /// Streams that are parked.
    pub parked: Vec<ParkedStream>,
    /// How the views (old) differ from a new rendering (new).
    pub comparison: Comparison,
}

impl VerifyReport {
    /// Returns whether there is no problem in what was checked.
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

/// Verifies the log and the views. Does not change the views that are served; deletes the new rendering afterwards.
/// Waits while another verification or a rebuild of these views runs. Reports the progress of the rendering.
///
/// # Errors
/// When a database fails, or the log is too damaged to render anything from it.
pub fn verify(
    events: Arc<dyn LogReader>,
    views: Arc<dyn ViewStore>,
    settings: &ViewSettings,
    progress: ProgressSender,
) -> BoxFuture<'_, Result<VerifyReport, ProjectorError>> {
    Box::pin(verify_all(events, views, settings, progress))
}

async fn verify_all(
    events: Arc<dyn LogReader>,
    views: Arc<dyn ViewStore>,
    settings: &ViewSettings,
    progress: ProgressSender,
) -> Result<VerifyReport, ProjectorError> {
    let mut report = VerifyReport::default();
    let gapless = verify_log(events.as_ref(), &mut report).await?;
    verify_side_tables(events.as_ref(), &mut report).await;
    // Both generations must stay until the comparison ends.
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
        report.comparison = compare_afresh(events, views, settings, &active, progress).await?;
    }
    Ok(report)
}

/// Reads the whole log. Returns whether it has no gap.
async fn verify_log(events: &dyn LogReader, report: &mut VerifyReport) -> Result<bool, ProjectorError> {
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
        report.problem(format!("the log's head is recorded as {head}, but its last event is at {last}"));
        gapless = false;
    }
    report.streams = u64::try_from(versions.len()).unwrap_or(u64::MAX);
    Ok(gapless)
}

/// Reads the other tables of the log: claimed names, recorded answers, passwords and keys.
async fn verify_side_tables(events: &dyn LogReader, report: &mut VerifyReport) {
    let mut items = events.backup();
    loop {
        match items.next().await {
            None | Some(Ok(BackupItem::Event(_))) => return,
            Some(Ok(_)) => {}
            Some(Err(error)) if error.is_forbidden() => {
                report.unchecked = Some(format!(
                    "Tables of the log apart from the events could not be checked, because this role may not read them: \
                     {error}. Run this as the role that owns the log."
                ));
                return;
            }
            Some(Err(error)) => {
                return report.problem(format!("a table of the log (not the events table) cannot be read: {error}"));
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

/// Renders all documents again up to the position of the views, compares them, and deletes the new ones.
async fn compare_afresh(
    events: Arc<dyn LogReader>,
    views: Arc<dyn ViewStore>,
    settings: &ViewSettings,
    active: &Checkpoint,
    progress: ProgressSender,
) -> Result<Comparison, ProjectorError> {
    let (mut engine, mut feed) = begin(&events, &views, settings, Pace::WHOLE, progress).await?;
    feed.end_at(Some(active.position()));
    let rendered = engine.catch_up(&mut feed).await;
    let compared = match rendered {
        Ok(()) => compare(views.as_ref(), active.generation, engine.generation(), active.position()).await,
        Err(error) => Err(error),
    };
    let dropped = views.drop_inactive().await;
    let compared = compared?;
    dropped?;
    Ok(compared)
}
