//! Confirms a result, by the other side or by staff.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use domain::tournament::Tournament;
use proto_events::ids::{MatchId, TournamentId};
use proto_events::vocabulary::ProgressStatus;
use proto_events::{StreamId, TournamentEvent};
use service_kit::problem::Problem;

use super::document;
use super::refusal::Refusal;
use super::report_result::reporting_side;
use super::table::{at_moment, own_side, placed, players};
use crate::engine::context::ActingAs;
use crate::http::body::NoFields;
use crate::http::request::WriteRequest;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "confirm_result",
    tag: Tag::Organizing,
    summary: "Confirm a result",
    text: "By the side that did not report the result, or by staff. A confirmed result stays confirmed.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "WrittenMatch"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let (event, match_id) = (request.id::<TournamentId>("event")?, request.id_in("match_id", "match")?);
    let (NoFields {}, context) = request.input(body).await?;
    let decide = |tournament: &Tournament, _: &mut _| decide(tournament, match_id, context.acting_as(tournament));
    let written = request.api().change(&context, StreamId::tournament(event), decide).await?;
    document::answer(&request, &written.folded, match_id).await
}

/// Decides the command.
///
/// # Errors
/// If there is no such match or no result, or the caller may not confirm it.
pub(crate) fn decide(
    tournament: &Tournament,
    match_id: MatchId,
    caller: ActingAs,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let placed = placed(tournament, match_id)?;
    let side = own_side(tournament, &placed, caller)?;
    players(&placed)?;
    if placed.table.result.is_none() {
        return Err(Refusal::NothingReported(match_id));
    }
    if placed.table.confirmed {
        return Ok(Vec::new());
    }
    if side.is_some() && side == reporting_side(tournament, &placed) {
        return Err(Refusal::OwnReport);
    }
    at_moment(&placed, &[ProgressStatus::InProgress])?;
    Ok(vec![TournamentEvent::ResultConfirmed { match_id }])
}

#[cfg(test)]
mod tests {
    use proto_events::Actor;
    use proto_events::ids::UserId;
    use proto_events::tournament::{MatchResult, Winner};

    use super::*;
    use crate::matches::table::tests::{BYE, MATCH, ROUND, playing, told_by};

    const ONE: ActingAs = ActingAs::Person(UserId(91));
    const OTHER: ActingAs = ActingAs::Person(UserId(92));

    fn happened() -> Vec<TournamentEvent> {
        vec![TournamentEvent::ResultConfirmed { match_id: MATCH }]
    }

    /// The round, with a result reported by this actor.
    fn reported_by(actor: &Actor, since: &[TournamentEvent]) -> Tournament {
        let result = MatchResult { winner: Winner::First, games: None };
        let told = TournamentEvent::ResultReported { match_id: MATCH, result };
        told_by(actor, &[&[told], since].concat())
    }

    #[test]
    fn the_other_side_or_staff_confirms_once() {
        let told = reported_by(&Actor::User(UserId(91)), &[]);
        assert_eq!(decide(&told, MATCH, OTHER).unwrap(), happened());
        assert_eq!(decide(&told, MATCH, ActingAs::Staff).unwrap(), happened());
        assert_eq!(decide(&told, MATCH, ONE), Err(Refusal::OwnReport));
        let confirmed = reported_by(&Actor::User(UserId(91)), &happened());
        for caller in [ONE, OTHER, ActingAs::Staff] {
            assert_eq!(decide(&confirmed, MATCH, caller).unwrap(), []);
        }
    }

    #[test]
    fn either_side_confirms_what_staff_reported() {
        let told = reported_by(&Actor::CommandLine, &[]);
        assert_eq!(decide(&told, MATCH, ONE).unwrap(), happened());
        assert_eq!(decide(&told, MATCH, OTHER).unwrap(), happened());
    }

    #[test]
    fn what_is_not_there_is_not_confirmed() {
        let confirm = |match_id, caller| decide(&playing(&[]), match_id, caller);
        assert_eq!(confirm(MATCH, ActingAs::Staff), Err(Refusal::NothingReported(MATCH)));
        assert_eq!(confirm(BYE, ActingAs::Staff), Err(Refusal::NoContest(BYE)));
        assert_eq!(confirm(MatchId(99), ActingAs::Staff), Err(Refusal::UnknownMatch(MatchId(99))));
        assert_eq!(confirm(MATCH, ActingAs::Person(UserId(93))), Err(Refusal::NotYours));
        let over = reported_by(&Actor::CommandLine, &[TournamentEvent::RoundCompleted { round_id: ROUND }]);
        assert!(matches!(decide(&over, MATCH, ONE), Err(Refusal::WrongMoment { .. })));
    }
}
