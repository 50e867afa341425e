//! `POST /api/v1/members/`: takes a person in as a member, or invites the person.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use domain::identity::InvitationDocument;
use proto_events::ids::UserId;
use proto_events::vocabulary::Role;
use service_kit::problem::Problem;

use crate::commands::organizations::invite_member::{InviteMember, Outcome};
use crate::http::call::Call;
use crate::http::documents::staff;
use crate::http::{answer, people, problems};

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "create_member",
    tag: Tag::Members,
    summary: "Take a person in as a member, or invite the person",
    text: "The status says which of the two happened. A person whose account your organization manages is a member at once: \
           201 with the member, 200 if the person was one before. Any other person is invited: 202 with the invitation, also \
           when it was made before. The person becomes a member by accepting it, signed in, at the address in `url`. The \
           person is named by `username`, or by `user_id` if your organization manages the account, or the person is a member \
           or signed up for one of its events. A person has one role in an organization: one who is a member, or invited, with \
           another role is refused (409).",
    parameters: &[],
    body: Some("NewMember"),
    answer: Answer::Json(201, "Member"),
};

/// Takes the person in, or invites the person.
pub(crate) async fn answer(call: Call, body: Body) -> Result<Response, Problem> {
    let organization_id = call.caller.organization()?;
    let mut fields = call.object(body, "{\"username\": \"anna\", \"role\": \"JUDGE\"}").await?;
    let role = fields.role("role");
    let role = fields.required("role", role, Role::ReadOnly);
    let user_id = people::named(&call, organization_id, &mut fields).await?;
    if user_id.is_none() {
        fields.errors.add("username", "Is required, or user_id.");
    }
    fields.check()?;
    let user_id = user_id.unwrap_or(UserId(0));
    let command = InviteMember { organization_id, user_id, role };
    let done = call.shared.commands.invite_member(&call.caller.actor(), &command).await.map_err(problems::not_done)?;
    let user = call.shared.commands.user(user_id).await.map_err(problems::unanswered)?;
    let user = user.as_ref().map(|user| &user.state);
    let (organization, position) = (&done.folded.state, done.folded.position);
    let status = match done.outcome {
        Outcome::Added(_) => StatusCode::CREATED,
        Outcome::AlreadyMember(_) => StatusCode::OK,
        Outcome::Invited(_) | Outcome::AlreadyInvited(_) => {
            let public_url = &call.shared.settings.public_url;
            let open = organization.invitation_of(user_id);
            let invitation = open.map(|invitation| InvitationDocument::new(invitation, user, public_url));
            return answer::json(&call, StatusCode::ACCEPTED, position, &invitation).await;
        }
    };
    let member = organization.member_of(user_id).map(|member| staff::member(organization_id, member, user));
    answer::json(&call, status, position, &member).await
}
