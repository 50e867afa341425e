//! A decklist (17, 19), and the same object inside an event's lists (11).

use std::borrow::Cow;

use domain::decklist::Decklist;
use serde::Serialize;
use storage::ViewKind;

use super::Output;
use super::parts::{entries, json, sort};
use crate::settings::ViewSettings;

/// A list as the interface shows it.
#[derive(Debug, Serialize)]
pub(super) struct DecklistDocument<'a> {
    id: i64,
    name: &'a str,
    deck_image_url: &'static str,
    deckhost_deck_json: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    moxfield_deck_json: Option<&'a str>,
    plaintext_list: Cow<'a, str>,
    deckhost_public_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    moxfield_public_id: Option<&'a str>,
    archetype: &'a str,
}

impl<'a> DecklistDocument<'a> {
    /// The document of a list.
    pub(super) fn new(list: &'a Decklist, settings: &ViewSettings) -> Self {
        let body = &list.body;
        let vendor = settings.vendor_field_names;
        Self {
            id: list.id.0,
            name: &body.name,
            deck_image_url: "",
            deckhost_deck_json: &body.deckhost_deck_json,
            moxfield_deck_json: vendor.then_some(&body.deckhost_deck_json),
            plaintext_list: entries::plaintext(list),
            deckhost_public_id: &body.deckhost_public_id,
            moxfield_public_id: vendor.then_some(&body.deckhost_public_id),
            archetype: &body.archetype,
        }
    }
}

/// Renders a list.
pub fn render(list: &Decklist, settings: &ViewSettings, out: &mut Output) {
    let body = json::to_bytes(&DecklistDocument::new(list, settings));
    out.put(ViewKind::Decklist, list.id, sort::number(list.id.0), body);
}
