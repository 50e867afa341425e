//! The rounds whose documents an event can change at once. When in doubt, a round is included.

use std::collections::BTreeSet;

use proto_events::TournamentEvent;
use proto_events::ids::{RegistrationId, RoundId};
use proto_events::vocabulary::ProgressStatus;

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

    fn everything() -> Self {
        Self { everything: true, ..Self::default() }
    }

    fn round_alone(round: Option<RoundId>) -> Self {
        Self { rounds: round.into_iter().collect(), ..Self::default() }
    }
}

/// Returns the parts that `event` changed. `tournament` is the state after the event.
///
/// The documents of all rounds of a player show the player's record. This returns only the round played; the other
/// rounds are rendered with the documents of the whole event.
pub fn touched(tournament: &Tournament, event: &TournamentEvent) -> Touched {
    use TournamentEvent as E;
    match event {
        E::Created { .. }
        | E::Imported { .. }
        | E::Deleted {}
        | E::DetailsChanged { .. }
        | E::LifecycleChanged { .. }
        | E::TeamFormed { .. }
        | E::TeamDropped { .. }
        | E::PhaseAdded { .. }
        | E::RoundRemoved { .. }
        | E::CutMade { .. }
        | E::TiesDrawn { .. }
        | E::GameWinsStated { .. }
        | E::ListRevisionsFixed { .. } => Touched::everything(),
        E::PlayerRegistered { registration_id, .. }
        | E::PlayerDropped { registration_id }
        | E::PlayerDisqualified { registration_id } => listing(tournament, *registration_id),
        E::RegistrationStatusChanged { registration_id, .. } => {
            // When the player leaves or returns, another revision of the list may count.
            let entry = tournament.registration(*registration_id);
            let lists = entry.is_some_and(|entry| entry.decklist_id.is_some());
            Touched { lists, ..listing(tournament, *registration_id) }
        }
        E::PaymentChanged { registration_id, .. } | E::PaperDecklistMarked { registration_id, .. } => {
            shown_in_team_matches(tournament, *registration_id)
        }
        E::DecklistAttached { registration_id, .. } => {
            Touched { lists: true, ..shown_with(tournament, *registration_id) }
        }
        E::CheckInChanged { .. }
        | E::QueueGroupChanged { .. }
        | E::TagsChanged { .. }
        | E::NotesChanged { .. }
        | E::SeatFixed { .. }
        | E::ByesAwarded { .. }
        | E::OrganizingChanged { .. }
        | E::ListsLocked {}
        | E::ListsUnlocked {}
        | E::ListLocked { .. }
        | E::ListUnlocked { .. }
        | E::PrivateLinkMade { .. }
        | E::PrivateLinkRevoked { .. }
        | E::PenaltyIssued { .. }
        | E::PenaltyWithdrawn { .. }
        | E::PenaltyRestored { .. }
        | E::JudgeCalled { .. }
        | E::CallAnswered { .. }
        | E::CallClosed { .. }
        | E::ResultConfirmed { .. }
        | E::ResultContested { .. } => Touched::default(),
        E::RoundAdded { round_id, .. }
        | E::MatchesPaired { round_id, .. }
        | E::TeamsPaired { round_id, .. }
        | E::PairingsCompleted { round_id }
        | E::PairingsDiscarded { round_id }
        | E::RoundStarted { round_id }
        | E::RoundCompleted { round_id } => play(tournament, Some(*round_id)),
        E::PairingsHidden { round_id } | E::PairingsPublished { round_id } | E::ClockChanged { round_id, .. } => {
            Touched::round_alone(Some(*round_id))
        }
        E::ResultReported { match_id, .. } | E::ResultCorrected { match_id, .. } => {
            play(tournament, tournament.round_of_match(*match_id))
        }
        E::TeamResultReported { team_match_id, .. } => play(tournament, tournament.round_of_team_match(*team_match_id)),
        E::MatchFeatured { match_id, .. }
        | E::JudgeAssigned { match_id, .. }
        | E::TimeExtended { match_id, .. }
        | E::DeckCheckMarked { match_id, .. } => Touched::round_alone(tournament.round_of_match(*match_id)),
    }
}

/// Returns the parts that change when a round is paired, started, played or completed: the round itself, and all
/// standings from it on. Standings of player meetings show the coming round, so they change too.
fn play(tournament: &Tournament, round: Option<RoundId>) -> Touched {
    let Some((_, played)) = round.and_then(|round| tournament.round(round)) else {
        return Touched::default();
    };
    let changed = |round: &Round| round.number >= played.number || round.number < 1;
    let standings = tournament.rounds().filter(|(_, round)| changed(round)).map(|(_, round)| round.id).collect();
    Touched { rounds: BTreeSet::from([played.id]), standings, ..Touched::default() }
}

/// Returns the parts that change when a player registers, leaves or moves: all rounds in which the player was paired,
/// and the standings of rounds that are not complete, which may gain or lose a line.
fn listing(tournament: &Tournament, registration: RegistrationId) -> Touched {
    let open = |round: &Round| round.status != ProgressStatus::Complete;
    let standings = tournament.rounds().filter(|(_, round)| open(round)).map(|(_, round)| round.id).collect();
    Touched { standings, ..shown_with(tournament, registration) }
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
