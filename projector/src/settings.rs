//! Settings on which the views depend. The public address is none of them: documents contain
//! [`ADDRESS_MARK`] instead.

use domain::decklist::{DeckHost, Decklist};
use domain::documents::DecklistDocument;
use proto_events::player_salt::PlayerSalt;
use storage::ADDRESS_MARK;

/// The version of what the views render. Raise it when any document changes, such as after a change of a view or a fold:
/// the next start renders all views anew, in the background, while the earlier ones are served and kept up to date.
pub const RENDERER_VERSION: u32 = 25;

/// Settings that affect the content of documents.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ViewSettings {
    /// Whether documents also have the field names of the original service's vendors (`compat_field_names=vendor`).
    pub vendor_field_names: bool,
    /// The site with the pages of lists that have an id there.
    pub deck_host: DeckHost,
    /// The salt of players' ids. The projector reads it from the log; it never changes.
    pub player_salt: PlayerSalt,
}

impl ViewSettings {
    pub(crate) fn document_of<'a>(&self, list: &'a Decklist) -> DecklistDocument<'a> {
        DecklistDocument::new(list, ADDRESS_MARK, &self.deck_host, self.vendor_field_names)
    }

    /// Returns a text that changes whenever stored documents would now look different.
    pub fn fingerprint(&self) -> String {
        let host = self.deck_host.template();
        let host = if host.is_empty() { "none" } else { &host };
        format!("renderer {RENDERER_VERSION}; vendor names {}; deck host {host}", self.vendor_field_names)
    }
}
