//! `DELETE /api/v1/account/memberships/{id}/`: the caller leaves an organization.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::organizations::leave_organization::LeaveOrganization;
use crate::http::request::WriteRequest;
use crate::http::{answer, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "leave_organization",
    tag: Tag::Members,
    summary: "Leave an organization",
    text: "`id` is the organization's id. Your API keys, tokens and sessions for it stop working. Leaving again gives \
           the same answer. The last member with the role `ADMIN` cannot leave (409). A session is not enough (401): \
           leave on your account page, which asks for the password.",
    parameters: &[],
    body: None,
    answer: Answer::Nothing,
};

/// Handles the request, which has no body.
pub(crate) async fn answer(request: WriteRequest, _: Body) -> Result<Response, Problem> {
    let command = LeaveOrganization { organization_id: request.id("membership")?, user_id: request.caller.user_id };
    let done = request.shared.commands.leave_organization(&request.caller.actor(), &command).await;
    let done = done.map_err(|error| problems::in_own_name(error, "membership"))?;
    Ok(answer::nothing(&request, done.folded.position).await)
}
