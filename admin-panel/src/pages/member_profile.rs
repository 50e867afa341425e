//! `/admin/members/{id}/profile/`: changes the profile of an account that the organization manages.

use axum::response::Response;
use proto_events::user::Profile;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::accounts::{ChangeProfile, Refusal};

use super::profile_form::{controls, typed};
use crate::call::{Call, Visitor};
use crate::command::refusal;
use crate::completed::Completed;
use crate::people::{Known, not_theirs};
use crate::view::{FormPage, Link};

/// Shows the form.
pub(crate) async fn show(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let known = Known::of(&call, &visitor).await?;
    known.steward().check(&known.user.state).map_err(|_| not_theirs())?;
    call.page(&form(&call, &visitor, &known, &known.user.state.profile, &FieldErrors::default()))
}

/// Changes the profile.
pub(crate) async fn send(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let known = Known::of(&call, &visitor).await?;
    let profile = typed(&call.form, &known.user.state.profile);
    let command = ChangeProfile { user_id: known.member.user_id, profile, steward: known.steward() };
    match call.shared.commands.change_profile(&visitor.actor(), &command).await {
        Ok(_) => {
            call.settled().await?;
            call.go_having(&known.path(), Completed::Saved)
        }
        Err(error) => match refusal(error)? {
            Refusal::Invalid(errors) => call.refused(&form(&call, &visitor, &known, &command.profile, &errors)),
            Refusal::NotTheirs => Err(not_theirs()),
            other => Err(Problem::internal(other)),
        },
    }
}

fn form(call: &Call, visitor: &Visitor, known: &Known, profile: &Profile, errors: &FieldErrors) -> FormPage {
    let is_named = !known.user.state.profile.username.is_empty();
    let title = format!("Profile of {}", known.name());
    let mut page = FormPage::new(call.frame(visitor), title, format!("{}profile/", known.path()), "Save");
    page.cancel = Some(Link::new(known.path(), "Cancel"));
    page.asking(controls(profile, is_named, errors), errors)
}
