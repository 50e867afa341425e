//! `/events/`: the index of public events.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use super::index_page;
use crate::call::Call;

/// The views that the page is drawn from.
pub(crate) const DRAWS_ON: &[ViewKind] = index_page::DRAWS_ON;

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "show_events",
    tag: Tag::Pages,
    summary: "Show the public events",
    text: "Running, upcoming and finished events of all organizations, with filters. An event that has not begun is shown \
           as upcoming until a day after its planned start. Test events, unlisted events, and events of unlisted \
           conventions are not shown.",
    parameters: index_page::PARAMETERS,
    body: None,
    answer: Answer::Html,
};

/// Answers with the page.
pub(crate) async fn answer(call: Call) -> Result<Response, Problem> {
    index_page::answer(call).await
}
