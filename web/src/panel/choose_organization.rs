//! `/admin/organization/`: switches the session to another organization of the signed-in person.

use api_kit::path::integer;
use axum::response::Response;
use proto_events::ids::OrganizationId;
use service_kit::message;
use service_kit::problem::Problem;

use crate::panel::common::organizations::choices;
use crate::serving::completed::Completed;
use crate::serving::people::memberships;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::serving::{response, session_cookies};

/// Switches to the chosen organization.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let chosen = integer(request.form.text("organization")).map(OrganizationId);
    let memberships = memberships(&request, session.caller.user_id).await?;
    let organization =
        choices(request.texts, &memberships, &session).into_iter().find(|choice| Some(choice.id) == chosen);
    let organization = organization.ok_or_else(|| {
        Problem::forbidden(message!("not-a-member-there", "You are not a member of the organization that was chosen."))
    })?;
    let cookie = session_cookies::in_organization(&request, &session, Some(organization.id));
    Ok(response::with_cookie(request.redirect_with("/admin/", Completed::Moved)?, cookie))
}
