//! The front page, which links to the documentation.

use askama::Template;

use crate::texts::{Language, Texts};

#[derive(Template)]
#[template(path = "public/front.html")]
struct FrontPage<'a> {
    texts: &'static Texts,
    base: &'a str,
}

/// Draws the page in a language. Links begin with `base`.
pub fn draw(language: Language, base: &str) -> String {
    // A template writes into memory, and none of its values fails to be written.
    FrontPage { texts: Texts::of(language), base }.render().unwrap_or_default()
}
