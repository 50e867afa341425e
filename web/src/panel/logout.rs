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
    let mut page = FormPage::new(session.frame(&request), "Sign out?", "/logout/", "Sign out");
    page.lead.push("This ends the session in this browser. On your account's page you can end all of them.".into());
    page.cancel = Some(Link::new("/admin/", "Stay signed in"));
    request.page(&page)
}

/// Signs out.
pub(crate) async fn send(request: PageRequest) -> Result<Response, Problem> {
    Ok(response::with_cookie(request.redirect("/login/")?, request.shared.sessions.end()))
}
