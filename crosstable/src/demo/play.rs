//! Plays rounds of individual tournaments: pairs, seats, reports, drops.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};
use importers::{RoundFlags, Table, TournamentScript};
use proto_events::ids::{MatchId, RegistrationId, RoundId};
use rand::RngExt;
use rand::rngs::StdRng;

use super::field::{Field, INTENTIONAL_DRAW, turned};

/// URL of the pairing engine in the demo's rounds.
pub(crate) const ENGINE: &str = "https://pairings.example.org/swiss";

/// Returns the flags of a normal round.
pub(crate) fn flags(final_round_in_event: bool) -> RoundFlags {
    RoundFlags { final_round_in_event, use_old_pairings: false, pairingengine_url: ENGINE.into() }
}

/// The players of a tournament and their results so far.
pub(crate) struct Contest {
    /// Registrations; players are indexes into this list.
    pub(crate) entries: Vec<RegistrationId>,
    /// Points and opponents so far.
    pub(crate) field: Field,
    /// Whether each player is still active.
    pub(crate) playing: Vec<bool>,
    /// Players with an awarded bye, by round.
    pub(crate) byes: BTreeMap<i32, Vec<usize>>,
    /// Players who miss a round, by round.
    pub(crate) late: BTreeMap<i32, Vec<usize>>,
    /// Players with a fixed table, and the number of that table.
    pub(crate) fixed_seats: Vec<(usize, usize)>,
}

/// A match between two players.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seat {
    pub(crate) match_id: MatchId,
    pub(crate) first: usize,
    pub(crate) second: usize,
}

impl Contest {
    /// Starts a tournament with all players active.
    pub(crate) fn new(entries: Vec<RegistrationId>, rng: &mut StdRng) -> Self {
        Self {
            field: Field::new(entries.len(), rng),
            playing: vec![true; entries.len()],
            entries,
            byes: BTreeMap::new(),
            late: BTreeMap::new(),
            fixed_seats: Vec::new(),
        }
    }

    /// Returns the players to pair in a round.
    fn present(&self, number: i32) -> Vec<usize> {
        let away: Vec<usize> =
            [&self.byes, &self.late].into_iter().filter_map(|list| list.get(&number)).flatten().copied().collect();
        let present = |player: &usize| self.playing[*player] && !away.contains(player);
        (0..self.entries.len()).filter(present).collect()
    }

    /// Pairs a whole round. Returns the matches between two players.
    pub(crate) fn pair(
        &mut self,
        script: &mut TournamentScript<'_>,
        round: RoundId,
        number: i32,
        rng: &mut StdRng,
    ) -> Vec<Seat> {
        let mut pairs = self.field.pair(&self.present(number), rng);
        for &(player, table) in &self.fixed_seats {
            let at = pairs.tables.iter().position(|&(first, second)| first == player || second == player);
            if let (Some(at), true) = (at, table <= pairs.tables.len()) {
                pairs.tables.swap(at, table - 1);
            }
        }
        let byes: Vec<usize> = self.byes.get(&number).into_iter().flatten().copied().chain(pairs.bye).collect();
        let mut tables: Vec<Table> = pairs.tables.iter().map(|&(first, second)| self.table(first, second)).collect();
        tables.extend(byes.iter().map(|&player| Table::bye(self.entries[player])));
        tables.extend(
            self.late.get(&number).into_iter().flatten().map(|&player| Table::assigned_loss(self.entries[player])),
        );
        let matches = script.pair(round, tables);
        byes.into_iter().for_each(|player| self.field.give_bye(player));
        self.seat(&pairs.tables, &matches)
    }

    /// Returns the table of two players.
    pub(crate) fn table(&self, first: usize, second: usize) -> Table {
        Table::versus(self.entries[first], self.entries[second])
    }

    /// Records the opponents, and combines the pairs with their matches.
    pub(crate) fn seat(&mut self, pairs: &[(usize, usize)], matches: &[MatchId]) -> Vec<Seat> {
        pairs.iter().for_each(|&(first, second)| self.field.meet(first, second));
        let seats = pairs.iter().zip(matches);
        seats.map(|(&(first, second), &match_id)| Seat { match_id, first, second }).collect()
    }

    /// Plays a round: reports results over the 50 minutes after `start`. In the second round, the first one is wrong, and
    /// staff correct it.
    pub(crate) fn report(
        &mut self,
        script: &mut TournamentScript<'_>,
        (number, start): (i32, DateTime<Utc>),
        seats: &[Seat],
        rng: &mut StdRng,
    ) {
        let mut told: Vec<_> = seats.iter().map(|&seat| (rng.random_range(12 * 60..50 * 60), seat)).collect();
        told.sort_by_key(|(seconds, seat)| (*seconds, seat.match_id));
        for (place, (seconds, seat)) in told.into_iter().enumerate() {
            let result = self.field.play(seat.first, seat.second, rng);
            script.at(start + Duration::seconds(seconds));
            if number == 2 && place == 0 {
                script.result(seat.match_id, turned(result));
                script.correct(seat.match_id, result);
            } else {
                script.result(seat.match_id, result);
            }
            self.field.score(seat.first, seat.second, result);
        }
    }

    /// Reports an intentional draw at these tables.
    pub(crate) fn agree_to_draw(&mut self, script: &mut TournamentScript<'_>, seats: &[Seat]) {
        for seat in seats {
            script.result(seat.match_id, INTENTIONAL_DRAW);
            self.field.score(seat.first, seat.second, INTENTIONAL_DRAW);
        }
    }

    /// Drops some of the players with at most `points`.
    pub(crate) fn drop_some(&mut self, script: &mut TournamentScript<'_>, points: i32, chance: f64, rng: &mut StdRng) {
        for player in 0..self.entries.len() {
            if self.playing[player] && self.field.points[player] <= points && rng.random_bool(chance) {
                self.playing[player] = false;
                script.drop_player(self.entries[player]);
            }
        }
    }
}
