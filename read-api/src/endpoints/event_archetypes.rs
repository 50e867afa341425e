//! `GET /api/v1/magic-events/{id}/archetypes/`: the archetypes of an event, once it has published its lists.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::message;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::answer;
use crate::call::{Call, Caller};

/// The view that it serves, and the one that says whether there is such an event.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::Archetypes, ViewKind::Overview];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_event_archetypes",
    tag: Tag::Extensions,
    summary: "Get the archetypes of an event",
    text: "The share of each archetype, the players who reached the playoff, and the results of archetypes against each \
           other. Archetypes that differ only in case and spaces are the same. Byes, intentional draws, matches between \
           players of the same archetype and matches without a result are in no results. The match-win rate is the share \
           of won matches among those with a winner. Shares and rates have a 95 % confidence interval (Wilson's score \
           interval). Until the event publishes its lists, the answer is 404 for every role. In an event with more than \
           512 seats, this may lag behind by a second.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "EventArchetypes"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let (id, organization) = (call.id("event")?, caller.organization()?);
    let is_unpublished = call.find(organization, ViewKind::Archetypes, id).await?.is_none()
        && call.find(organization, ViewKind::Overview, id).await?.is_some();
    if is_unpublished {
        return Err(Problem::not_found(message!(
            "archetypes-not-public",
            "Event {id} has not published its decklists, so its archetypes are not public yet.",
            id
        )));
    }
    answer::document(&call, &caller, ViewKind::Archetypes, "event").await
}
