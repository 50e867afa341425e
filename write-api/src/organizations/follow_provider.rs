//! Lets a person's role in an organization follow the claims of a sign-in provider. It changes only memberships that the same
//! provider gave, and that staff has not changed since.

use super::membership::{check_limit, check_not_the_last};
use crate::prelude::*;

/// Gives, changes or takes away the role that a provider's claims say, on each sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowProvider {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The person.
    pub user_id: UserId,
    /// The operator's name for the provider.
    pub provider: String,
    /// The role that the claims say; none for no membership.
    pub role: Option<Role>,
}

impl DirectCommand for FollowProvider {
    type Done = Written<Organization>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let decide = |organization: &Organization, ids: &mut Ids| decide(organization, self, ids);
        api.join(actor, self.organization_id, self.user_id, decide).await
    }
}

fn decide(
    organization: &Organization,
    command: &FollowProvider,
    ids: &mut Ids,
) -> Result<Vec<OrganizationEvent>, Refusal> {
    let FollowProvider { user_id, provider, role, .. } = command;
    let provided = |member_id| OrganizationEvent::MemberRoleProvided { member_id, provider: provider.clone() };
    match (organization.member_of(*user_id), *role) {
        (None, Some(role)) => {
            check_limit(organization)?;
            let member_id = MemberId(ids.next(Sequence::Member));
            Ok(vec![OrganizationEvent::MemberAdded { member_id, user_id: *user_id, role }, provided(member_id)])
        }
        (Some(member), role) if member.provided_by.as_ref() == Some(provider) && role != Some(member.role) => {
            let member_id = member.id;
            check_not_the_last(organization, member_id)?;
            Ok(match role {
                Some(role) => vec![OrganizationEvent::MemberRoleChanged { member_id, role }, provided(member_id)],
                None => vec![OrganizationEvent::MemberRemoved { member_id }],
            })
        }
        _ => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    /// Decides what follows for user 90 after these events.
    fn decided(events: &[OrganizationEvent], role: Option<Role>) -> Result<Vec<OrganizationEvent>, Refusal> {
        let (organization_id, user_id) = (OrganizationId(1), UserId(90));
        let command = FollowProvider { organization_id, user_id, provider: "club".into(), role };
        decide(&organization(events), &command, &mut next_ids(&[(Sequence::Member, 4)]))
    }

    fn provided(provider: &str) -> OrganizationEvent {
        OrganizationEvent::MemberRoleProvided { member_id: MemberId(4), provider: provider.into() }
    }

    fn changed(role: Role) -> OrganizationEvent {
        OrganizationEvent::MemberRoleChanged { member_id: MemberId(4), role }
    }

    #[test]
    fn a_role_comes_changes_and_goes_with_the_claims() {
        let judge = [member(4, Role::Judge), provided("club")];
        assert_eq!(decided(&[], Some(Role::Judge)).unwrap(), judge);
        assert_eq!(decided(&judge, Some(Role::Judge)).unwrap(), []);
        assert_eq!(decided(&judge, Some(Role::Admin)).unwrap(), [changed(Role::Admin), provided("club")]);
        let removed = OrganizationEvent::MemberRemoved { member_id: MemberId(4) };
        assert_eq!(decided(&judge, None).unwrap(), [removed]);
        assert_eq!(decided(&[], None).unwrap(), []);
    }

    #[test]
    fn memberships_by_hand_or_of_another_provider_and_the_last_administrator_stay() {
        let by_hand = [member(4, Role::Judge)];
        let of_other = [member(4, Role::Judge), provided("other")];
        let changed_by_hand = [member(4, Role::Judge), provided("club"), changed(Role::Organizer)];
        for events in [&by_hand[..], &of_other, &changed_by_hand] {
            for role in [None, Some(Role::Admin)] {
                assert_eq!(decided(events, role).unwrap(), [], "{events:?} {role:?}");
            }
        }
        let alone = [member(4, Role::Admin), provided("club")];
        assert_eq!(coded(decided(&alone, None)), "member-last-administrator");
        assert_eq!(coded(decided(&alone, Some(Role::Judge))), "member-last-administrator");
    }
}
