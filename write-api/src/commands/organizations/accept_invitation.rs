//! Accepts an invitation: the person becomes a member. If another organization manages the account, its open password
//! link is withdrawn, since that organization could use it to sign in. The person's stream records the joining, so that
//! no link or profile change that was decided before is written.

use domain::organization::Organization;
use domain::user::User;
use proto_events::ids::{MemberId, OrganizationId, UserId};
use proto_events::{Actor, OrganizationEvent, StreamId, UserEvent};
use storage::StreamWrite;

use crate::engine::append::occurred as now;
use crate::engine::context::Reach;
use crate::engine::decision::{ATTEMPTS, CommandError};
use crate::engine::legacy::Decision;
use crate::engine::legacy::{Asked, FurtherWrites};
use crate::{Done, Folded, WriteApi};

/// Accepts an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AcceptInvitation {
    /// The organization that invited.
    pub organization_id: OrganizationId,
    /// The person.
    pub user_id: UserId,
}

/// Why an invitation is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no open invitation of the organization to the person.
    #[error("organization {0} has not invited this person")]
    NotInvited(OrganizationId),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The person is a member now.
    Accepted(MemberId),
    /// The person was a member before.
    AlreadyMember(MemberId),
}

/// Decides the command.
///
/// # Errors
/// If the person is not invited.
pub fn decide(
    organization: &Organization,
    command: &AcceptInvitation,
) -> Result<Decision<OrganizationEvent, Outcome>, Refusal> {
    let AcceptInvitation { organization_id, user_id } = *command;
    if let Some(member) = organization.member_of(user_id) {
        return Ok(Decision::nothing(Outcome::AlreadyMember(member.id)));
    }
    let invitation = organization.invitation_of(user_id).ok_or(Refusal::NotInvited(organization_id))?;
    let (member_id, role) = (invitation.id, invitation.role);
    let added = OrganizationEvent::MemberAdded { member_id, user_id, role };
    Ok(Decision::happens(vec![added], Outcome::Accepted(member_id)))
}

impl WriteApi {
    /// Accepts an invitation.
    ///
    /// # Errors
    /// If the command is refused, the organization or the person is unknown, or the store fails.
    pub async fn accept_invitation(
        &self,
        actor: &Actor,
        command: &AcceptInvitation,
    ) -> Result<Done<Organization, Outcome>, CommandError<Refusal>> {
        let AcceptInvitation { organization_id, user_id } = *command;
        self.join(actor, organization_id, user_id, |organization| decide(organization, command)).await
    }

    /// Runs a command by which a person becomes a member of an organization.
    pub(super) async fn join<O: Copy, R>(
        &self,
        actor: &Actor,
        organization_id: OrganizationId,
        user_id: UserId,
        decide: impl Fn(&Organization) -> Result<Decision<OrganizationEvent, O>, R>,
    ) -> Result<Done<Organization, O>, CommandError<R>> {
        let (stream, reach) = (StreamId::organization(organization_id), Reach::organization(organization_id));
        let asked = Asked { actor, reach, stream, expected: None, arrived_at: None, once: None };
        for _ in 0..ATTEMPTS {
            let person = StreamId::user(user_id);
            let user = self.user(user_id).await?.ok_or(CommandError::NotFound(person))?;
            let told = || self.about(&user, told_of_joining(&user.state, organization_id));
            let beside = |_: &_| FurtherWrites { writes: told().into_iter().collect(), claims: Vec::new() };
            match self.change_beside(asked, &decide, beside).await {
                // The account may have changed; it is read again.
                Err(CommandError::Busy(_)) => {}
                ended => return ended,
            }
        }
        Err(CommandError::Busy(stream))
    }

    fn about(&self, user: &Folded<User>, events: Vec<UserEvent>) -> Option<StreamWrite> {
        let (stream, organization_id, expected_version) = (user.stream, user.organization_id, user.version);
        let write = StreamWrite { stream, organization_id, expected_version, events: now(self.now(), events) };
        (!write.events.is_empty()).then_some(write)
    }
}

/// Returns the events for a person's own stream when the person joins this organization: none, unless another
/// organization manages the account. Its password link is withdrawn, too.
fn told_of_joining(user: &User, joined: OrganizationId) -> Vec<UserEvent> {
    if user.managed_by.is_none_or(|manager| manager == joined) {
        return Vec::new();
    }
    let withdrawn = user.password_link.as_ref().map(|_| UserEvent::PasswordLinkWithdrawn {});
    [UserEvent::JoinedElsewhere { organization_id: joined }].into_iter().chain(withdrawn).collect()
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::Role;

    use super::*;
    use crate::testing::{noon, organization, user};
    use OrganizationEvent as E;

    const COMMAND: AcceptInvitation = AcceptInvitation { organization_id: OrganizationId(1), user_id: UserId(9) };
    const ID: MemberId = MemberId(4);

    fn invited() -> E {
        E::MemberInvited { member_id: ID, user_id: UserId(9), role: Role::Judge }
    }

    #[test]
    fn a_person_who_accepts_becomes_a_member_once() {
        let added = E::MemberAdded { member_id: ID, user_id: UserId(9), role: Role::Judge };
        let decision = decide(&organization(&[invited()]), &COMMAND).unwrap();
        assert_eq!(decision, Decision::happens(vec![added.clone()], Outcome::Accepted(ID)));
        let again = decide(&organization(&[invited(), added]), &COMMAND).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::AlreadyMember(ID)));
    }

    #[test]
    fn the_persons_stream_tells_of_a_joining_beside_the_managing_organization_with_or_without_a_link() {
        let (one, two) = (OrganizationId(1), OrganizationId(2));
        let managed = UserEvent::ManagedBy { organization_id: one };
        let link = UserEvent::PasswordLinkMade { sha256: "ab".into(), expires_at: noon() };
        let joined = UserEvent::JoinedElsewhere { organization_id: two };
        let told = |events: &[UserEvent], joined| told_of_joining(&user(events), joined);
        assert_eq!(told(std::slice::from_ref(&managed), two), std::slice::from_ref(&joined));
        let both = [managed, link.clone()];
        assert_eq!(told(&both, two), [joined, UserEvent::PasswordLinkWithdrawn {}]);
        assert_eq!(told(&both, one), []);
        assert_eq!(told(&[link], two), [], "no organization manages the account");
    }

    #[test]
    fn only_an_open_invitation_of_ones_own_is_accepted() {
        let refused = Err(Refusal::NotInvited(OrganizationId(1)));
        let other = E::MemberInvited { member_id: ID, user_id: UserId(8), role: Role::Judge };
        for events in [
            vec![],
            vec![other],
            vec![invited(), E::InvitationWithdrawn { member_id: ID }],
            vec![invited(), E::InvitationDeclined { member_id: ID }],
        ] {
            assert_eq!(decide(&organization(&events), &COMMAND), refused, "{events:?}");
        }
    }
}
