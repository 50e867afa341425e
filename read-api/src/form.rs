//! The headers that an answer has whatever is in it.

use axum::http::{HeaderMap, HeaderValue, header};
use domain::permissions::{Operation, Scheme};

/// What a cache must look at, for what an operation answers: who asks decides what is seen.
fn vary(operation: Operation) -> &'static str {
    match (operation.takes(Scheme::Token), operation.takes(Scheme::Cookie)) {
        (true, _) => "Accept-Encoding, X-API-Key, Authorization, Cookie",
        (false, true) => "Accept-Encoding, X-API-Key, Cookie",
        (false, false) => Form::KEYED_JSON.vary,
    }
}

/// The headers that an answer has whatever is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Form {
    pub(crate) content_type: &'static str,
    pub(crate) cache_control: &'static str,
    pub(crate) vary: &'static str,
    /// Only for pages that a browser shows.
    pub(crate) content_security_policy: Option<&'static str>,
}

impl Form {
    /// JSON for the holder of a key.
    pub(crate) const KEYED_JSON: Self = Self {
        content_type: "application/json",
        cache_control: "private, no-cache",
        vary: "Accept-Encoding, X-API-Key",
        content_security_policy: None,
    };

    /// JSON for whom an operation lets in.
    pub(crate) fn json_of(operation: Operation) -> Self {
        Self { vary: vary(operation), ..Self::KEYED_JSON }
    }

    /// A page for everybody. It holds its own style sheet, and nothing else that a browser would load or run. A cache
    /// that asks for many at once must not answer with what it got for one who had less to expect.
    pub(crate) const PUBLIC_PAGE: Self = Self {
        content_type: "text/html; charset=utf-8",
        cache_control: "public, no-cache",
        vary: "Accept-Encoding, Consistency-Token",
        content_security_policy: Some(
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    };

    /// Writes them.
    pub(crate) fn write(self, headers: &mut HeaderMap) {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(self.cache_control));
        headers.insert(header::VARY, HeaderValue::from_static(self.vary));
        if let Some(policy) = self.content_security_policy {
            headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
            headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
            headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        }
    }
}
