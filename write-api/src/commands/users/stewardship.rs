//! Who may look after a person's account. An organization's administrators may, if the organization manages the account
//! and its person is no other organization's member: else one organization could take over who somebody is in another.

use domain::user::User;
use proto_events::ids::OrganizationId;
use storage::Membership;

/// In whose name somebody looks after an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Steward {
    /// The person whose it is.
    Person,
    /// The operator of the service.
    Operator,
    /// An administrator.
    Administrator {
        /// Of this organization.
        organization_id: OrganizationId,
        /// The memberships of the account's person, as the views know them.
        memberships: Vec<Membership>,
    },
}

/// The account is not the organization's to look after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the account is not this organization's to look after: its person does it, or the operator")]
pub struct NotTheirs;

impl Steward {
    /// Checks that somebody may look after an account.
    ///
    /// # Errors
    /// When an administrator may not.
    pub fn check(&self, user: &User) -> Result<(), NotTheirs> {
        match self {
            Self::Person | Self::Operator => Ok(()),
            Self::Administrator { organization_id, memberships } => {
                if may_look_after(user, *organization_id, memberships) { Ok(()) } else { Err(NotTheirs) }
            }
        }
    }
}

/// Whether an organization's administrators may change an account and help with a lost password.
pub fn may_look_after(user: &User, organization_id: OrganizationId, memberships: &[Membership]) -> bool {
    let elsewhere = |membership: &Membership| !membership.removed && membership.organization_id != organization_id;
    user.managed_by == Some(organization_id) && !memberships.iter().any(elsewhere)
}

/// Whether an organization's administrators may see an account: it is managed by it, or its person is a member.
pub fn may_see(user: &User, organization_id: OrganizationId, memberships: &[Membership]) -> bool {
    let here = |membership: &Membership| !membership.removed && membership.organization_id == organization_id;
    user.managed_by == Some(organization_id) || memberships.iter().any(here)
}

#[cfg(test)]
pub(crate) mod tests {
    use proto_events::UserEvent;
    use proto_events::ids::{MemberId, UserId};
    use proto_events::vocabulary::Role;

    use super::*;
    use crate::testing::user;

    const ONE: OrganizationId = OrganizationId(1);
    const TWO: OrganizationId = OrganizationId(2);

    /// An administrator of organization 1, where user 9 is a member of these organizations.
    pub(crate) fn administrator(of: &[i64]) -> Steward {
        let memberships = of.iter().map(|id| membership(OrganizationId(*id), false)).collect();
        Steward::Administrator { organization_id: ONE, memberships }
    }

    fn membership(organization_id: OrganizationId, removed: bool) -> Membership {
        let (member_id, user_id, store_name) = (MemberId(4), UserId(9), "Moxhall".into());
        Membership { member_id, user_id, organization_id, store_name, role: Role::Judge, removed }
    }

    #[test]
    fn an_account_is_looked_after_by_the_organization_that_manages_it_alone() {
        let managed = user(&[UserEvent::ManagedBy { organization_id: ONE }]);
        assert!(may_look_after(&managed, ONE, &[]));
        assert!(may_look_after(&managed, ONE, &[membership(ONE, false), membership(TWO, true)]));
        assert!(!may_look_after(&managed, ONE, &[membership(ONE, false), membership(TWO, false)]));
        assert!(!may_look_after(&managed, TWO, &[]));
        assert!(!may_look_after(&user(&[]), ONE, &[membership(ONE, false)]), "it looks after itself");
    }

    #[test]
    fn an_account_is_seen_where_it_is_managed_or_a_member() {
        let managed = user(&[UserEvent::ManagedBy { organization_id: ONE }]);
        assert!(may_see(&managed, ONE, &[membership(TWO, false)]));
        assert!(!may_see(&managed, TWO, &[membership(TWO, true)]));
        assert!(may_see(&user(&[]), TWO, &[membership(TWO, false)]));
        assert!(!may_see(&user(&[]), ONE, &[membership(TWO, false)]));
    }

    #[test]
    fn the_person_and_the_operator_always_may() {
        assert_eq!(Steward::Person.check(&user(&[])), Ok(()));
        assert_eq!(Steward::Operator.check(&user(&[])), Ok(()));
        assert_eq!(administrator(&[1]).check(&user(&[])), Err(NotTheirs));
    }
}
