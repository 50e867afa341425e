//! `/assets/{file}`: the scripts that public pages load.

use service_kit::message;
use std::sync::LazyLock;

use api_kit::description::{Answer, Description, Parameter, Tag, Values};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;
use web::public::files;

use super::unchanging;
use crate::answer;
use crate::cache::Entry;
use crate::call::Call;
use crate::form::Form;

/// It reads no views.
pub(crate) const DRAWS_ON: &[ViewKind] = &[];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_page_file",
    tag: Tag::Pages,
    summary: "Get a script of the public pages",
    text: "",
    parameters: &[VERSION],
    body: None,
    answer: Answer::File,
};

/// The parameter by which the address changes with the contents.
const VERSION: Parameter = Parameter {
    name: "v",
    text: "The version of the files. With the newest one, the answer may be kept for a year.",
    values: Values::Text(64),
    example: "0123456789ab",
};

/// The headers of a file at the address that changes with its contents.
const LASTING: Form = Form { cache_control: "public, max-age=31536000, immutable", ..Form::SCRIPT };

static FILES: LazyLock<Vec<(&str, Entry)>> =
    LazyLock::new(|| files::SCRIPTS.iter().map(|(name, content)| (*name, unchanging(content.as_bytes()))).collect());

/// Answers with the file.
pub(crate) async fn answer(call: Call) -> Result<Response, Problem> {
    match FILES.iter().find(|(name, _)| *name == call.param("file")) {
        Some((_, entry)) => {
            let is_newest = call.query().text("v") == Some(files::version());
            answer::entry(&call.headers, entry, if is_newest { LASTING } else { Form::SCRIPT }).await
        }
        None => Err(Problem::not_found(message!("no-such-public-file", "Public pages have no such file."))),
    }
}
