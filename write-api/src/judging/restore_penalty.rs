//! Restores a penalty that was withdrawn by mistake.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use domain::tournament::Tournament;
use proto_events::ids::{PenaltyId, TournamentId};
use proto_events::{StreamId, TournamentEvent};
use service_kit::problem::Problem;

use super::document;
use super::withdraw_penalty::penalty_of;
use crate::Refusal;
use crate::http::body::NoFields;
use crate::http::request::WriteRequest;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "restore_penalty",
    tag: Tag::Organizing,
    summary: "Restore a penalty that was withdrawn",
    text: "Restoring a penalty that applies changes nothing. The answer is the penalty.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "PlayerPenalty"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let stream = StreamId::tournament(request.id::<TournamentId>("event")?);
    let penalty_id = request.id_in("penalty_id", "penalty")?;
    let (NoFields {}, context) = request.input(body).await?;
    let decide = |tournament: &Tournament, _: &mut _| decide(tournament, penalty_id);
    let written = request.api().change(&context, stream, decide).await?;
    document::penalty(&request, StatusCode::OK, &written.folded, penalty_id).await
}

/// Decides the command.
///
/// # Errors
/// If there is no such penalty.
pub(crate) fn decide(tournament: &Tournament, penalty_id: PenaltyId) -> Result<Vec<TournamentEvent>, Refusal> {
    let penalty = penalty_of(tournament, penalty_id)?;
    if penalty.withdrawn.is_none() {
        return Ok(Vec::new());
    }
    Ok(vec![TournamentEvent::PenaltyRestored { penalty_id }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judging::withdraw_penalty::tests::{WARNING, warned};
    use crate::testing::coded;

    #[test]
    fn only_a_penalty_that_was_withdrawn_is_restored() {
        assert_eq!(decide(&warned(&[]), WARNING), Ok(Vec::new()));
        let withdrawn = TournamentEvent::PenaltyWithdrawn { penalty_id: WARNING };
        let restored = decide(&warned(std::slice::from_ref(&withdrawn)), WARNING).unwrap();
        assert_eq!(restored, [TournamentEvent::PenaltyRestored { penalty_id: WARNING }]);
        let after = warned(&[withdrawn, restored[0].clone()]);
        assert!(after.penalties[0].withdrawn.is_none());
    }

    #[test]
    fn a_penalty_that_is_not_there_is_refused() {
        assert_eq!(coded(decide(&warned(&[]), PenaltyId(9))), "judging-unknown-penalty 9");
    }
}
