//! The state of a playoff: its seeds, its matches, and the players who are still in.

mod course;
mod nodes;
mod places;

use std::collections::HashMap;

use proto_events::tournament::Winner;
use proto_events::vocabulary::{PhaseType, PlayoffKind};

use self::course::Course;
use self::nodes::{Ending, Played};
use super::standings::{Contest, Outcome, contests, playoff_rounds, swiss_rounds};
use super::to_pair::{plays_on, pods, table_size};
use super::{Cut, Round, Tournament};
use crate::pairing::EntrantId;
use crate::pairing::bracket::{Graph, Order, Part};
use crate::pairing::cut::{playoff_round, pod_round};

pub use self::nodes::{Node, Side};

/// The state of a playoff before one of its rounds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Playoff {
    /// The order of its fixed bracket; `None` if each round is seeded again.
    pub order: Option<Order>,
    /// Players at a table: 2, or those of a pod.
    pub table_size: usize,
    /// The entrants that made the cut, by seed, or by draft seat if they drafted for the playoff.
    pub seeds: Vec<EntrantId>,
    /// Number of its rounds so far.
    pub rounds: u32,
    /// Number of entrants that advanced from its last round; before the first round, the size of the cut.
    through: usize,
    /// Entrants that have no life left, in order of losing.
    pub losers: Vec<EntrantId>,
    /// The losers of all matches, in order; in a double elimination an entrant may be here twice.
    pub defeats: Vec<EntrantId>,
    /// Entrants that are still in and play on, by seed.
    pub survivors: Vec<EntrantId>,
    /// The two who play for third place next to the final, if these are known and it was not paired.
    pub third_place: Vec<EntrantId>,
    /// The matches of a bracket that is fixed; empty where each round is seeded again, and for pods.
    pub nodes: Vec<Node>,
    /// Whether each table of the rounds has a match in `nodes`. In imported events it may have none.
    pub is_followed: bool,
}

/// Whether the playoff of an event is a double elimination: the one that has begun, or else the planned one.
pub fn is_double(tournament: &Tournament) -> bool {
    let begun = tournament.phases.iter().rfind(|phase| phase.round_type.is_playoff());
    let planned =
        matches!(tournament.details.playoff, PlayoffKind::DoubleElimination | PlayoffKind::DoubleEliminationReset);
    table_size(tournament) == 2 && begun.map_or(planned, |phase| phase.round_type == PhaseType::DoubleElimination)
}

impl Playoff {
    /// Returns the playoff before the round with this number. `None` without a cut, or if a Swiss round followed the
    /// last cut.
    pub fn before(tournament: &Tournament, round_number: i32) -> Option<Self> {
        let before = round_number.saturating_sub(1);
        let cut = last_cut(tournament, before)?;
        let by_seed = seeds(tournament, cut);
        let table_size = table_size(tournament);
        let seats = seats(tournament, &by_seed).filter(|_| table_size == 2);
        let is_reseeded = tournament.organizing.ranked_playoff && !is_double(tournament);
        let order = match (&seats, is_reseeded || table_size > 2) {
            (Some(_), _) => Some(Order::BySeat),
            (_, true) => None,
            (_, false) => Some(Order::BySeed),
        };
        let seeds = seats.unwrap_or(by_seed);
        let mut playoff = Self { order, table_size, through: seeds.len(), seeds, is_followed: true, ..Self::default() };
        let rounds = playoff_rounds(tournament, before).filter(|round| round.number > cut.after_round_number);
        let rounds: Vec<(i32, Vec<Played>)> = rounds.map(|round| (round.number, played(tournament, round))).collect();
        for (_, tables) in &rounds {
            playoff.rounds += 1;
            let main = || tables.iter().filter(|table| !table.is_consolation);
            playoff.through = main().filter(|table| table.sides.len() > 1 || table.lost.is_empty()).count();
            if order.is_none() {
                playoff.take_places(&main().map(|table| table.sides.clone()).collect::<Vec<_>>());
                playoff.losers.extend(main().flat_map(|table| &table.lost));
            }
        }
        match order {
            None => playoff.defeats.clone_from(&playoff.losers),
            Some(order) => playoff.follow(tournament, &rounds, round_number, order),
        }
        let is_in = |seed: &&EntrantId| !playoff.losers.contains(seed) && plays_on(tournament, **seed);
        playoff.survivors = playoff.seeds.iter().filter(is_in).copied().collect();
        if order.is_none() && has_third_place(tournament) && playoff.survivors.len() == 2 {
            let last = rounds.last().map_or(&[][..], |(_, tables)| tables.as_slice());
            let lost = last.iter().filter(|table| !table.is_consolation).flat_map(|table| &table.lost).copied();
            playoff.third_place = lost.filter(|id| plays_on(tournament, *id)).collect();
        }
        if playoff.third_place.len() != 2 || playoff.is_over() {
            playoff.third_place.clear();
        }
        Some(playoff)
    }

    /// Plays the rounds of a fixed bracket so far.
    fn follow(&mut self, tournament: &Tournament, rounds: &[(i32, Vec<Played>)], round_number: i32, order: Order) {
        let (players, reset) = (self.seeds.len(), tournament.details.playoff == PlayoffKind::DoubleEliminationReset);
        let graph = match is_double(tournament) {
            true => Graph::double(players, order, reset),
            false => Graph::single(players, order, has_third_place(tournament)),
        };
        // The last rounds of those who are not active. Those who left after their last round are in no later one.
        let seated = rounds.iter().flat_map(|(number, tables)| tables.iter().map(move |table| (*number, table)));
        let seated = seated.flat_map(|(number, table)| table.sides.iter().map(move |id| (*id, number)));
        let seated = self.seeds.iter().map(|id| (*id, 0)).chain(seated);
        let last: HashMap<EntrantId, i32> = seated.filter(|(id, _)| !plays_on(tournament, *id)).collect();
        let has_left = |number: i32| {
            let last = &last;
            move |id: EntrantId| last.get(&id).is_some_and(|last| *last < number)
        };
        let mut course = Course::new(&graph, std::mem::take(&mut self.seeds));
        for (number, tables) in rounds.iter().filter(|(_, tables)| !tables.is_empty()) {
            course.settle(has_left(*number));
            self.is_followed &= course.play(*number, tables);
        }
        course.settle(has_left(round_number));
        let third = course.nodes.iter().find(|node| !node.is_for_first_place() && node.is_to_come());
        self.third_place = third.into_iter().flat_map(Node::entrants).collect();
        (self.nodes, self.seeds) = (course.nodes, course.seeds);
        (self.losers, self.defeats) = (course.out, course.defeats);
    }

    /// Returns whether a table of the next round is the match for third place: one of its players has lost a semifinal, and
    /// none plays on for the first place.
    pub fn is_for_third_place(&self, table: &[EntrantId]) -> bool {
        let any = |of: &[EntrantId]| table.iter().any(|id| of.contains(id));
        any(&self.third_place) && !any(&self.survivors)
    }

    /// Returns whether the next round is certainly the last one. The first final of a double elimination with a second
    /// one is not.
    pub fn next_is_last(&self) -> bool {
        let last = self.nodes.iter().rfind(|node| node.is_for_first_place());
        match last {
            Some(last) => last.is_ready() || self.survivors.len() == 1,
            None => self.main_tables().len() == 1,
        }
    }

    /// Gives the places of entrants who do not play in the round to those whom staff paired instead of them: players from
    /// outside of the cut, or who had lost before. `tables` are those of the round.
    fn take_places(&mut self, tables: &[Vec<EntrantId>]) {
        let plays = |id: &EntrantId| tables.iter().flatten().any(|player| player == id);
        let still_in: Vec<EntrantId> = self.seeds.iter().filter(|seed| !self.losers.contains(seed)).copied().collect();
        let expected = self.tables(&still_in);
        for (newcomer, table) in tables.iter().flat_map(|table| table.iter().map(move |player| (*player, table))) {
            if still_in.contains(&newcomer) {
                continue;
            }
            let opponents: Vec<EntrantId> = table.iter().filter(|id| **id != newcomer).copied().collect();
            let is_free = |seed: &EntrantId| still_in.contains(seed) && self.seeds.contains(seed) && !plays(seed);
            let planned = expected.iter().find(|planned| planned.iter().any(|id| opponents.contains(id)));
            let partner = planned.and_then(|planned| planned.iter().copied().find(is_free));
            let replaced = partner.or_else(|| self.seeds.iter().copied().find(is_free));
            let replaced = replaced.or_else(|| {
                opponents.iter().find_map(|opponent| self.lost_beside(*opponent).filter(|loser| !plays(loser)))
            });
            let Some(place) = replaced.and_then(|id| self.seeds.iter().position(|seed| *seed == id)) else { continue };
            self.losers.retain(|loser| *loser != newcomer && Some(*loser) != replaced);
            self.losers.extend(replaced);
            match self.seeds.iter().position(|seed| *seed == newcomer) {
                Some(former) => self.seeds.swap(former, place),
                None => self.seeds[place] = newcomer,
            }
        }
    }

    /// Returns an entrant that lost, and that this opponent would meet in the round if it had not lost.
    fn lost_beside(&self, opponent: EntrantId) -> Option<EntrantId> {
        let mut lost = self.seeds.iter().copied().filter(|seed| self.losers.contains(seed));
        lost.find(|loser| {
            let is_in = |seed: &&EntrantId| *seed == loser || !self.losers.contains(seed);
            let left: Vec<EntrantId> = self.seeds.iter().filter(is_in).copied().collect();
            let tables = self.tables(&left);
            tables.iter().any(|table| table.contains(loser) && table.contains(&opponent))
        })
    }

    /// Returns the tables of the next round, a bye as a table of one; none once there is a winner. If all other remaining
    /// entrants dropped, the last one wins the final by bye: without that match, those who dropped would rank equally high.
    /// The match for third place follows the others.
    pub fn next_round(&self) -> Vec<Vec<EntrantId>> {
        let mut tables = self.main_tables();
        tables.extend(Some(self.third_place.clone()).filter(|third| !third.is_empty()));
        let seed = |id: &EntrantId| self.seeds.iter().position(|seed| seed == id);
        tables.iter_mut().filter(|table| table.len() == 2).for_each(|table| table.sort_by_key(seed));
        tables
    }

    /// Returns whether no further round follows, as far as the rounds so far have results.
    pub fn is_over(&self) -> bool {
        self.main_tables().is_empty()
    }

    fn main_tables(&self) -> Vec<Vec<EntrantId>> {
        match (self.survivors.as_slice(), self.through) {
            _ if !self.nodes.is_empty() => {
                self.nodes.iter().filter(|node| node.is_ready()).map(|node| node.entrants().collect()).collect()
            }
            ([first], 2..) => vec![vec![*first]],
            _ => self.tables(&self.survivors),
        }
    }

    /// Returns the tables of a round that is seeded again, from those who are still in, by seed.
    fn tables(&self, left: &[EntrantId]) -> Vec<Vec<EntrantId>> {
        if self.table_size > 2 { pod_round(self.table_size, left) } else { playoff_round(left) }
    }

    /// Returns the type of the phase that its rounds belong to.
    pub fn phase_type(&self) -> PhaseType {
        match self.order {
            None => PhaseType::RankedSingleElimination,
            _ if self.nodes.iter().any(|node| node.part == Part::Final) => PhaseType::DoubleElimination,
            Some(_) => PhaseType::SingleElimination,
        }
    }
}

/// Returns the last cut up to a round, unless a Swiss round followed it.
fn last_cut(tournament: &Tournament, up_to: i32) -> Option<&Cut> {
    let last_swiss = swiss_rounds(tournament, up_to).map(|round| round.number).max().unwrap_or(0);
    let cuts = tournament.cuts.iter().filter(|cut| cut.after_round_number <= up_to);
    cuts.max_by_key(|cut| cut.after_round_number).filter(|cut| cut.after_round_number >= last_swiss)
}

/// Returns the entrants that made the cut, best first: players, or teams in the order of their first members.
fn seeds(tournament: &Tournament, cut: &Cut) -> Vec<EntrantId> {
    let mut seeds: Vec<EntrantId> = Vec::with_capacity(cut.advancing.len());
    for entry in &cut.advancing {
        let seed = tournament.competitor_of(*entry);
        seeds.extend(seed.filter(|seed| !seeds.contains(seed)));
    }
    seeds
}

/// Returns their draft seats if they drafted for the playoff in one pod. No round has been played in that draft.
fn seats(tournament: &Tournament, seeds: &[EntrantId]) -> Option<Vec<EntrantId>> {
    let before = tournament.phases.iter().rev().find(|phase| !phase.round_type.is_playoff())?;
    if before.rounds.iter().any(|round| round.number > 0) {
        return None;
    }
    match pods(before).as_slice() {
        [pod] if pod.seats.iter().all(|seat| seeds.contains(seat)) => Some(pod.seats.clone()),
        _ => None,
    }
}

/// Whether those who lose the semifinals play for third place.
fn has_third_place(tournament: &Tournament) -> bool {
    tournament.details.playoff == PlayoffKind::ThirdPlace
}

/// Returns the tables of a round.
fn played(tournament: &Tournament, round: &Round) -> Vec<Played> {
    let id = |place: usize| tournament.competitor_at(place);
    let table = |contest: Contest| {
        let lost: Vec<EntrantId> = losers(&contest).map(id).collect();
        let ending = match contest.outcome {
            Outcome::Open => Ending::Open,
            Outcome::Bye => Ending::Decided,
            _ if lost.is_empty() => Ending::Drawn,
            _ => Ending::Decided,
        };
        Played { sides: contest.sides().map(id).collect(), lost, ending, is_consolation: contest.is_consolation }
    };
    contests(tournament, round).map(table).collect()
}

/// Returns the places of those who lost: all but the winner, or all if no one won. A draw has no loser.
fn losers(contest: &Contest) -> impl Iterator<Item = usize> + use<> {
    let (decided, winner) = match contest.outcome {
        Outcome::AssignedLoss => (true, None),
        Outcome::Played(result) => (result.winner != Winner::Draw, result.winner.seat()),
        Outcome::Open | Outcome::Bye => (false, None),
    };
    let lost = contest.sides().enumerate().filter(move |(seat, _)| decided && winner != Some(*seat));
    lost.map(|(_, place)| place)
}
