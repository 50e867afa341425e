//! The public page of a decklist: its picture and its text. Plain HTML without scripts, readable on a phone.
//!
//! Names and texts come from people: the template escapes everything.

use std::borrow::Cow;

use askama::Template;
use serde::Deserialize;

use crate::texts::{Language, Texts};

/// The part of a decklist's document that its page shows.
#[derive(Deserialize)]
struct List<'a> {
    id: i64,
    #[serde(borrow, default)]
    name: Cow<'a, str>,
    #[serde(borrow, default)]
    archetype: Cow<'a, str>,
    #[serde(borrow, default)]
    plaintext_list: Cow<'a, str>,
    /// The address of the picture, which names the revision.
    #[serde(borrow, default)]
    deck_image_url: Cow<'a, str>,
}

#[derive(Template)]
#[template(path = "public/decklist.html")]
struct DecklistPage<'a> {
    texts: &'static Texts,
    title: Cow<'a, str>,
    archetype: &'a str,
    picture: String,
    /// The address where the list can be read, if that is all there is.
    elsewhere: Option<&'a str>,
    text: &'a str,
}

/// Draws the page in a language, from the document of a list. Links begin with `base`.
///
/// # Errors
/// When the document cannot be read.
pub fn draw(language: Language, base: &str, list: &[u8]) -> Result<String, serde_json::Error> {
    let texts = Texts::of(language);
    let list: List<'_> = serde_json::from_slice(list)?;
    let revision = list.deck_image_url.split_once('?').map_or(String::new(), |(_, query)| format!("?{query}"));
    let text = list.plaintext_list.trim();
    let is_address = ["https://", "http://"].iter().any(|scheme| text.starts_with(scheme)) && !text.contains('\n');
    let page = DecklistPage {
        texts,
        title: match list.name.trim() {
            "" => texts.say("public-decklist").into(),
            name => name.into(),
        },
        archetype: list.archetype.trim(),
        picture: format!("{base}/decklists/{}/image.svg{revision}", list.id),
        elsewhere: is_address.then_some(text),
        text,
    };
    // A template writes into memory, and none of its values fails to be written.
    Ok(page.render().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::draw;
    use crate::texts::Language;

    fn page(list: &serde_json::Value) -> String {
        let html = draw(Language::English, "/crosstable", list.to_string().as_bytes()).unwrap();
        assert!(!html.contains("<script") && html.contains("width=device-width"));
        let (_, html) = html.split_once("</style>").unwrap();
        html.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_list_is_shown_as_a_picture_and_as_text() {
        insta::assert_snapshot!(page(&json!({
            "id": 301, "name": "Winter <Burn>", "archetype": "Burn & co", "plaintext_list": "4 Fireblast\n16 Mountain\n",
            "deck_image_url": "https://events.example/crosstable/decklists/301/image.svg?revision=2",
        })));
    }

    #[test]
    fn a_list_that_is_elsewhere_is_linked() {
        insta::assert_snapshot!(page(&json!({
            "id": 302, "name": " ", "archetype": "", "plaintext_list": "https://decks.example/b7&x",
            "deck_image_url": "https://events.example/decklists/302/image.svg",
        })));
        assert!(!page(&json!({ "id": 1, "plaintext_list": "javascript:alert(1)" })).contains("href=\"javascript"));
    }
}
