//! `GET /api/v1/magic-events/{id}/live/`: the changes of an event as a stream of server-sent events.

use api_kit::Party;
use api_kit::description::{Answer, Description, Parameter, Tag, Values};
use api_kit::event_stream;
use api_kit::path::nothing;
use axum::body::Body;
use axum::response::Response;
use domain::permissions::Operation::FollowEvents;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::call::{Call, Caller};
use crate::live::{DOCUMENTS, Live, Permit, Readers, Topic};

/// The views that it follows.
pub(crate) const DRAWS_ON: &[ViewKind] = DOCUMENTS;

/// The parameter by which a client resumes where no header can be set.
pub(super) const LAST_EVENT_ID: Parameter = Parameter {
    name: "last_event_id",
    text: "The id of the last event that the client got. The header `Last-Event-ID` takes precedence.",
    values: Values::Text(8_192),
    example: "AQAfk2wFAAH8",
};

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "follow_event",
    tag: Tag::Extensions,
    summary: "Follow the changes of an event",
    text: "Server-sent events: `lifecycle`, `registration`, `round`, `pairings`, `result`, `clock` and `standings`. The \
           data is JSON: the `address` of the document that changed, its `etag`, and for a round `round_id` and \
           `round_number`. Fetch the document to see the change. A client that sends the id of its last event, in the \
           header `Last-Event-ID` or as `last_event_id`, first gets what has changed since, the newest change of each \
           document. `reset` means that the id cannot be read: fetch everything again. Roles that may not read \
           registrations get neither `registration` nor the pairings and results of a round before its pairings are \
           published. Every 15 seconds without a change, a comment is sent. The stream ends when the credential is \
           revoked or its role changes, and when the service stops; connect again after the time in `retry`.",
    parameters: &[LAST_EVENT_ID],
    body: None,
    answer: Answer::EventStream,
};

/// Answers with the stream.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let (event, organization_id) = (call.id("event")?, caller.organization()?);
    let topic = Topic { readers: Readers::of(&caller), organization_id, event };
    let permit = Permit::new(&call.shared.gate, FollowEvents, &call.headers, topic);
    stream(&call, topic, Some(permit)).await
}

/// Answers with the stream about a topic. A HEAD request gets the headers alone.
pub(super) async fn stream(call: &Call, topic: Topic, permit: Option<Permit>) -> Result<Response, Problem> {
    let query = call.query();
    let id = call.headers.get("last-event-id").map(|id| id.to_str().unwrap_or("-"));
    let claim = Live::claim(topic, id.or(query.text("last_event_id")));
    let answer = call.shared.live.open(topic, Party::at(call.client), permit, claim).await?;
    let answer = answer.ok_or_else(|| nothing("event", call.param("id")))?;
    Ok(if call.is_head() { event_stream::answer(Body::empty()) } else { answer })
}
