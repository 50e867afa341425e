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

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;
    use crate::texts::Language;

    fn said_after(set: &HeaderValue) -> Option<String> {
        let pair = set.to_str().unwrap().split(';').next().unwrap();
        let headers = [(header::COOKIE, format!("other=1; {pair}").parse().unwrap())].into_iter().collect();
        said(Texts::of(Language::English), &headers)
    }

    #[test]
    fn what_was_done_is_said_on_the_next_page_alone() {
        assert_eq!(said_after(&set("frame-done-saved")).as_deref(), Some("Saved."));
        assert_eq!(said_after(&clear()), None);
        assert_eq!(said_after(&set("sign-in")), None, "another text");
        assert!(clear().to_str().unwrap().contains("Max-Age=0"));
    }
}
