//! Closes a call: it is settled, or no judge is needed any more.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use domain::tournament::JudgeCall;
use domain::tournament::Tournament;
use proto_events::ids::{CallId, TournamentId};
use proto_events::{StreamId, TournamentEvent};
use service_kit::message;
use service_kit::problem::Problem;

use super::document;
use crate::Refusal;
use crate::http::body::NoFields;
use crate::http::request::WriteRequest;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "close_call",
    tag: Tag::Organizing,
    summary: "Close a call for a judge",
    text: "Any staff may close it, whether or not a judge took it. Closing it again changes nothing.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "JudgeCall"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let stream = StreamId::tournament(request.id::<TournamentId>("event")?);
    let call_id = request.id_in("call_id", "call")?;
    let (NoFields {}, context) = request.input(body).await?;
    let decide = |tournament: &Tournament, _: &mut _| decide(tournament, call_id);
    let written = request.api().change(&context, stream, decide).await?;
    document::call(&request, StatusCode::OK, &written.folded, call_id).await
}

/// Decides the command.
///
/// # Errors
/// If there is no such call.
pub(crate) fn decide(tournament: &Tournament, call_id: CallId) -> Result<Vec<TournamentEvent>, Refusal> {
    let call = call_of(tournament, call_id)?;
    if call.closed.is_some() {
        return Ok(Vec::new());
    }
    Ok(vec![TournamentEvent::CallClosed { call_id }])
}

/// Returns the call with this id.
pub(super) fn call_of(tournament: &Tournament, id: CallId) -> Result<&JudgeCall, Refusal> {
    let said = || message!("judging-unknown-call", "The event has no call {value}.", value = id);
    tournament.call(id).ok_or_else(|| Refusal::not_found("call", id, said()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judging::answer_call::tests::{CALL, called};
    use crate::testing::coded;

    #[test]
    fn a_call_is_closed_once_also_before_a_judge_took_it() {
        let closed = [TournamentEvent::CallClosed { call_id: CALL }];
        for before in [vec![], vec![TournamentEvent::CallAnswered { call_id: CALL }]] {
            assert_eq!(decide(&called(&before), CALL).unwrap(), closed);
        }
        assert_eq!(decide(&called(&closed), CALL), Ok(Vec::new()));
        assert_eq!(coded(decide(&called(&[]), CallId(9))), "judging-unknown-call 9");
    }
}
