//! The background work of a process: checks that views, tokens and messages belong to the log; completes erasures of people;
//! deletes rows that no longer count; looks for damage that no reader has found yet.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use api_kit::Progress;
use api_kit::progress::Wanted;
use chrono::{DateTime, TimeDelta, Utc};
use domain::limits::IDEMPOTENCY_HOURS;
use projector::give_up_foreign_views;
use proto_events::{EventHash, Position};
use service_kit::clock::Clock;
use service_kit::lifecycle::Stop;
use service_kit::{BoxError, chain};
use storage::inspect::{Soundness, set_aside};
use storage::{Damage, Database, EventStore, Lineage, Rewriting, StoreError, ViewStore, lineage};
use write_api::WriteApi;

use crate::home::Home;
use crate::parts::{Part, Parts};
use crate::soundness::{Read, check_file, read_log, read_views};

/// Interval between two looks at the log, which other processes write too.
const EVERY: Duration = Duration::from_secs(1);
/// Time after which a failure is tried again.
const AGAIN: Duration = Duration::from_secs(30);
/// How long ago an erasure may be for the views to be rewritten at the start: the process may have ended before it did.
const RECENT: TimeDelta = TimeDelta::days(1);
/// Age of a picture without a use at which it is deleted: the event that names it follows within seconds.
const UNUSED_PICTURES: TimeDelta = TimeDelta::hours(1);
pub(super) const HOUR: Duration = Duration::from_secs(60 * 60);
/// Time limit per file at a start; enough to read about a hundred megabytes. A start takes less than a second with any log.
const AT_START: Duration = Duration::from_millis(500);
/// Delay before the first full check, to stay clear of the busy start.
const FIRST_SCRUB: Duration = Duration::from_secs(60);
/// Interval between two full checks.
const SCRUB_EVERY: Duration = Duration::from_secs(24 * 60 * 60);

/// Compares the log and the views before anything runs. If the log was set back, for example to an older copy, its
/// writer gives it a new id. The projector discards views that were made from another log.
pub(super) async fn settle_lineage(
    events: &dyn EventStore,
    views: &dyn ViewStore,
    parts: &Parts,
) -> Result<(), StoreError> {
    if parts.has(Part::WriteApi) && is_set_back(events, views).await? {
        let log_id = events.renew_log_id().await?;
        tracing::error!(log_id, "the log was set back and lacks events that the views show: it has a new id now");
    }
    if parts.has(Part::Projector) {
        give_up_foreign_views(events, views).await?;
    }
    Ok(())
}

async fn is_set_back(events: &dyn EventStore, views: &dyn ViewStore) -> Result<bool, StoreError> {
    let checkpoint = match views.active().await? {
        Some(active) => Some(active),
        None => views.given_up().await?,
    };
    let Some(checkpoint) = checkpoint else { return Ok(false) };
    Ok(lineage(events, &checkpoint).await? == Lineage::SetBack)
}

/// Ends the process with an error when the log loses events that it had, since the process then holds another history
/// in memory. The next start calls [`settle_lineage`].
///
/// # Errors
/// When the log was set back or replaced.
pub(super) async fn watch_log(
    events: Arc<dyn EventStore>,
    views: Arc<dyn ViewStore>,
    stop: Stop,
) -> anyhow::Result<()> {
    let mut known = (Position::START, EventHash::START);
    while !stop.soft_within(EVERY).await {
        match has_all(&*events, &*views, &mut known).await {
            Ok(true) => {}
            Ok(false) => {
                bail!("the log lacks events that it had: it was set back or replaced; start this process again")
            }
            // Other parts report a log that does not answer.
            Err(error) => tracing::debug!(%error, "the log could not be read"),
        }
    }
    Ok(())
}

/// Whether the log still has the newest known event, everything that this process appended, and everything that the
/// views show. Updates `known` to the newest event.
async fn has_all(
    events: &dyn EventStore,
    views: &dyn ViewStore,
    known: &mut (Position, EventHash),
) -> Result<bool, StoreError> {
    let appended = *events.appended().borrow();
    let head = events.head().await?;
    if head < appended || events.hash_at(known.0).await? != Some(known.1) || is_set_back(events, views).await? {
        return Ok(false);
    }
    if let Some(hash) = events.hash_at(head).await? {
        *known = (head, hash);
    }
    Ok(true)
}

/// Completes erasures until the soft stop, in a process that writes the log.
pub(super) async fn complete_erasures(api: WriteApi, events: Arc<dyn EventStore>, stop: Stop) -> Result<(), BoxError> {
    // Creates the list, and adds what another process could not.
    let mut done = api.complete_erasures(&[]).await.map_err(BoxError::from);
    loop {
        let wait = match done {
            Ok(()) => EVERY,
            Err(error) => {
                tracing::warn!(error = chain(&*error), "an erasure is not complete yet; it is tried again");
                AGAIN
            }
        };
        if stop.soft_within(wait).await {
            return Ok(());
        }
        done = complete_now(&api, &*events).await;
    }
}

/// Completes the erasures that are not finished.
pub(crate) async fn complete_now(api: &WriteApi, events: &dyn EventStore) -> Result<(), BoxError> {
    let users = events.unfinished_erasures().await?;
    if users.is_empty() {
        return Ok(());
    }
    api.complete_erasures(&users).await?;
    events.rewrite().await?;
    events.finish_erasures(&users).await?;
    tracing::info!(people = users.len(), "the log does not hold the data of erased people any more");
    Ok(())
}

/// Rewrites the views after erasures until the soft stop, in a process that renders them. `now` is the time of the start.
pub(super) async fn rewrite_views(
    (events, views): (Arc<dyn EventStore>, Arc<dyn ViewStore>),
    progress: Progress,
    now: DateTime<Utc>,
    stop: Stop,
) -> Result<(), BoxError> {
    // The number of erasures at the last look.
    let mut seen = None;
    loop {
        let wait = match rewrite_if_erased(&*events, &*views, &progress, seen, now).await {
            Ok(count) => {
                seen = Some(count);
                EVERY
            }
            Err(error) => {
                tracing::warn!(error = chain(&error), "the views are not rewritten yet after an erasure");
                AGAIN
            }
        };
        if stop.soft_within(wait).await {
            return Ok(());
        }
    }
}

/// Rewrites the views if people were erased since there were `seen` erasures. Returns their number now.
async fn rewrite_if_erased(
    events: &dyn EventStore,
    views: &dyn ViewStore,
    progress: &Progress,
    seen: Option<i64>,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let count = events.erasure_count().await?;
    let is_new = match seen {
        Some(seen) => count != seen,
        None => events.erasures().await?.iter().any(|erasure| now - erasure.erased_at < RECENT),
    };
    if is_new {
        if !progress.reaches(events.head().await?, Wanted::All, AGAIN).await {
            return Err(StoreError::Incomplete);
        }
        if views.rewrite(Rewriting::IfSmall).await? {
            tracing::info!("the views do not hold the data of erased people any more");
        } else {
            tracing::warn!(
                "the views are large: deleted bytes stay in their files until `crosstable erasures clean` rewrites them"
            );
        }
    }
    Ok(count)
}

/// Returns whether all documents of the views show the log up to a position.
pub(crate) async fn settled(views: &dyn ViewStore, position: Position) -> Result<bool, StoreError> {
    Ok(views.active().await?.is_none_or(|active| active.reached().settled >= position))
}

/// Deletes rows that no longer count, every hour, until the soft stop: answers to idempotency keys after their lifetime,
/// password attempts, known addresses that people have not signed in from for a long time, and pictures without a use. Rows that are kept longer do
/// no harm. `hour` is the length of an hour.
///
/// The age of an answer is counted in hours of process run time on a monotonic clock. If the system clock jumped ahead
/// by a day, it would expire every key at once, and a repeated request would be carried out twice.
pub(super) async fn delete_old_rows(
    events: Arc<dyn EventStore>,
    clock: Arc<dyn Clock>,
    hour: Duration,
    stop: Stop,
) -> Result<(), BoxError> {
    let mut seen = None;
    loop {
        seen = match end_hour(&*events, seen).await {
            Ok(current) => Some(current),
            Err(error) => {
                tracing::warn!(error = chain(&error), "old answers could not be deleted");
                None
            }
        };
        let now = clock.now();
        if let Err(error) = events.forget_attempts(now - web::site::DAY, now - web::site::KNOWN_FOR).await {
            tracing::warn!(error = chain(&error), "old password attempts could not be deleted");
        }
        if let Err(error) = events.forget_pictures(now - UNUSED_PICTURES).await {
            tracing::warn!(error = chain(&error), "pictures without a use could not be deleted");
        }
        if stop.soft_within(hour).await {
            return Ok(());
        }
    }
}

/// Ends the hour that was current an hour ago, unless another process already has. Returns the current hour.
async fn end_hour(events: &dyn EventStore, seen: Option<i64>) -> Result<i64, StoreError> {
    if let Some(hour) = seen {
        events.end_answer_hour(hour, IDEMPOTENCY_HOURS).await?;
    }
    events.answer_hour().await
}

/// Checks the files of a folder before they are opened. Sets damaged views aside, so that new ones are rendered.
/// Returns the damage of the log, if any.
pub(super) async fn check_files(home: &Home) -> anyhow::Result<Option<String>> {
    let Home::Folder(_) = home else { return Ok(None) };
    let (events, views) = (home.events()?, home.views()?);
    let (of_log, of_views) = tokio::join!(damage(&events, Some(AT_START)), damage(&views, Some(AT_START)));
    if let Some(damage) = of_views {
        tracing::error!(%views, damage, "the views file is damaged: it is set aside, and a new one is rendered");
        set_aside(&views).with_context(|| format!("{views} is damaged, and cannot be renamed"))?;
    }
    Ok(of_log)
}

async fn damage(database: &Database, budget: Option<Duration>) -> Option<String> {
    match check_file(database, budget).await {
        Ok(Soundness::Damaged(damage)) => Some(damage),
        Ok(Soundness::Sound | Soundness::Unfinished) => None,
        // Opening the file then fails with the reason.
        Err(error) => {
            tracing::debug!(%database, error = chain(&error), "a file could not be checked");
            None
        }
    }
}

/// The stores that this process writes and checks once a day.
pub(super) struct Scrub {
    pub(super) home: Home,
    pub(super) log: Option<Arc<dyn EventStore>>,
    pub(super) views: Option<Arc<dyn ViewStore>>,
}

impl Scrub {
    /// Checks the stores until the process stops.
    pub(super) async fn watch(self, stop: Stop) -> Result<(), Infallible> {
        let mut wait = FIRST_SCRUB;
        while !stop.soft_within(wait).await {
            tokio::select! {
                () = stop.soft() => break,
                () = self.look() => {}
            }
            wait = SCRUB_EVERY;
        }
        Ok(())
    }

    async fn look(&self) {
        if let (Some(events), Ok(database)) = (&self.log, self.home.events()) {
            if let Some(damage) = damage(&database, None).await {
                refuse_writes(&**events, damage);
            }
            record_scrub("log", read_log(&**events, None).await);
        }
        if let (Some(views), Ok(database)) = (&self.views, self.home.views()) {
            if damage(&database, None).await.is_some() {
                views.damage().report(Damage::File);
            }
            record_scrub("views", read_views(&**views, None).await);
        }
    }
}

pub(super) fn refuse_writes(events: &dyn EventStore, damage: String) {
    tracing::error!(
        damage,
        "the file of the log is damaged, and nothing is written to it any more: stop the server, and restore a backup \
         into an empty folder; `crosstable verify` says what can still be read"
    );
    events.refuse_writes(damage);
}

fn record_scrub(store: &'static str, read: Result<Read, StoreError>) {
    let found = match read {
        Ok(Read { count, damaged: 0, .. }) => {
            tracing::info!(store, count, "all stored data was read and is undamaged");
            "sound"
        }
        Ok(Read { count, damaged, .. }) => {
            tracing::error!(store, count, damaged, "some stored data is damaged");
            "damaged"
        }
        Err(error) => {
            tracing::warn!(store, error = chain(&error), "not all stored data could be read");
            "unread"
        }
    };
    metrics::counter!("crosstable_scrubs_total", "store" => store, "found" => found).increment(1);
}

#[cfg(test)]
mod tests {
    use service_kit::clock::SystemClock;
    use service_kit::lifecycle::Lifecycle;
    use storage::sqlite::SqliteEventStore;

    use super::*;

    #[tokio::test]
    async fn hours_pass_while_a_process_runs() {
        let folder = tempfile::tempdir().unwrap();
        let events: Arc<dyn EventStore> =
            Arc::new(SqliteEventStore::open(&folder.path().join("events.sqlite")).await.unwrap());
        let lifecycle = Lifecycle::new(Duration::from_secs(10));
        lifecycle.spawn(
            "answers",
            delete_old_rows(
                Arc::clone(&events),
                Arc::new(SystemClock),
                Duration::from_millis(1),
                lifecycle.stop_signal(),
            ),
        );
        let passed = tokio::time::timeout(Duration::from_secs(60), async {
            while events.answer_hour().await.unwrap() < 3 {
                tokio::task::yield_now().await;
            }
        });
        passed.await.unwrap();
        lifecycle.stop();
        lifecycle.wait().await.unwrap();
        let stands = events.answer_hour().await.unwrap();
        assert_eq!(end_hour(&*events, None).await.unwrap(), stands, "a process that has seen no hour ends none");
        assert_eq!(end_hour(&*events, Some(stands - 1)).await.unwrap(), stands, "an ended hour does not end again");
        assert_eq!(end_hour(&*events, Some(stands)).await.unwrap(), stands + 1);
    }
}
