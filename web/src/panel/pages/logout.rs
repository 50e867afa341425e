//! `/logout/`: signs out in this browser.

use axum::response::Response;
use service_kit::problem::Problem;

use crate::panel::answer;
use crate::panel::call::Call;
use crate::panel::view::{FormPage, Link};

/// Asks for confirmation. A person who is not signed in is redirected to the sign-in page.
pub(crate) async fn show(call: Call) -> Result<Response, Problem> {
    let Some(visitor) = call.whoever().await else { return call.go("/login/") };
    let mut page = FormPage::new(call.frame(&visitor), "Sign out?", "/logout/", "Sign out");
    page.lead.push("This ends the session in this browser. On your account's page you can end all of them.".into());
    page.cancel = Some(Link::new("/admin/", "Stay signed in"));
    call.page(&page)
}

/// Signs out.
pub(crate) async fn send(call: Call) -> Result<Response, Problem> {
    Ok(answer::with_cookie(call.go("/login/")?, call.shared.sessions.end()))
}
