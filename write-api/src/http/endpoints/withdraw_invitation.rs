//! `DELETE /api/v1/invitations/{id}/`: withdraws an invitation.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::organizations::withdraw_invitation::WithdrawInvitation;
use crate::http::request::WriteRequest;
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
pub(crate) async fn answer(request: WriteRequest, _: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let command = WithdrawInvitation { organization_id, invitation_id: request.id("invitation")? };
    let done = request.shared.commands.withdraw_invitation(&request.caller.actor(), &command).await;
    let done = done.map_err(problems::not_done)?;
    Ok(answer::nothing(&request, done.folded.position).await)
}
