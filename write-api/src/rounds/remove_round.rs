//! Removes a round that has not started, such as one added by mistake, and its phase if it was the only round. Players
//! eliminated by an earlier playoff round stay eliminated.

use super::checks::{is_paired, round_of};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "remove_round",
    summary: "Remove a round",
    text: "Removes a round that is `UPCOMING`, for example one that was added by mistake; its phase is removed with \
           it if it has no other round. The next round takes its number. A cut that was made before it stays. \
           Removing a round again gives the same answer.",
    ..Route::at("DELETE", "/api/v1/magic-events/{id}/rounds/{round_id}/", Operation::RunRounds)
};

step! {
    /// Removes a round.
    RemoveRound of round_id: RoundId,
    |command, tournament, _, _| decide(tournament, command.round_id) => answer::removed()
}

/// Decides the command, which is refused if there never was such a round, or it has begun.
pub(crate) fn decide(tournament: &Tournament, round_id: RoundId) -> Result<Vec<TournamentEvent>, Refusal> {
    if tournament.removed_rounds.iter().any(|removed| removed.id == round_id) {
        return Ok(Vec::new());
    }
    let (_, round) = round_of(tournament, round_id)?;
    is_paired(tournament)?;
    let (number, status) = (round.number, round.status);
    if status != ProgressStatus::Upcoming {
        let said = message!(
            "round-not-removable",
            "Round {number} is {status}; only one that is UPCOMING can be removed.",
            number,
            status
        );
        return Err(Refusal::conflict(said).with_steps(&ROUND, status));
    }
    Ok(vec![TournamentEvent::RoundRemoved { round_id }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::testing::*;
    use RoundKind::{DraftPod, PlayerMeeting, Playoff, RandomPlayerMeeting, Swiss};

    fn remove(played: &mut Played, round_id: RoundId) {
        let decision = decide(&played.state(), round_id).unwrap();
        assert_eq!(decision, vec![TournamentEvent::RoundRemoved { round_id }]);
        played.happen(decision);
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
    fn a_playoff_begun_by_mistake_leaves_room_for_another_swiss_round() {
        let mut played = Played::new(8).cut_to(4);
        let mistaken = played.add(Playoff);
        remove(&mut played, mistaken);
        played.play(Swiss);
        assert!(played.state().phases.iter().all(|phase| phase.round_type == PhaseType::Swiss));
    }

    #[test]
    fn who_lost_before_stays_out_and_the_same_final_can_be_added_again() {
        let mut played = Played::new(8).cut_to(4);
        played.play(Playoff);
        let last = played.add(Playoff);
        let (tables, out) = (played.tables(), played.state());
        remove(&mut played, last);
        let statuses = |state: &Tournament| state.registrations.iter().map(|entry| entry.status).collect::<Vec<_>>();
        assert_eq!(statuses(&played.state()), statuses(&out));
        played.add(Playoff);
        assert_eq!(played.tables(), tables);
    }
}
