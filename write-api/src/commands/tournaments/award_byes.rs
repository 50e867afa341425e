//! Awards byes to a player: sets all rounds in which the player has one. Rounds that have begun cannot change.

use std::collections::BTreeSet;

use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::ProgressStatus;

use super::field::{UnknownRegistration, entry_of};
pub use super::outcome::Outcome;
use crate::engine::legacy::Decision;

/// Awards byes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AwardByes {
    /// The registration.
    pub registration_id: RegistrationId,
    /// Numbers of all rounds with a bye, from 1, in any order.
    pub round_numbers: Vec<i32>,
}

/// Why the command is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The event has no such registration.
    #[error(transparent)]
    UnknownRegistration(#[from] UnknownRegistration),
    /// A round has begun.
    #[error("round {0} has begun: its byes cannot be changed")]
    RoundBegun(i32),
}

/// Decides the command.
///
/// # Errors
/// If the event has no such registration, or a round to be changed has begun.
pub fn decide(tournament: &Tournament, command: &AwardByes) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let registration_id = command.registration_id;
    let entry = entry_of(tournament, registration_id)?;
    let before: BTreeSet<i32> = entry.bye_rounds.iter().copied().collect();
    let after: BTreeSet<i32> = command.round_numbers.iter().copied().collect();
    if before == after {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    let begun = |number: &&i32| {
        let mut rounds = tournament.rounds().filter(|(_, round)| round.number == **number);
        rounds.any(|(_, round)| round.status != ProgressStatus::Upcoming)
    };
    if let Some(number) = before.symmetric_difference(&after).find(begun) {
        return Err(Refusal::RoundBegun(*number));
    }
    let round_numbers = after.into_iter().collect();
    Ok(Decision::happens(vec![TournamentEvent::ByesAwarded { registration_id, round_numbers }], Outcome::Changed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{happened, in_play, tournament};

    const ENTRY: RegistrationId = RegistrationId(1);

    fn to(round_numbers: &[i32]) -> AwardByes {
        AwardByes { registration_id: ENTRY, round_numbers: round_numbers.to_vec() }
    }

    fn awarded(round_numbers: &[i32]) -> TournamentEvent {
        TournamentEvent::ByesAwarded { registration_id: ENTRY, round_numbers: round_numbers.to_vec() }
    }

    #[test]
    fn byes_are_awarded_and_taken_back() {
        let decision = decide(&in_play(), &to(&[3, 2, 3])).unwrap();
        assert_eq!(decision, Decision::happens(vec![awarded(&[2, 3])], Outcome::Changed));
        let had = happened(in_play(), &[awarded(&[2, 3])]);
        assert_eq!(decide(&had, &to(&[3, 2])).unwrap(), Decision::nothing(Outcome::Unchanged));
        assert_eq!(decide(&had, &to(&[])).unwrap().events, [awarded(&[])]);
    }

    #[test]
    fn rounds_that_have_begun_keep_what_they_had() {
        assert_eq!(decide(&in_play(), &to(&[1, 2])), Err(Refusal::RoundBegun(1)));
        let had = happened(in_play(), &[awarded(&[1])]);
        assert_eq!(decide(&had, &to(&[])), Err(Refusal::RoundBegun(1)));
        assert_eq!(decide(&had, &to(&[1, 2])).unwrap().outcome, Outcome::Changed);
    }

    #[test]
    fn an_entry_that_is_not_there_is_refused() {
        let unknown = Refusal::UnknownRegistration(UnknownRegistration(ENTRY));
        assert_eq!(decide(&tournament(&[]), &to(&[])), Err(unknown));
    }
}
