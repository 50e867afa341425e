//! A decklist as the API shows it, under `/api/v1/decklists/` and in the lists of an event. The read side and the write
//! side share this definition.

use std::borrow::Cow;

use proto_events::Version;
use serde::Serialize;
use utoipa::ToSchema;

use super::{archetype, to_json};
use crate::decklist::{DeckHost, Decklist};

/// A decklist, in its newest revision or in the revision that counts for an event. Unknown text is empty.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Decklist)]
pub struct DecklistDocument<'a> {
    /// Id of the list.
    pub id: i64,
    /// Its name.
    name: &'a str,
    /// Address of a picture of the list, as SVG.
    #[schema(format = "uri")]
    deck_image_url: String,
    /// The deck host's JSON for the list, as text, exactly as received.
    deckhost_deck_json: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    moxfield_deck_json: Option<&'a str>,
    /// The list as text: as received, else derived from the deck host's JSON, else the address where it can be read. Never
    /// empty.
    plaintext_list: Cow<'a, str>,
    /// Id of the list on its deck host.
    deckhost_public_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    moxfield_public_id: Option<&'a str>,
    /// Kind of deck: `Burn`, `Storm`; empty if unknown.
    archetype: &'a str,
}

impl<'a> DecklistDocument<'a> {
    /// Builds the document of a list. `public_url` has no slash at its end. Vendors' field names are added to ours if
    /// the operator asks for them.
    pub fn new(list: &'a Decklist, public_url: &str, host: &DeckHost, vendor_field_names: bool) -> Self {
        let body = &list.body;
        Self {
            id: list.id.0,
            name: &body.name,
            deck_image_url: format!("{public_url}/decklists/{}/image.svg", list.id),
            deckhost_deck_json: &body.deckhost_deck_json,
            moxfield_deck_json: vendor_field_names.then_some(&body.deckhost_deck_json),
            plaintext_list: list.shown_text(public_url, host),
            deckhost_public_id: &body.deckhost_public_id,
            moxfield_public_id: vendor_field_names.then_some(&body.deckhost_public_id),
            archetype: archetype(vendor_field_names, &body.archetype),
        }
    }

    /// Returns the same document with a picture of this revision, which later revisions do not change.
    #[must_use]
    pub fn of_revision(mut self, revision: Version) -> Self {
        self.deck_image_url += &format!("?revision={revision}");
        self
    }

    /// Serializes the document. This cannot fail: all keys are strings, and all values can be serialized.
    pub fn to_json(&self) -> Vec<u8> {
        to_json(self).unwrap_or_else(|_| b"null".to_vec())
    }
}
