//! The positions of pages: a text that changes when the page changes.
//!
//! A player's position contains nothing about rounds whose pairings are not published, and nothing about other players'
//! results.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::hash::{DefaultHasher, Hasher as _};

use domain::tournament::{Match, Registration, Round, Tournament};
use proto_events::ids::RegistrationId;
use proto_events::tournament::NewCall;

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

/// Returns the positions of the pages of all players. `places` are those of the event.
pub(super) fn of_players(event: &Tournament, places: &HashMap<RegistrationId, i32>) -> HashMap<RegistrationId, String> {
    let common = of_all(event);
    let mut players: HashMap<RegistrationId, Digest> = HashMap::with_capacity(event.registrations.len());
    for entry in &event.registrations {
        let mut digest = common.clone();
        add_entry(&mut digest, entry, places.get(&entry.id).copied());
        players.insert(entry.id, digest);
    }
    for (round, table) in published(event) {
        let text = of_match(event, table);
        for player in &table.pairing.players {
            if let Some(digest) = players.get_mut(player) {
                add_match(digest, round, &text);
            }
        }
    }
    for call in open_calls(event) {
        if let Some(digest) = call.registration_id.and_then(|id| players.get_mut(&id)) {
            add_call(digest, call);
        }
    }
    players.into_iter().map(|(id, digest)| (id, digest.text())).collect()
}

/// Returns the matches of the rounds whose pairings are published.
pub(super) fn published(event: &Tournament) -> impl Iterator<Item = (&Round, &Match)> {
    let rounds = event.rounds().map(|(_, round)| round).filter(|round| round.is_published);
    rounds.flat_map(|round| round.all_matches().map(move |table| (round, table)))
}

/// Returns the calls for a judge that are not closed.
fn open_calls(event: &Tournament) -> impl Iterator<Item = &NewCall> {
    event.calls.iter().filter(|call| call.closed.is_none()).map(|call| &call.call)
}

/// Adds the facts that the pages of all players show.
fn of_all(event: &Tournament) -> Digest {
    let (details, organizing) = (&event.details, &event.organizing);
    let mut digest = Digest::default();
    digest.add(&(&details.name, details.event_format, details.start_datetime, &details.time_zone, details.best_of));
    digest.add(&(details.is_canceled, details.is_test, details.is_unlisted, &details.end_of_round_rule));
    digest.add(&(event.lifecycle, event.lists_locked, organizing.decklist_deadline, organizing.check_in_required));
    for (phase, round) in event.rounds().filter(|(_, round)| round.is_published) {
        digest.add(&(phase.id, round.id, round.number, round.round_type, round.status, round.clock));
    }
    digest
}

fn add_entry(digest: &mut Digest, entry: &Registration, place: Option<i32>) {
    digest.add(&(entry.id, entry.user_id, entry.status, entry.check_in, entry.using_paper_decklist));
    digest.add(&(entry.decklist_id, entry.list_is_players, entry.left_with_list, entry.list_locked));
    digest.add(&(&entry.fixed_revisions, place));
}

fn add_match(digest: &mut Digest, round: &Round, text: &str) {
    digest.add(&(round.id, text));
}

fn add_call(digest: &mut Digest, call: &NewCall) {
    digest.add(&("call", call.match_id));
}

fn of_match(event: &Tournament, table: &Match) -> String {
    let (pairing, id) = (&table.pairing, table.id());
    let people: Vec<_> = pairing.players.iter().map(|id| event.registration(*id).map(|entry| entry.user_id)).collect();
    let place = (pairing.table_number, pairing.pod_number, pairing.kind, pairing.is_ghost, people);
    let result = (table.result, &table.reported_by, table.confirmed, table.contested, table.time_extension_seconds);
    format!("{id:?} {place:?} {result:?}")
}
