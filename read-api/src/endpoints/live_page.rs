//! `/events/{id}/live/`: the changes of an event's public pages as a stream of server-sent events.

use api_kit::description::{Answer, Description, Tag};
use api_kit::negotiation::EVENT_STREAM;
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use super::live::{LAST_EVENT_ID, stream};
use crate::call::Call;
use crate::live::{PAGES, Topic};

/// The views that it follows.
pub(crate) const DRAWS_ON: &[ViewKind] = PAGES;

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "follow_event_pages",
    tag: Tag::Pages,
    summary: "Follow the changes of an event's public pages",
    text: "The same stream as for members of the organization, for readers without a key. The `address` is that of the \
           page that changed. Every page names in `data-live` the stream that goes on where the page ends. Pages have \
           no `etag` here, because they are drawn when they are requested.",
    parameters: &[LAST_EVENT_ID],
    body: None,
    answer: Answer::EventStream,
};

/// Answers with the stream.
pub(crate) async fn answer(call: Call) -> Result<Response, Problem> {
    call.accept(EVENT_STREAM)?;
    let event = call.id("event")?;
    stream(&call, Topic::pages(event), None).await
}
