//! `/login/`, `/logout/` and `/password/{link}/`: signing in, with a password or with a one-time link where a password is
//! set, and signing out. An unknown username and a wrong password get the same answer.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use domain::user::User;
use proto_events::Actor;
use proto_events::ids::UserId;
use service_kit::credential_value::{CredentialValue, Kind};
use service_kit::password::Password;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::accounts::{SetBy, SetPassword, read_link};

use crate::panel::common::{field, form, new_password, to_sign_in, with_next};
use crate::panel::two_step;
use crate::parts::control::{Control, TextField};
use crate::parts::page_kinds::{FormPage, MessagePage};
use crate::serving::failures::{PageError, PageResult, failed, refusal, store_problem};
use crate::serving::page::{START, local_path};
use crate::serving::passwords::{PasswordCheck, TOO_MANY, check, check_connection, plain_http_warning, refused_until};
use crate::serving::providers::links;
use crate::serving::request::{PageRequest, UserSession};
use crate::serving::{response, session_cookies};

/// Shows the form, in an empty installation with the way to begin. A person who is already signed in is redirected.
pub(crate) async fn show(request: &PageRequest) -> PageResult {
    if request.faults.is_some() {
        return request.page(&login_form(request, local_path(request.form.exact("next"))));
    }
    let next = request.query("next").unwrap_or_default();
    let next = local_path(&next);
    if UserSession::find(request).await.is_some() {
        return request.redirect(next);
    }
    let is_set_up = request.shared.is_set_up().await.map_err(store_problem)?;
    let waits = (!is_set_up).then(|| request.texts.say("panel-waits-for-set-up"));
    if !request.shared.sign_in.takes_passwords {
        let (title, links) = (request.texts.say("frame-sign-in"), links(request, next));
        let lead = waits.into_iter().collect();
        return request.page(&MessagePage { frame: request.frame(), title, lead, links });
    }
    let mut page = login_form(request, next);
    page.frame.faults.lines.extend(waits.or_else(|| plain_http_warning(request)));
    request.page(&page)
}

pub(crate) async fn sign_in(request: &PageRequest) -> PageResult {
    let (username, next) = (request.form.text("username"), local_path(request.form.exact("next")));
    if !request.shared.sign_in.takes_passwords {
        return request.redirect("/login/");
    }
    check_connection(request)?;
    let password = Password::from(request.form.exact("password").to_owned());
    let mut errors = FieldErrors::default();
    errors.required_line("username", username, usize::MAX);
    if password.expose().is_empty() {
        errors.add("password", write_api::fields::empty());
    }
    errors.check()?;
    let user = request.shared.commands.user_named(username).await.map_err(failed)?;
    let user = user.as_ref().map(|user| &user.state);
    match (check(request, user, username, password).await?, user) {
        (PasswordCheck::Right(_), Some(user)) => two_step::begin(request, user, (next, None)).await,
        (PasswordCheck::Right(_) | PasswordCheck::Wrong, _) => Err(request.fault("panel-sign-in-wrong")),
        (PasswordCheck::TooMany(until), _) => Err(refused_until(request, TOO_MANY, until)),
    }
}

fn login_form(request: &PageRequest, next: &str) -> FormPage {
    let texts = request.texts;
    let username = field(request, "username", "panel-username").required();
    let password = TextField::password("password", texts.say("panel-password"), "current-password");
    let mut page = form(request, texts.say("frame-sign-in"), "frame-sign-in")
        .controls([TextField { autocomplete: "username", ..username }, password]);
    if next != START {
        page = page.control(Control::Hidden("next", next.to_owned()));
    }
    page.refused = texts.say("frame-error-not-signed-in");
    page.links = links(request, next);
    if request.shared.commands.mail_from().is_some() {
        page = page.link(with_next("/account/", next), "panel-create-account").link("/password/", "panel-forgotten");
    }
    page.note = texts.say("panel-sign-in-note");
    page
}

/// Asks whether to sign out in this browser. A person who is not signed in is redirected to the sign-in page.
pub(crate) async fn ask_to_sign_out(request: &PageRequest) -> PageResult {
    let Some(session) = UserSession::find(request).await else { return request.redirect("/login/") };
    let texts = request.texts;
    let page =
        FormPage::new(request.frame_for(Some(&session)), texts.say("panel-sign-out"), "/logout/", "frame-sign-out")
            .lead(texts.say("panel-sign-out-means"))
            .cancel("/admin/", "panel-stay-signed-in");
    request.page(&page)
}

pub(crate) async fn sign_out(request: &PageRequest) -> PageResult {
    Ok(response::with_cookies(request.redirect("/login/")?, session_cookies::end(request)))
}

pub(crate) async fn link(request: &PageRequest) -> PageResult {
    let (user, ..) = holder(request, Kind::PasswordLink).await?;
    let texts = request.texts;
    let username = TextField::new("username", texts.say("panel-username"), &user.profile.username);
    let password = TextField::password("password", texts.say("panel-password"), "new-password");
    let page = form(request, texts.say("panel-set-password"), "panel-do-set-password")
        .lead(texts.with("panel-set-password-for", "name", user.profile.best_identifier.as_str()))
        .control(TextField { autocomplete: "username", fixed: true, ..username })
        .control(password.hint(texts.say("panel-new-password-hint")))
        .control(TextField::password("repeated", texts.say("panel-repeat-password"), "new-password"));
    Ok(quiet(request.page(&page)?))
}

/// Sets the password and signs in: the holder of the link counts as the person.
pub(crate) async fn set_password(request: &PageRequest) -> PageResult {
    let (_, user_id, value) = holder(request, Kind::PasswordLink).await?;
    // Checked before the link is used up.
    check_connection(request)?;
    let password = new_password(request, "password")?;
    let command = SetPassword { user_id, password, by: SetBy::Link(value) };
    let changed = match request.shared.commands.carry_out(&Actor::User(user_id), &command).await {
        Ok(changed) => changed,
        Err(error) => {
            let refused = refusal(error)?;
            return Err(match (refused.code(), refused.fields()) {
                ("account-invalid-link", _) => does_not_open(request, NO_LINK),
                (_, Some(errors)) => errors.clone().into(),
                _ => Problem::internal(refused).into(),
            });
        }
    };
    request.wait_for_views().await;
    two_step::begin(request, &changed.folded.state, (START, Some("frame-done-password-set"))).await
}

/// Returns the holder of a valid link of this kind.
pub(crate) async fn holder(request: &PageRequest, kind: Kind) -> Result<(User, UserId, CredentialValue), PageError> {
    let invalid = || does_not_open(request, NO_LINK);
    let (user_id, value) = read_link(kind, request.param("link")).ok_or_else(invalid)?;
    let user = request.shared.commands.holder_of_link(user_id, &value).await.map_err(failed)?;
    Ok((user.ok_or_else(invalid)?.state.clone(), user_id, value))
}

/// The key of why a link does not open. Used and unknown links get the same answer.
pub(crate) const NO_LINK: &str = "panel-no-link-why";

/// Answers a link that does not open, with the key of the reason.
pub(crate) fn does_not_open(request: &PageRequest, why: &str) -> PageError {
    let page = to_sign_in(request, request.texts.say("panel-no-link"), request.texts.say(why));
    response::page(StatusCode::NOT_FOUND, &page).map_or_else(Into::into, |page| quiet(page).into())
}

/// Limits `Referer` to the origin, since the address of the page is secret.
pub(crate) fn quiet(mut page: Response) -> Response {
    page.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("strict-origin"));
    page
}
