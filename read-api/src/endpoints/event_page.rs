//! `/events/{id}/`: the public page of an event.

use api_kit::description::{Answer, Description, Tag};
use api_kit::path::integer;
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use super::language::LANGUAGE;
use super::pages::{FIND, nothing, page};
use crate::call::Call;

/// The views that the page is drawn from.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::EventPage];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "show_event_page",
    tag: Tag::Pages,
    summary: "Show the public page of an event",
    text: "When and where it takes place, who plays, its rounds, bracket and standings and, once they are published, its \
           lists. Test events, unlisted events, and events of unlisted conventions have no page.",
    parameters: &[FIND, LANGUAGE],
    body: None,
    answer: Answer::Html,
};

/// Answers with the page.
pub(crate) async fn answer(call: Call) -> Result<Response, Problem> {
    match integer(call.param("id")) {
        Some(id) => page(&call, ViewKind::EventPage, id.to_string()).await,
        None => Ok(nothing(call.language())),
    }
}
