//! `GET /api/schema/`: the OpenAPI document, as it is checked in.

use std::sync::LazyLock;

use api_kit::description::{Answer, Description, Tag};
use api_kit::negotiation::JSON;
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use super::unchanging;
use crate::answer;
use crate::cache::Entry;
use crate::call::Call;
use crate::form::Form;

/// It reads no views.
pub(crate) const DRAWS_ON: &[ViewKind] = &[];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_schema",
    tag: Tag::Extensions,
    summary: "Get the description of the API",
    text: "An OpenAPI 3.1 document. It needs no key.",
    parameters: &[],
    body: None,
    answer: Answer::OpenApi,
};

const FORM: Form = Form { cache_control: "public, no-cache", vary: "Accept-Encoding", ..Form::KEYED_JSON };

static DOCUMENT: LazyLock<Entry> = LazyLock::new(|| unchanging(include_bytes!("../../../docs/openapi.json")));

/// Answers with the document.
pub(crate) async fn answer(call: Call) -> Result<Response, Problem> {
    call.accept(JSON)?;
    answer::entry(&call.headers, &DOCUMENT, FORM).await
}
