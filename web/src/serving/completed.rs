//! Messages about a completed action, for the next page. A cookie names the message. It is never part of an address,
//! so that no link can make a page show a message.

use axum::http::{HeaderMap, HeaderValue};

use crate::texts::{Texts, cookie, key, set_cookie};

const COOKIE: &str = "crosstable_done";
/// The keys of these messages.
const KEYS: &str = "frame-done-{name}";
/// Lifetime of the cookie in seconds, if no page follows.
const SECONDS: u32 = 60;

/// Returns the `Set-Cookie` header with the key of a message for the next page.
pub(crate) fn set(key: &str) -> HeaderValue {
    set_cookie(COOKIE, key.trim_start_matches(KEYS.trim_end_matches("{name}")), SECONDS)
}

/// Returns the `Set-Cookie` header that removes the shown message.
pub(crate) fn clear() -> HeaderValue {
    set_cookie(COOKIE, "", 0)
}

/// Returns the message that a request's page must show, if there is one.
pub(crate) fn said(texts: &Texts, headers: &HeaderMap) -> Option<String> {
    let key = key(KEYS, cookie(headers, COOKIE)?);
    texts.has(&key).then(|| texts.say(&key))
}
