//! What the pages of all players of an event need, computed once for each version of the event: when a round is published, every
//! player loads the own page.

mod position;

use std::collections::HashMap;
use std::sync::Arc;

use domain::tournament::Tournament;
use domain::tournament::places::places;
use domain::tournament::records::{Record, records};
use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use proto_events::Version;
use proto_events::ids::{MatchId, RegistrationId, TournamentId, UserId};
use write_api::Folded;

/// Maximum number of players in the sheets that are kept.
const PLAYERS: u64 = 50_000;

/// The facts about all players of an event.
pub(crate) struct Sheet {
    positions: HashMap<RegistrationId, String>,
    records: HashMap<RegistrationId, Record>,
    places: HashMap<RegistrationId, i32>,
    matches: HashMap<RegistrationId, Vec<MatchId>>,
    of_people: HashMap<UserId, RegistrationId>,
    of_links: HashMap<String, RegistrationId>,
}

impl Sheet {
    fn of(event: &Tournament) -> Self {
        let places = places(event);
        let mut matches: HashMap<RegistrationId, Vec<MatchId>> = HashMap::with_capacity(event.registrations.len());
        for (_, table) in position::published(event) {
            for player in &table.pairing.players {
                matches.entry(*player).or_default().push(table.id());
            }
        }
        // A person who registered twice gets the first registration.
        let entries = event.registrations.iter().rev();
        let links = event.registrations.iter().filter_map(|entry| Some((entry.private_link.clone()?, entry.id)));
        Self {
            positions: position::of_players(event, &places),
            records: records(event),
            places,
            matches,
            of_people: entries.map(|entry| (entry.user_id, entry.id)).collect(),
            of_links: links.collect(),
        }
    }

    pub(crate) fn of_person(&self, person: UserId) -> Option<RegistrationId> {
        self.of_people.get(&person).copied()
    }

    /// Returns the registration with a private link, by the hash of its code.
    pub(crate) fn of_link(&self, hash: &str) -> Option<RegistrationId> {
        self.of_links.get(hash).copied()
    }

    /// Returns the position of a player's page: a text that changes when the page changes.
    pub(crate) fn position(&self, player: RegistrationId) -> Option<&str> {
        self.positions.get(&player).map(String::as_str)
    }

    pub(crate) fn record(&self, player: RegistrationId) -> Record {
        self.records.get(&player).copied().unwrap_or_default()
    }

    /// Returns a player's place; `None` until a playoff begins or the event is finished.
    pub(crate) fn place(&self, player: RegistrationId) -> Option<i32> {
        self.places.get(&player).copied()
    }

    /// Returns the matches of a player in rounds whose pairings are published, the first round first.
    pub(crate) fn matches(&self, player: RegistrationId) -> &[MatchId] {
        self.matches.get(&player).map_or(&[], Vec::as_slice)
    }
}

/// The sheets of the events that players look at, computed once for each version of an event.
#[derive(Clone)]
pub(crate) struct Sheets(Cache<(TournamentId, Version), Arc<Sheet>>);

impl Default for Sheets {
    fn default() -> Self {
        let players = |_: &_, sheet: &Arc<Sheet>| u32::try_from(sheet.positions.len() + 1).unwrap_or(u32::MAX);
        Self(Cache::builder().weigher(players).max_capacity(PLAYERS).eviction_policy(EvictionPolicy::lru()).build())
    }
}

impl Sheets {
    pub(crate) fn of(&self, event: &Folded<Tournament>) -> Arc<Sheet> {
        self.0.get_with((event.state.id, event.version), || Arc::new(Sheet::of(&event.state)))
    }
}
