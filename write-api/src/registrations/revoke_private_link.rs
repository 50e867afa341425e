//! Revokes the private link of a registration: it no longer opens. A later link is another one.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use domain::tournament::Tournament;
use proto_events::ids::{RegistrationId, TournamentId};
use proto_events::{StreamId, TournamentEvent};
use service_kit::problem::Problem;

use super::entries::entry_of;
use crate::Refusal;
use crate::http::answer as answers;
use crate::http::body::NoFields;
use crate::http::request::WriteRequest;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "revoke_private_link",
    tag: Tag::Organizing,
    summary: "Revoke a player's private link",
    text: "The link no longer opens. A player without a link gets the same answer.",
    parameters: &[],
    body: None,
    answer: Answer::Nothing,
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let stream = StreamId::tournament(request.id::<TournamentId>("event")?);
    let registration_id: RegistrationId = request.id_in("registration_id", "registration")?;
    let (NoFields {}, context) = request.input(body).await?;
    let decide = |event: &Tournament, _: &mut _| decide(event, registration_id);
    let written = request.api().change(&context, stream, decide).await?;
    Ok(answers::removed(&request, &written.folded).await)
}

/// Decides the command.
///
/// # Errors
/// If the event has no such registration.
pub(crate) fn decide(
    tournament: &Tournament,
    registration_id: RegistrationId,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let has_one = entry_of(tournament, registration_id)?.private_link.is_some();
    Ok(has_one.then_some(TournamentEvent::PrivateLinkRevoked { registration_id }).into_iter().collect())
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::RegistrationStatus;

    use super::super::entries::unknown_registration;
    use super::*;
    use crate::testing::{happened, registered, tournament};

    const ENTRY: RegistrationId = RegistrationId(1);

    #[test]
    fn a_link_is_revoked_once() {
        let event = tournament(&[registered(1, RegistrationStatus::Complete)]);
        assert_eq!(decide(&event, ENTRY).unwrap(), [], "there is none");
        let made = TournamentEvent::PrivateLinkMade { registration_id: ENTRY, number: 1, sha256: "00".into() };
        let revoked = TournamentEvent::PrivateLinkRevoked { registration_id: ENTRY };
        let after = happened(event, &[made]);
        assert_eq!(decide(&after, ENTRY).unwrap(), [revoked]);
        let unknown = unknown_registration(RegistrationId(9));
        assert_eq!(decide(&after, RegistrationId(9)), Err(unknown));
    }
}
