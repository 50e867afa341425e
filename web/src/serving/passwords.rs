//! Checks passwords, when signing in and in forms that require the current password.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::user::User;
use service_kit::password::Password;
use service_kit::problem::Problem;
use write_api::accounts::SignedIn;

use crate::serving::attempts::{Origin, Person};
use crate::serving::failures::{store_problem, unexpected};
use crate::serving::people::person;
use crate::serving::request::PageRequest;
use crate::serving::session::UserRequest;

/// Name of the field for the current password in forms of signed-in people.
pub(crate) const CURRENT: &str = "current_password";

/// Result of a password check.
pub(crate) enum PasswordCheck {
    /// The password is right.
    Right(SignedIn),
    /// The password is wrong.
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

/// A current password that is missing or wrong.
pub(crate) struct Unconfirmed {
    pub(crate) fault: String,
    /// Time of the next allowed attempt, if there were too many.
    until: Option<DateTime<Utc>>,
}

/// Checks the current password in a form of a signed-in person.
pub(crate) async fn confirm(request: &UserRequest) -> Result<Result<SignedIn, Unconfirmed>, Problem> {
    let password = Password::from(request.form.exact(CURRENT).to_owned());
    let unconfirmed = |fault: String, until| Ok(Err(Unconfirmed { fault, until }));
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

impl Unconfirmed {
    /// Sets the status of the page that shows the form again.
    pub(crate) fn answer(&self, request: &PageRequest, mut page: Response) -> Response {
        match self.until {
            Some(until) => set_retry_after(request, &mut page, until),
            None => *page.status_mut() = StatusCode::UNPROCESSABLE_ENTITY,
        }
        page
    }
}

/// Returns the message for too many attempts.
pub(crate) fn too_many(request: &PageRequest, until: DateTime<Utc>) -> String {
    let minutes = seconds_until(request, until).div_ceil(60);
    request.texts.with("form-too-many-attempts", "minutes", minutes)
}

/// Turns an answer into 429 with `Retry-After`.
pub(crate) fn set_retry_after(request: &PageRequest, page: &mut Response, until: DateTime<Utc>) {
    *page.status_mut() = StatusCode::TOO_MANY_REQUESTS;
    page.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds_until(request, until)));
}

fn seconds_until(request: &PageRequest, until: DateTime<Utc>) -> u32 {
    let milliseconds = (until - request.shared.clock.now()).num_milliseconds().max(0);
    u32::try_from((milliseconds + 999) / 1_000).unwrap_or(u32::MAX).max(1)
}
