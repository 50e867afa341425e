//! `/admin/account/password/`: changes the visitor's password.

use axum::response::Response;
use service_kit::password::Password;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::accounts::{ChangePassword, Refusal};

use crate::call::{Call, Visitor, nothing};
use crate::command::refusal;
use crate::completed::Completed;
use crate::view::{Control, FormPage, Link, Text};
use crate::{answer, sessions};

/// The requirements for a new password.
pub(super) const NEW_HINT: &str = "10 to 128 characters. Several words are easier to remember than signs and digits.";

/// Shows the form.
pub(crate) async fn show(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    call.page(&form(&call, &visitor, &FieldErrors::default()))
}

/// Changes the password. Ends every session and begins a new one in this browser.
pub(crate) async fn send(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let new = Password::from(call.form.exact("new_password").to_owned());
    let mut errors = FieldErrors::default();
    check_repeated(&new, call.form.exact("repeated"), &mut errors);
    if let Err(errors) = errors.check() {
        return call.refused(&form(&call, &visitor, &errors));
    }
    let known = call.confirmed.ok_or_else(nothing)?;
    let command = ChangePassword { known, new };
    match call.shared.commands.change_password(&visitor.actor(), &command).await {
        Ok(done) => {
            call.settled().await?;
            let cookies = sessions::anew(&call, &visitor, done.folded.state.session_epoch);
            Ok(answer::with_cookies(call.go_having("/admin/account/", Completed::PasswordSet)?, cookies))
        }
        Err(error) => match refusal(error)? {
            Refusal::Invalid(errors) => call.refused(&form(&call, &visitor, &errors)),
            other => Err(Problem::internal(other)),
        },
    }
}

/// Adds an error if the new password was not typed the same way twice.
pub(super) fn check_repeated(password: &Password, repeated: &str, errors: &mut FieldErrors) {
    if password.expose() != repeated {
        errors.add("repeated", "Is not the same as the one above.");
    }
}

fn form(call: &Call, visitor: &Visitor, errors: &FieldErrors) -> FormPage {
    // Tells password managers which account this is.
    let username = Text::new("username", "Username", &visitor.account.username);
    let username = Text { autocomplete: "username", fixed: true, ..username };
    let new = Text { hint: NEW_HINT, ..Text::password("new_password", "New password", "new-password") };
    let repeated = Text::password("repeated", "Repeat the new password", "new-password");
    let controls = [new, repeated].map(|text| Control::Text(text.checked(errors)));
    let controls = [Control::Text(username)].into_iter().chain(controls).collect();
    let path = "/admin/account/password/";
    let mut page = FormPage::new(call.frame(visitor), "Change your password", path, "Change the password");
    page.lead.push("This ends all your sessions; this browser gets a new one.".into());
    page.cancel = Some(Link::new("/admin/account/", "Cancel"));
    page.asking(controls, errors)
}
