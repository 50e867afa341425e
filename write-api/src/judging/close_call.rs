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

step! {
    /// Closes a call for a judge.
    CloseCall of call_id: CallId,
    |command, tournament, _, _| decide(tournament, command.call_id) => document::call(call_id)
}

/// Decides the command, which is refused if there is no such call.
pub(crate) fn decide(tournament: &Tournament, call_id: CallId) -> Result<Vec<TournamentEvent>, Refusal> {
    let call = call_of(tournament, call_id)?;
    if call.closed.is_some() {
        return Ok(Vec::new());
    }
    Ok(vec![TournamentEvent::CallClosed { call_id }])
}

pub(super) fn call_of(tournament: &Tournament, id: CallId) -> Result<&JudgeCall, Refusal> {
    tournament.call(id).ok_or_else(|| Refusal::unknown("call", id))
}
