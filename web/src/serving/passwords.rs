//! Checks passwords, when signing in and in forms that require the current password.
//!
//! Signing in over plain HTTP is refused with an explanation, unless the operator allows it. Everyone in the network could
//! read the password, and the browser would not keep the HTTPS-only cookie and would return to the form again and again.

use std::sync::Once;

use api_kit::path::is_local;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::user::User;
use service_kit::client_address::Scheme;
use service_kit::password::Password;
use service_kit::problem::Problem;
use write_api::accounts::SignedIn;

use crate::parts::control::Faults;
use crate::parts::page_kinds::MessagePage;
use crate::serving::attempts::{Origin, Person};
use crate::serving::failures::{PageError, store_problem, unexpected};
use crate::serving::people::person;
use crate::serving::request::{PageRequest, UserRequest};
use crate::serving::response;

/// Name of the field for the current password in forms of signed-in people.
pub(crate) const CURRENT: &str = "current_password";

pub(crate) enum PasswordCheck {
    Right(SignedIn),
    Wrong,
    /// The password was not checked, because there were too many attempts. The next attempt is allowed at this time.
    TooMany(DateTime<Utc>),
}

/// Checks a password. Counts the attempt unless the password is right. `typed` is the username if there is no such
/// person.
pub(crate) async fn check(
    request: &PageRequest,
    user: Option<&User>,
    typed: &str,
    password: Password,
) -> Result<PasswordCheck, Problem> {
    let (shared, now) = (&request.shared, request.shared.clock.now());
    // Without a free hashing slot, the answer is "busy" and no attempt is counted.
    let place = shared.commands.hashing_place().map_err(unexpected)?;
    let device = user.and_then(|user| shared.sessions.device(&request.headers, user.id, now));
    let person = user.map_or(Person::Unknown(typed), |user| Person::Known(user.id));
    let origin = Origin { address: request.address, device };
    let counted = match shared.attempts.count(person, origin, now).await.map_err(store_problem)? {
        Ok(counted) => counted,
        Err(until) => return Ok(PasswordCheck::TooMany(until)),
    };
    let checked = shared.commands.check_password(place, user, password).await;
    let Some(signed_in) = checked.map_err(unexpected)? else { return Ok(PasswordCheck::Wrong) };
    shared.attempts.succeeded(&counted).await.map_err(store_problem)?;
    Ok(PasswordCheck::Right(signed_in))
}

/// Checks the current password in a form of a signed-in person. Returns the faults if it is missing or wrong.
pub(crate) async fn confirm(request: &UserRequest<'_>) -> Result<Result<SignedIn, Faults>, Problem> {
    let password = Password::from(request.form.exact(CURRENT).to_owned());
    let unconfirmed = |fault: String, until| Ok(Err(Faults { until, ..Faults::at(CURRENT, fault) }));
    if password.expose().is_empty() {
        return unconfirmed(request.texts.message(&write_api::fields::empty()), None);
    }
    let user = person(request, request.session.caller.user_id).await?;
    match check(request, Some(&user.state), "", password).await? {
        PasswordCheck::Right(signed_in) => Ok(Ok(signed_in)),
        PasswordCheck::Wrong => unconfirmed(request.texts.say("form-not-your-password"), None),
        PasswordCheck::TooMany(until) => unconfirmed(too_many(request, until), Some(until)),
    }
}

/// The key of the message for too many attempts.
pub(crate) const TOO_MANY: &str = "form-too-many-attempts";

pub(crate) fn too_many(request: &PageRequest, until: DateTime<Utc>) -> String {
    in_minutes(request, TOO_MANY, until)
}

/// Refuses a form until a time, with a message that says in how many minutes that is.
pub(crate) fn refused_until(request: &PageRequest, key: &str, until: DateTime<Utc>) -> PageError {
    Faults { until: Some(until), ..in_minutes(request, key, until).into() }.into()
}

fn in_minutes(request: &PageRequest, key: &str, until: DateTime<Utc>) -> String {
    request.texts.with(key, "minutes", seconds_until(request, until).div_ceil(60))
}

/// Turns an answer into 429 with `Retry-After`.
pub(crate) fn set_retry_after(request: &PageRequest, page: &mut Response, until: DateTime<Utc>) {
    *page.status_mut() = StatusCode::TOO_MANY_REQUESTS;
    page.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds_until(request, until)));
}

/// Answers a link that does not open, and counts it. `page` makes the page with the reason, whose key is `why`; after
/// too many, the reason is that.
pub(crate) async fn wrong_link(
    request: &PageRequest,
    why: &str,
    page: impl FnOnce(String) -> MessagePage,
) -> Result<Response, Problem> {
    let now = request.shared.clock.now();
    let until = request.shared.attempts.wrong_link(request.address, now).await.map_err(store_problem)?;
    let reason = until.map_or_else(|| request.texts.say(why), |until| too_many(request, until));
    let mut page = response::page(StatusCode::NOT_FOUND, &page(reason))?;
    if let Some(until) = until {
        set_retry_after(request, &mut page, until);
    }
    Ok(page)
}

fn seconds_until(request: &PageRequest, until: DateTime<Utc>) -> u32 {
    let milliseconds = (until - request.shared.clock.now()).num_milliseconds().max(0);
    u32::try_from((milliseconds + 999) / 1_000).unwrap_or(u32::MAX).max(1)
}

/// Returns the warning for a person who opens the sign-in page over plain HTTP.
pub(crate) fn plain_http_warning(request: &PageRequest) -> Option<String> {
    (!request.shared.allow_plain_http && !may_ring(request)).then(|| text(request))
}

/// Returns the refusal for a person who sends a password over plain HTTP. Browsers send the address of the page; for
/// other programs, the connection decides.
pub(crate) fn plain_http_refusal(request: &PageRequest) -> Option<String> {
    if request.shared.allow_plain_http {
        return None;
    }
    let origin = request.headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    let is_plain = match origin.filter(|origin| origin.contains("://")) {
        Some(origin) => origin.starts_with("http://") && !is_local(origin),
        None => came_plain(request),
    };
    is_plain.then(|| {
        log_once(request);
        text(request)
    })
}

/// Refuses a form with a password that is sent over plain HTTP.
pub(crate) fn check_connection(request: &PageRequest) -> Result<(), PageError> {
    let refused = |text: String| Faults { is_forbidden: true, ..text.into() }.into();
    plain_http_refusal(request).map_or(Ok(()), |text| Err(refused(text)))
}

/// Logs the first refusal of this process.
fn log_once(request: &PageRequest) {
    static LOGGED: Once = Once::new();
    LOGGED.call_once(|| {
        tracing::warn!(
            address = host(request),
            public_url = request.shared.public_url,
            "a sign-in over plain HTTP was refused: put a gateway with HTTPS in front, name it with --trusted-proxy and its \
             address with --public-url, or allow plain HTTP with --allow-plain-http"
        );
    });
}

/// Whether phones can ring for the page at this address: browsers allow it over HTTPS and on the same machine. A gateway that
/// is not trusted may hide HTTPS, which the public address then says.
pub(crate) fn may_ring(request: &PageRequest) -> bool {
    let secure = request.shared.public_url.strip_prefix("https://").and_then(|url| url.split('/').next());
    !came_plain(request) || secure == Some(host(request))
}

/// Whether the request came over plain HTTP from another machine, as far as this is known.
fn came_plain(request: &PageRequest) -> bool {
    let is_here = request.address.is_some_and(|address| address.is_loopback());
    !is_here && request.scheme == Some(Scheme::Http)
}

fn text(request: &PageRequest) -> String {
    let public_url = &request.shared.public_url;
    let login = match public_url.starts_with("https://") {
        true => format!("{public_url}/login/"),
        false => "none".to_owned(),
    };
    request.texts.with("form-plain-http", "login", login)
}

/// Returns the `Host` header: the host and port under which the browser reached this service.
fn host(request: &PageRequest) -> &str {
    request.headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default()
}
