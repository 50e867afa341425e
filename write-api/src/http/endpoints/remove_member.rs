//! `DELETE /api/v1/members/{id}/`: lets a member go.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::organizations::remove_member::RemoveMember;
use crate::http::call::Call;
use crate::http::{answer, problems};

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "remove_member",
    tag: Tag::Members,
    summary: "Let a member go",
    text: "The member's API keys, tokens and sessions for your organization open nothing any more. Somebody who left before \
           is let go again with the same answer. The last member with the role `ADMIN` stays (409). Accounts stay, too.",
    parameters: &[],
    body: None,
    answer: Answer::Nothing,
};

/// Lets the member go. What comes as a body is nobody's concern.
pub(crate) async fn answer(call: Call, _: Body) -> Result<Response, Problem> {
    let organization_id = call.caller.organization()?;
    let command = RemoveMember { organization_id, member_id: call.id("member")? };
    let done = call.shared.commands.remove_member(&call.caller.actor(), &command).await.map_err(problems::not_done)?;
    Ok(answer::nothing(&call, done.folded.position).await)
}
