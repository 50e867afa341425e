//! Which rounds' documents an event can change at once. When in doubt it names a round too many, never one too few.

use std::collections::BTreeSet;

use proto_events::TournamentEvent;
use proto_events::ids::{RegistrationId, RoundId};
use proto_events::vocabulary::ProgressStatus;

use super::{Round, Tournament};

/// What of a tournament changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Touched {
    /// Rounds whose pairings or results changed, or what is shown of somebody paired in them.
    pub rounds: BTreeSet<RoundId>,
    /// Rounds whose standings changed: a result also changes those of the rounds after it.
    pub standings: BTreeSet<RoundId>,
    /// Whether it may have changed which lists count.
    pub lists: bool,
    /// Everything may have changed (details, rules, lifecycle).
    pub everything: bool,
}

impl Touched {
    /// Adds what another event touched.
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

/// What `event` touched, given the tournament after it was applied.
///
/// Records of players show in the documents of all their rounds; only those of the round played are named here, the others
/// follow with the documents of the whole event.
pub fn touched(tournament: &Tournament, event: &TournamentEvent) -> Touched {
    use TournamentEvent as E;
    match event {
        E::Created { .. }
        | E::Imported { .. }
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
            // A list counts otherwise once its player leaves or comes back.
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
        | E::ResultConfirmed { .. } => Touched::default(),
        E::RoundAdded { round_id, .. }
        | E::MatchesPaired { round_id, .. }
        | E::TeamsPaired { round_id, .. }
        | E::PairingsCompleted { round_id }
        | E::PairingsDiscarded { round_id }
        | E::RoundStarted { round_id }
        | E::RoundCompleted { round_id } => play(tournament, Some(*round_id)),
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

/// A round was played in, paired, begun or ended: its own tables, and all standings from it on. The standings of player
/// meetings name the coming round, so they change too.
fn play(tournament: &Tournament, round: Option<RoundId>) -> Touched {
    let Some((_, played)) = round.and_then(|round| tournament.round(round)) else {
        return Touched::default();
    };
    let changed = |round: &Round| round.number >= played.number || round.number < 1;
    let standings = tournament.rounds().filter(|(_, round)| changed(round)).map(|(_, round)| round.id).collect();
    Touched { rounds: BTreeSet::from([played.id]), standings, ..Touched::default() }
}

/// An entry came, went or moved on: it shows so wherever it was paired, and the standings of rounds that are not
/// complete may have a line more or less.
fn listing(tournament: &Tournament, registration: RegistrationId) -> Touched {
    let open = |round: &Round| round.status != ProgressStatus::Complete;
    let standings = tournament.rounds().filter(|(_, round)| open(round)).map(|(_, round)| round.id).collect();
    Touched { standings, ..shown_with(tournament, registration) }
}

/// The rounds in which an entry was paired.
fn shown_with(tournament: &Tournament, registration: RegistrationId) -> Touched {
    let sits = |round: &Round| round.all_matches().any(|table| table.pairing.players.contains(&registration));
    let shown = tournament.rounds().filter(|(_, round)| sits(round)).map(|(_, round)| round.id);
    let mut touched = shown_in_team_matches(tournament, registration);
    touched.rounds.extend(shown);
    touched
}

/// The rounds in which an entry's team was paired; a bye of a team has no seats that would name the entry.
fn shown_in_team_matches(tournament: &Tournament, registration: RegistrationId) -> Touched {
    let Some(team) = tournament.registration(registration).and_then(|registration| registration.team_id) else {
        return Touched::default();
    };
    let plays = |round: &Round| round.team_matches.iter().any(|team_match| team_match.teams.contains(&team));
    let rounds = tournament.rounds().filter(|(_, round)| plays(round)).map(|(_, round)| round.id).collect();
    Touched { rounds, ..Touched::default() }
}
