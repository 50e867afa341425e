//! `/admin/members/{id}/password-link/`: makes a link where a member sets a password. The answer to the form shows it
//! once.

use axum::response::Response;
use service_kit::problem::Problem;
use write_api::accounts::{MakePasswordLink, Refusal};

use crate::panel::common::already_carried_out::already_carried_out;
use crate::panel::common::new_link::new_link_page;
use crate::parts::control::Control;
use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::failures::refusal;
use crate::serving::form_ids::FormIds;
use crate::serving::people::{MemberDetails, account_not_managed};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

/// Asks for confirmation.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let details = MemberDetails::load(&request, &session).await?;
    check(&details)?;
    request.page(&form(&request, &session, &details))
}

/// Makes the link.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let details = MemberDetails::load(&request, &session).await?;
    let path = details.path();
    let Some(claim) = request.shared.form_ids.claim(request.form.exact("form_id")) else {
        return already_carried_out(&request, &session, "The link was created", &path);
    };
    let command = MakePasswordLink { user_id: details.member.user_id, steward: details.steward() };
    match request.shared.commands.make_password_link(&session.actor(), &command).await {
        Ok(made) => {
            claim.complete();
            new_link_page(&request, &session, &made, &path)
        }
        Err(error) => match refusal(error)? {
            Refusal::NotTheirs => Err(account_not_managed()),
            Refusal::NoUsername(_) => request.refused(&form(&request, &session, &details).with_fault(NAMELESS)),
            other => Err(Problem::internal(other)),
        },
    }
}

const NAMELESS: &str = "The account has no username to sign in with. Give it one in its profile first.";

fn check(details: &MemberDetails) -> Result<(), Problem> {
    details.steward().check(&details.user.state).map_err(|_| account_not_managed())
}

fn form(request: &PageRequest, session: &UserSession, details: &MemberDetails) -> FormPage {
    let action = format!("{}password-link/", details.path());
    let title = format!("Create a password link for {}?", details.name());
    let mut page = FormPage::new(session.frame(request), title, action, "Create the link");
    page.lead
        .push("With it, the person sets a new password, once, within a day. An earlier link stops working.".into());
    page.lead.push("The current password stays valid until the link is used; then every session ends.".into());
    page.cancel = Some(Link::new(details.path(), "Cancel"));
    page.controls.push(Control::Hidden("form_id", FormIds::new_id()));
    page
}
