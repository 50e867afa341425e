//! `/admin/account/profile/`: changes one's own profile.

use axum::response::Response;
use proto_events::user::Profile;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::accounts::{ChangeProfile, Steward};

use crate::panel::common::profile_form::{controls, profile_from};
use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::completed::Completed;
use crate::serving::failures::refusal;
use crate::serving::people::{account_not_managed, person};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

/// Shows the form.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let user = person(&request, session.caller.user_id).await?;
    let profile = &user.state.profile;
    request.page(&form(&request, &session, profile, !profile.username.is_empty(), &FieldErrors::default()))
}

/// Changes the profile.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    request.shared.room.for_own_account(&session.caller)?;
    let user_id = session.caller.user_id;
    let user = person(&request, user_id).await?;
    let current = &user.state.profile;
    let profile = profile_from(&request.form, current);
    let command = ChangeProfile { user_id, profile, steward: Steward::Person };
    match request.shared.commands.change_profile(&session.actor(), &command).await {
        Ok(_) => {
            request.wait_for_views().await?;
            request.redirect_with("/admin/account/", Completed::Saved)
        }
        Err(error) => {
            let refused = refusal(error)?;
            match (refused.code(), refused.fields()) {
                (_, Some(errors)) => {
                    request.refused(&form(&request, &session, &command.profile, !current.username.is_empty(), errors))
                }
                ("account-not-theirs", _) => Err(account_not_managed()),
                _ => Err(Problem::internal(refused)),
            }
        }
    }
}

fn form(
    request: &PageRequest,
    session: &UserSession,
    profile: &Profile,
    is_named: bool,
    errors: &FieldErrors,
) -> FormPage {
    let texts = request.texts;
    let (title, action) = (texts.say("panel-your-profile"), "/admin/account/profile/");
    let mut page = FormPage::new(session.frame(request), title, action, texts.say("panel-do-save"));
    page.cancel = Some(Link::new("/admin/account/", texts.say("panel-cancel")));
    page.with_controls(controls(texts, profile, is_named, errors), errors)
}
