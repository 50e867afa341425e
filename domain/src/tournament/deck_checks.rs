//! Draws tables for random deck checks, and says how much extra time a check gives. Source of the extra time: Magic
//! Tournament Rules, effective May 13, 2024, 2.6.

use std::collections::HashMap;

use chrono::TimeDelta;
use proto_events::ids::{MatchId, RegistrationId};

use super::{Match, Round, Tournament};
use crate::pairing::random::{SeededRandom, round_seed};

/// Keeps the draws of deck checks apart from those of pairings, which have the same event seed.
const PURPOSE: i64 = 0x6465_636b_7321;

/// Minutes of extra time that players get to shuffle, in addition to those that a deck check took.
const TO_SHUFFLE: i64 = 3;
const SECONDS_PER_MINUTE: i64 = 60;

/// Returns the minutes of extra time after a deck check that took so long: that time and three minutes, rounded up.
pub fn extension_minutes(took: TimeDelta) -> i64 {
    let seconds = took.num_seconds().max(0);
    seconds / SECONDS_PER_MINUTE + i64::from(seconds % SECONDS_PER_MINUTE > 0) + TO_SHUFFLE
}

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

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use proto_events::ids::TournamentId;
    use proto_events::testing::envelope;
    use proto_events::{Envelope, StreamId, TournamentEvent};

    use super::*;

    /// The change of a deck check so many seconds after the round began.
    fn marked(at: i64, started: bool, completed: bool) -> Envelope {
        let time = DateTime::from_timestamp(1_780_000_000 + at, 0).unwrap();
        let marked = TournamentEvent::DeckCheckMarked { match_id: MatchId(1), started, completed };
        envelope(StreamId::tournament(TournamentId(3)), 1, time, marked)
    }

    #[test]
    fn extra_time_is_that_of_the_check_and_three_minutes_rounded_up() {
        let minutes = [0, 1, 60, 419, 420, 421].map(|seconds| extension_minutes(TimeDelta::seconds(seconds)));
        assert_eq!(minutes, [3, 4, 4, 10, 10, 11]);
        assert_eq!(extension_minutes(TimeDelta::seconds(-5)), 3, "another server's clock is behind");
    }

    #[test]
    fn check_takes_from_its_start_to_its_end_until_the_match_gets_extra_time() {
        let mut table = Match::default();
        let mark = |table: &mut Match, at, started, completed| {
            table.check(started, completed, &marked(at, started, completed));
            (table.deck_check_since.is_some(), table.deck_check_took.map(|took| took.num_seconds()))
        };
        assert_eq!(mark(&mut table, 10, true, false), (true, None));
        assert_eq!(mark(&mut table, 40, true, false), (true, None), "a second start changes nothing");
        assert_eq!(mark(&mut table, 430, true, true), (false, Some(420)));
        table.extend_time(600);
        assert_eq!(table.deck_check_took, None);
        assert_eq!(mark(&mut table, 500, true, false), (true, None), "another check");
        assert_eq!(mark(&mut table, 510, false, false), (false, None), "it is canceled");
        assert_eq!(mark(&mut table, 520, true, true), (false, None), "it is recorded afterwards");
    }
}
