//! The readers of pages, and the positions that their streams tell of.

use proto_events::ids::{OrganizationId, RegistrationId, UserId};

use super::snapshot::Snapshot;

/// The reader of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Follower {
    /// Staff of the organization that runs the event.
    Staff(OrganizationId),
    /// A signed-in player.
    Player(UserId),
    /// The holder of the private link with this hash.
    Link(String),
}

impl Follower {
    /// Returns whether it is staff.
    pub(super) fn is_staff(&self) -> bool {
        matches!(self, Self::Staff(_))
    }

    /// Returns the position of the page; `None` if the page does not open.
    pub(super) fn position(&self, snapshot: &Snapshot) -> Option<String> {
        let event = snapshot.state();
        if event.is_deleted {
            return None;
        }
        let player = |entry: Option<RegistrationId>| snapshot.sheet().position(entry?).map(str::to_owned);
        match self {
            Self::Staff(organization_id) => {
                (event.organization_id == *organization_id).then(|| snapshot.version().to_string())
            }
            Self::Player(person) => player(snapshot.sheet().of_person(*person)),
            Self::Link(hash) => player(snapshot.sheet().of_link(hash)),
        }
    }
}
