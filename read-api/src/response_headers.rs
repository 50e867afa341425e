//! The headers of an answer that do not depend on its content.

use axum::http::{HeaderMap, HeaderValue, header};
use domain::permissions::{Operation, Scheme};
use web::texts::Language;

use crate::cross_origin;

/// The headers of an answer that do not depend on its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ResponseHeaders {
    pub(crate) content_type: &'static str,
    pub(crate) cache_control: &'static str,
    pub(crate) vary: &'static str,
    /// The language of a page; none for data.
    pub(crate) language: Option<Language>,
    /// Only for content that a browser shows.
    pub(crate) content_security_policy: Option<&'static str>,
}

impl ResponseHeaders {
    /// JSON for callers with a key.
    pub(crate) const KEYED_JSON: Self = Self {
        content_type: "application/json",
        cache_control: "private, no-cache",
        vary: "Accept-Encoding, X-API-Key, Authorization",
        language: None,
        content_security_policy: None,
    };

    /// JSON for everybody.
    pub(crate) const PUBLIC_JSON: Self =
        Self { cache_control: "public, no-cache", vary: "Accept-Encoding", ..Self::KEYED_JSON };

    /// Returns the headers of an operation's JSON answers, which depend on the caller.
    pub(crate) fn json_of(operation: Operation) -> Self {
        match operation.takes(Scheme::Cookie) {
            true => Self { vary: "Accept-Encoding, X-API-Key, Authorization, Cookie", ..Self::KEYED_JSON },
            false => Self::KEYED_JSON,
        }
    }

    /// A public page. A browser loads styles, pictures and scripts of this service only, which connect only to it, and sends
    /// searches only to it. `Vary` names the token, because a shared cache must not
    /// answer a request with a token from an answer without one, and the cookie, because it may name a language.
    pub(crate) const PUBLIC_PAGE: Self = Self {
        content_type: "text/html; charset=utf-8",
        cache_control: "public, no-cache",
        vary: "Accept-Encoding, Accept-Language, Cookie, Consistency-Token",
        language: Some(Language::English),
        content_security_policy: Some(
            "default-src 'none'; script-src 'self'; img-src 'self'; style-src 'self'; connect-src 'self'; \
             manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        ),
    };

    /// A file that pages load, such as a script. A browser asks each time whether it has changed.
    pub(crate) const SCRIPT: Self = Self {
        content_type: "text/javascript; charset=utf-8",
        cache_control: "public, no-cache",
        vary: "Accept-Encoding",
        language: None,
        content_security_policy: Some("default-src 'none'"),
    };

    /// Returns the same headers for a page in a language. Data stays without one.
    pub(crate) fn in_language(self, language: Language) -> Self {
        Self { language: self.language.map(|_| language), ..self }
    }

    /// Adds these headers to an answer.
    pub(crate) fn write(self, headers: &mut HeaderMap) {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(self.cache_control));
        headers.insert(header::VARY, HeaderValue::from_static(self.vary));
        // Everything that is not shown by a browser is data.
        if self.content_security_policy.is_none() {
            cross_origin::allow(headers);
        }
        if let Some(language) = self.language {
            headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.tag()));
        }
        if let Some(policy) = self.content_security_policy {
            headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
            headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
            headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        }
    }
}
