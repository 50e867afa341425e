//! What the views say about where decklists are, beside the lists themselves.

use proto_events::Version;
use proto_events::ids::{DecklistId, OrganizationId};
use serde::{Deserialize, Serialize};

/// Stands for a decklist of another organization that is handed in here: the body of a [`crate::ViewKind::Decklist`] or
/// [`crate::ViewKind::PublishedDecklist`] document that is none itself. So lists are counted and paged where they are shown,
/// and written where they belong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListElsewhere {
    /// The organization whose document it is.
    pub organization_id: OrganizationId,
    /// The list.
    pub decklist_id: DecklistId,
    /// Its newest revision: so that what stands for it changes when it does.
    pub version: Version,
}

#[derive(Serialize, Deserialize)]
struct Body {
    elsewhere: ListElsewhere,
}

impl ListElsewhere {
    /// What such a document begins with, and no list does.
    pub(crate) const MARK: &[u8] = b"{\"elsewhere\":";

    /// The body of its document. Its keys are strings and its values numbers, so there is no error to tell.
    pub fn to_json(self) -> Vec<u8> {
        serde_json::to_vec(&Body { elsewhere: self }).unwrap_or_default()
    }

    /// What a document stands for; none if it is a list itself.
    pub fn of(body: &[u8]) -> Option<Self> {
        if !body.starts_with(Self::MARK) {
            return None;
        }
        serde_json::from_slice::<Body>(body).ok().map(|body| body.elsewhere)
    }
}

/// Says that anybody may see a decklist: the body of a [`crate::ViewKind::PublicDecklist`] document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicList {
    /// The organization that it belongs to.
    pub organization_id: OrganizationId,
    /// The revision that may be seen; without one, the newest.
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
