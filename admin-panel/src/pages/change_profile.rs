//! `/admin/account/profile/`: changes the visitor's own profile.

use axum::response::Response;
use proto_events::user::Profile;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::accounts::{ChangeProfile, Refusal, Steward};

use super::profile_form::{controls, typed};
use crate::call::{Call, Visitor};
use crate::command::refusal;
use crate::completed::Completed;
use crate::people::{not_theirs, person};
use crate::view::{FormPage, Link};

/// Shows the form.
pub(crate) async fn show(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let user = person(&call, visitor.caller.user_id).await?;
    let profile = &user.state.profile;
    call.page(&form(&call, &visitor, profile, !profile.username.is_empty(), &FieldErrors::default()))
}

/// Changes the profile.
pub(crate) async fn send(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    call.shared.room.for_own_account(&visitor.caller)?;
    let user_id = visitor.caller.user_id;
    let user = person(&call, user_id).await?;
    let known = &user.state.profile;
    let profile = typed(&call.form, known);
    let command = ChangeProfile { user_id, profile, steward: Steward::Person };
    match call.shared.commands.change_profile(&visitor.actor(), &command).await {
        Ok(_) => {
            call.settled().await?;
            call.go_having("/admin/account/", Completed::Saved)
        }
        Err(error) => match refusal(error)? {
            Refusal::Invalid(errors) => {
                call.refused(&form(&call, &visitor, &command.profile, !known.username.is_empty(), &errors))
            }
            Refusal::NotTheirs => Err(not_theirs()),
            other => Err(Problem::internal(other)),
        },
    }
}

fn form(call: &Call, visitor: &Visitor, profile: &Profile, is_named: bool, errors: &FieldErrors) -> FormPage {
    let mut page = FormPage::new(call.frame(visitor), "Your profile", "/admin/account/profile/", "Save");
    page.cancel = Some(Link::new("/admin/account/", "Cancel"));
    page.asking(controls(profile, is_named, errors), errors)
}
