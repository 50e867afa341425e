//! `/admin/account/password/`: change one's password, knowing the current one.

use axum::response::Response;
use service_kit::password::Password;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::commands::users::change_password::{ChangePassword, Refusal};

use super::login::too_often;
use crate::call::{Call, Visitor};
use crate::command::refusal;
use crate::done::Done;
use crate::view::{Control, FormPage, Link, Text};
use crate::{answer, sessions};

/// What a new password must be.
pub(super) const NEW_HINT: &str =
    "10 to 128 characters. A few words in a row are easier to keep than signs and digits.";

/// Shows the form.
pub(crate) async fn show(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    call.page(&form(&call, &visitor, &FieldErrors::default()))
}

/// Changes the password. This session goes on, all others are over.
pub(crate) async fn send(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let [current, new] =
        ["current_password", "new_password"].map(|field| Password::from(call.form.exact(field).to_owned()));
    let mut errors = FieldErrors::default();
    check_repeated(&new, call.form.exact("repeated"), &mut errors);
    if let Err(errors) = errors.check() {
        return call.refused(&form(&call, &visitor, &errors));
    }
    let username = &visitor.account.username;
    if let Err(seconds) = call.shared.attempts.count(username, call.address, call.shared.clock.now()) {
        return too_often(form(&call, &visitor, &FieldErrors::default()), seconds);
    }
    let command = ChangePassword { user_id: visitor.caller.user_id, current, new };
    match call.shared.commands.change_password(&visitor.actor(), &command).await {
        Ok(done) => {
            call.shared.attempts.forget(username);
            call.settled().await?;
            let cookie = sessions::renewed(&call, &visitor, done.folded.state.session_epoch);
            Ok(answer::with_cookie(call.go_having("/admin/account/", Done::PasswordSet)?, cookie))
        }
        Err(error) => {
            let Refusal::Invalid(errors) = refusal(error)?;
            call.refused(&form(&call, &visitor, &errors))
        }
    }
}

/// Notes when a new password was not typed the same way twice.
pub(super) fn check_repeated(password: &Password, repeated: &str, errors: &mut FieldErrors) {
    if password.expose() != repeated {
        errors.add("repeated", "Is not the same as the one above.");
    }
}

fn form(call: &Call, visitor: &Visitor, errors: &FieldErrors) -> FormPage {
    // Programs that keep passwords learn here whose it is.
    let username = Text::new("username", "Username", &visitor.account.username);
    let username = Text { autocomplete: "username", fixed: true, ..username };
    let current = Text::password("current_password", "Current password", "current-password");
    let new = Text { hint: NEW_HINT, ..Text::password("new_password", "New password", "new-password") };
    let repeated = Text::password("repeated", "The new one again", "new-password");
    let controls = [current, new, repeated].map(|text| Control::Text(text.checked(errors)));
    let controls = [Control::Text(username)].into_iter().chain(controls).collect();
    let path = "/admin/account/password/";
    let mut page = FormPage::new(call.frame(visitor), "Change your password", path, "Change the password");
    page.lead.push("Every other session of yours is signed out by it.".into());
    page.cancel = Some(Link::new("/admin/account/", "Cancel"));
    page.asking(controls, errors)
}
