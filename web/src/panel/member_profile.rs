//! `/admin/members/{id}/profile/`: changes the profile of an account that the organization manages.

use axum::response::Response;
use proto_events::user::Profile;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::accounts::{ChangeProfile, Refusal};

use crate::panel::common::profile_form::{controls, profile_from};
use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::completed::Completed;
use crate::serving::failures::refusal;
use crate::serving::people::{MemberDetails, account_not_managed};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

/// Shows the form.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let details = MemberDetails::load(&request, &session).await?;
    details.steward().check(&details.user.state).map_err(|_| account_not_managed())?;
    request.page(&form(&request, &session, &details, &details.user.state.profile, &FieldErrors::default()))
}

/// Changes the profile.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let details = MemberDetails::load(&request, &session).await?;
    let profile = profile_from(&request.form, &details.user.state.profile);
    let command = ChangeProfile { user_id: details.member.user_id, profile, steward: details.steward() };
    match request.shared.commands.change_profile(&session.actor(), &command).await {
        Ok(_) => {
            request.wait_for_views().await?;
            request.redirect_with(&details.path(), Completed::Saved)
        }
        Err(error) => match refusal(error)? {
            Refusal::Invalid(errors) => request.refused(&form(&request, &session, &details, &command.profile, &errors)),
            Refusal::NotTheirs => Err(account_not_managed()),
            other => Err(Problem::internal(other)),
        },
    }
}

fn form(
    request: &PageRequest,
    session: &UserSession,
    details: &MemberDetails,
    profile: &Profile,
    errors: &FieldErrors,
) -> FormPage {
    let is_named = !details.user.state.profile.username.is_empty();
    let title = format!("Profile of {}", details.name());
    let mut page = FormPage::new(session.frame(request), title, format!("{}profile/", details.path()), "Save");
    page.cancel = Some(Link::new(details.path(), "Cancel"));
    page.with_controls(controls(profile, is_named, errors), errors)
}
