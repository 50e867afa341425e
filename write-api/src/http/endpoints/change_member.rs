//! `PATCH /api/v1/members/{id}/`: gives a member another role.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use proto_events::vocabulary::Role;
use service_kit::problem::Problem;

use crate::commands::organizations::change_member_role::ChangeMemberRole;
use crate::http::documents::staff;
use crate::http::request::WriteRequest;
use crate::http::{answer, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "change_member",
    tag: Tag::Members,
    summary: "Give a member another role",
    text: "The member's keys have the new role from then on. The last member with the role `ADMIN` keeps it (409).",
    parameters: &[],
    body: Some("MemberChange"),
    answer: Answer::Json(200, "Member"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let member_id = request.id("member")?;
    let mut fields = request.object(body, "{\"role\": \"JUDGE\"}").await?;
    let role = fields.role("role");
    let role = fields.required("role", role, Role::ReadOnly);
    fields.check()?;
    let command = ChangeMemberRole { organization_id, member_id, role };
    let commands = &request.shared.commands;
    let done = commands.change_member_role(&request.caller.actor(), &command).await.map_err(problems::not_done)?;
    let Some(member) = done.folded.state.member(member_id) else {
        return Err(api_kit::path::nothing("member", request.param("id")));
    };
    let user = commands.user(member.user_id).await.map_err(problems::unanswered)?;
    let member = staff::member(organization_id, member, user.as_ref().map(|user| &user.state));
    answer::json(&request, StatusCode::OK, done.folded.position, &member).await
}
