//! Removes a round that has not started, such as one added by mistake, and its phase if it was the only round. Players
//! eliminated by an earlier playoff round stay eliminated.

use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RoundId;
use proto_events::vocabulary::ProgressStatus;

use super::obstacles::{NotRunning, UnknownRound, is_paired, round_of};
use crate::commands::tournaments::order::Order;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Removes a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RemoveRound {
    /// The round.
    pub round_id: RoundId,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such round.
    #[error(transparent)]
    UnknownRound(#[from] UnknownRound),
    /// The event's status does not allow pairing.
    #[error(transparent)]
    NotRunning(#[from] NotRunning),
    /// The round has begun.
    #[error("round {number} is {status}; only one that is UPCOMING can be removed")]
    Begun {
        /// The round's number.
        number: i32,
        /// Its status.
        status: ProgressStatus,
    },
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The round was removed.
    Removed,
    /// The round was removed before.
    Unchanged,
}

/// Decides the command.
///
/// # Errors
/// If there never was such a round, or it has begun.
pub fn decide(tournament: &Tournament, command: &RemoveRound) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let round_id = command.round_id;
    if tournament.removed_rounds.iter().any(|removed| removed.id == round_id) {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    let (_, round) = round_of(tournament, round_id)?;
    is_paired(tournament)?;
    let (number, status) = (round.number, round.status);
    if status != ProgressStatus::Upcoming {
        return Err(Refusal::Begun { number, status });
    }
    Ok(Decision::happens(vec![TournamentEvent::RoundRemoved { round_id }], Outcome::Removed))
}

impl WriteApi {
    /// Removes a round.
    ///
    /// # Errors
    /// If the command is refused, the event is not found, or the store fails.
    pub async fn remove_round(
        &self,
        order: &Order,
        command: &RemoveRound,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        self.carry_out(order, Outcome::Removed, |tournament: &Tournament| decide(tournament, command)).await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::{LifecycleStatus, PhaseType};

    use super::*;
    use crate::commands::rounds::add_round::RoundKind::{DraftPod, PlayerMeeting, Playoff, RandomPlayerMeeting, Swiss};
    use crate::commands::rounds::play::Played;

    fn removed(played: &Played, round_id: RoundId) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
        decide(&played.state(), &RemoveRound { round_id })
    }

    fn remove(played: &mut Played, round_id: RoundId) {
        let decision = removed(played, round_id).unwrap();
        assert_eq!(decision, Decision::happens(vec![TournamentEvent::RoundRemoved { round_id }], Outcome::Removed));
        played.happen(decision.events);
    }

    #[test]
    fn a_round_of_every_kind_goes_with_the_phase_that_it_began_and_another_takes_its_place() {
        for kind in [PlayerMeeting, RandomPlayerMeeting, DraftPod, Swiss] {
            let mut played = Played::new(8);
            let round_id = played.add(kind);
            remove(&mut played, round_id);
            assert_eq!(played.state().phases.len(), 0, "{kind}");
            let next = played.begin(Swiss);
            assert!(next != round_id && played.last_round().number == 1, "{kind}");
        }
    }

    #[test]
    fn the_other_rounds_of_its_phase_stay() {
        let mut played = Played::new(8);
        played.play(Swiss);
        let second = played.add(Swiss);
        remove(&mut played, second);
        let state = played.state();
        let numbers: Vec<_> = state.rounds().map(|(_, round)| round.number).collect();
        assert_eq!((state.phases.len(), numbers), (1, vec![1]));
        played.add(Swiss);
        assert_eq!(played.last_round().number, 2);
    }

    #[test]
    fn a_playoff_begun_by_mistake_leaves_room_for_another_swiss_round() {
        let mut played = Played::new(8);
        played.play(Swiss);
        played.cut(4);
        let mistaken = played.add(Playoff);
        remove(&mut played, mistaken);
        played.play(Swiss);
        let state = played.state();
        assert!(state.phases.iter().all(|phase| phase.round_type == PhaseType::Swiss));
    }

    #[test]
    fn who_lost_before_stays_out_and_the_same_final_can_be_added_again() {
        let mut played = Played::new(8);
        played.play(Swiss);
        played.cut(4);
        played.play(Playoff);
        let last = played.add(Playoff);
        let (tables, out) = (played.tables(), played.state());
        remove(&mut played, last);
        let statuses = |state: &Tournament| state.registrations.iter().map(|entry| entry.status).collect::<Vec<_>>();
        assert_eq!(statuses(&played.state()), statuses(&out));
        played.add(Playoff);
        assert_eq!(played.tables(), tables);
    }

    #[test]
    fn what_is_gone_is_gone() {
        let mut played = Played::new(4);
        let round_id = played.add(Swiss);
        remove(&mut played, round_id);
        assert_eq!(removed(&played, round_id).unwrap(), Decision::nothing(Outcome::Unchanged));
        played.then(TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished });
        assert_eq!(removed(&played, round_id).unwrap(), Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn a_round_that_has_begun_stays() {
        let mut played = Played::new(4);
        let round_id = played.begin(Swiss);
        let begun = |status| Err(Refusal::Begun { number: 1, status });
        assert_eq!(removed(&played, round_id), begun(ProgressStatus::InProgress));
        for (match_id, _) in played.open_matches() {
            played.report(match_id, 2, 0);
        }
        played.complete(round_id);
        assert_eq!(removed(&played, round_id), begun(ProgressStatus::Complete));
    }

    #[test]
    fn what_is_not_there_or_is_over_has_no_round_to_remove() {
        let mut played = Played::new(4);
        let round_id = played.add(Swiss);
        assert_eq!(removed(&played, RoundId(99)), Err(UnknownRound(RoundId(99)).into()));
        played.then(TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished });
        assert!(matches!(removed(&played, round_id), Err(Refusal::NotRunning(_))));
    }
}
