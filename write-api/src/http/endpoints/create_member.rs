//! `POST /api/v1/members/`: gives a person a role in the organization.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use proto_events::ids::UserId;
use proto_events::vocabulary::Role;
use service_kit::problem::Problem;

use crate::commands::organizations::add_member::{AddMember, Outcome};
use crate::http::call::Call;
use crate::http::documents::staff;
use crate::http::{answer, people, problems};

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "create_member",
    tag: Tag::Members,
    summary: "Take a person in as a member",
    text: "The person is named by `username`, or by `user_id` if your organization manages the account or the person was a \
           member before. A person has one role in an organization: one who is a member with another role is refused (409). \
           The same again is answered with 200.",
    parameters: &[],
    body: Some("NewMember"),
    answer: Answer::Json(201, "Member"),
};

/// Takes the person in.
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
    let command = AddMember { organization_id, user_id, role };
    let done = call.shared.commands.add_member(&call.caller.actor(), &command).await.map_err(problems::not_done)?;
    let (Outcome::Added(member_id) | Outcome::AlreadyMember(member_id)) = done.outcome;
    let status = if matches!(done.outcome, Outcome::Added(_)) { StatusCode::CREATED } else { StatusCode::OK };
    let user = call.shared.commands.user(user_id).await.map_err(problems::unanswered)?;
    let member = done.folded.state.member(member_id);
    let member = member.map(|member| staff::member(organization_id, member, user.as_ref().map(|user| &user.state)));
    answer::json(&call, status, done.folded.position, &member).await
}
