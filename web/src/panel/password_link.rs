//! `/admin/people/{id}/password-link/`: makes a link where a person sets a password. The answer to the form shows it
//! once.

use axum::response::Response;
use service_kit::problem::Problem;
use write_api::accounts::MakePasswordLink;

use crate::panel::common::already_carried_out::already_carried_out;
use crate::panel::common::new_link::new_link_page;
use crate::parts::control::Control;
use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::failures::refusal;
use crate::serving::form_ids::FormIds;
use crate::serving::people::{Managed, account_not_managed};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

/// Asks for confirmation.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let person = Managed::load(&request, &session).await?;
    request.page(&form(&request, &session, &person))
}

/// Makes the link.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let person = Managed::load(&request, &session).await?;
    let back = person.back();
    let Some(claim) = request.shared.form_ids.claim(request.form.exact("form_id")) else {
        return already_carried_out(&request, &session, "panel-link-was-created", &back);
    };
    let command = MakePasswordLink { user_id: person.user.state.id, steward: person.steward() };
    match request.shared.commands.make_password_link(&session.actor(), &command).await {
        Ok(made) => {
            claim.complete();
            new_link_page(&request, &session, &made, &back)
        }
        Err(error) => {
            let refused = refusal(error)?;
            match refused.code() {
                "account-not-theirs" => Err(account_not_managed()),
                "account-no-username" => {
                    let form = form(&request, &session, &person);
                    request.refused(&form.with_fault(request.texts.say("panel-no-username")))
                }
                _ => Err(Problem::internal(refused)),
            }
        }
    }
}

fn form(request: &PageRequest, session: &UserSession, person: &Managed) -> FormPage {
    let texts = request.texts;
    let title = texts.with("panel-link-for", "name", person.name());
    let (action, submit) = (person.page("password-link"), texts.say("panel-do-create-link"));
    let mut page = FormPage::new(session.frame(request), title, action, submit);
    page.lead.push(texts.say("panel-link-means"));
    page.lead.push(texts.say("panel-link-until"));
    page.cancel = Some(Link::new(person.back(), texts.say("panel-cancel")));
    page.controls.push(Control::Hidden("form_id", FormIds::new_id()));
    page
}
