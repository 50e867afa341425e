//! Which decklists a caller may read. Unpublished lists are visible only to staff and their owners.

use domain::permissions::Operation::{ReadDecklists, ReadRegistrations};
use proto_events::ids::OrganizationId;
use storage::ViewKind;

use crate::call::Caller;

/// The lists of its organization that a caller may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// All lists of the organization and those handed in for its events, published or not.
    All(OrganizationId),
    /// Published lists, as they were published.
    Published(OrganizationId),
    /// None.
    Nothing,
}

/// Returns whether the caller sees lists before they are published. The permission to read registrations decides,
/// because registrations name the lists that were handed in.
pub(crate) fn sees_secret_lists(caller: &Caller) -> bool {
    caller.may(ReadRegistrations)
}

impl Reach {
    /// Returns the lists that this caller may read.
    pub(crate) fn of(caller: &Caller) -> Self {
        match caller.organization_for(ReadDecklists) {
            Some(organization) if sees_secret_lists(caller) => Self::All(organization),
            Some(organization) => Self::Published(organization),
            None => Self::Nothing,
        }
    }

    /// Returns the organization and the kind of the documents that the caller may read.
    pub(crate) fn documents(self) -> Option<(OrganizationId, ViewKind)> {
        match self {
            Self::All(organization) => Some((organization, ViewKind::Decklist)),
            Self::Published(organization) => Some((organization, ViewKind::PublishedDecklist)),
            Self::Nothing => None,
        }
    }
}
