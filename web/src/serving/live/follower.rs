//! The readers of pages, and the positions that their streams tell of.

use domain::tournament::Registration;
use proto_events::ids::{OrganizationId, UserId};

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
        let player = |is: &dyn Fn(&Registration) -> bool| {
            let entry = event.registrations.iter().find(|entry| is(entry))?;
            snapshot.player(entry.id).map(str::to_owned)
        };
        match self {
            Self::Staff(organization_id) => {
                (event.organization_id == *organization_id).then(|| snapshot.version().to_string())
            }
            Self::Player(person) => player(&|entry| entry.user_id == *person),
            Self::Link(hash) => player(&|entry| entry.private_link.as_ref() == Some(hash)),
        }
    }
}
