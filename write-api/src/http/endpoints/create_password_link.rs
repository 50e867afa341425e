//! `POST /api/v1/users/{id}/password-link/`: creates a one-time link with which a person sets a password.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::users::make_password_link::MakePasswordLink;
use crate::http::documents::staff::PasswordLink;
use crate::http::request::WriteRequest;
use crate::http::stewards::steward_of;
use crate::http::{answer, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "create_password_link",
    tag: Tag::Members,
    summary: "Create a password link",
    text: "A link with which a person sets a first password, or a new one after the old one was lost. It opens once, \
           within 24 hours, and replaces an earlier link. Give it only to that person. The request has no body, and \
           an `Idempotency-Key` has no effect, because the link is not stored. 403 and 404 as for changing the \
           account; 409 for a person without a `username`.",
    parameters: &[],
    body: None,
    answer: Answer::Json(201, "PasswordLink"),
};

/// Handles the request, which has no body.
pub(crate) async fn answer(request: WriteRequest, _: Body) -> Result<Response, Problem> {
    let user_id = request.id("user")?;
    let command = MakePasswordLink { user_id, steward: steward_of(&request, user_id).await? };
    let made = request.shared.commands.make_password_link(&request.caller.actor(), &command).await;
    let made = made.map_err(problems::not_done)?;
    let url = format!("{}{}", request.shared.settings.public_url, made.path());
    let link = PasswordLink { url, expires_at: made.expires_at };
    answer::json(&request, StatusCode::CREATED, made.folded.position, &link).await
}
