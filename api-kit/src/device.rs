//! Browsers in which a user has signed in before, recognized by a separate signed cookie.
//!
//! The cookie grants no access. It exempts sign-in attempts from this browser from the delay that wrong passwords from
//! unknown browsers cause. It stays when the user signs out.

use axum::http::{HeaderMap, HeaderValue};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use proto_events::ids::UserId;
use service_kit::random::seed;

use crate::session::{Sessions, cookies};

/// The name of the cookie.
pub const COOKIE: &str = "crosstable_device";
/// How long a browser is remembered after its last sign-in: half a year, so that one event per season is enough.
const LIFETIME: TimeDelta = TimeDelta::days(180);

const VERSION: u8 = 1;
const MESSAGE: usize = 1 + 3 * 8;
const TAG: usize = 18;

/// The number of a browser among those of one user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Device(pub i64);

impl Sessions {
    /// Returns the `Set-Cookie` header that marks this browser as one of the user's. A known browser keeps its number.
    pub fn know_device(&self, headers: &HeaderMap, user_id: UserId, now: DateTime<Utc>) -> HeaderValue {
        let device = self.device(headers, user_id, now).unwrap_or_else(|| Device(seed()));
        let mut cookie = [VERSION; MESSAGE].to_vec();
        let numbers = [user_id.0, (now + LIFETIME).timestamp(), device.0];
        for (place, number) in cookie[1..].chunks_exact_mut(8).zip(numbers) {
            place.copy_from_slice(&number.to_be_bytes());
        }
        let tag = self.devices.sign(&cookie);
        cookie.extend_from_slice(&tag[..TAG]);
        self.set_cookie(COOKIE, &URL_SAFE_NO_PAD.encode(cookie), LIFETIME.num_seconds())
    }

    /// Returns the browser of a request, if the user has signed in there before.
    pub fn device(&self, headers: &HeaderMap, user_id: UserId, now: DateTime<Utc>) -> Option<Device> {
        cookies(headers, COOKIE).find_map(|value| {
            let cookie: [u8; MESSAGE + TAG] = URL_SAFE_NO_PAD.decode(value).ok()?.try_into().ok()?;
            let (message, tag) = cookie.split_at(MESSAGE);
            let mut numbers = message[1..]
                .chunks_exact(8)
                .map(|bytes| bytes.iter().fold(0, |number: i64, byte| number << 8 | i64::from(*byte)));
            let [person, until, device] = [numbers.next()?, numbers.next()?, numbers.next()?];
            let is_ours = message[0] == VERSION && self.devices.verify(message, tag);
            (is_ours && person == user_id.0 && until > now.timestamp()).then_some(Device(device))
        })
    }
}

#[cfg(test)]
mod tests {
    use axum::http::header;
    use service_kit::secret::Secret;

    use super::*;

    fn sent(set: &HeaderValue) -> HeaderMap {
        let pair = set.to_str().unwrap().split(';').next().unwrap();
        [(header::COOKIE, format!("theme=dark; {pair}").parse().unwrap())].into_iter().collect()
    }

    #[test]
    fn a_browser_is_known_to_its_person_for_half_a_year() {
        let sessions = Sessions::new(&Secret::generate(), "https://events.example");
        let now: DateTime<Utc> = "2026-03-15T10:20:30Z".parse().unwrap();
        let first = sessions.know_device(&HeaderMap::new(), UserId(7), now);
        assert!(first.to_str().unwrap().ends_with("; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure"));
        let known = sent(&first);
        let device = sessions.device(&known, UserId(7), now).unwrap();
        assert_eq!(sessions.device(&known, UserId(8), now), None, "another user");
        assert_eq!(sessions.device(&known, UserId(7), now + LIFETIME), None);
        let again = sent(&sessions.know_device(&known, UserId(7), now + TimeDelta::days(100)));
        assert_eq!(sessions.device(&again, UserId(7), now + LIFETIME), Some(device));
        let other = Sessions::new(&Secret::generate(), "https://events.example");
        assert_eq!(other.device(&known, UserId(7), now), None, "another installation");
        assert_eq!(sessions.read(&known), None, "it is not a session");
    }
}
