//! Revokes the private link of a registration: it no longer opens. A later link is another one.

use super::entries::entry_of;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "revoke_private_link",
    summary: "Revoke a player's private link",
    text: "The link no longer opens. A player without a link gets the same answer.",
    is_always_possible: true,
    ..Route::at(
        "DELETE",
        "/api/v1/magic-events/{id}/registrations/{registration_id}/private-link/",
        Operation::ManageRegistrations,
    )
};

step! {
    /// Revokes a player's private link.
    RevokePrivateLink of registration_id: RegistrationId,
    |command, tournament, _, _| decide(tournament, command.registration_id) => answer::removed()
}

/// Decides the command, which is refused if the event has no such registration.
pub(crate) fn decide(
    tournament: &Tournament,
    registration_id: RegistrationId,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let has_one = entry_of(tournament, registration_id)?.private_link.is_some();
    Ok(has_one.then_some(TournamentEvent::PrivateLinkRevoked { registration_id }).into_iter().collect())
}
