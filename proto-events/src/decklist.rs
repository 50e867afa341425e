//! Events of a decklist. Every revision is kept.

use serde::{Deserialize, Serialize};

use crate::ids::UserId;

/// What a client writes. Absent strings are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecklistBody {
    /// Name of the list.
    pub name: String,
    /// The deck host's JSON for the list, as it came.
    pub deckhost_deck_json: String,
    /// The list as text, as it came.
    pub plaintext_list: String,
    /// The deck host's public id.
    pub deckhost_public_id: String,
    /// Archetype.
    pub archetype: String,
}

/// What happened to a decklist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecklistEvent {
    /// The list was submitted.
    Submitted {
        /// The person it belongs to, where known.
        owner_user_id: Option<UserId>,
        /// Its first revision.
        body: DecklistBody,
        /// Page of the list on a deck-hosting site; empty if none.
        deck_url: String,
    },
    /// The list was changed.
    Revised {
        /// The whole new revision.
        body: DecklistBody,
    },
}
