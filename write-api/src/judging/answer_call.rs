//! Takes a call: a judge goes to the table. Other judges see that, and that no other is needed.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use domain::tournament::Tournament;
use proto_events::ids::{CallId, TournamentId};
use proto_events::{Actor, StreamId, TournamentEvent};
use service_kit::message;
use service_kit::problem::Problem;

use super::close_call::call_of;
use super::document;
use crate::Refusal;
use crate::http::body::NoFields;
use crate::http::request::WriteRequest;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "answer_call",
    tag: Tag::Organizing,
    summary: "Take a call for a judge",
    text: "A call that another judge has taken, or that is closed, is refused (409). Taking it again changes nothing.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "JudgeCall"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let stream = StreamId::tournament(request.id::<TournamentId>("event")?);
    let call_id = request.id_in("call_id", "call")?;
    let (NoFields {}, context) = request.input(body).await?;
    let decide = |tournament: &Tournament, _: &mut _| decide(tournament, call_id, &context.actor);
    let written = request.api().change(&context, stream, decide).await?;
    document::call(&request, StatusCode::OK, &written.folded, call_id).await
}

/// Decides the command.
///
/// # Errors
/// If there is no such call, it is closed, or another judge has taken it.
pub(crate) fn decide(tournament: &Tournament, call_id: CallId, judge: &Actor) -> Result<Vec<TournamentEvent>, Refusal> {
    let call = call_of(tournament, call_id)?;
    match (&call.closed, &call.answered) {
        (Some(_), _) => Err(Refusal::conflict(message!("judging-closed", "This call is CLOSED; call a judge again."))),
        (None, Some(answered)) if answered.by == *judge => Ok(Vec::new()),
        (None, Some(_)) => Err(Refusal::conflict(message!(
            "judging-taken",
            "Another judge has taken this call; close it when it is settled, or call a judge again."
        ))),
        (None, None) => Ok(vec![TournamentEvent::CallAnswered { call_id }]),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proto_events::ids::{MatchId, RegistrationId, UserId};
    use proto_events::tournament::NewCall;

    use super::*;
    use crate::testing::{coded, done_by, in_play};

    /// The call of [`called`].
    pub(in super::super) const CALL: CallId = CallId(5);
    const JUDGE: Actor = Actor::User(UserId(80));

    /// An event in play, in which registration 1 called a judge, after these events by a judge.
    pub(in super::super) fn called(since: &[TournamentEvent]) -> Tournament {
        let (registration_id, match_id) = (Some(RegistrationId(1)), Some(MatchId(1)));
        let call = NewCall { registration_id, match_id, table_number: Some(1), note: String::new() };
        let event = TournamentEvent::JudgeCalled { call_id: CALL, call };
        done_by(&JUDGE, done_by(&Actor::User(UserId(91)), in_play(), &[event]), since)
    }

    #[test]
    fn one_judge_takes_a_call() {
        let taken = decide(&called(&[]), CALL, &JUDGE).unwrap();
        assert_eq!(taken, [TournamentEvent::CallAnswered { call_id: CALL }]);
        let after = called(&taken);
        assert_eq!(decide(&after, CALL, &JUDGE), Ok(Vec::new()));
        assert_eq!(coded(decide(&after, CALL, &Actor::User(UserId(81)))), "judging-taken");
    }

    #[test]
    fn a_call_that_is_closed_or_not_there_is_refused() {
        let closed = called(&[TournamentEvent::CallClosed { call_id: CALL }]);
        assert_eq!(coded(decide(&closed, CALL, &JUDGE)), "judging-closed");
        assert_eq!(coded(decide(&closed, CallId(9), &JUDGE)), "judging-unknown-call 9");
    }
}
