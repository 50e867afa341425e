//! `DELETE /api/v1/invitations/{id}/`: withdraws an invitation.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::organizations::withdraw_invitation::WithdrawInvitation;
use crate::http::call::Call;
use crate::http::{answer, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "withdraw_invitation",
    tag: Tag::Members,
    summary: "Withdraw an invitation",
    text: "Withdrawing an invitation that was withdrawn or declined before gives the same answer. An invitation that \
           was accepted is a membership (409): remove the member.",
    parameters: &[],
    body: None,
    answer: Answer::Nothing,
};

/// Handles the request, which has no body.
pub(crate) async fn answer(call: Call, _: Body) -> Result<Response, Problem> {
    let organization_id = call.caller.organization()?;
    let command = WithdrawInvitation { organization_id, invitation_id: call.id("invitation")? };
    let done = call.shared.commands.withdraw_invitation(&call.caller.actor(), &command).await;
    let done = done.map_err(problems::not_done)?;
    Ok(answer::nothing(&call, done.folded.position).await)
}
