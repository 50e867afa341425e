//! `POST /api/v1/account/invitations/{id}/decline/`: the caller declines an organization's invitation.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::organizations::decline_invitation::DeclineInvitation;
use crate::http::request::WriteRequest;
use crate::http::{answer, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "decline_invitation",
    tag: Tag::Members,
    summary: "Decline an invitation",
    text: "`id` is the organization's id. Declining again gives the same answer. 404 if there is no open invitation.",
    parameters: &[],
    body: None,
    answer: Answer::Nothing,
};

/// Handles the request, which has no body.
pub(crate) async fn answer(request: WriteRequest, _: Body) -> Result<Response, Problem> {
    let command = DeclineInvitation { organization_id: request.id("invitation")?, user_id: request.caller.user_id };
    let done = request.shared.commands.decline_invitation(&request.caller.actor(), &command).await;
    let done = done.map_err(|error| problems::in_own_name(error, "invitation"))?;
    Ok(answer::nothing(&request, done.folded.position).await)
}
