//! Draws tables for random deck checks.

use std::collections::HashMap;

use proto_events::ids::{MatchId, RegistrationId};

use super::{Match, Round, Tournament};
use crate::pairing::random::{SeededRandom, round_seed};

/// Keeps the draws of deck checks apart from those of pairings, which have the same event seed.
const PURPOSE: i64 = 0x6465_636b_7321;

/// Returns whether a deck check of this match has begun.
pub fn is_checked(table: &Match) -> bool {
    table.deck_check_started || table.deck_check_completed
}

/// Draws up to `count` matches of a round for deck checks: two opponents play, and no deck check has begun. Matches
/// whose players were checked least often in this event come first; lots decide among equal ones. The lots depend on the
/// event's seed, the round, and the number of its matches that were checked before, so the same state gives the same
/// draw.
pub fn drawn(tournament: &Tournament, round: &Round, count: usize) -> Vec<MatchId> {
    let mut checks: HashMap<RegistrationId, u32> = HashMap::new();
    let rounds = tournament.rounds().flat_map(|(_, round)| round.all_matches());
    for (_, player) in rounds.filter(|table| is_checked(table)).flat_map(Match::seated) {
        *checks.entry(player).or_default() += 1;
    }
    let checks_of = |table: &Match| -> u32 {
        table.seated().map(|(_, player)| checks.get(&player).copied().unwrap_or_default()).sum()
    };
    let before = round.all_matches().filter(|table| is_checked(table)).count();
    let seed = round_seed(tournament.seed ^ PURPOSE, round.number, u32::try_from(before).unwrap_or(u32::MAX));
    let to_draw = round.all_matches().filter(|table| table.is_contest() && !is_checked(table));
    let mut candidates: Vec<_> = to_draw.map(|table| (checks_of(table), table.id())).collect();
    candidates.sort_unstable_by_key(|(_, id)| *id);
    SeededRandom::new(seed).shuffle(&mut candidates);
    candidates.sort_by_key(|(checks, _)| *checks);
    candidates.into_iter().take(count).map(|(_, id)| id).collect()
}
