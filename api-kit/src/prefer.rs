//! What a client prefers (RFC 7240): `Prefer: wait=3`, `Prefer: respond-async`. Preferences that are not known, or not
//! understood, are passed over, as that RFC asks for.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use domain::limits::WAIT_SECONDS_MAX;

/// The header of preferences.
pub const PREFER: HeaderName = HeaderName::from_static("prefer");
/// The header that says which were followed.
pub const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");
/// Its value where a writer did not wait.
pub const RESPOND_ASYNC: HeaderValue = HeaderValue::from_static("respond-async");

/// Seconds that a reader waits for what it wrote, where it does not say how long it would.
pub const WAIT_SECONDS_DEFAULT: u64 = 2;

/// A client's preferences.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Preferences {
    /// A writer does not want to wait until what it wrote can be read.
    pub respond_async: bool,
    /// How long a reader would wait for what it wrote; at most [`WAIT_SECONDS_MAX`].
    pub wait: Option<Duration>,
}

impl Preferences {
    /// Those in a request. Of one given twice the first counts.
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
                // What has more digits than a number can hold is long enough.
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
