//! The page for addresses without a public page.

use askama::Template;

use super::head::html;
use crate::texts::{Language, Texts};

#[derive(Template)]
#[template(path = "public/not_found.html")]
struct NotFoundPage<'a> {
    texts: &'static Texts,
    base: &'a str,
    why: String,
}

/// Draws the page for a path in a language. Links begin with `base`.
pub fn draw(language: Language, base: &str, path: &str) -> String {
    let texts = Texts::of(language);
    html(&NotFoundPage { texts, base, why: texts.say(why(path)) })
}

/// Returns the key of the text that says what is missing at a path.
fn why(path: &str) -> &'static str {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match parts[..] {
        ["events", _, "rounds", _] => "public-not-found-round",
        ["events", _] | ["events", _, "tournament" | "screen" | "standings" | "bracket" | "decks" | "players"] => {
            "public-not-found-event"
        }
        ["events", _, "archetypes"] => "public-no-lists",
        ["decklists", ..] => "public-not-found-list",
        ["players", ..] => "public-not-found-player",
        ["stores", ..] => "public-not-found-store",
        ["conventions", ..] => "public-not-found-convention",
        _ => "public-not-found-page",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_says_what_is_missing_and_leads_home() {
        let page = |path: &str| draw(Language::English, "/crosstable", path);
        for (path, text) in [
            ("/events/99/", "no public page of this event"),
            ("/events/99/standings/", "no public page of this event"),
            ("/events/7/rounds/9/", "no such round"),
            ("/decklists/7/", "This decklist is not public"),
            ("/conventions/spring/", "no public convention"),
            ("/<script>/", "There is no page at this address"),
        ] {
            let page = page(path);
            assert!(
                page.contains(text) && page.contains("href=\"/crosstable/\"") && !page.contains("<script>"),
                "{page}"
            );
        }
    }
}
