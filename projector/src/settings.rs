//! Settings on which the views depend. The public address is none of them: documents contain
//! [`ADDRESS_MARK`](storage::ADDRESS_MARK) instead.

use domain::decklist::DeckHost;
use proto_events::player_salt::PlayerSalt;

/// The version of what all views share. Raise it when documents of most views change, such as after a change of a fold, so
/// that the next start renders all views anew. A view that changes alone has a version in the registry (`view_registry!`).
pub const RENDERER_VERSION: u32 = 12;

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
