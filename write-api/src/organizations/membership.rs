//! What commands on members share: a person joins, one administrator stays, memberships are limited, and their document.
//!
//! If another organization manages the account of a person who joins, its open password link is withdrawn, since that
//! organization could use it to sign in. The person's stream records the joining, so that no link or profile change that
//! was decided before is written.

use domain::identity::{MemberDocument, UserDocument};
use domain::organization::{InvitationStatus, Member};

use crate::prelude::*;

impl WriteApi {
    /// Runs a command by which a person may become a member of an organization.
    pub(super) async fn join(
        &self,
        actor: &Actor,
        organization_id: OrganizationId,
        user_id: UserId,
        decide: impl Fn(&Organization, &mut Ids) -> Result<Vec<OrganizationEvent>, Refusal> + Send + Sync,
    ) -> Result<Written<Organization>, CommandError> {
        let context = Context::within(actor, organization_id);
        let user = |_: Arc<Folded<Organization>>| async move {
            self.user(user_id).await?.ok_or(CommandError::NotFound(StreamId::user(user_id)))
        };
        let decide = |organization: &Organization, user: &Arc<Folded<User>>, ids: &mut Ids| {
            let events = decide(organization, ids)?;
            let joins = events.iter().any(|event| matches!(event, OrganizationEvent::MemberAdded { .. }));
            let noted = if joins { events_of_joining(&user.state, organization_id) } else { Vec::new() };
            let noted = (!noted.is_empty()).then(|| self.write_to(user, noted));
            Ok(Decision { writes: noted.into_iter().collect(), ..Decision::from(events) })
        };
        self.change_with(&context, StreamId::organization(organization_id), user, decide).await
    }
}

/// Returns the events for a person's own stream when the person joins this organization: none, unless another
/// organization manages the account. Its password link is withdrawn, too.
fn events_of_joining(user: &User, joined: OrganizationId) -> Vec<UserEvent> {
    if user.managed_by.is_none_or(|manager| manager == joined) {
        return Vec::new();
    }
    let withdrawn = user.password_link.as_ref().map(|_| UserEvent::PasswordLinkWithdrawn {});
    [UserEvent::JoinedElsewhere { organization_id: joined }].into_iter().chain(withdrawn).collect()
}

/// Checks that the organization has an administrator without this member.
pub(crate) fn check_not_the_last(organization: &Organization, member_id: MemberId) -> Result<(), Refusal> {
    if !is_the_last(organization, member_id) {
        return Ok(());
    }
    Err(Refusal::conflict(message!(
        "member-last-administrator",
        "This member is the last one with the role ADMIN, and an organization needs one. Give another member that role \
         first."
    )))
}

/// Returns whether this member is the only administrator.
pub(crate) fn is_the_last(organization: &Organization, member_id: MemberId) -> bool {
    let administrators = organization.members.iter().filter(|member| member.role == Role::Admin && !member.removed);
    administrators.map(|member| member.id).eq([member_id])
}

/// Checks that another membership is allowed.
pub(crate) fn check_limit(organization: &Organization) -> Result<(), Refusal> {
    let invitations = organization.invitations.iter().filter(|it| it.status != InvitationStatus::Accepted).count();
    let memberships = organization.members.len() + invitations;
    if memberships < MEMBERSHIPS {
        return Ok(());
    }
    Err(Refusal::conflict(message!(
        "member-too-many-memberships",
        "This organization has {most} memberships, including ended ones and invitations, which is the limit.",
        most = MEMBERSHIPS
    )))
}

/// Returns the document of a member; `user` is the member's person.
pub(crate) fn member_document<'a>(
    organization_id: OrganizationId,
    member: &Member,
    user: Option<&'a User>,
) -> MemberDocument<'a> {
    let user = UserDocument::seen_by(organization_id, member.user_id, user);
    MemberDocument { id: member.id, user, role: member.role }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    #[test]
    fn the_persons_stream_records_a_joining_of_another_organization_than_the_manager() {
        let (one, two) = (OrganizationId(1), OrganizationId(2));
        let managed = UserEvent::ManagedBy { organization_id: one };
        let link = UserEvent::PasswordLinkMade { sha256: "ab".into(), expires_at: noon() };
        let joined = UserEvent::JoinedElsewhere { organization_id: two };
        let events = |before: &[UserEvent], joined| events_of_joining(&user(before), joined);
        assert_eq!(events(std::slice::from_ref(&managed), two), std::slice::from_ref(&joined));
        let both = [managed, link.clone()];
        assert_eq!(events(&both, two), [joined, UserEvent::PasswordLinkWithdrawn {}]);
        assert_eq!(events(&both, one), []);
        assert_eq!(events(&[link], two), [], "no organization manages the account");
    }
}
