//! Phases as clients see them: a phase is complete when it is over, not after each of its rounds, and phases that are
//! planned are known before they begin.

use proto_events::vocabulary::{PhaseType, ProgressStatus, RoundType};

use super::playoff::{Playoff, is_double};
use super::pools::pools_are_done;
use super::to_pair::{draft_phase, pods, table_size};
use super::{Match, Phase, Round, RoundName, Tournament};
use crate::pairing::bracket::Part;

/// Rounds that pods play before the next draft.
const ROUNDS_IN_PODS: usize = 3;

/// A phase that is planned and has no rounds yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlannedPhase {
    /// Its number among the phases, from 1.
    pub order_in_phases: i32,
    /// How its rounds will be paired.
    pub round_type: PhaseType,
}

impl PlannedPhase {
    /// Returns its id for clients, until it begins and gets another one. It is negative, so that it is no phase's id, and
    /// differs within the event.
    pub fn id(self) -> i64 {
        -i64::from(self.order_in_phases)
    }
}

/// Returns the status of a phase of this tournament: upcoming until one of its rounds has begun, complete when all of them
/// are complete and no more is planned, else in progress. Between two rounds it is in progress.
pub fn phase_status(tournament: &Tournament, phase: &Phase) -> ProgressStatus {
    if phase.rounds.iter().all(|round| round.status == ProgressStatus::Upcoming) {
        return ProgressStatus::Upcoming;
    }
    let all_are_complete = phase.rounds.iter().all(|round| round.status == ProgressStatus::Complete);
    if all_are_complete && is_over(tournament, phase) { ProgressStatus::Complete } else { ProgressStatus::InProgress }
}

/// Returns the phases that are planned after those that exist: a Swiss phase, if the event plans more rounds than it has
/// and no phase goes on, or pools, if it plays in pools and had none, and a playoff, if it plans a cut. None once the event
/// is finished or a round is marked as its last.
pub fn planned_phases(tournament: &Tournament) -> Vec<PlannedPhase> {
    let has_playoff = tournament.phases.iter().any(|phase| phase.round_type.is_playoff());
    let has_last_round = tournament.rounds().any(|(_, round)| round.final_round_in_event);
    if has_playoff || has_last_round || tournament.lifecycle.is_finished() {
        return Vec::new();
    }
    let goes_on = tournament.phases.last().is_some_and(|phase| !is_over(tournament, phase));
    let more_rounds = tournament.details.swiss_rounds.is_some_and(|planned| planned > last_number(tournament));
    let before_cut = match tournament.details.pool_size > 0 {
        true => pools_go_on(tournament).then_some(PhaseType::RoundRobin),
        false => more_rounds.then_some(PhaseType::Swiss),
    };
    let before_cut = before_cut.filter(|_| !goes_on);
    let playoff = match tournament.organizing.ranked_playoff || table_size(tournament) > 2 {
        _ if is_double(tournament) => PhaseType::DoubleElimination,
        true => PhaseType::RankedSingleElimination,
        false => PhaseType::SingleElimination,
    };
    let playoff = (tournament.details.top_cut > 0).then_some(playoff);
    let first = i32::try_from(tournament.phases.len()).unwrap_or(i32::MAX).saturating_add(1);
    (first..)
        .zip(before_cut.into_iter().chain(playoff))
        .map(|(order_in_phases, round_type)| PlannedPhase { order_in_phases, round_type })
        .collect()
}

/// Returns the number of matches of a playoff round that decide who advances, which names it: two are the semifinals.
/// `None` outside playoffs, and for a bracket that has no such name. Of a double elimination, only the finals have one.
pub fn bracket_matches(tournament: &Tournament, phase: &Phase, round: &Round) -> Option<u32> {
    if phase.round_type == PhaseType::DoubleElimination {
        return is_final_of_double(tournament, phase, round).then_some(1);
    }
    let of_players = round.matches.iter().filter(|table| !table.pairing.is_consolation).count();
    let seats = round.matches.iter().map(|table| table.pairing.players.len()).max().unwrap_or_default();
    let matches = match of_players {
        _ if !round.team_matches.is_empty() => main_matches(round),
        // Of pods, it is the number that a bracket of as many rounds has.
        _ if seats > 2 => {
            let pods = std::iter::successors(Some(of_players), |pods| Some(pods.div_ceil(seats)));
            1 << pods.take_while(|pods| *pods > 1).take(6).count()
        }
        of_players => of_players,
    };
    let matches = u32::try_from(matches).ok().filter(|matches| matches.is_power_of_two() && *matches <= 64)?;
    (phase.round_type.is_playoff() && round.round_type == RoundType::PlayVsOpponent).then_some(matches)
}

/// Whether a round is a final of a double elimination: by its bracket, or if that was not followed, if it is the last round
/// and has one match.
fn is_final_of_double(tournament: &Tournament, phase: &Phase, round: &Round) -> bool {
    match Playoff::before(tournament, round.number.saturating_add(1)) {
        Some(playoff) if playoff.is_followed => {
            playoff.nodes.iter().any(|node| node.part == Part::Final && node.round == Some(round.number))
        }
        _ => main_matches(round) == 1 && last_played(phase).is_some_and(|last| last.number == round.number),
    }
}

/// Returns the name of a round of a phase: `Round 3`, `Semifinals`, `Player meeting 2`. Rounds are counted in the order of
/// lists.
pub fn round_name(tournament: &Tournament, phase: &Phase, round: &Round) -> RoundName {
    let kind = |round: &Round| match round.round_type {
        RoundType::DraftPod => Some(RoundType::DraftPod),
        RoundType::PlayVsOpponent if round.number > 0 => None,
        _ => Some(RoundType::PlayerMeeting),
    };
    let Some(own) = kind(round) else {
        return bracket_matches(tournament, phase, round).map_or(RoundName::Number(round.number), RoundName::Bracket);
    };
    let place = |phase: &Phase, round: &Round| (phase.order_in_phases, round.number);
    let is_before = |of: &Phase, other: &Round| kind(other) == Some(own) && place(of, other) < place(phase, round);
    match tournament.rounds().filter(|(of, other)| is_before(of, other)).count() {
        0 => RoundName::Kind(own),
        before => RoundName::Further(own, before + 1),
    }
}

/// Returns whether a cut followed the last round of a phase. The next round then begins another phase.
pub fn was_cut(tournament: &Tournament, phase: &Phase) -> bool {
    last_played(phase).is_some_and(|last| tournament.cuts.iter().any(|cut| cut.after_round_number >= last.number))
}

/// Returns the draft phase in progress: its pods have drafted and have rounds left.
pub fn drafted(tournament: &Tournament) -> Option<&Phase> {
    let phase = draft_phase(tournament).filter(|phase| !was_cut(tournament, phase) && !pods(phase).is_empty())?;
    (!has_all_rounds_in_pods(phase)).then_some(phase)
}

/// Returns whether the pods of a draft phase have all their rounds.
fn has_all_rounds_in_pods(phase: &Phase) -> bool {
    phase.rounds.iter().filter(|round| round.number > 0).count() >= ROUNDS_IN_PODS
}

/// Returns whether rounds in pools are to come: the event plays in pools, and had none yet, or they have rounds left.
pub fn pools_go_on(tournament: &Tournament) -> bool {
    let last = tournament.phases.iter().rfind(|phase| phase.round_type == PhaseType::RoundRobin);
    tournament.details.pool_size > 0 && last.is_none_or(|phase| !is_over(tournament, phase))
}

/// Returns whether no further round of the phase is planned. A Swiss phase ends with the last round that the event plans
/// for all its Swiss phases together, or with a cut; if no number is planned, each round may be the last. Pools end when
/// every two of each who are active have met, and a playoff with the final.
fn is_over(tournament: &Tournament, phase: &Phase) -> bool {
    let has_successor = tournament.phases.iter().any(|other| other.order_in_phases > phase.order_in_phases);
    if has_successor || tournament.lifecycle.is_finished() || was_cut(tournament, phase) {
        return true;
    }
    // Before the first round there may be a player meeting or a draft.
    let Some(last) = last_played(phase) else { return false };
    let all_are_played = tournament.details.swiss_rounds.is_none_or(|planned| last.number >= planned);
    // The flag of a final does not know whether a corrected result makes a second one necessary.
    if phase.round_type == PhaseType::DoubleElimination
        && let Some(playoff) = Playoff::before(tournament, last.number.saturating_add(1))
    {
        return playoff.is_over();
    }
    last.final_round_in_event
        || match phase.round_type {
            PhaseType::Swiss => all_are_played,
            PhaseType::RoundRobin => pools_are_done(tournament, phase),
            PhaseType::DraftPod => all_are_played || has_all_rounds_in_pods(phase),
            PhaseType::SingleElimination | PhaseType::RankedSingleElimination | PhaseType::DoubleElimination => {
                main_matches(last) <= 1
            }
        }
}

fn last_played(phase: &Phase) -> Option<&Round> {
    let rounds = phase.rounds.iter().map(|round| &**round);
    rounds.filter(|round| round.number > 0).max_by_key(|round| round.number)
}

/// Returns the number of the last round of play; 0 before the first.
pub fn last_number(tournament: &Tournament) -> i32 {
    tournament.phases.iter().filter_map(last_played).map(|round| round.number).max().unwrap_or(0)
}

/// Returns the number of matches of a round whose winners play on or win the event.
fn main_matches(round: &Round) -> usize {
    let counts = |table: &&Match| !table.pairing.is_consolation;
    let of_teams = round.team_matches.iter().filter(|team_match| team_match.seats.iter().all(|seat| counts(&seat)));
    if round.team_matches.is_empty() { round.matches.iter().filter(counts).count() } else { of_teams.count() }
}
