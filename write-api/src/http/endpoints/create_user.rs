//! `POST /api/v1/users/`: creates an account that the organization manages.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use domain::identity::UserDocument;
use proto_events::user::Profile;
use service_kit::problem::Problem;

use crate::commands::users::faults;
use crate::commands::users::register_user::{Outcome, RegisterUser};
use crate::http::idempotency::{self, Request};
use crate::http::request::WriteRequest;
use crate::http::{answer, headers, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "create_user",
    tag: Tag::Members,
    summary: "Create an account",
    text: "Your organization manages it: its administrators may change it and create password links, as long as the \
           person is not a member of another organization. The same request again, with its `username`, is answered \
           with 200 and creates no second account; without a `username`, send an `Idempotency-Key`.",
    parameters: &[],
    body: Some("NewUser"),
    answer: Answer::Json(201, "User"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let mut fields = request.object(body, "{\"username\": \"anna\", \"best_identifier\": \"Anna Ahorn\"}").await?;
    let key = headers::idempotency_key(&request.headers, &mut fields.errors);
    let best_identifier = fields.text("best_identifier");
    let profile = Profile {
        best_identifier: fields.required("best_identifier", best_identifier, String::new()),
        username: fields.text("username").unwrap_or_default(),
        first_name: fields.text("first_name").unwrap_or_default(),
        last_name: fields.text("last_name").unwrap_or_default(),
        email: fields.text("email").unwrap_or_default(),
        pronouns: fields.text("pronouns").unwrap_or_default(),
        has_used_app: false,
    };
    fields.foresee(faults(&profile, false));
    fields.check()?;
    let key = key.map(|key| idempotency::key(&request.caller, key, Request::CreateUser(&profile)));
    let command = RegisterUser { profile, managed_by: Some(organization_id) };
    let done = request.shared.commands.register_user_once(&request.caller.actor(), &command, key.as_ref()).await;
    let done = done.map_err(problems::not_done)?;
    let user = &done.folded.state;
    let document = UserDocument::whole(user.id, Some(user));
    match done.outcome {
        Outcome::Registered | Outcome::Repeated => {
            let location = format!("/api/v1/users/{}/", user.id);
            answer::created(&request, location, &done.folded, &document).await
        }
        Outcome::AlreadyRegistered => answer::json(&request, StatusCode::OK, done.folded.position, &document).await,
    }
}
