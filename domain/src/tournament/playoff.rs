//! The state of a playoff: its seeds, and the players who are still in.

use proto_events::tournament::Winner;
use proto_events::vocabulary::PhaseType;

use super::standings::{Contest, Outcome, contests, playoff_rounds, swiss_rounds};
use super::to_pair::{plays_on, pods, table_size};
use super::{Cut, Tournament};
use crate::pairing::EntrantId;
use crate::pairing::cut::{Bracket, playoff_round, pod_round};

/// The state of a playoff before one of its rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Playoff {
    /// How matches of later rounds are formed.
    pub bracket: Bracket,
    /// Players at a table: 2, or those of a pod.
    pub table_size: usize,
    /// The entrants that made the cut, by seed, or by draft seat if they drafted for the playoff.
    pub seeds: Vec<EntrantId>,
    /// Number of its rounds so far.
    pub rounds: u32,
    /// Number of entrants that advanced from its last round; before the first round, the size of the cut.
    pub through: usize,
    /// Entrants that lost, in order of losing.
    pub losers: Vec<EntrantId>,
    /// Entrants that are still in and play on, by seed.
    pub survivors: Vec<EntrantId>,
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
        let bracket = match (&seats, tournament.organizing.ranked_playoff || table_size > 2) {
            (Some(_), _) => Bracket::BySeat,
            (_, true) => Bracket::Reseeded,
            (_, false) => Bracket::BySeed,
        };
        let seeds = seats.unwrap_or(by_seed);
        let through = seeds.len();
        let mut playoff =
            Self { bracket, table_size, seeds, rounds: 0, through, losers: Vec::new(), survivors: Vec::new() };
        for round in playoff_rounds(tournament, before).filter(|round| round.number > cut.after_round_number) {
            playoff.rounds += 1;
            let main = || contests(tournament, round).filter(|contest| !contest.is_consolation);
            playoff.through = main().filter(|contest| !matches!(contest.outcome, Outcome::AssignedLoss)).count();
            let id = |place: usize| EntrantId::from(tournament.competitor_at(place));
            playoff.take_places(&main().map(|contest| contest.sides().map(id).collect()).collect::<Vec<_>>());
            let lost = main().flat_map(|contest| losers(&contest)).map(id);
            playoff.losers.extend(lost);
        }
        let is_in = |seed: &&EntrantId| !playoff.losers.contains(seed) && plays_on(tournament, **seed);
        playoff.survivors = playoff.seeds.iter().filter(is_in).copied().collect();
        Some(playoff)
    }

    /// Gives the places of entrants who do not play in the round to those whom staff paired instead of them: players from
    /// outside of the cut, or who had lost before. `tables` are those of the round.
    fn take_places(&mut self, tables: &[Vec<EntrantId>]) {
        let plays = |id: &EntrantId| tables.iter().flatten().any(|player| player == id);
        let still_in: Vec<EntrantId> = self.seeds.iter().filter(|seed| !self.losers.contains(seed)).copied().collect();
        let expected = self.tables(&still_in, self.rounds);
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
            let tables = self.tables(&left, self.rounds);
            tables.iter().any(|table| table.contains(loser) && table.contains(&opponent))
        })
    }

    /// Returns the tables of the next round, a bye as a table of one; none once there is a winner. If all other remaining
    /// entrants dropped, the last one wins the final by bye: without that match, those who dropped would rank equally high.
    pub fn next_round(&self) -> Vec<Vec<EntrantId>> {
        if let ([first], 2..) = (self.survivors.as_slice(), self.through) {
            return vec![vec![*first]];
        }
        self.tables(&self.survivors, self.rounds.saturating_add(1))
    }

    /// Returns the tables of a round, from those who are still in, by seed.
    fn tables(&self, left: &[EntrantId], round: u32) -> Vec<Vec<EntrantId>> {
        if self.table_size > 2 {
            return pod_round(self.table_size, left);
        }
        let matches = playoff_round(self.bracket, &self.seeds, left, round).into_iter();
        matches.map(|paired| std::iter::once(paired.first).chain(paired.second).collect()).collect()
    }

    /// Returns the type of the phase that its rounds belong to.
    pub fn phase_type(&self) -> PhaseType {
        match self.bracket {
            Bracket::Reseeded => PhaseType::RankedSingleElimination,
            Bracket::BySeed | Bracket::BySeat => PhaseType::SingleElimination,
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
        let seed = tournament.competitor_of(*entry).map(EntrantId::from);
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
