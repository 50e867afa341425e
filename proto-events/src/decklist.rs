//! Events of a decklist. Every revision is kept.

use serde::{Deserialize, Serialize};

use crate::ids::UserId;

/// The fields of a decklist that clients write. Absent fields are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct DecklistBody {
    /// Name of the list; not blank.
    pub name: String,
    /// The deck host's JSON for the list, as text, stored unchanged. Empty for a list without a deck host.
    pub deckhost_deck_json: String,
    /// The list as text, in any of the usual forms, stored unchanged.
    pub plaintext_list: String,
    /// Id of the list on its deck host.
    pub deckhost_public_id: String,
    /// Kind of deck: `Burn`, `Storm`.
    pub archetype: String,
}

/// A domain event of a decklist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecklistEvent {
    /// The list was submitted.
    Submitted {
        /// The list's owner, if known.
        owner_user_id: Option<UserId>,
        /// The first revision.
        body: DecklistBody,
        /// Page of the list on a deck-hosting site; empty if none.
        deck_url: String,
    },
    /// The list was changed.
    Revised {
        /// The whole new revision.
        body: DecklistBody,
    },
    /// The list was deleted, and nothing follows. Its log stays; views no longer have it.
    Deleted {},
}
