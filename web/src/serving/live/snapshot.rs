//! An event at one moment.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use domain::tournament::Tournament;
use proto_events::Version;
use proto_events::ids::RegistrationId;
use write_api::Folded;

use super::position;

/// An event at one moment.
pub(crate) struct Snapshot {
    event: Arc<Folded<Tournament>>,
    /// How often a name or a list may have changed, which other streams of the log contain.
    pub(super) others: u64,
    /// The positions of all players, computed when the first of them is needed.
    players: OnceLock<HashMap<RegistrationId, String>>,
}

impl Snapshot {
    pub(super) fn new(event: Arc<Folded<Tournament>>, others: u64) -> Self {
        Self { event, others, players: OnceLock::new() }
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

    /// Returns the position of a player.
    pub(super) fn player(&self, id: RegistrationId) -> Option<&str> {
        self.players.get_or_init(|| position::of_players(self.state())).get(&id).map(String::as_str)
    }
}
