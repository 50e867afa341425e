//! `/`: the front page, which links to the documentation.

use api_kit::description::{Answer, Description, Tag};
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

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
    parameters: &[],
    body: None,
    answer: Answer::Html,
};

const INDEX: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>Crosstable</title>
<style>html { color-scheme: light dark; background: light-dark(#fff, #161618); color: light-dark(#1d1d1b, #e8e8e4) }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem }
a { color: light-dark(#0b57a4, #8ab8f0) }</style>
<main>
<h1>Crosstable</h1>
<p>Conventions, tournaments, standings and decklists of card-game stores, as data.</p>
<p>Programs read under <code>/api/v1/</code> with an API key in the header <code>X-API-Key</code>;
results of finished tournaments are at <code>/api/export-decklists/</code>.
The public page of an event is at <code>/events/</code> followed by the id of the event.</p>
<p><a href=\"{base}/docs/\">API documentation</a>, also <a href=\"{base}/api/schema/\">as an OpenAPI document</a>.</p>
</main>
</html>
";

/// Answers with the page.
pub(crate) async fn answer(call: Call) -> Result<Response, Problem> {
    Ok(html(StatusCode::OK, INDEX.replace("{base}", call.shared.settings.base_path())))
}
