//! `/docs/{file}`: the files that the documentation page loads.

use service_kit::message;
use std::io;
use std::sync::LazyLock;

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;
use web::public::docs;

use super::{unchanging, unpacked};
use crate::answer;
use crate::cache::Entry;
use crate::call::Call;
use crate::form::Form;

/// It reads no views.
pub(crate) const DRAWS_ON: &[ViewKind] = &[];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_docs_file",
    tag: Tag::Pages,
    summary: "Get a script or style sheet of the documentation page",
    text: "",
    parameters: &[],
    body: None,
    answer: Answer::File,
};

const STYLES: Form = Form { content_type: "text/css; charset=utf-8", ..Form::SCRIPT };

/// A file with its name and headers.
type File = (&'static str, Form, LazyLock<io::Result<Entry>>);

static FILES: [File; 4] = [
    ("page.css", STYLES, LazyLock::new(|| Ok(unchanging(docs::STYLES)))),
    ("page.js", Form::SCRIPT, LazyLock::new(|| Ok(unchanging(docs::SCRIPT)))),
    (
        "swagger-ui.css",
        STYLES,
        LazyLock::new(|| unpacked(include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui.css.gz")))),
    ),
    (
        "swagger-ui-bundle.js",
        Form::SCRIPT,
        LazyLock::new(|| unpacked(include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui-bundle.js.gz")))),
    ),
];

/// Answers with the file.
pub(crate) async fn answer(call: Call) -> Result<Response, Problem> {
    match FILES.iter().find(|(name, ..)| *name == call.param("file")) {
        Some((_, form, entry)) => {
            let entry = entry.as_ref().map_err(|error| Problem::internal(error.to_string()))?;
            answer::entry(&call.headers, entry, *form).await
        }
        None => {
            Err(Problem::not_found(message!("no-such-documentation-file", "The documentation page has no such file.")))
        }
    }
}
