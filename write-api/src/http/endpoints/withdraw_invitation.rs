//! `DELETE /api/v1/invitations/{id}/`: withdraws an invitation.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::organizations::withdraw_invitation::WithdrawInvitation;
use crate::http::call::Call;
use crate::http::{answer, problems};

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "withdraw_invitation",
    tag: Tag::Members,
    summary: "Withdraw an invitation",
    text: "An invitation that was withdrawn or declined before gets the same answer. One that was accepted is a membership \
           (409): remove the member.",
    parameters: &[],
    body: None,
    answer: Answer::Nothing,
};

/// Withdraws it. A body is ignored.
pub(crate) async fn answer(call: Call, _: Body) -> Result<Response, Problem> {
    let organization_id = call.caller.organization()?;
    let command = WithdrawInvitation { organization_id, invitation_id: call.id("invitation")? };
    let done = call.shared.commands.withdraw_invitation(&call.caller.actor(), &command).await;
    let done = done.map_err(problems::not_done)?;
    Ok(answer::nothing(&call, done.folded.position).await)
}
