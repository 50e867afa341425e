//! `/docs/`: the API documentation for people, rendered from `/api/schema/`.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;
use web::public::docs;

use super::entry_of;
use crate::answer;
use crate::call::Call;
use crate::form::Form;

/// It reads no views.
pub(crate) const DRAWS_ON: &[ViewKind] = &[];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "show_docs",
    tag: Tag::Pages,
    summary: "Show the API documentation as a page",
    text: "Everything that the page loads comes from this service.",
    parameters: &[],
    body: None,
    answer: Answer::Html,
};

/// The headers of the page. Its scripts come from this service and connect only to it. Icons are in the style sheet.
const FORM: Form = Form {
    vary: "Accept-Encoding, Consistency-Token",
    content_security_policy: Some(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    ..Form::PUBLIC_PAGE
};

/// Answers with the page.
pub(crate) async fn answer(call: Call) -> Result<Response, Problem> {
    let page = docs::page(call.shared.settings.base_path());
    answer::entry(&call.headers, &entry_of(page.into()), FORM).await
}
