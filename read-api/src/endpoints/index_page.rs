//! `/`: the front page, which links to the documentation.

use api_kit::description::{Answer, Description, Tag};
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;
use web::public::front;

use super::language::LANGUAGE;
use super::pages::html;
use crate::call::Call;

/// It reads no views.
pub(crate) const DRAWS_ON: &[ViewKind] = &[];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "show_index",
    tag: Tag::Pages,
    summary: "Show what this service is",
    text: "",
    parameters: &[LANGUAGE],
    body: None,
    answer: Answer::Html,
};

/// Answers with the page.
pub(crate) async fn answer(call: Call) -> Result<Response, Problem> {
    let language = call.language();
    Ok(html(StatusCode::OK, language, front::draw(language, call.shared.settings.base_path())))
}
