//! Browsers in which a person has signed in before, known by a signed cookie of their own.
//!
//! The cookie opens nothing. It only says that attempts from this browser are not a stranger's: wrong passwords that
//! strangers try elsewhere do not slow this browser down. It stays when the person signs out.

use axum::http::{HeaderMap, HeaderValue};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use proto_events::ids::UserId;
use service_kit::random::seed;

use crate::session::{Sessions, cookies};

/// The cookie's name.
pub const COOKIE: &str = "crosstable_device";
/// How long a browser stays known after its last sign-in: half a year, so that an event each season is enough.
const LIFETIME: TimeDelta = TimeDelta::days(180);

const VERSION: u8 = 1;
const MESSAGE: usize = 1 + 3 * 8;
const TAG: usize = 18;

/// A browser, among those of one person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Device(pub i64);

impl Sessions {
    /// `Set-Cookie` by which this browser is known as one of the person's. One that is known already keeps its number.
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

    /// The browser that a request comes from, if the person has signed in there.
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
        assert_eq!(sessions.device(&known, UserId(8), now), None, "another person");
        assert_eq!(sessions.device(&known, UserId(7), now + LIFETIME), None);
        let again = sent(&sessions.know_device(&known, UserId(7), now + TimeDelta::days(100)));
        assert_eq!(sessions.device(&again, UserId(7), now + LIFETIME), Some(device));
        let other = Sessions::new(&Secret::generate(), "https://events.example");
        assert_eq!(other.device(&known, UserId(7), now), None, "another installation");
        assert_eq!(sessions.read(&known), None, "it is no session");
    }
}
