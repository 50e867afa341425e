//! `PATCH /api/v1/users/{id}/`: changes an account that the organization manages.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use domain::identity::UserDocument;
use proto_events::user::Profile;
use service_kit::problem::Problem;

use crate::commands::users::faults;
use crate::http::request::WriteRequest;
use crate::http::stewards::steward_of;
use crate::http::{answer, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "change_user",
    tag: Tag::Members,
    summary: "Change an account",
    text: "Fields that are not given stay as they are. An account without a `username` can get one; it never changes \
           after that. 404 for people who are not members and whose account your organization does not manage; 403 \
           for members whose account it does not manage, or who are members of another organization as well: they \
           change it themselves.",
    parameters: &[],
    body: Some("UserChange"),
    answer: Answer::Json(200, "User"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let user_id = request.id("user")?;
    let mut fields = request.object(body, "{\"pronouns\": \"she/her\"}").await?;
    let [username, best_identifier, first_name, last_name, email, pronouns] =
        ["username", "best_identifier", "first_name", "last_name", "email", "pronouns"].map(|field| fields.text(field));
    let given = |text: &Option<String>| text.clone().unwrap_or_default();
    fields.foresee(faults(
        &Profile {
            username: given(&username),
            best_identifier: given(&best_identifier),
            first_name: given(&first_name),
            last_name: given(&last_name),
            email: given(&email),
            pronouns: given(&pronouns),
            has_used_app: false,
        },
        false,
    ));
    fields.check()?;
    let steward = steward_of(&request, user_id).await?;
    let changed = |before: &Profile| {
        let or = |given: &Option<String>, before: &String| given.as_ref().unwrap_or(before).clone();
        Profile {
            username: or(&username, &before.username),
            best_identifier: or(&best_identifier, &before.best_identifier),
            first_name: or(&first_name, &before.first_name),
            last_name: or(&last_name, &before.last_name),
            email: or(&email, &before.email),
            pronouns: or(&pronouns, &before.pronouns),
            has_used_app: before.has_used_app,
        }
    };
    let done = request.shared.commands.change_profile_by(&request.caller.actor(), user_id, &steward, changed).await;
    let done = done.map_err(problems::not_done)?;
    let document = UserDocument::whole(user_id, Some(&done.folded.state));
    answer::json(&request, StatusCode::OK, done.folded.position, &document).await
}
