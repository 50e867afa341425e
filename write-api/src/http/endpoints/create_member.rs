//! `POST /api/v1/members/`: gives a person a role in the organization.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use proto_events::ids::{OrganizationId, UserId};
use proto_events::vocabulary::Role;
use service_kit::problem::Problem;

use crate::commands::organizations::add_member::{AddMember, Outcome};
use crate::decision::Failure;
use crate::http::body::Object;
use crate::http::call::Call;
use crate::http::documents::staff;
use crate::http::{answer, problems};

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
    let user_id = person(&call, organization_id, &mut fields).await.map_err(problems::failed)?;
    fields.check()?;
    let command = AddMember { organization_id, user_id, role };
    let done = call.shared.commands.add_member(&call.caller.actor(), &command).await.map_err(problems::not_done)?;
    let (Outcome::Added(member_id) | Outcome::AlreadyMember(member_id)) = done.outcome;
    let status = if matches!(done.outcome, Outcome::Added(_)) { StatusCode::CREATED } else { StatusCode::OK };
    let user = call.shared.commands.user(user_id).await.map_err(problems::failed)?;
    let member = done.folded.state.member(member_id);
    let member = member.map(|member| staff::member(organization_id, member, user.as_ref().map(|user| &user.state)));
    answer::json(&call, status, done.folded.position, &member).await
}

/// The person whom the body names. Where it names nobody, that is noted, and nobody stands in.
async fn person(call: &Call, organization_id: OrganizationId, fields: &mut Object) -> Result<UserId, Failure> {
    const NOBODY: UserId = UserId(0);
    let commands = &call.shared.commands;
    let is_wrong = |fields: &Object| fields.errors.names("user_id") || fields.errors.names("username");
    let (user_id, username) = (fields.id("user_id").map(UserId), fields.text("username"));
    match (user_id, username) {
        _ if is_wrong(fields) => Ok(NOBODY),
        (Some(_), Some(_)) => {
            fields.errors.add("user_id", "Give one of user_id and username.");
            Ok(NOBODY)
        }
        (None, None) => {
            fields.errors.add("username", "Is required, or user_id.");
            Ok(NOBODY)
        }
        (None, Some(username)) => {
            let known = commands.user_named(&username).await?;
            if known.is_none() {
                fields.errors.add("username", "Nobody has this username.");
            }
            Ok(known.map_or(NOBODY, |user| user.state.id))
        }
        (Some(user_id), None) => {
            let (user, organization) = (commands.user(user_id).await?, commands.organization(organization_id).await?);
            let is_managed = user.as_ref().is_some_and(|user| user.state.managed_by == Some(organization_id));
            let members = organization.iter().flat_map(|organization| &organization.state.members);
            let was_member = members.into_iter().any(|member| member.user_id == user_id);
            if user.is_none() || !(is_managed || was_member) {
                fields.errors.add("user_id", "Your organization knows no such person. Give the person's username.");
            }
            Ok(user_id)
        }
    }
}
