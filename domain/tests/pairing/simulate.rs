//! Simulates tournaments from a seed: late registrations, drops, awarded byes, draws, fixed tables.

use domain::pairing::{Entrant, EntrantId, Options, Seats, pair};

use crate::paired::{byes, tables};

pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// Returns true in this percentage of calls.
    pub(crate) fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }
}

/// Probabilities in a simulated tournament, in percent per player and round.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Habits {
    pub(crate) draws: u64,
    pub(crate) drops: u64,
    pub(crate) late: u64,
    pub(crate) awarded_byes: u64,
    pub(crate) fixed_seats: u64,
}

impl Habits {
    pub(crate) fn random(random: &mut Random) -> Self {
        Self {
            draws: random.below(15),
            drops: random.below(12),
            late: random.below(4),
            awarded_byes: random.below(4),
            fixed_seats: random.below(4),
        }
    }
}

pub(crate) struct Simulation {
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) random: Random,
    habits: Habits,
}

impl Simulation {
    pub(crate) fn new(players: usize, habits: Habits, seed: u64) -> Self {
        let mut simulation = Self { entrants: Vec::new(), random: Random(seed), habits };
        (0..players).for_each(|_| simulation.enter());
        simulation
    }

    fn enter(&mut self) {
        // Ids are not in order, so that no result can depend on it.
        let id = EntrantId(i64::try_from(self.random.next() >> 20).unwrap());
        let mut entrant = Entrant::new(id);
        if self.random.percent(self.habits.fixed_seats) {
            entrant.fixed_seat = Some(i32::try_from(1 + self.random.below(40)).unwrap());
        }
        if self.entrants.iter().all(|other| other.id != id) {
            self.entrants.push(entrant);
        }
    }

    /// Simulates drops, late registrations and awarded byes before a round is paired.
    pub(crate) fn before_round(&mut self) {
        let (random, habits) = (&mut self.random, self.habits);
        for entrant in &mut self.entrants {
            entrant.has_awarded_bye = random.percent(habits.awarded_byes);
            entrant.is_dropped |= !entrant.opponents.is_empty() && random.percent(habits.drops);
        }
        for _ in 0..self.entrants.len() {
            if self.random.percent(self.habits.late) {
                self.enter();
            }
        }
        let mut order: Vec<usize> = (0..self.entrants.len()).collect();
        order.sort_by_key(|at| (-self.entrants[*at].match_points, self.entrants[*at].id));
        (1..).zip(order).for_each(|(rank, at)| self.entrants[at].rank = rank);
    }

    pub(crate) fn pair(&mut self, options: impl Into<Options>) -> Vec<Seats> {
        let seed = self.random.next();
        pair(&self.entrants, options, seed)
    }

    /// Plays a round. The player with the higher id wins slightly more often.
    pub(crate) fn play(&mut self, round: &[Seats]) {
        let places = self.entrants.iter().enumerate().map(|(at, entrant)| (entrant.id, at));
        let places: std::collections::HashMap<EntrantId, usize> = places.collect();
        for table in tables(round) {
            let [first, second] = table.players.map(|id| places[&id]);
            self.entrants[first].opponents.push(table.players[1]);
            self.entrants[second].opponents.push(table.players[0]);
            if self.random.percent(self.habits.draws) {
                self.entrants[first].match_points += 1;
                self.entrants[second].match_points += 1;
            } else {
                let better = if table.players[0] > table.players[1] { first } else { second };
                let winner = if self.random.percent(55) { better } else { first + second - better };
                self.entrants[winner].match_points += 3;
            }
        }
        for bye in byes(round) {
            let entrant = &mut self.entrants[places[&bye]];
            entrant.match_points += 3;
            entrant.byes += 1;
        }
    }
}
