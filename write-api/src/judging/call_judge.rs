//! Calls a judge: players to their own match, staff to any match, table or place. A player has at most one open call
//! for a match.

use domain::tournament::JudgeCall;
use proto_events::tournament::NewCall;

use super::document;
use super::issue_penalty::{placed, unknown_match};
use crate::prelude::*;
use crate::registrations::entries::check_not_over;

/// The greatest number of a table.
const TABLES: i32 = 1_000_000;

pub(crate) const ROUTE: Route = Route {
    id: "call_judge",
    summary: "Call a judge",
    text: "Players call a judge to their own match, once its pairings are published: they must give `match_id`. Staff \
           call a judge to any match or table, or say in `note` where to go. While a call of the same player for the \
           same match is not closed, the answer is that call (200).",
    body: Some(body_schema::<NewJudgeCall>()),
    answer: Answer::json(201, "JudgeCall"),
    is_created_once: true,
    ..Route::at("POST", "/api/v1/magic-events/{id}/calls/", Operation::CallJudges)
};

body! {
    /// A call for a judge. One of the fields is needed.
    #[derive(Default)]
    pub struct NewJudgeCall such as r#"{"match_id": 21, "note": "A question about triggers"}"# foreseeing faults {
        /// Id of the match.
        match_id: Option<MatchId>,
        /// Number of the table, for staff; that of the match if not given.
        table: Option<i32> => 1..=TABLES,
        /// The reason, or the place.
        note: Option<String> => JUDGE_NOTE,
    }
}

decided_by_event!(
    NewJudgeCall,
    checked by check_body,
    |command, tournament, event, ids| decide(tournament, command, event.context.acting_as(tournament), ids)
);

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let (command, event) = request.on_event::<NewJudgeCall>(body).await?;
    let written = command.run(&event).await?;
    let after = &written.folded.state;
    let id = if written.happened() {
        after.calls.last().map(|made| made.id)
    } else {
        let call = call(after, &command, event.context.acting_as(after))?;
        open_call(after, &call).map(|open| open.id)
    };
    document::call(&request, &written, id.ok_or_else(|| nothing("call", ""))?).await
}

/// Decides the command, which is refused if a field is invalid, a player names no match or another player's, or the
/// event is over.
pub(crate) fn decide(
    tournament: &Tournament,
    new: &NewJudgeCall,
    caller: ActingAs,
    ids: &mut Ids,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let call = call(tournament, new, caller)?;
    if open_call(tournament, &call).is_some() {
        return Ok(Vec::new());
    }
    check_not_over(tournament, |value| {
        message!("judging-over", "The event is {value}: no judge can be called.", value)
    })?;
    let call_id = CallId(ids.next(Sequence::Call));
    Ok(vec![TournamentEvent::JudgeCalled { call_id, call }])
}

/// Returns the call that the caller means.
fn call(tournament: &Tournament, new: &NewJudgeCall, caller: ActingAs) -> Result<NewCall, Refusal> {
    faults(new).check()?;
    let note = new.note.as_deref().unwrap_or_default().trim().to_owned();
    let placed = placed(tournament, new.match_id)?;
    let registration_id = player(tournament, placed.as_ref(), caller)?;
    let placed = placed.or_else(|| at_table(tournament, new.table?));
    let table_number = placed.as_ref().map(|placed| placed.table.pairing.table_number);
    if new.table.is_some_and(|table| table_number.is_some_and(|number| number != table)) {
        return Err(Refusal::at_field(
            "table",
            message!("match-at-another-table", "The match is played at another table: give one of match_id and table."),
        ));
    }
    if placed.is_none() && new.table.is_none() && note.is_empty() {
        return Err(Refusal::at_field(
            "match_id",
            message!("place-of-call-missing", "Give the match or the table, or say in note where a judge is needed."),
        ));
    }
    let match_id = placed.map(|placed| placed.table.id());
    Ok(NewCall { registration_id, match_id, table_number: table_number.or(new.table), note })
}

/// Returns the registration of a person who calls a judge to the match; `None` for staff. Pairings that are not
/// published are not there for players.
fn player(
    tournament: &Tournament,
    placed: Option<&Placed<'_>>,
    caller: ActingAs,
) -> Result<Option<RegistrationId>, Refusal> {
    let ActingAs::Person(person) = caller else { return Ok(None) };
    let placed = placed.ok_or_else(|| {
        let said = message!("match-of-call-missing", "This field is required: players call a judge to their match.");
        Refusal::at_field("match_id", said)
    })?;
    if !placed.round.is_published {
        return Err(unknown_match());
    }
    tournament.side_of(placed, person).ok_or_else(not_yours)?;
    let entry = tournament.registrations.iter().find(|entry| entry.user_id == person);
    entry.map(|entry| Some(entry.id)).ok_or_else(not_yours)
}

/// The player does not play in the match.
fn not_yours() -> Refusal {
    Refusal::forbidden(message!("judging-not-yours", "You do not play in this match: call a judge to your own match."))
}

/// Returns the match at a table in the current round.
fn at_table(tournament: &Tournament, number: i32) -> Option<Placed<'_>> {
    let (_, round) = tournament.begun_round()?;
    let table = round.all_matches().find(|table| table.pairing.table_number == number)?;
    tournament.placed(table.id())
}

/// Returns the call of the same player, or of staff, for the same match that is not closed.
pub(crate) fn open_call<'a>(tournament: &'a Tournament, call: &NewCall) -> Option<&'a JudgeCall> {
    let is_same = |known: &&JudgeCall| {
        let NewCall { registration_id, match_id, .. } = known.call;
        known.closed.is_none() && (registration_id, match_id) == (call.registration_id, call.match_id)
    };
    call.match_id?;
    tournament.calls.iter().rev().find(is_same)
}

fn faults(new: &NewJudgeCall) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.text("note", new.note.as_deref().unwrap_or_default(), JUDGE_NOTE);
    errors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    const EMPTY: NewJudgeCall = NewJudgeCall { match_id: None, table: None, note: None };
    const TO_MATCH: NewJudgeCall = NewJudgeCall { match_id: Some(MatchId(1)), ..EMPTY };

    fn decided(event: &Tournament, new: &NewJudgeCall, caller: ActingAs) -> Result<Vec<TournamentEvent>, Refusal> {
        decide(event, new, caller, &mut next_ids(&[(Sequence::Call, 5)]))
    }

    fn called(player: Option<i64>, match_id: Option<i64>, table_number: Option<i32>, note: &str) -> TournamentEvent {
        let (registration_id, match_id) = (player.map(RegistrationId), match_id.map(MatchId));
        let call = NewCall { registration_id, match_id, table_number, note: note.into() };
        TournamentEvent::JudgeCalled { call_id: CallId(5), call }
    }

    #[test]
    fn players_call_a_judge_to_their_match_and_staff_to_any_place() {
        let event = in_play();
        assert_eq!(decided(&event, &TO_MATCH, ANNA), Ok(vec![called(Some(1), Some(1), Some(1), "")]));
        assert_eq!(decided(&event, &TO_MATCH, ActingAs::Staff), Ok(vec![called(None, Some(1), Some(1), "")]));
        let table = |number| NewJudgeCall { table: Some(number), ..EMPTY };
        assert_eq!(decided(&event, &table(2), ActingAs::Staff), Ok(vec![called(None, Some(2), Some(2), "")]));
        assert_eq!(decided(&event, &table(30), ActingAs::Staff), Ok(vec![called(None, None, Some(30), "")]));
        let door = NewJudgeCall { note: Some(" At the door ".into()), ..EMPTY };
        assert_eq!(decided(&event, &door, ActingAs::Staff), Ok(vec![called(None, None, None, "At the door")]));
    }

    #[test]
    fn a_player_has_one_open_call_for_a_match() {
        let first = called(Some(1), Some(1), Some(1), "");
        let event = happened(in_play(), std::slice::from_ref(&first));
        assert_eq!(decided(&event, &TO_MATCH, ANNA), Ok(Vec::new()));
        let by_opponent = Ok(vec![called(Some(2), Some(1), Some(1), "")]);
        assert_eq!(decided(&event, &TO_MATCH, BEA), by_opponent);
        let closed = happened(event, &[TournamentEvent::CallClosed { call_id: CallId(5) }]);
        assert_eq!(decided(&closed, &TO_MATCH, ANNA), Ok(vec![first]));
    }

    #[test]
    fn players_see_neither_other_matches_nor_pairings_that_are_not_published() {
        let event = in_play();
        assert_eq!(coded(decided(&event, &TO_MATCH, ActingAs::Person(UserId(93)))), "judging-not-yours");
        assert_eq!(coded(decided(&event, &NewJudgeCall { table: Some(1), ..EMPTY }, ANNA)), "match-of-call-missing");
        let hidden = happened(in_play(), &[TournamentEvent::PairingsHidden { round_id: RoundId(1) }]);
        assert_eq!(decided(&hidden, &TO_MATCH, ANNA), Err(unknown_match()));
        assert_eq!(decided(&event, &NewJudgeCall { match_id: Some(MatchId(9)), ..EMPTY }, ANNA), Err(unknown_match()));
    }

    #[test]
    fn a_call_says_where_a_judge_is_needed_and_the_event_is_not_over() {
        let event = in_play();
        assert_eq!(coded(decided(&event, &EMPTY, ActingAs::Staff)), "place-of-call-missing");
        let two = NewJudgeCall { table: Some(2), ..TO_MATCH };
        assert_eq!(coded(decided(&event, &two, ActingAs::Staff)), "match-at-another-table");
        let long = NewJudgeCall { note: Some("x".repeat(2_001)), ..TO_MATCH };
        assert_eq!(decided(&event, &long, ActingAs::Staff).unwrap_err().code(), "invalid");
        let over = happened(event, &[reached(L::EventFinished)]);
        assert_eq!(decided(&over, &TO_MATCH, ANNA).unwrap_err().code(), "judging-over");
    }
}
