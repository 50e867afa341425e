//! `/logout/`: signs out in this browser.

use axum::response::Response;
use service_kit::problem::Problem;

use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::request::PageRequest;
use crate::serving::response;
use crate::serving::session::UserSession;

/// Asks for confirmation. A person who is not signed in is redirected to the sign-in page.
pub(crate) async fn show(request: PageRequest) -> Result<Response, Problem> {
    let Some(session) = UserSession::find(&request).await else { return request.redirect("/login/") };
    let (texts, frame) = (request.texts, session.frame(&request));
    let mut page = FormPage::new(frame, texts.say("panel-sign-out"), "/logout/", texts.say("frame-sign-out"));
    page.lead.push(texts.say("panel-sign-out-means"));
    page.cancel = Some(Link::new("/admin/", texts.say("panel-stay-signed-in")));
    request.page(&page)
}

/// Signs out.
pub(crate) async fn send(request: PageRequest) -> Result<Response, Problem> {
    Ok(response::with_cookie(request.redirect("/login/")?, request.shared.sessions.end()))
}
