//! Disqualifies a player, who is not listed in later standings. This is possible even after the event is over.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use domain::machines::REGISTRATION;
use domain::tournament::Tournament;
use proto_events::ids::{RegistrationId, TournamentId};
use proto_events::vocabulary::RegistrationStatus;
use proto_events::{StreamId, TournamentEvent};
use service_kit::problem::Problem;

use super::document;
use super::entries::entry_of;
use crate::Refusal;
use crate::http::body::NoFields;
use crate::http::request::WriteRequest;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "disqualify_player",
    tag: Tag::Organizing,
    summary: "Disqualify a player",
    text: "The player is not listed from the next standings on. This is possible after the event is over, too. Staff \
           can undo it by changing `registration_status`.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "Registration"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let stream = StreamId::tournament(request.id::<TournamentId>("event")?);
    let registration_id: RegistrationId = request.id_in("registration_id", "registration")?;
    let (NoFields {}, context) = request.input(body).await?;
    let decide = |event: &Tournament, _: &mut _| decide(event, registration_id);
    let written = request.api().change(&context, stream, decide).await?;
    document::answer(&request, StatusCode::OK, &written, registration_id).await
}

/// Decides the command.
///
/// # Errors
/// If the event has no such registration, or the player is not active.
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
    use proto_events::vocabulary::LifecycleStatus;

    use super::*;
    use crate::registrations::entries::unknown_registration;
    use crate::testing::{happened, in_play, registered, tournament};

    const ENTRY: RegistrationId = RegistrationId(1);

    fn decided(tournament: &Tournament) -> Result<Vec<TournamentEvent>, Refusal> {
        decide(tournament, ENTRY)
    }

    #[test]
    fn a_player_is_disqualified_once_also_when_all_is_over() {
        let disqualified = TournamentEvent::PlayerDisqualified { registration_id: ENTRY };
        let over = TournamentEvent::LifecycleChanged { status: LifecycleStatus::DecklistsPublished };
        for events in [vec![], vec![over]] {
            let first = decided(&happened(in_play(), &events)).unwrap();
            assert_eq!(first, vec![disqualified.clone()]);
        }
        let again = decided(&happened(in_play(), &[disqualified])).unwrap();
        assert_eq!(again, Vec::new());
    }

    #[test]
    fn who_does_not_play_cannot_be_disqualified() {
        for status in [RegistrationStatus::OnWaitlist, RegistrationStatus::Canceled] {
            assert_eq!(decided(&tournament(&[registered(1, status)])).unwrap_err().code(), "illegal-step", "{status}");
        }
    }

    #[test]
    fn an_entry_that_is_not_there_is_refused() {
        let unknown = unknown_registration(ENTRY);
        assert_eq!(decided(&tournament(&[])), Err(unknown));
    }
}
