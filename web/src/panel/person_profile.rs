//! `/admin/people/{id}/profile/`: changes the profile of an account that the organization manages.

use axum::response::Response;
use proto_events::user::Profile;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::accounts::ChangeProfile;

use crate::panel::common::profile_form::{controls, profile_from};
use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::completed::Completed;
use crate::serving::failures::refusal;
use crate::serving::people::{Managed, account_not_managed};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

/// Shows the form.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let person = Managed::load(&request, &session).await?;
    request.page(&form(&request, &session, &person, &person.user.state.profile, &FieldErrors::default()))
}

/// Changes the profile.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let person = Managed::load(&request, &session).await?;
    let profile = profile_from(&request.form, &person.user.state.profile);
    let command = ChangeProfile { user_id: person.user.state.id, profile, steward: person.steward() };
    match request.shared.commands.change_profile(&session.actor(), &command).await {
        Ok(_) => {
            request.wait_for_views().await?;
            request.redirect_with(&person.back(), Completed::Saved)
        }
        Err(error) => {
            let refused = refusal(error)?;
            match (refused.code(), refused.fields()) {
                (_, Some(errors)) => request.refused(&form(&request, &session, &person, &command.profile, errors)),
                ("account-not-theirs", _) => Err(account_not_managed()),
                _ => Err(Problem::internal(refused)),
            }
        }
    }
}

fn form(
    request: &PageRequest,
    session: &UserSession,
    person: &Managed,
    profile: &Profile,
    errors: &FieldErrors,
) -> FormPage {
    let is_named = !person.user.state.profile.username.is_empty();
    let texts = request.texts;
    let title = texts.with("panel-profile-of", "name", person.name());
    let mut page = FormPage::new(session.frame(request), title, person.page("profile"), texts.say("panel-do-save"));
    page.cancel = Some(Link::new(person.back(), texts.say("panel-cancel")));
    page.with_controls(controls(texts, profile, is_named, errors), errors)
}
