//! `/events/{id}/tournament/`: the public page of an event, at the address that it has with services of vendors. Clients
//! build it themselves from the id of an event.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use super::event_page;
use super::language::LANGUAGE;
use super::pages::FIND;
use crate::call::Call;

/// The views that the page is drawn from.
pub(crate) const DRAWS_ON: &[ViewKind] = event_page::DRAWS_ON;

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "show_event_tournament_page",
    tag: Tag::Pages,
    summary: "Show the public page of an event at another address",
    text: "The same page as `/events/{id}/`. Clients of services of vendors build this address from the id of an event.",
    parameters: &[FIND, LANGUAGE],
    body: None,
    answer: Answer::Html,
};

/// Answers with the page.
pub(crate) async fn answer(call: Call) -> Result<Response, Problem> {
    event_page::answer(call).await
}
