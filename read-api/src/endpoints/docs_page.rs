//! `/docs/`: the interface, drawn for people from `/api/schema/`.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use super::entry_of;
use crate::answer;
use crate::call::Call;
use crate::form::Form;

/// The views that it hands out: none.
pub(crate) const DRAWS_ON: &[ViewKind] = &[];

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "show_docs",
    tag: Tag::Pages,
    summary: "Show this description of the interface to people",
    text: "Everything that the page loads comes from this service.",
    parameters: &[],
    body: None,
    answer: Answer::Html,
};

/// It runs the scripts of this service, which ask nobody but this service. Icons are in the style sheet.
const FORM: Form = Form {
    content_security_policy: Some(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    ..Form::PUBLIC_PAGE
};

const PAGE: &str = include_str!("../../assets/docs/index.html");

/// Answers with the page.
pub(crate) async fn answer(call: Call) -> Result<Response, Problem> {
    let page = PAGE.replace("{base}", call.shared.settings.base_path());
    answer::entry(&call.headers, &entry_of(page.into()), FORM).await
}
