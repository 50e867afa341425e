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
use write_api::accounts::{SetPasswordByLink, read_link};

use crate::panel::common::new_password::check_repeated;
use crate::parts::control::{Control, TextField};
use crate::parts::page_kinds::{FormPage, Link, MessagePage};
use crate::serving::completed::Completed;
use crate::serving::failures::{failed, refusal};
use crate::serving::request::PageRequest;
use crate::serving::{plain_http, response, session_cookies};

/// Shows the form, if the link is valid.
pub(crate) async fn show(request: PageRequest) -> Result<Response, Problem> {
    match holder(&request).await? {
        Some((user, ..)) => quiet(request.page(&form(&request, &user, &FieldErrors::default()))),
        None => does_not_open(&request),
    }
}

/// Sets the password and signs in.
pub(crate) async fn send(request: PageRequest) -> Result<Response, Problem> {
    let Some((user, user_id, value)) = holder(&request).await? else { return does_not_open(&request) };
    // Checked before the link is used up.
    if let Some(refusal) = plain_http::refusal(&request) {
        let page = form(&request, &user, &FieldErrors::default()).with_fault(refusal);
        return quiet(response::page(StatusCode::FORBIDDEN, &page));
    }
    let password = Password::from(request.form.exact("password").to_owned());
    let mut errors = FieldErrors::default();
    check_repeated(request.texts, &password, request.form.exact("repeated"), &mut errors);
    if let Err(errors) = errors.check() {
        return quiet(request.refused(&form(&request, &user, &errors)));
    }
    let command = SetPasswordByLink { user_id, value, password };
    let changed = match request.shared.commands.set_password_by_link(&command).await {
        Ok(changed) => changed,
        Err(error) => {
            let refused = refusal(error)?;
            return match (refused.code(), refused.fields()) {
                ("account-invalid-link", _) => does_not_open(&request),
                (_, Some(errors)) => quiet(request.refused(&form(&request, &user, errors))),
                _ => Err(Problem::internal(refused)),
            };
        }
    };
    request.wait_for_views().await?;
    let cookies = session_cookies::begin(&request, user_id, changed.folded.state.session_epoch).await?;
    Ok(response::with_cookies(request.redirect_with("/admin/", Completed::PasswordSet)?, cookies))
}

/// Returns the holder of the link, if it is valid.
async fn holder(request: &PageRequest) -> Result<Option<(User, UserId, CredentialValue)>, Problem> {
    let Some((user_id, value)) = read_link(request.param("link")) else { return Ok(None) };
    let user = request.shared.commands.holder_of_link(user_id, &value).await.map_err(failed)?;
    Ok(user.map(|user| (user.state.clone(), user_id, value)))
}

/// Answers an invalid link. Used and unknown links get the same answer.
fn does_not_open(request: &PageRequest) -> Result<Response, Problem> {
    let texts = request.texts;
    let page = MessagePage {
        frame: request.anonymous_frame(),
        title: texts.say("panel-no-link"),
        lead: vec![texts.say("panel-no-link-why")],
        links: vec![Link::new("/login/", texts.say("frame-sign-in"))],
    };
    quiet(response::page(StatusCode::NOT_FOUND, &page))
}

/// Limits `Referer` to the origin, since the address of the page is secret.
fn quiet(page: Result<Response, Problem>) -> Result<Response, Problem> {
    let mut page = page?;
    page.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("strict-origin"));
    Ok(page)
}

fn form(request: &PageRequest, user: &User, errors: &FieldErrors) -> FormPage {
    let texts = request.texts;
    let username = TextField::new("username", texts.say("panel-username"), &user.profile.username);
    let username = TextField { autocomplete: "username", fixed: true, ..username };
    let password = TextField::password("password", texts.say("panel-password"), "new-password");
    let password = TextField { hint: texts.say("panel-new-password-hint"), ..password };
    let repeated = TextField::password("repeated", texts.say("panel-repeat-password"), "new-password");
    let fields = [password, repeated].map(|text| Control::Text(text.checked(texts, errors)));
    let controls = [Control::Text(username)].into_iter().chain(fields).collect();
    let action = format!("/password/{}/", request.param("link"));
    let mut page = FormPage::new(
        request.anonymous_frame(),
        texts.say("panel-set-password"),
        action,
        texts.say("panel-do-set-password"),
    );
    page.lead.push(texts.with("panel-set-password-for", "name", user.profile.best_identifier.as_str()));
    page.with_controls(controls, errors)
}
