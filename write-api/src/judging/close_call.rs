//! Closes a call: it is settled, or no judge is needed any more.

use domain::tournament::JudgeCall;

use super::document;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "close_call",
    summary: "Close a call for a judge",
    text: "Any staff may close it, whether or not a judge took it. Closing it again changes nothing.",
    answer: Answer::json(200, "JudgeCall"),
    is_always_possible: true,
    ..Route::at("POST", "/api/v1/magic-events/{id}/calls/{call_id}/close/", Operation::JudgeMatches)
};

/// Closes a call for a judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CloseCall {
    /// The call.
    pub call_id: CallId,
}

decided_by_event!(CloseCall, |command, tournament, _, _| decide(tournament, command.call_id));

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let call_id = request.id_of("call")?;
    let (NoFields {}, event) = request.on_event(body).await?;
    let written = CloseCall { call_id }.run(&event).await?;
    document::call(&request, StatusCode::OK, &written.folded, call_id).await
}

/// Decides the command, which is refused if there is no such call.
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
