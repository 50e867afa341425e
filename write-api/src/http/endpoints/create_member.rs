//! `POST /api/v1/members/`: adds a person as a member, or invites the person.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use domain::identity::InvitationDocument;
use proto_events::ids::UserId;
use proto_events::vocabulary::Role;
use service_kit::problem::Problem;

use crate::commands::organizations::invite_member::{InviteMember, Outcome};
use crate::http::documents::staff;
use crate::http::request::WriteRequest;
use crate::http::{answer, people, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
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
    parameters: &[],
    body: Some("NewMember"),
    answer: Answer::Json(201, "Member"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let mut fields = request.object(body, "{\"username\": \"anna\", \"role\": \"JUDGE\"}").await?;
    let role = fields.role("role");
    let role = fields.required("role", role, Role::ReadOnly);
    let user_id = people::named(&request, organization_id, &mut fields).await?;
    if user_id.is_none() {
        fields.errors.add("username", "Is required if user_id is not given.");
    }
    fields.check()?;
    let user_id = user_id.unwrap_or(UserId(0));
    let command = InviteMember { organization_id, user_id, role };
    let done =
        request.shared.commands.invite_member(&request.caller.actor(), &command).await.map_err(problems::not_done)?;
    let user = request.shared.commands.user(user_id).await.map_err(problems::unanswered)?;
    let user = user.as_ref().map(|user| &user.state);
    let (organization, position) = (&done.folded.state, done.folded.position);
    let status = match done.outcome {
        Outcome::Added(_) => StatusCode::CREATED,
        Outcome::AlreadyMember(_) => StatusCode::OK,
        Outcome::Invited(_) | Outcome::AlreadyInvited(_) => {
            let public_url = &request.shared.settings.public_url;
            let open = organization.invitation_of(user_id);
            let invitation = open.map(|invitation| InvitationDocument::new(invitation, user, public_url));
            return answer::json(&request, StatusCode::ACCEPTED, position, &invitation).await;
        }
    };
    let member = organization.member_of(user_id).map(|member| staff::member(organization_id, member, user));
    answer::json(&request, status, position, &member).await
}
