//! Disqualifies a player, who is not listed in later standings. This is possible even after the event is over.

use super::document;
use super::entries::entry_of;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "disqualify_player",
    summary: "Disqualify a player",
    text: "The player is not listed from the next standings on. This is possible after the event is over, too. Staff \
           can undo it by changing `registration_status`.",
    answer: Answer::json(200, "Registration"),
    ..Route::at(
        "POST",
        "/api/v1/magic-events/{id}/registrations/{registration_id}/disqualify/",
        Operation::ManageRegistrations,
    )
};

step! {
    /// Disqualifies a player.
    DisqualifyPlayer of registration_id: RegistrationId,
    |command, tournament, _, _| decide(tournament, command.registration_id) => document::answer(registration_id)
}

/// Decides the command, which is refused if the event has no such registration, or the player is not active.
pub(crate) fn decide(
    tournament: &Tournament,
    registration_id: RegistrationId,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let entry = entry_of(tournament, registration_id)?;
    if entry.status == RegistrationStatus::Disqualified {
        return Ok(Vec::new());
    }
    REGISTRATION.check(entry.status, RegistrationStatus::Disqualified)?;
    Ok(vec![TournamentEvent::PlayerDisqualified { registration_id }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    #[test]
    fn a_player_is_disqualified_once_also_when_all_is_over() {
        let disqualified = TournamentEvent::PlayerDisqualified { registration_id: ENTRY };
        for events in [vec![], vec![reached(L::DecklistsPublished)]] {
            assert_eq!(decide(&happened(in_play(), &events), ENTRY), Ok(vec![disqualified.clone()]));
        }
        assert_eq!(decide(&happened(in_play(), &[disqualified]), ENTRY), Ok(Vec::new()));
    }
}
