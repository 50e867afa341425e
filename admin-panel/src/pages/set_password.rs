//! `/password/{link}/`: sets a password with a one-time link. The holder of the link counts as the person and is signed
//! in.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use domain::user::User;
use proto_events::ids::UserId;
use service_kit::credential_value::CredentialValue;
use service_kit::password::Password;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::accounts::{Refusal, SetPasswordByLink, read_link};

use super::change_password::{NEW_HINT, check_repeated};
use crate::call::Call;
use crate::command::{failed, refusal};
use crate::completed::Completed;
use crate::view::{Control, FormPage, Link, MessagePage, Text};
use crate::{answer, plain_http, sessions};

/// Shows the form, if the link is valid.
pub(crate) async fn show(call: Call) -> Result<Response, Problem> {
    match holder(&call).await? {
        Some((user, ..)) => quiet(call.page(&form(&call, &user, &FieldErrors::default()))),
        None => does_not_open(&call),
    }
}

/// Sets the password and signs in.
pub(crate) async fn send(call: Call) -> Result<Response, Problem> {
    let Some((user, user_id, value)) = holder(&call).await? else { return does_not_open(&call) };
    // Checked before the link is used up.
    if let Some(refusal) = plain_http::refusal(&call) {
        let page = form(&call, &user, &FieldErrors::default()).refused_for(refusal);
        return quiet(answer::page(StatusCode::FORBIDDEN, &page));
    }
    let password = Password::from(call.form.exact("password").to_owned());
    let mut errors = FieldErrors::default();
    check_repeated(&password, call.form.exact("repeated"), &mut errors);
    if let Err(errors) = errors.check() {
        return quiet(call.refused(&form(&call, &user, &errors)));
    }
    let command = SetPasswordByLink { user_id, value, password };
    let done = match call.shared.commands.set_password_by_link(&command).await {
        Ok(done) => done,
        Err(error) => {
            return match refusal(error)? {
                Refusal::InvalidLink => does_not_open(&call),
                Refusal::Invalid(errors) => quiet(call.refused(&form(&call, &user, &errors))),
                other => Err(Problem::internal(other)),
            };
        }
    };
    call.settled().await?;
    let cookies = sessions::begin(&call, user_id, done.folded.state.session_epoch).await?;
    Ok(answer::with_cookies(call.go_having("/admin/", Completed::PasswordSet)?, cookies))
}

/// Returns the holder of the link, if it is valid.
async fn holder(call: &Call) -> Result<Option<(User, UserId, CredentialValue)>, Problem> {
    let Some((user_id, value)) = read_link(call.param("link")) else { return Ok(None) };
    let user = call.shared.commands.holder_of_link(user_id, &value).await.map_err(failed)?;
    Ok(user.map(|user| (user.state.clone(), user_id, value)))
}

/// Answers an invalid link. Used and unknown links get the same answer.
fn does_not_open(call: &Call) -> Result<Response, Problem> {
    let lead = "It was used, it is older than a day, a newer link replaced it, or a letter is missing. Ask the person who gave it \
                to you for a new one.";
    let page = MessagePage {
        frame: call.open_frame(),
        title: "This link no longer works".into(),
        lead: vec![lead.into()],
        links: vec![Link::new("/login/", "Sign in")],
    };
    quiet(answer::page(StatusCode::NOT_FOUND, &page))
}

/// Limits `Referer` to the origin, since the address of the page is secret.
fn quiet(page: Result<Response, Problem>) -> Result<Response, Problem> {
    let mut page = page?;
    page.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("strict-origin"));
    Ok(page)
}

fn form(call: &Call, user: &User, errors: &FieldErrors) -> FormPage {
    let username = Text::new("username", "Username", &user.profile.username);
    let username = Text { autocomplete: "username", fixed: true, ..username };
    let password = Text { hint: NEW_HINT, ..Text::password("password", "Password", "new-password") };
    let repeated = Text::password("repeated", "Repeat the password", "new-password");
    let controls =
        vec![Control::Text(username), Control::Text(password.checked(errors)), Control::Text(repeated.checked(errors))];
    let action = format!("/password/{}/", call.param("link"));
    let mut page = FormPage::new(call.open_frame(), "Set a password", action, "Set the password");
    page.lead.push(format!("For {}. You are signed in at once.", user.profile.best_identifier));
    page.asking(controls, errors)
}
