//! The second step of signing in: a code of the person's app, or a recovery code.

use chrono::{DateTime, Utc};
use domain::user::User;
use proto_events::ids::UserId;
use service_kit::problem::Problem;

use crate::serving::attempts::{Origin, Person};
use crate::serving::failures::{failed, refusal, store_problem};
use crate::serving::request::PageRequest;

pub(crate) enum CodeCheck {
    Right,
    Wrong,
    /// Wrong, and after many wrong ones, only a recovery code is accepted for a day.
    NeedsRecovery,
    /// The code was not checked, because there were too many attempts. The next attempt is allowed at this time.
    TooMany(DateTime<Utc>),
}

/// Checks a code. Attempts are counted apart from those of the password, which a thief may know: a right password takes
/// none of them back.
pub(crate) async fn check(request: &PageRequest, user: &User, typed: &str) -> Result<CodeCheck, Problem> {
    let Some(two_step) = &user.two_step else { return Ok(CodeCheck::Wrong) };
    let (shared, now) = (&request.shared, request.shared.clock.now());
    // Without the second step, a thief could have made any number of browsers known before it was switched on.
    let device = shared.sessions.device(&request.headers, user.id, now);
    let device = device.filter(|device| device.epoch == user.session_epoch);
    let origin = Origin { address: request.address, device };
    let mut counted = match shared.attempts.count(Person::Code(user.id), origin, now).await.map_err(store_problem)? {
        Ok(counted) => counted,
        Err(until) => return Ok(CodeCheck::TooMany(until)),
    };
    let takes_code =
        device.is_some() || shared.attempts.takes_code(user.id, &mut counted, now).await.map_err(store_problem)?;
    let is_right = (takes_code && is_of_app(request, user.id, two_step.session_epoch, typed).await?)
        || is_recovery(request, user.id, typed).await?;
    if !is_right && takes_code {
        return Ok(CodeCheck::Wrong);
    }
    if !is_right {
        shared.commands.warn_of_codes(user.id).await.map_err(failed)?;
        return Ok(CodeCheck::NeedsRecovery);
    }
    shared.attempts.succeeded(&counted).await.map_err(store_problem)?;
    Ok(CodeCheck::Right)
}

/// Whether a code is one of the app with this secret, and is used for the first time.
pub(crate) async fn is_of_app(
    request: &PageRequest,
    user_id: UserId,
    session_epoch: i64,
    typed: &str,
) -> Result<bool, Problem> {
    let (shared, now) = (&request.shared, request.shared.clock.now());
    let typed: String = typed.split_whitespace().collect();
    let secret = shared.commands.totp_secret(user_id, session_epoch).await.map_err(store_problem)?;
    match secret.step_of(&typed, now) {
        Some(step) => shared.attempts.is_first_use(user_id, step, now).await.map_err(store_problem),
        None => Ok(false),
    }
}

async fn is_recovery(request: &PageRequest, user_id: UserId, code: &str) -> Result<bool, Problem> {
    let used = request.shared.commands.use_recovery_code(user_id, code).await;
    match used {
        Ok(_) => Ok(true),
        Err(error) => refusal(error).map(|_| false),
    }
}
