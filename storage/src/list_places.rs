//! Records in the views that say where decklists are stored.

use proto_events::Version;
use proto_events::ids::{DecklistId, OrganizationId};
use serde::{Deserialize, Serialize};

/// Refers to a decklist of another organization that was submitted here: the body of a [`crate::ViewKind::Decklist`] or
/// [`crate::ViewKind::PublishedDecklist`] document without a list. So a list is counted and paged where it is shown,
/// and stored once in its own organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListElsewhere {
    /// The organization that has the document.
    pub organization_id: OrganizationId,
    /// The list.
    pub decklist_id: DecklistId,
    /// Its newest revision, so that the reference changes with the list.
    pub version: Version,
}

#[derive(Serialize, Deserialize)]
struct Body {
    elsewhere: ListElsewhere,
}

impl ListElsewhere {
    /// The start of such a document; no list starts so.
    pub(crate) const MARK: &[u8] = b"{\"elsewhere\":";

    /// Returns the body of its document. Serialization cannot fail, because keys are strings and values are numbers.
    pub fn to_json(self) -> Vec<u8> {
        serde_json::to_vec(&Body { elsewhere: self }).unwrap_or_default()
    }

    /// Reads a document's body. Returns `None` if it is a list, not a reference.
    pub fn of(body: &[u8]) -> Option<Self> {
        if !body.starts_with(Self::MARK) {
            return None;
        }
        serde_json::from_slice::<Body>(body).ok().map(|body| body.elsewhere)
    }
}

/// Makes a decklist public: the body of a [`crate::ViewKind::PublicDecklist`] document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicList {
    /// The organization that it belongs to.
    pub organization_id: OrganizationId,
    /// The public revision; `None` for the newest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<Version>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_for_a_list_is_told_from_a_list() {
        let elsewhere =
            ListElsewhere { organization_id: OrganizationId::SHARED, decklist_id: DecklistId(301), version: 4 };
        assert_eq!(ListElsewhere::of(&elsewhere.to_json()), Some(elsewhere));
        assert_eq!(ListElsewhere::of(br#"{"id":301,"name":"elsewhere"}"#), None);
    }

    #[test]
    fn a_list_that_is_not_fixed_is_shown_as_it_is() {
        let newest = PublicList { organization_id: OrganizationId(3), version: None };
        assert_eq!(serde_json::to_string(&newest).unwrap(), r#"{"organization_id":3}"#);
    }
}
