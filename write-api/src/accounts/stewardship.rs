//! The rules for managing another person's account. An organization's administrators may do so if the organization
//! manages the account and the person is not a member of another organization. Otherwise one organization could take
//! over a person's identity in another.

use api_kit::own_registrations::records;
use storage::{Membership, ViewKind};

use crate::prelude::*;

/// On whose behalf an account is managed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Steward {
    /// The person who owns it.
    Person,
    /// The operator of the service.
    Operator,
    /// No one: the account is unproven.
    Nobody,
    /// An administrator.
    Administrator {
        /// The administrator's organization.
        organization_id: OrganizationId,
        /// The joinings of other organizations on the person's stream. If it has a later one, this value is out of date.
        joined: Vec<OrganizationId>,
        /// Whether the person is a member of another organization, according to the log.
        is_member_elsewhere: bool,
    },
}

impl Steward {
    /// Checks that the steward may manage an account. An administrator may not if the person joined another organization
    /// after it was determined which ones there are.
    ///
    /// # Errors
    /// If the steward may not.
    pub fn check(&self, user: &User) -> Result<(), Refusal> {
        let may_manage = match self {
            Self::Person | Self::Operator => true,
            Self::Nobody => user.is_unproven(),
            Self::Administrator { organization_id, joined, is_member_elsewhere } => {
                user.is_managed_by(*organization_id) && *joined == user.joined_elsewhere && !is_member_elsewhere
            }
        };
        if may_manage {
            return Ok(());
        }
        Err(Refusal::forbidden(message!(
            "account-not-theirs",
            "Your organization does not manage this account: it was created elsewhere, or the person is a member \
             of another organization as well. The person can change it at /admin/account/."
        )))
    }
}

impl WriteApi {
    /// Returns an administrator of an organization, who wants to manage a person's account. The other organizations to look
    /// at come from the person's own stream and, for joinings older than such events, from `memberships`, according to the
    /// views. Whether the person is a member comes from the organizations' streams.
    pub async fn administrator(
        &self,
        user: &User,
        organization_id: OrganizationId,
        memberships: &[Membership],
    ) -> Result<Steward, Failure> {
        let known = memberships.iter().map(|membership| membership.organization_id);
        let mut others: BTreeSet<_> = known.chain(user.joined_elsewhere.iter().copied()).collect();
        others.remove(&organization_id);
        let (joined, mut is_member_elsewhere) = (user.joined_elsewhere.clone(), false);
        for other in others {
            let other = self.organization(other).await?;
            is_member_elsewhere |= other.is_some_and(|other| other.state.member_of(user.id).is_some());
        }
        Ok(Steward::Administrator { organization_id, joined, is_member_elsewhere })
    }
}

/// Returns whether an organization's administrators may see an account: it manages the account, or the person is a
/// member.
fn may_see(user: &User, organization_id: OrganizationId, memberships: &[Membership]) -> bool {
    let here = |membership: &Membership| !membership.removed && membership.organization_id == organization_id;
    user.is_managed_by(organization_id) || memberships.iter().any(here)
}

/// Returns the caller as an account's administrator; the command decides whether the caller may manage it. An account that
/// the organization does not see is answered like one that never existed.
pub(crate) async fn steward_of(run: &Run, user_id: UserId) -> Result<Steward, Problem> {
    let (api, organization_id) = (run.api(), run.caller.organization()?);
    let prefix = Membership::prefix(user_id);
    let memberships: Vec<Membership> = records(&*run.shared.views, ViewKind::Membership, &prefix).await?;
    let user = api.user(user_id).await.map_err(problems::failed)?;
    let user = user.filter(|user| may_see(&user.state, organization_id, &memberships));
    let user = user.ok_or_else(|| nothing("user", &user_id.to_string()))?;
    api.administrator(&user.state, organization_id, &memberships).await.map_err(problems::failed)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::testing::*;

    const ONE: OrganizationId = OrganizationId(1);
    const TWO: OrganizationId = OrganizationId(2);

    /// An administrator of organization 1; user 9 is a member of these organizations.
    pub(crate) fn administrator(of: &[i64]) -> Steward {
        let is_member_elsewhere = of.iter().any(|id| OrganizationId(*id) != ONE);
        Steward::Administrator { organization_id: ONE, joined: Vec::new(), is_member_elsewhere }
    }

    fn membership(organization_id: OrganizationId, removed: bool) -> Membership {
        let (member_id, user_id, store_name) = (MemberId(4), UserId(9), "Moxhall".into());
        Membership { member_id, user_id, organization_id, store_name, logo: None, role: Role::Judge, removed }
    }

    /// Whether the organization looks after an account whose person is a member elsewhere, or not, and joined these others.
    fn may_look_after(
        user: &User,
        organization_id: OrganizationId,
        (is_member_elsewhere, joined): (bool, &[OrganizationId]),
    ) -> bool {
        Steward::Administrator { organization_id, joined: joined.to_vec(), is_member_elsewhere }.check(user).is_ok()
    }

    /// An account of organization 1, whose person joined organization 2 so often.
    fn managed(joined: usize) -> User {
        let mut events = vec![UserEvent::ManagedBy { organization_id: ONE }];
        events.resize(1 + joined, UserEvent::JoinedElsewhere { organization_id: TWO });
        user(&events)
    }

    #[test]
    fn an_account_is_looked_after_by_the_organization_that_manages_it_alone() {
        assert!(may_look_after(&managed(0), ONE, (false, &[])));
        assert!(!may_look_after(&managed(0), ONE, (true, &[])));
        assert!(!may_look_after(&managed(0), TWO, (false, &[])));
        assert!(!may_look_after(&user(&[]), ONE, (false, &[])), "no organization manages it");
    }

    #[test]
    fn an_account_is_not_looked_after_once_its_person_joined_elsewhere_since_it_was_looked() {
        assert!(!may_look_after(&managed(1), ONE, (false, &[])));
        assert!(may_look_after(&managed(1), ONE, (false, &[TWO])), "the person left again");
        assert!(!may_look_after(&managed(2), ONE, (false, &[TWO])), "and came back");
    }

    #[test]
    fn an_account_is_seen_where_it_is_managed_or_a_member() {
        assert!(may_see(&managed(0), ONE, &[membership(TWO, false)]));
        assert!(!may_see(&managed(0), TWO, &[membership(TWO, true)]));
        assert!(may_see(&user(&[]), TWO, &[membership(TWO, false)]));
        assert!(!may_see(&user(&[]), ONE, &[membership(TWO, false)]));
    }

    #[test]
    fn the_person_and_the_operator_always_may() {
        assert_eq!(Steward::Person.check(&user(&[])), Ok(()));
        assert_eq!(Steward::Operator.check(&user(&[])), Ok(()));
        assert_eq!(coded(administrator(&[1]).check(&user(&[]))), "account-not-theirs");
    }
}
