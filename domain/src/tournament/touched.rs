//! The parts of a tournament's documents that an event changes at once. They follow from the table of [facts](super::facts): when
//! in doubt, a round is included.

use std::collections::BTreeSet;

use proto_events::TournamentEvent;
use proto_events::ids::{RegistrationId, RoundId};
use proto_events::vocabulary::{PhaseType, ProgressStatus};

use super::facts::{Facts, Impact, Subject, facts};
use super::standings::counts_drops;
use super::{Round, Tournament};

/// The parts of a tournament that an event changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Touched {
    /// Rounds whose pairings or results changed, or the data shown for a player in them.
    pub rounds: BTreeSet<RoundId>,
    /// Rounds whose standings changed. A result also changes the standings of later rounds.
    pub standings: BTreeSet<RoundId>,
    /// Whether a different set of lists may count now.
    pub lists: bool,
    /// Whether everything may have changed (details, rules, lifecycle).
    pub everything: bool,
}

impl Touched {
    /// Adds the parts that another event changed.
    pub fn merge(&mut self, other: Self) {
        self.rounds.extend(other.rounds);
        self.standings.extend(other.standings);
        self.lists |= other.lists;
        self.everything |= other.everything;
    }
}

/// Returns the parts that `event` changed. `tournament` is the state after the event.
///
/// The documents of all rounds of a player show the player's record. This returns only the round played; the other
/// rounds are rendered with the documents of the whole event.
pub fn touched(tournament: &Tournament, event: &TournamentEvent) -> Touched {
    let Facts { subject, impact, .. } = facts(event);
    let round = tournament.round_of(subject);
    match (impact, subject) {
        (Impact::Everything, _) => Touched { everything: true, ..Touched::default() },
        (Impact::Play, _) => {
            // A player who had dropped, and whom staff paired, has not dropped any more.
            let has_begun = matches!(event, TournamentEvent::RoundStarted { .. });
            play(tournament, round, has_begun && counts_drops(&tournament.details.rules) || has_double(tournament))
        }
        (Impact::Round, _) => Touched { rounds: round.into_iter().collect(), ..Touched::default() },
        (Impact::Listing, Subject::Registration(player)) => listing(tournament, player),
        (Impact::Status, Subject::Registration(player)) => {
            // When the player leaves or returns, another revision of the list may count.
            let entry = tournament.registration(player);
            let lists = entry.is_some_and(|entry| entry.decklist_id.is_some());
            Touched { lists, ..listing(tournament, player) }
        }
        (Impact::List, Subject::Registration(player)) => Touched { lists: true, ..shown_with(tournament, player) },
        (Impact::TeamMatches, Subject::Registration(player)) => shown_in_team_matches(tournament, player),
        (Impact::Nothing | Impact::Listing | Impact::Status | Impact::List | Impact::TeamMatches, _) => {
            Touched::default()
        }
    }
}

/// Returns the parts that change when a round is paired, started, played or completed: the round itself, and all
/// standings from it on, or all. Standings of player meetings show the coming round, so they change too.
fn play(tournament: &Tournament, round: Option<RoundId>, all_standings: bool) -> Touched {
    let Some((_, played)) = round.and_then(|round| tournament.round(round)) else {
        return Touched::default();
    };
    let changed = |round: &Round| all_standings || round.number >= played.number || round.number < 1;
    let standings = tournament.rounds().filter(|(_, round)| changed(round)).map(|(_, round)| round.id).collect();
    Touched { rounds: BTreeSet::from([played.id]), standings, ..Touched::default() }
}

/// Returns the parts that change when a player registers, leaves or moves: all rounds in which the player was paired,
/// and the standings of rounds that are not complete, which may gain or lose a line. If the rules count drops, the
/// standings from the last round on that the player began change too.
fn listing(tournament: &Tournament, registration: RegistrationId) -> Touched {
    let touched = shown_with(tournament, registration);
    let begun = |round: &Round| touched.rounds.contains(&round.id) && round.status != ProgressStatus::Upcoming;
    let last = tournament.rounds().filter(|(_, round)| begun(round)).map(|(_, round)| round.number).max();
    let last = last.filter(|_| counts_drops(&tournament.details.rules) || has_double(tournament)).unwrap_or(i32::MAX);
    let changed = |round: &Round| round.status != ProgressStatus::Complete || round.number >= last;
    let standings = tournament.rounds().filter(|(_, round)| changed(round)).map(|(_, round)| round.id).collect();
    Touched { standings, ..touched }
}

/// Whether there is a double elimination. Its standings tell who is still in it, and so depend on later rounds and drops.
fn has_double(tournament: &Tournament) -> bool {
    tournament.phases.iter().any(|phase| phase.round_type == PhaseType::DoubleElimination)
}

/// Returns the rounds in which a player was paired.
fn shown_with(tournament: &Tournament, registration: RegistrationId) -> Touched {
    let sits = |round: &Round| round.all_matches().any(|table| table.pairing.players.contains(&registration));
    let shown = tournament.rounds().filter(|(_, round)| sits(round)).map(|(_, round)| round.id);
    let mut touched = shown_in_team_matches(tournament, registration);
    touched.rounds.extend(shown);
    touched
}

/// Returns the rounds in which a player's team was paired. A team's bye has no seats that would name the player.
fn shown_in_team_matches(tournament: &Tournament, registration: RegistrationId) -> Touched {
    let Some(team) = tournament.registration(registration).and_then(|registration| registration.team_id) else {
        return Touched::default();
    };
    let plays = |round: &Round| round.team_matches.iter().any(|team_match| team_match.teams.contains(&team));
    let rounds = tournament.rounds().filter(|(_, round)| plays(round)).map(|(_, round)| round.id).collect();
    Touched { rounds, ..Touched::default() }
}
