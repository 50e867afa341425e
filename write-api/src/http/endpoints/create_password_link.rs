//! `POST /api/v1/users/{id}/password-link/`: makes a one-time link by which a person sets a password.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::users::make_password_link::MakePasswordLink;
use crate::http::call::Call;
use crate::http::documents::staff::PasswordLink;
use crate::http::stewards::steward_of;
use crate::http::{answer, problems};

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "create_password_link",
    tag: Tag::Members,
    summary: "Make a link by which a person sets a password",
    text: "For a first password, or another where it was lost. The link opens once, within 24 hours, and a new one takes the \
           place of an earlier one: hand it to nobody but the person. It takes no body, and an `Idempotency-Key` is not \
           heeded, because its value is kept nowhere. 403 and 404 as for a change of the account; 409 for a person without a \
           `username`.",
    parameters: &[],
    body: None,
    answer: Answer::Json(201, "PasswordLink"),
};

/// Makes it. What comes as a body is nobody's concern.
pub(crate) async fn answer(call: Call, _: Body) -> Result<Response, Problem> {
    let user_id = call.id("user")?;
    let command = MakePasswordLink { user_id, steward: steward_of(&call, user_id).await? };
    let made = call.shared.commands.make_password_link(&call.caller.actor(), &command).await;
    let made = made.map_err(problems::not_done)?;
    let url = format!("{}{}", call.shared.settings.public_url, made.path());
    let link = PasswordLink { url, expires_at: made.expires_at };
    answer::json(&call, StatusCode::CREATED, made.folded.position, &link).await
}
