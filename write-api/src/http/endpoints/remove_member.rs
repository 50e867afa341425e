//! `DELETE /api/v1/members/{id}/`: removes a member.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::organizations::remove_member::RemoveMember;
use crate::http::request::WriteRequest;
use crate::http::{answer, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "remove_member",
    tag: Tag::Members,
    summary: "Remove a member",
    text: "The member's API keys, tokens and sessions for your organization stop working. Removing a former member \
           gives the same answer. The last member with the role `ADMIN` cannot be removed (409). The person's account \
           stays.",
    parameters: &[],
    body: None,
    answer: Answer::Nothing,
};

/// Handles the request, which has no body.
pub(crate) async fn answer(request: WriteRequest, _: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let command = RemoveMember { organization_id, member_id: request.id("member")? };
    let done =
        request.shared.commands.remove_member(&request.caller.actor(), &command).await.map_err(problems::not_done)?;
    Ok(answer::nothing(&request, done.folded.position).await)
}
