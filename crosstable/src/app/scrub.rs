//! Looks for damage that no reader has found yet: briefly in the files before they are opened, and once a day in all
//! stored data.
//!
//! Damaged views are rendered again from the log. A damaged log can only be restored from a backup, so writes stop, and
//! reads continue with what is left.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use service_kit::chain;
use service_kit::lifecycle::Stop;
use storage::inspect::{Soundness, set_aside};
use storage::{Damage, Database, EventStore, StoreError, ViewStore};

use crate::home::Home;
use crate::soundness::{Read, check_file, read_log, read_views};

/// Time limit per file at a start; enough to read about a hundred megabytes. A start takes less than a second with any log.
const AT_START: Duration = Duration::from_millis(500);
/// Delay before the first full check, to stay clear of the busy start.
const FIRST: Duration = Duration::from_secs(60);
/// Interval between two full checks.
const EVERY: Duration = Duration::from_secs(24 * 60 * 60);

/// Checks the files of a folder before they are opened. Sets damaged views aside, so that new ones are rendered.
/// Returns the damage of the log, if any.
pub(super) async fn before_opening(home: &Home) -> anyhow::Result<Option<String>> {
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
    pub(super) log: Option<(Arc<dyn EventStore>, Database)>,
    pub(super) views: Option<(Arc<dyn ViewStore>, Database)>,
}

impl Scrub {
    /// Checks the stores until the process stops.
    pub(super) async fn watch(self, stop: Stop) -> Result<(), Infallible> {
        let mut wait = FIRST;
        loop {
            tokio::select! {
                () = stop.soft() => return Ok(()),
                () = tokio::time::sleep(wait) => {}
            }
            tokio::select! {
                () = stop.soft() => return Ok(()),
                () = self.look() => {}
            }
            wait = EVERY;
        }
    }

    async fn look(&self) {
        if let Some((events, database)) = &self.log {
            if let Some(damage) = damage(database, None).await {
                refuse_writes(&**events, damage);
            }
            note("log", read_log(&**events, None).await);
        }
        if let Some((views, database)) = &self.views {
            if damage(database, None).await.is_some() {
                views.damage().report(Damage::File);
            }
            note("views", read_views(&**views, None).await);
        }
    }
}

/// Makes a damaged log read-only.
pub(super) fn refuse_writes(events: &dyn EventStore, damage: String) {
    tracing::error!(
        damage,
        "the file of the log is damaged, and nothing is written to it any more: stop the server, and restore a backup \
         into an empty folder; `crosstable verify` says what can still be read"
    );
    events.refuse_writes(damage);
}

fn note(store: &'static str, read: Result<Read, StoreError>) {
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
