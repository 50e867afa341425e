//! Makes a person a member without an invitation: for the operator, and for accounts that the organization manages. A
//! person has one role per organization. Everyone else is invited (`invite_member.rs`).

use super::membership::check_limit;
use crate::prelude::*;

/// Gives a person a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddMember {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The person.
    pub user_id: UserId,
    /// The role.
    pub role: Role,
}

impl DirectCommand for AddMember {
    type Done = Written<Organization>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let decide = |organization: &Organization, ids: &mut Ids| decide(organization, self, ids);
        api.join(actor, self.organization_id, self.user_id, decide).await
    }
}

/// Decides the command, which is refused if the person has another role there, or the organization has reached the
/// limit of memberships.
fn decide(organization: &Organization, command: &AddMember, ids: &mut Ids) -> Result<Vec<OrganizationEvent>, Refusal> {
    let AddMember { user_id, role, .. } = *command;
    match organization.member_of(user_id) {
        Some(member) if member.role == role => Ok(Vec::new()),
        Some(member) => Err(has_another_role(member.role)),
        None => {
            check_limit(organization)?;
            let member_id = MemberId(ids.next(Sequence::Member));
            Ok(vec![OrganizationEvent::MemberAdded { member_id, user_id, role }])
        }
    }
}

/// The person is a member with another role.
pub(super) fn has_another_role(role: Role) -> Refusal {
    Refusal::conflict(message!(
        "member-with-another-role",
        "This person is a member already, with the role {value}. Change the member's role.",
        value = role
    ))
}

#[cfg(test)]
mod tests {
    use domain::limits::MEMBERSHIPS;

    use super::*;
    use crate::testing::*;

    /// Decides to add user 90 after these events; a new member gets this id.
    fn decided(events: &[OrganizationEvent], new_id: i64) -> Result<Vec<OrganizationEvent>, Refusal> {
        let command = AddMember { organization_id: OrganizationId(1), user_id: UserId(90), role: Role::Judge };
        decide(&organization(events), &command, &mut next_ids(&[(Sequence::Member, new_id)]))
    }

    #[test]
    fn a_stranger_becomes_a_member_once() {
        assert_eq!(decided(&[], 4).unwrap(), [member(4, Role::Judge)]);
        assert_eq!(decided(&[member(4, Role::Judge)], 5).unwrap(), []);
    }

    #[test]
    fn another_role_is_refused_until_the_member_left() {
        assert_eq!(coded(decided(&[member(4, Role::Admin)], 5)), "member-with-another-role ADMIN");
        let left = [member(4, Role::Admin), OrganizationEvent::MemberRemoved { member_id: MemberId(4) }];
        let again = OrganizationEvent::MemberAdded { member_id: MemberId(5), user_id: UserId(90), role: Role::Judge };
        assert_eq!(decided(&left, 5).unwrap(), [again]);
    }

    #[test]
    fn ended_memberships_count_towards_the_limit() {
        let joins_and_leaves =
            |id| [member(id, Role::Judge), OrganizationEvent::MemberRemoved { member_id: MemberId(id) }];
        let full: Vec<_> = (1_000..).take(MEMBERSHIPS).flat_map(joins_and_leaves).collect();
        let new = 1_000_000;
        assert_eq!(coded(decided(&full, new)), format!("member-too-many-memberships {MEMBERSHIPS}"));
        assert!(decided(&full[2..], new).is_ok());
    }
}
