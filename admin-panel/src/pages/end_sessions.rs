//! `/admin/account/sessions/`: signs out everywhere. Every session ends, and this browser gets a new one.

use axum::response::Response;
use service_kit::problem::Problem;
use write_api::accounts::EndSessions;

use crate::call::{Call, Visitor};
use crate::command::never;
use crate::completed::Completed;
use crate::view::{FormPage, Link};
use crate::{answer, sessions};

const PATH: &str = "/admin/account/sessions/";

/// Asks for confirmation.
pub(crate) async fn show(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let mut page = FormPage::new(call.frame(&visitor), "Sign out everywhere?", PATH, "Sign out everywhere");
    page.lead.push("All your sessions end, in every browser. This browser gets a new one.".into());
    page.lead.push("Tokens stay valid; revoke them one by one.".into());
    page.danger = true;
    page.cancel = Some(Link::new("/admin/account/", "Cancel"));
    call.page(&page)
}

/// Ends all sessions, including the current one, and begins a new one here. Copies of the old cookie are then
/// worthless.
pub(crate) async fn send(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let command = EndSessions { user_id: visitor.caller.user_id };
    let done = call.shared.commands.end_sessions(&visitor.actor(), &command).await.map_err(never)?;
    call.settled().await?;
    let cookies = sessions::anew(&call, &visitor, done.folded.state.session_epoch);
    Ok(answer::with_cookies(call.go_having("/admin/account/", Completed::SessionsEnded)?, cookies))
}
