//! The documentation page of the API, in English. It loads Swagger UI, which draws the OpenAPI document.

use askama::Template;

use super::head::html;
use crate::texts::{Language, Texts};

#[derive(Template)]
#[template(path = "public/docs.html")]
struct DocsPage<'a> {
    texts: &'static Texts,
    base: &'a str,
}

/// Returns the page. Links begin with `base`.
pub fn page(base: &str) -> String {
    html(&DocsPage { texts: Texts::of(Language::English), base })
}
