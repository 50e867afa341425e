//! Invites a person to become a member. Accounts that the organization manages become members at once. Everyone else
//! must accept first, because a new membership ends the managing organization's control over the account.

use domain::identity::InvitationDocument;

use super::add_member::has_another_role;
use super::membership::{check_limit, member_document};
use crate::letters::{self, Contents, Letter};
use crate::notifications::NotificationFacts;
use crate::people;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "create_member",
    tag: Tag::Members,
    summary: "Add or invite a member",
    text: "The status of the answer tells which of the two happened. A person whose account your organization manages \
           becomes a member at once: 201 with the member, or 200 if the person is a member already. Any other person \
           is invited: 202 with the invitation, also if it exists already. The person becomes a member by signing in \
           and accepting it at the address in `url`. Name the person by `username`, or by `user_id` if your \
           organization manages the account, or if the person is a member or registered for one of its events. A \
           person has one role in an organization: a person who is a member, or invited, with another role is refused \
           (409).",
    body: Some(body_schema::<NewMember>()),
    answer: Answer::json(201, "Member"),
    is_created_once: true,
    ..Route::at("POST", "/api/v1/members/", Operation::ManageMembers)
};

body! {
    /// A new member. The person is named by `user_id` or by `username`.
    pub(crate) struct NewMember such as r#"{"username": "anna", "role": "JUDGE"}"# {
        /// Id of a person whose account your organization manages, who is its member, or who registered for one of its
        /// events.
        user_id: Option<i64>,
        /// Username of any person; upper and lower case matter.
        username: Option<String>,
        /// Role of the member.
        role: Required<Role>,
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let mut input = request.read_body::<NewMember>(body).await?;
    let (id, username) = input.fields.as_ref().map(|new| (new.user_id, new.username.clone())).unwrap_or_default();
    let person =
        people::named_by(&request, organization_id, id.map(UserId), username, &mut input.object.errors).await?;
    if person.is_none() {
        let fault = message!("username-needed-without-id", "This field is required if user_id is not given.");
        input.object.errors.add("username", fault);
    }
    let (NewMember { role, .. }, _) = input.finish(&request)?;
    let user_id = person.unwrap_or(UserId(0));
    let command = InviteMember { organization_id, user_id, role: role.get()?, language: letters::LANGUAGE };
    let written = request.carry_out(&command).await?;
    answered(&request, user_id, &written).await
}

/// Answers with the member or the open invitation.
async fn answered(
    request: &WriteRequest,
    user_id: UserId,
    written: &Written<Organization>,
) -> Result<Response, Problem> {
    let user = request.api().user(user_id).await.map_err(problems::unanswered)?;
    let user = user.as_ref().map(|user| &user.state);
    let (organization, position) = (&written.folded.state, written.folded.position);
    if let Some(member) = organization.member_of(user_id) {
        let status = request.status(written.happened());
        return answer::with_status(request, status, position, &member_document(organization.id, member, user)).await;
    }
    let public_url = &request.shared.settings.public_url;
    let open = organization.invitation_of(user_id);
    let invitation = open.map(|invitation| InvitationDocument::new(invitation, user, public_url));
    answer::with_status(request, StatusCode::ACCEPTED, position, &invitation).await
}

/// Invites a person to become a member, or adds the person if the organization manages the account. An invitation is also
/// sent by mail, from an organization at most once a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InviteMember {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The person.
    pub user_id: UserId,
    /// The role that the member will have.
    pub role: Role,
    /// The language of the letter.
    pub language: &'static str,
}

impl DirectCommand for InviteMember {
    type Done = Written<Organization>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let InviteMember { organization_id, user_id, role, language } = *self;
        let (now, contents) = (api.clock.now(), Contents::Invitation { organization_id });
        let cause = format!("invitation/{organization_id}/{}", now.date_naive());
        let letter = Letter { language: language.to_owned(), contents }.queued(user_id, cause, now, letters::LIFE);
        let user = |_: Arc<Folded<Organization>>| async move {
            api.user(user_id).await?.ok_or(CommandError::NotFound(StreamId::user(user_id)))
        };
        let decide = |organization: &Organization, user: &Arc<Folded<User>>, ids: &mut Ids| {
            let events = decide(organization, &user.state, role, ids)?;
            let is_invited = matches!(events[..], [OrganizationEvent::MemberInvited { .. }]);
            let is_mailed = is_invited && api.mail_from.is_some() && !user.state.profile.email.is_empty();
            Ok(Decision { outbox: is_mailed.then(|| letter.clone()).into_iter().collect(), ..Decision::from(events) })
        };
        let context = Context::within(actor, organization_id);
        api.change_with(&context, StreamId::organization(organization_id), user, decide).await
    }
}

impl WriteApi {
    /// Returns what the words of an invitation need; `None` if it was answered or withdrawn.
    pub async fn invitation_facts(
        &self,
        organization: OrganizationId,
        person: UserId,
    ) -> Result<Option<NotificationFacts>, Failure> {
        let organization = self.organization(organization).await?;
        let open = organization.filter(|it| it.state.invitation_of(person).is_some());
        let path = "/admin/account/".to_owned();
        Ok(open.map(|it| NotificationFacts { event: it.state.name.clone(), path, ..NotificationFacts::default() }))
    }
}

/// Decides the command, which is refused if the person is a member, or invited, with another role, or the organization
/// has reached the limit of memberships.
fn decide(
    organization: &Organization,
    user: &User,
    role: Role,
    ids: &mut Ids,
) -> Result<Vec<OrganizationEvent>, Refusal> {
    let user_id = user.id;
    if let Some(member) = organization.member_of(user_id) {
        return match member.role == role {
            true => Ok(Vec::new()),
            false => Err(has_another_role(member.role)),
        };
    }
    check_limit(organization)?;
    let mut new_id = || MemberId(ids.next(Sequence::Member));
    if user.is_managed_by(organization.id) {
        return Ok(vec![OrganizationEvent::MemberAdded { member_id: new_id(), user_id, role }]);
    }
    match organization.invitation_of(user_id) {
        Some(open) if open.role == role => Ok(Vec::new()),
        Some(open) => Err(Refusal::conflict(message!(
            "member-invited-with-another-role",
            "This person is invited already, with the role {value}. Withdraw that invitation first.",
            value = open.role
        ))),
        None => Ok(vec![OrganizationEvent::MemberInvited { member_id: new_id(), user_id, role }]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn added(id: i64, role: Role) -> OrganizationEvent {
        OrganizationEvent::MemberAdded { member_id: MemberId(id), user_id: UserId(9), role }
    }

    fn invited(id: i64, role: Role) -> OrganizationEvent {
        OrganizationEvent::MemberInvited { member_id: MemberId(id), user_id: UserId(9), role }
    }

    /// Decides to invite user 9 as a judge, after these events of the organization. A new member is member 5.
    fn decided(events: &[OrganizationEvent], user: &User) -> Result<Vec<OrganizationEvent>, Refusal> {
        decide(&organization(events), user, Role::Judge, &mut next_ids(&[(Sequence::Member, 5)]))
    }

    #[test]
    fn a_stranger_is_invited_once() {
        let stranger = user(&[UserEvent::ManagedBy { organization_id: OrganizationId(2) }]);
        for stranger in [&stranger, &user(&[])] {
            assert_eq!(decided(&[], stranger).unwrap(), [invited(5, Role::Judge)]);
            assert_eq!(decided(&[invited(4, Role::Judge)], stranger).unwrap(), []);
        }
    }

    #[test]
    fn an_account_that_the_organization_manages_is_a_member_at_once() {
        let own = user(&[UserEvent::ManagedBy { organization_id: OrganizationId(1) }]);
        assert_eq!(decided(&[], &own).unwrap(), [added(5, Role::Judge)]);
        assert_eq!(decided(&[added(4, Role::Judge)], &own).unwrap(), []);
    }

    #[test]
    fn another_role_is_refused() {
        let refused = |before| coded(decided(&[before], &user(&[])));
        assert_eq!(refused(added(4, Role::Admin)), "member-with-another-role ADMIN");
        assert_eq!(refused(invited(4, Role::Admin)), "member-invited-with-another-role ADMIN");
    }

    #[test]
    fn a_person_whose_invitation_is_closed_or_who_left_is_invited_anew() {
        let (open, member_id) = (invited(4, Role::Judge), MemberId(4));
        for closed in [
            vec![OrganizationEvent::InvitationDeclined { member_id }],
            vec![OrganizationEvent::InvitationWithdrawn { member_id }],
            vec![added(4, Role::Judge), OrganizationEvent::MemberRemoved { member_id }],
        ] {
            let before = [std::slice::from_ref(&open), &closed].concat();
            assert_eq!(decided(&before, &user(&[])).unwrap(), [invited(5, Role::Judge)], "{closed:?}");
        }
    }
}
