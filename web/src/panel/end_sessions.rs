//! `/admin/account/sessions/`: signs out everywhere. Every session ends, and this browser gets a new one.

use axum::response::Response;
use service_kit::problem::Problem;
use write_api::accounts::EndSessions;

use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::completed::Completed;
use crate::serving::failures::unexpected;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::serving::{response, session_cookies};

const PATH: &str = "/admin/account/sessions/";

/// Asks for confirmation.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let texts = request.texts;
    let (title, submit) = (texts.say("panel-end-sessions"), texts.say("panel-do-end-sessions"));
    let mut page = FormPage::new(session.frame(&request), title, PATH, submit);
    page.lead.push(texts.say("panel-end-sessions-means"));
    page.lead.push(texts.say("panel-end-sessions-tokens"));
    page.danger = true;
    page.cancel = Some(Link::new("/admin/account/", texts.say("panel-cancel")));
    request.page(&page)
}

/// Ends all sessions, including the current one, and begins a new one here. Copies of the old cookie are then
/// worthless.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let command = EndSessions { user_id: session.caller.user_id };
    let ended = request.shared.commands.end_sessions(&session.actor(), &command).await.map_err(unexpected)?;
    request.wait_for_views().await?;
    let cookies = session_cookies::renewed(&request, &session, ended.folded.state.session_epoch);
    Ok(response::with_cookies(request.redirect_with("/admin/account/", Completed::SessionsEnded)?, cookies))
}
