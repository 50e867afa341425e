//! An event at one moment.

use std::sync::{Arc, OnceLock};

use domain::tournament::Tournament;
use proto_events::Version;
use write_api::Folded;

use crate::serving::sheets::{Sheet, Sheets};

/// An event at one moment.
pub(crate) struct Snapshot {
    event: Arc<Folded<Tournament>>,
    /// How often a name or a list may have changed, which other streams of the log contain.
    pub(super) others: u64,
    sheets: Sheets,
    /// The facts about its players, computed when the first of them is needed.
    sheet: OnceLock<Arc<Sheet>>,
}

impl Snapshot {
    pub(super) fn new(event: Arc<Folded<Tournament>>, others: u64, sheets: &Sheets) -> Self {
        Self { event, others, sheets: sheets.clone(), sheet: OnceLock::new() }
    }

    pub(super) fn state(&self) -> &Tournament {
        &self.event.state
    }

    pub(super) fn version(&self) -> Version {
        self.event.version
    }

    /// Whether something may have changed since another snapshot.
    pub(super) fn is_newer_than(&self, last: &Self) -> bool {
        self.version() > last.version() || (self.version() == last.version() && self.others != last.others)
    }

    /// Returns the facts about its players.
    pub(super) fn sheet(&self) -> &Sheet {
        self.sheet.get_or_init(|| self.sheets.of(&self.event))
    }
}
