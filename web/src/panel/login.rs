//! `/login/`: signs in. An unknown username and a wrong password get the same answer.

use api_kit::store_failed;
use axum::http::StatusCode;
use axum::response::Response;
use proto_events::Position;
use service_kit::password::Password;
use service_kit::problem::Problem;
use write_api::FieldErrors;

use crate::parts::control::{Control, TextField};
use crate::parts::page_kinds::FormPage;
use crate::serving::failures::failed;
use crate::serving::next_page::{START, local_path};
use crate::serving::passwords::{PasswordCheck, check, set_retry_after, too_many};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::serving::{plain_http, response, session_cookies};

/// Shows the form, in an empty installation with the way to begin. A person who is already signed in is redirected.
pub(crate) async fn show(request: PageRequest) -> Result<Response, Problem> {
    let next = request.query("next").unwrap_or_default();
    let next = local_path(&next);
    if UserSession::find(&request).await.is_some() {
        return request.redirect(next);
    }
    let page = form(&request, "", next, &FieldErrors::default());
    let is_empty = request.shared.events.head().await.map_err(store_failed)? == Position::START;
    let no_organization = is_empty.then(|| request.texts.say("panel-sign-in-no-organization"));
    match no_organization.or_else(|| plain_http::warning(&request)) {
        Some(warning) => request.page(&page.with_fault(warning)),
        None => request.page(&page),
    }
}

/// Signs in.
pub(crate) async fn send(request: PageRequest) -> Result<Response, Problem> {
    let (username, next) = (request.form.text("username"), local_path(request.form.exact("next")));
    if let Some(refusal) = plain_http::refusal(&request) {
        let page = form(&request, username, next, &FieldErrors::default()).with_fault(refusal);
        return response::page(StatusCode::FORBIDDEN, &page);
    }
    let password = Password::from(request.form.exact("password").to_owned());
    let mut errors = FieldErrors::default();
    errors.required_line("username", username, usize::MAX);
    if password.expose().is_empty() {
        errors.add("password", write_api::fields::empty());
    }
    if let Err(errors) = errors.check() {
        return request.refused(&form(&request, username, next, &errors));
    }
    let user = request.shared.commands.user_named(username).await.map_err(failed)?;
    match check(&request, user.as_ref().map(|user| &user.state), username, password).await? {
        PasswordCheck::Right(signed_in) => {
            let cookies = session_cookies::begin(&request, signed_in.user_id, signed_in.session_epoch).await?;
            Ok(response::with_cookies(request.redirect(next)?, cookies))
        }
        PasswordCheck::Wrong => request.refused(
            &form(&request, username, next, &FieldErrors::default())
                .with_fault(request.texts.say("panel-sign-in-wrong")),
        ),
        PasswordCheck::TooMany(until) => {
            let page = form(&request, username, next, &FieldErrors::default()).with_fault(too_many(&request, until));
            let mut response = request.page(&page)?;
            set_retry_after(&request, &mut response, until);
            Ok(response)
        }
    }
}

fn form(request: &PageRequest, username: &str, next: &str, errors: &FieldErrors) -> FormPage {
    let texts = request.texts;
    let username = TextField::new("username", texts.say("panel-username"), username);
    let username = TextField { autocomplete: "username", required: true, ..username };
    let password = TextField::password("password", texts.say("panel-password"), "current-password");
    let controls = [username, password].map(|text| Control::Text(text.checked(texts, errors)));
    let mut controls: Vec<_> = controls.into();
    if next != START {
        controls.push(Control::Hidden("next", next.to_owned()));
    }
    let (frame, sign_in) = (request.anonymous_frame(), texts.say("frame-sign-in"));
    let mut page = FormPage::new(frame, sign_in.clone(), "/login/", sign_in).with_controls(controls, errors);
    page.refused = texts.say("frame-error-not-signed-in");
    page.note = texts.say("panel-sign-in-note");
    page
}
