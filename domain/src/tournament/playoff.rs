//! The state of a playoff: its seeds, and the players who are still in.

use proto_events::ids::{RegistrationId, TeamId};
use proto_events::tournament::Winner;
use proto_events::vocabulary::PhaseType;

use super::standings::{Contest, Outcome, contests, playoff_rounds, swiss_rounds};
use super::to_pair::{plays_on, pods};
use super::{Cut, Tournament};
use crate::pairing::EntrantId;
use crate::pairing::cut::{Bracket, BracketMatch, playoff_round};

/// The state of a playoff before one of its rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Playoff {
    /// How matches of later rounds are formed.
    pub bracket: Bracket,
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
        let seats = seats(tournament, &by_seed);
        let bracket = match (&seats, tournament.organizing.ranked_playoff) {
            (Some(_), _) => Bracket::BySeat,
            (None, true) => Bracket::Reseeded,
            (None, false) => Bracket::BySeed,
        };
        let seeds = seats.unwrap_or(by_seed);
        let through = seeds.len();
        let mut playoff = Self { bracket, seeds, rounds: 0, through, losers: Vec::new(), survivors: Vec::new() };
        for round in playoff_rounds(tournament, before).filter(|round| round.number > cut.after_round_number) {
            playoff.rounds += 1;
            let main = || contests(tournament, round).filter(|contest| !contest.is_consolation);
            playoff.through = main().filter(|contest| !matches!(contest.outcome, Outcome::AssignedLoss)).count();
            let lost = main().filter_map(|contest| loser(&contest)).map(|place| id_of(tournament, place));
            playoff.losers.extend(lost);
        }
        let is_in = |seed: &&EntrantId| !playoff.losers.contains(seed) && plays_on(tournament, **seed);
        playoff.survivors = playoff.seeds.iter().filter(is_in).copied().collect();
        Some(playoff)
    }

    /// Returns the matches of the next round; none once there is a winner. If all other remaining entrants dropped, the
    /// last one wins the final by bye: without that match, those who dropped would rank equally high.
    pub fn next_round(&self) -> Vec<BracketMatch> {
        if let ([first], 2..) = (self.survivors.as_slice(), self.through) {
            return vec![BracketMatch { first: *first, second: None }];
        }
        playoff_round(self.bracket, &self.seeds, &self.survivors, self.rounds.saturating_add(1))
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
    let team_of = |entry: &RegistrationId| -> Option<TeamId> { tournament.registration(*entry)?.team_id };
    let mut seeds: Vec<EntrantId> = Vec::with_capacity(cut.advancing.len());
    for entry in &cut.advancing {
        let seed = if tournament.is_team_event() { team_of(entry).map(Into::into) } else { Some((*entry).into()) };
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

/// Returns the index of the loser, if there is one.
fn loser(contest: &Contest) -> Option<usize> {
    match contest.outcome {
        Outcome::AssignedLoss | Outcome::Played { winner: Winner::Second, .. } => Some(contest.first),
        Outcome::Played { winner: Winner::First, .. } => contest.opponent,
        Outcome::Played { winner: Winner::Draw, .. } | Outcome::Open | Outcome::Bye => None,
    }
}

fn id_of(tournament: &Tournament, place: usize) -> EntrantId {
    if tournament.is_team_event() {
        tournament.teams[place].id.into()
    } else {
        tournament.registrations[place].id.into()
    }
}
