//! What the pages of all players of an event need, computed once for each version of the event: when a round is published, every
//! player loads the own page.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::hash::{DefaultHasher, Hasher as _};
use std::sync::Arc;

use domain::tournament::records::{Record, places, records};
use domain::tournament::{Match, Round, Tournament};
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
        for (_, table) in published(event) {
            for (_, player) in table.seated() {
                matches.entry(player).or_default().push(table.id());
            }
        }
        // A person who registered twice gets the first registration.
        let entries = event.registrations.iter().rev();
        let links = event.registrations.iter().filter_map(|entry| Some((entry.private_link.clone()?, entry.id)));
        Self {
            positions: positions(event, &places),
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

/// A hash of texts that are written to it.
#[derive(Clone, Default)]
struct Digest(DefaultHasher);

impl fmt::Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

impl Digest {
    /// Adds a value in its debug form, in which different values differ.
    fn add(&mut self, value: &dyn fmt::Debug) {
        // Writing to a hash does not fail.
        let _ = write!(self, "{value:?};");
    }

    fn text(&self) -> String {
        format!("{:016x}", self.0.finish())
    }
}

/// Returns the positions of the pages of all players. `places` are those of the event. A player's position contains nothing
/// about rounds whose pairings are not published, and nothing about other players' results.
fn positions(event: &Tournament, places: &HashMap<RegistrationId, i32>) -> HashMap<RegistrationId, String> {
    let common = of_all(event);
    let mut players: HashMap<RegistrationId, Digest> = HashMap::with_capacity(event.registrations.len());
    for entry in event.registrations.iter() {
        let mut digest = common.clone();
        digest.add(&(entry.id, entry.user_id, entry.status, entry.check_in, entry.using_paper_decklist));
        digest.add(&(entry.decklist_id, entry.list_is_players, entry.left_with_list, entry.list_locked));
        digest.add(&(&entry.fixed_revisions, places.get(&entry.id), entry.offer));
        players.insert(entry.id, digest);
    }
    for (place, entry) in event.waitlist().into_iter().enumerate() {
        if let Some(digest) = players.get_mut(&entry.id) {
            digest.add(&("waits", place));
        }
    }
    for (round, table) in published(event) {
        let text = of_match(event, table);
        for (_, player) in table.seated() {
            if let Some(digest) = players.get_mut(&player) {
                digest.add(&(round.id, &text));
            }
        }
    }
    for call in event.calls.iter().filter(|call| call.closed.is_none()).map(|call| &call.call) {
        if let Some(digest) = call.registration_id.and_then(|id| players.get_mut(&id)) {
            digest.add(&("call", call.match_id));
        }
    }
    players.into_iter().map(|(id, digest)| (id, digest.text())).collect()
}

/// Returns the matches of the rounds whose pairings are published.
fn published(event: &Tournament) -> impl Iterator<Item = (&Round, &Match)> {
    let rounds = event.rounds().map(|(_, round)| round).filter(|round| round.is_published);
    rounds.flat_map(|round| round.all_matches().map(move |table| (round, table)))
}

/// Adds the facts that the pages of all players show. A new one of an event or a round is named here; settings are complete.
fn of_all(event: &Tournament) -> Digest {
    let (details, organizing) = (&event.details, &event.organizing);
    let mut digest = Digest::default();
    digest.add(details);
    digest.add(&(event.lifecycle, event.lists_locked, organizing.decklist_deadline, organizing.check_in_required));
    for (phase, round) in event.rounds().filter(|(_, round)| round.is_published) {
        digest.add(&(phase.id, round.id, round.number, round.round_type, round.status, round.clock));
    }
    digest
}

fn of_match(event: &Tournament, table: &Match) -> String {
    let (pairing, id) = (&table.pairing, table.id());
    let people: Vec<_> = table.seated().map(|(_, id)| event.registration(id).map(|entry| entry.user_id)).collect();
    let place = (pairing.table_number, pairing.pod_number, pairing.kind, pairing.is_ghost, people);
    let result = (table.result, &table.reported_by, table.confirmed, table.contested, table.time_extension_seconds);
    format!("{id:?} {place:?} {result:?}")
}
