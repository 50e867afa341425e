//! Browsers in which a user has signed in before, recognized by a separate signed cookie.
//!
//! The cookie grants no access. It exempts sign-in attempts from this browser from the delay that wrong passwords from
//! unknown browsers cause. It stays when the user signs out.

use axum::http::{HeaderMap, HeaderValue};
use chrono::{DateTime, TimeDelta, Utc};
use proto_events::ids::UserId;
use service_kit::random::seed;

use crate::session::{Sessions, cookies, message_of, verify_numbers};

/// The name of the cookie.
pub const COOKIE: &str = "crosstable_device";
/// How long a browser is remembered after its last sign-in: half a year, so that one event per season is enough.
const LIFETIME: TimeDelta = TimeDelta::days(180);

/// A browser in which a user has signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Device {
    /// Its number among those of the user.
    pub number: i64,
    /// The account's session epoch at the last sign-in there.
    pub epoch: i64,
}

impl Sessions {
    /// Returns the `Set-Cookie` header that marks this browser as one of the user's. A known browser keeps its number.
    /// `epoch` is the session epoch of the account.
    pub fn know_device(&self, headers: &HeaderMap, user_id: UserId, epoch: i64, now: DateTime<Utc>) -> HeaderValue {
        let number = self.device(headers, user_id, now).map_or_else(seed, |device| device.number);
        let message = message_of(&[user_id.0, (now + LIFETIME).timestamp(), number, epoch]);
        self.set_cookie(COOKIE, &self.devices.sign_text(&message), LIFETIME.num_seconds())
    }

    /// Returns the browser of a request, if the user has signed in there before.
    pub fn device(&self, headers: &HeaderMap, user_id: UserId, now: DateTime<Utc>) -> Option<Device> {
        self.known(headers, now).find(|(person, _)| *person == user_id).map(|(_, device)| device)
    }

    /// Returns a user who has signed in in the browser of a request.
    pub fn known_person(&self, headers: &HeaderMap, now: DateTime<Utc>) -> Option<UserId> {
        self.known(headers, now).next().map(|(person, _)| person)
    }

    fn known(&self, headers: &HeaderMap, now: DateTime<Utc>) -> impl Iterator<Item = (UserId, Device)> {
        cookies(headers, COOKIE).filter_map(move |value| {
            let [person, until, number, epoch] = verify_numbers(&self.devices, value)?;
            (until > now.timestamp()).then_some((UserId(person), Device { number, epoch }))
        })
    }
}

#[cfg(test)]
mod tests {
    use service_kit::secret::Secret;

    use super::*;
    use crate::session::tests::sent;

    #[test]
    fn a_browser_is_known_to_its_person_for_half_a_year() {
        let sessions = Sessions::new(&Secret::generate(), "https://events.example");
        let now: DateTime<Utc> = "2026-03-15T10:20:30Z".parse().unwrap();
        let first = sessions.know_device(&HeaderMap::new(), UserId(7), 3, now);
        assert!(first.to_str().unwrap().ends_with("; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure"));
        let known = sent(&first);
        let device = sessions.device(&known, UserId(7), now).unwrap();
        assert_eq!((device.epoch, sessions.known_person(&known, now)), (3, Some(UserId(7))));
        assert_eq!(sessions.device(&known, UserId(8), now), None, "another user");
        assert_eq!(sessions.device(&known, UserId(7), now + LIFETIME), None);
        let again = sent(&sessions.know_device(&known, UserId(7), 4, now + TimeDelta::days(100)));
        assert_eq!(sessions.device(&again, UserId(7), now + LIFETIME), Some(Device { epoch: 4, ..device }));
        let other = Sessions::new(&Secret::generate(), "https://events.example");
        assert_eq!(other.device(&known, UserId(7), now), None, "another installation");
        assert_eq!(sessions.read(&known), None, "it is not a session");
    }
}
