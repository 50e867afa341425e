//! Which decklists a caller reaches: lists are secret until their event publishes them, but for staff and their owners.

use domain::permissions::Operation::{ReadDecklists, ReadRegistrations};
use proto_events::ids::OrganizationId;
use storage::ViewKind;

use crate::call::Caller;

/// What a caller reaches of the organization that it acts for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// All lists of it and of its events, as they are.
    All(OrganizationId),
    /// Those that are published, as they were published.
    Published(OrganizationId),
    /// None.
    Nothing,
}

/// Whether the caller sees lists before they are published: who may read registrations, which name what was handed in.
pub(crate) fn sees_secret_lists(caller: &Caller) -> bool {
    caller.may(ReadRegistrations)
}

impl Reach {
    /// What this caller does.
    pub(crate) fn of(caller: &Caller) -> Self {
        match caller.organization_for(ReadDecklists) {
            Some(organization) if sees_secret_lists(caller) => Self::All(organization),
            Some(organization) => Self::Published(organization),
            None => Self::Nothing,
        }
    }

    /// Where the documents stand that are reached.
    pub(crate) fn documents(self) -> Option<(OrganizationId, ViewKind)> {
        match self {
            Self::All(organization) => Some((organization, ViewKind::Decklist)),
            Self::Published(organization) => Some((organization, ViewKind::PublishedDecklist)),
            Self::Nothing => None,
        }
    }
}
