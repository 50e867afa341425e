//! The private links that a phone keeps in a cookie: the keys of the last events for which guests registered on it.
//!
//! The cookie is not signed, because each link in it is a secret already.

use api_kit::path::integer;
use api_kit::private_links::Code;
use axum::http::{HeaderMap, HeaderValue};
use proto_events::ids::TournamentId;
use service_kit::client_address::Scheme;

use crate::serving::request::PageRequest;
use crate::texts::cookie;

const COOKIE: &str = "crosstable_links";
/// Links that a phone keeps: those of a family, and of some events.
const KEPT: usize = 12;
/// Lifetime of the cookie in seconds: about the length of a season.
const SECONDS: u32 = 90 * 24 * 60 * 60;

/// The links that a phone keeps, newest first.
pub(crate) struct HeldLinks(Vec<(TournamentId, Code)>);

impl HeldLinks {
    /// Reads the links in a request's cookie.
    pub(crate) fn read(headers: &HeaderMap) -> Self {
        let links = cookie(headers, COOKIE).unwrap_or_default().split('.').filter_map(|link| {
            let (event, code) = link.split_once('-')?;
            Some((TournamentId(integer(event)?), Code::read(code)?))
        });
        Self(links.take(KEPT).collect())
    }

    /// Returns the codes of an event's links, newest first.
    pub(crate) fn of(&self, event: TournamentId) -> impl Iterator<Item = &Code> {
        self.0.iter().filter(move |(id, _)| *id == event).map(|(_, code)| code)
    }

    /// Adds a link. The oldest is dropped if there are too many.
    pub(crate) fn keep(&mut self, event: TournamentId, code: Code) {
        self.0.retain(|known| *known != (event, code.clone()));
        self.0.insert(0, (event, code));
        self.0.truncate(KEPT);
    }

    /// Removes the links of an event: others use the phone.
    pub(crate) fn forget(&mut self, event: TournamentId) {
        self.0.retain(|(known, _)| *known != event);
    }

    /// Returns the cookie for the answer to a request. One that came over HTTPS is never sent over plain HTTP.
    pub(crate) fn cookie(&self, request: &PageRequest) -> HeaderValue {
        let links = self.0.iter().map(|(event, code)| {
            let path = code.path(*event);
            path.trim_start_matches("/e/").trim_end_matches('/').replace('/', "-")
        });
        let value = links.collect::<Vec<_>>().join(".");
        let is_secure =
            request.scheme.map_or(request.shared.public_url.starts_with("https:"), |it| it == Scheme::Https);
        let secure = if is_secure { "; Secure" } else { "" };
        let cookie = format!("{COOKIE}={value}; Path=/; Max-Age={SECONDS}; HttpOnly; SameSite=Lax{secure}");
        // It consists of letters, digits and signs that are valid in a header.
        HeaderValue::try_from(cookie).unwrap_or(HeaderValue::from_static(""))
    }
}
