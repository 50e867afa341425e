//! A decklist as the interface shows it (endpoints 11, 17 to 21): one definition for those who read and those who write.

use std::borrow::Cow;

use proto_events::Version;
use serde::Serialize;
use utoipa::ToSchema;

use super::Decklist;

/// A decklist: as its newest revision has it, or as it was at the revision that an event goes by. Text that is not known
/// is empty.
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
    /// The deck host's JSON for the list, as text, as it came.
    deckhost_deck_json: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    moxfield_deck_json: Option<&'a str>,
    /// The list as text: as it came, else derived from the deck host's JSON, else the address where it can be read.
    plaintext_list: Cow<'a, str>,
    /// Id of the list on its deck host.
    deckhost_public_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    moxfield_public_id: Option<&'a str>,
    /// Kind of deck: `Burn`, `Storm`.
    archetype: &'a str,
}

impl<'a> DecklistDocument<'a> {
    /// The document of a list. The public address has no slash at its end; vendors' field names stand beside ours if the
    /// operator asks for them.
    pub fn new(list: &'a Decklist, public_url: &str, vendor_field_names: bool) -> Self {
        let body = &list.body;
        Self {
            id: list.id.0,
            name: &body.name,
            deck_image_url: format!("{public_url}/decklists/{}/image.svg", list.id),
            deckhost_deck_json: &body.deckhost_deck_json,
            moxfield_deck_json: vendor_field_names.then_some(&body.deckhost_deck_json),
            plaintext_list: list.plaintext(),
            deckhost_public_id: &body.deckhost_public_id,
            moxfield_public_id: vendor_field_names.then_some(&body.deckhost_public_id),
            archetype: &body.archetype,
        }
    }

    /// The same with a picture of this revision, whatever becomes of the list.
    #[must_use]
    pub fn of_revision(mut self, revision: Version) -> Self {
        self.deck_image_url += &format!("?revision={revision}");
        self
    }

    /// The bytes of an answer. Its keys are strings and its values always have a form, so there is no error to tell.
    pub fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_else(|_| b"null".to_vec())
    }
}
