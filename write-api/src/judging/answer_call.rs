//! Takes a call: a judge goes to the table. Other judges see that, and that no other is needed.

use super::close_call::call_of;
use super::document;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "answer_call",
    summary: "Take a call for a judge",
    text: "A call that another judge has taken, or that is closed, is refused (409). Taking it again changes nothing.",
    answer: Answer::json(200, "JudgeCall"),
    ..Route::at("POST", "/api/v1/magic-events/{id}/calls/{call_id}/answer/", Operation::JudgeMatches)
};

step! {
    /// Takes a call for a judge.
    AnswerCall of call_id: CallId,
    |command, tournament, event, _| decide(tournament, command.call_id, &event.context.actor) => document::call(call_id)
}

/// Decides the command, which is refused if there is no such call, it is closed, or another judge has taken it.
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
mod tests {
    use super::*;
    use crate::testing::*;

    const CALL: CallId = CallId(5);
    const JUDGE: Actor = Actor::User(UserId(80));

    /// An event in play, in which registration 1 called a judge, after these events by a judge.
    fn called(since: &[TournamentEvent]) -> Tournament {
        let (registration_id, match_id) = (Some(ENTRY), Some(MatchId(1)));
        let call = NewCall { registration_id, match_id, table_number: Some(1), note: String::new() };
        done_by(&JUDGE, happened(in_play(), &[E::JudgeCalled { call_id: CALL, call }]), since)
    }

    #[test]
    fn one_judge_takes_a_call() {
        let taken = decide(&called(&[]), CALL, &JUDGE).unwrap();
        assert_eq!(taken, [TournamentEvent::CallAnswered { call_id: CALL }]);
        let after = called(&taken);
        assert_eq!(decide(&after, CALL, &JUDGE), Ok(Vec::new()));
        assert_eq!(coded(decide(&after, CALL, &Actor::User(UserId(81)))), "judging-taken");
        let closed = called(&[TournamentEvent::CallClosed { call_id: CALL }]);
        assert_eq!(coded(decide(&closed, CALL, &JUDGE)), "judging-closed");
    }
}
