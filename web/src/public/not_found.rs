//! The page for addresses without a public page.

use askama::Template;

use crate::texts::{Language, Texts};

#[derive(Template)]
#[template(path = "public/not_found.html")]
struct NotFoundPage {
    texts: &'static Texts,
}

/// Draws the page in a language.
pub fn draw(language: Language) -> String {
    // A template writes into memory, and none of its values fails to be written.
    NotFoundPage { texts: Texts::of(language) }.render().unwrap_or_default()
}
