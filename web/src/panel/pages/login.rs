//! `/login/`: signs in. An unknown username and a wrong password get the same answer.

use axum::http::StatusCode;
use axum::response::Response;
use service_kit::password::Password;
use service_kit::problem::Problem;
use write_api::FieldErrors;

use crate::panel::call::Call;
use crate::panel::command::failed;
use crate::panel::passwords::{Checked, check, too_many, with_wait};
use crate::panel::view::{Control, FormPage, Text};
use crate::panel::{answer, plain_http, sessions};

/// The page after signing in, if the person did not ask for another one.
pub(super) const FIRST: &str = "/admin/";
const WRONG: &str = "Username and password do not match. Upper and lower case matter in both.";

/// Shows the form. A person who is already signed in is redirected.
pub(crate) async fn show(call: Call) -> Result<Response, Problem> {
    let next = call.query("next").unwrap_or_default();
    let next = own_path(&next);
    if call.whoever().await.is_some() {
        return call.go(next);
    }
    let page = form(&call, "", next, &FieldErrors::default());
    match plain_http::warning(&call) {
        Some(warning) => call.page(&page.refused_for(warning)),
        None => call.page(&page),
    }
}

/// Signs in.
pub(crate) async fn send(call: Call) -> Result<Response, Problem> {
    let (username, next) = (call.form.text("username"), own_path(call.form.exact("next")));
    if let Some(refusal) = plain_http::refusal(&call) {
        let page = form(&call, username, next, &FieldErrors::default()).refused_for(refusal);
        return answer::page(StatusCode::FORBIDDEN, &page);
    }
    let password = Password::from(call.form.exact("password").to_owned());
    let mut errors = FieldErrors::default();
    errors.required_text("username", username, usize::MAX);
    if password.expose().is_empty() {
        errors.add("password", "May not be empty.");
    }
    if let Err(errors) = errors.check() {
        return call.refused(&form(&call, username, next, &errors));
    }
    let user = call.shared.commands.user_named(username).await.map_err(failed)?;
    match check(&call, user.as_ref().map(|user| &user.state), username, password).await? {
        Checked::Right(signed_in) => {
            let cookies = sessions::begin(&call, signed_in.user_id, signed_in.session_epoch).await?;
            Ok(answer::with_cookies(call.go(next)?, cookies))
        }
        Checked::Wrong => call.refused(&form(&call, username, next, &FieldErrors::default()).refused_for(WRONG)),
        Checked::TooMany(until) => {
            let page = form(&call, username, next, &FieldErrors::default()).refused_for(too_many(&call, until));
            let mut response = call.page(&page)?;
            with_wait(&call, &mut response, until);
            Ok(response)
        }
    }
}

/// Returns the wanted page if it is a page of the panel, else the first page. So a link cannot redirect to another
/// site.
pub(super) fn own_path(wanted: &str) -> &str {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_?=&".contains(&byte);
    let is_ours = wanted.starts_with("/admin/") && wanted.bytes().all(plain) && !wanted.contains("//");
    if is_ours { wanted } else { FIRST }
}

fn form(call: &Call, username: &str, next: &str, errors: &FieldErrors) -> FormPage {
    let username = Text { autocomplete: "username", required: true, ..Text::new("username", "Username", username) };
    let password = Text::password("password", "Password", "current-password");
    let mut controls = vec![Control::Text(username.checked(errors)), Control::Text(password.checked(errors))];
    if next != FIRST {
        controls.push(Control::Hidden("next", next.to_owned()));
    }
    let mut page = FormPage::new(call.open_frame(), "Sign in", "/login/", "Sign in").asking(controls, errors);
    page.note = "No password yet, or lost? An administrator of your organization can make a link where you set one.";
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_led_away_by_a_link_to_sign_in() {
        for fine in ["/admin/", "/admin/keys/7/", "/admin/audit/?before=120"] {
            assert_eq!(own_path(fine), fine);
        }
        for wrong in [
            "",
            "https://evil.example/",
            "//evil.example/admin/",
            "/admin//evil.example",
            "/\\evil.example",
            "/admin/\\..\\evil",
            "/admin/../login/",
            "javascript:alert(1)",
            "/admin/\r\nSet-Cookie: a=b",
            "/login/",
            "/admin",
            " /admin/",
        ] {
            assert_eq!(own_path(wrong), FIRST, "{wrong}");
        }
    }
}
