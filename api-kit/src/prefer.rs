//! A client's preferences (RFC 7240): `Prefer: wait=3`, `Prefer: respond-async`. Unknown or malformed preferences are
//! ignored, as the RFC requires.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use domain::limits::WAIT_SECONDS_MAX;

/// The header of preferences.
pub const PREFER: HeaderName = HeaderName::from_static("prefer");
/// The header with the preferences that were applied.
pub const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");
/// The value for a write that did not wait.
pub const RESPOND_ASYNC: HeaderValue = HeaderValue::from_static("respond-async");

/// Seconds that a reader waits for its own writes by default.
pub const WAIT_SECONDS_DEFAULT: u64 = 2;

/// A client's preferences.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Preferences {
    /// Whether a write returns without waiting until it is readable.
    pub respond_async: bool,
    /// How long a read waits for the client's own writes, at most [`WAIT_SECONDS_MAX`].
    pub wait: Option<Duration>,
}

impl Preferences {
    /// Returns the preferences of a request. If one is given twice, the first counts.
    pub fn of(headers: &HeaderMap) -> Self {
        let mut preferences = Self::default();
        let values = headers.get_all(PREFER).iter().filter_map(|value| value.to_str().ok());
        for preference in values.flat_map(|value| value.split(',')) {
            let preference = preference.split(';').next().unwrap_or_default();
            let (name, value) = preference.split_once('=').unwrap_or((preference, ""));
            let (name, value) = (name.trim(), value.trim().trim_matches('"'));
            if name.eq_ignore_ascii_case("respond-async") {
                preferences.respond_async = true;
            } else if name.eq_ignore_ascii_case("wait") && preferences.wait.is_none() {
                let digits = !value.is_empty() && value.bytes().all(|digit| digit.is_ascii_digit());
                // A number that is too large to parse counts as the maximum.
                let seconds = digits.then(|| value.parse().unwrap_or(u64::MAX).min(WAIT_SECONDS_MAX));
                preferences.wait = seconds.map(Duration::from_secs);
            }
        }
        preferences
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferences_are_found_among_others() {
        for (sent, respond_async, wait) in [
            (&[][..], false, None),
            (&["wait=3"], false, Some(3)),
            (&["respond-async, wait=10"], true, Some(5)),
            (&["Wait = \"2\"; why=not", "Respond-Async"], true, Some(2)),
            (&["wait=0"], false, Some(0)),
            (&["wait=1, wait=4"], false, Some(1)),
            (&["wait=99999999999999999999999"], false, Some(5)),
            (&["wait=-1"], false, None),
            (&["wait=soon, wait"], false, None),
            (&["return=minimal"], false, None),
        ] {
            let headers = sent.iter().map(|value| (PREFER, HeaderValue::from_static(value))).collect();
            let wait = wait.map(Duration::from_secs);
            assert_eq!(Preferences::of(&headers), Preferences { respond_async, wait }, "{sent:?}");
        }
    }
}
