//! `/admin/people/{id}/erase/`: erases a person whose account the organization manages alone.

use api_kit::store_failed;
use axum::response::Response;
use service_kit::problem::Problem;
use write_api::accounts::EraseUser;

use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::completed::Completed;
use crate::serving::failures::refusal;
use crate::serving::people::{Managed, account_not_managed};
use crate::serving::request::PageRequest;
use crate::serving::response;
use crate::serving::session::UserSession;

/// Asks for confirmation, and says what is erased and what stays.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let person = Managed::load(&request, &session).await?;
    request.page(&form(&request, &session, &person))
}

/// Erases the person.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let person = Managed::load(&request, &session).await?;
    let (user_id, organization_id) = (person.user.state.id, session.organization_id()?);
    let shared = &request.shared;
    let elsewhere = shared.commands.is_known_elsewhere(&*shared.views, user_id, organization_id).await;
    let is_known_elsewhere = elsewhere.map_err(store_failed)?;
    let command = EraseUser { user_id, steward: person.steward(), is_known_elsewhere };
    let fault = match shared.commands.erase_user(&session.actor(), &command).await {
        Ok(_) => {
            request.wait_for_views().await?;
            if user_id == session.caller.user_id {
                let signed_out = request.redirect("/login/")?;
                return Ok(response::with_cookie(signed_out, shared.sessions.end()));
            }
            return request.redirect_with("/admin/people/", Completed::PersonErased);
        }
        Err(error) => {
            let refused = refusal(error)?;
            match refused.code() {
                "account-not-theirs" => return Err(account_not_managed()),
                "account-known-elsewhere" | "account-merged-elsewhere" => "panel-erase-elsewhere",
                "account-merged-into" => "panel-erase-merged",
                "account-last-administrator" => "panel-erase-last-administrator",
                "account-no-erasure-list" => "panel-erase-no-list",
                _ => return Err(Problem::internal(refused)),
            }
        }
    };
    request.refused(&form(&request, &session, &person).with_fault(request.texts.say(fault)))
}

fn form(request: &PageRequest, session: &UserSession, person: &Managed) -> FormPage {
    let texts = request.texts;
    let title = texts.with("panel-erase-title", "name", person.name());
    let (action, submit) = (person.page("erase"), texts.say("panel-do-erase"));
    let mut page = FormPage::new(session.frame(request), title, action, submit);
    page.lead.push(texts.say("panel-erase-means"));
    let shown = texts.with("panel-erase-stays", "number", person.user.state.id.to_string());
    page.points = vec![texts.say("panel-erase-goes"), texts.say("panel-erase-merged-too"), shown];
    page.points.push(texts.say("panel-erase-for-ever"));
    page.danger = true;
    page.cancel = Some(Link::new(person.back(), texts.say("panel-cancel")));
    page
}
