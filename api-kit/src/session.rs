//! Sessions of people who signed in: a signed cookie, and nothing stored.
//!
//! The cookie says who it is, in which organization, until when, and the account's session epoch at its beginning. A
//! password change or "log out everywhere" moves the epoch, and every session begun before is over.

use axum::http::{HeaderMap, HeaderValue, header};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use proto_events::ids::{OrganizationId, UserId};
use service_kit::keyring::{Keyring, Signer};

use crate::path::is_local;

/// The cookie's name.
pub const COOKIE: &str = "crosstable_session";
/// How long a session lasts from the moment somebody signs in.
pub const LIFETIME: TimeDelta = TimeDelta::days(7);

const VERSION: u8 = 1;
const MESSAGE: usize = 1 + 4 * 8;
const TAG: usize = 18;

/// Somebody who signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    /// The person.
    pub user_id: UserId,
    /// The organization that the person works in, being a member; none for the person alone.
    pub organization_id: Option<OrganizationId>,
    /// From when on it is over, to the second.
    pub expires_at: DateTime<Utc>,
    /// The account's session epoch when it was begun.
    pub epoch: i64,
}

/// Makes the cookies of sessions, and reads them.
#[derive(Clone)]
pub struct Sessions {
    cookies: Signer,
    forms: Signer,
    pub(crate) devices: Signer,
    secure: bool,
}

impl Sessions {
    /// Sessions of the installation that has these secrets and this public address. Browsers send the cookie over
    /// TLS alone, unless the address is one of this machine.
    pub fn new(keys: impl Into<Keyring>, public_url: &str) -> Self {
        let keys = keys.into();
        Self {
            cookies: keys.signer("session cookie"),
            forms: keys.signer("session form"),
            devices: keys.signer("known device"),
            secure: !is_local(public_url),
        }
    }

    /// The same over plain HTTP too: for an operator who allows it.
    pub fn over_plain_http(self, is_allowed: bool) -> Self {
        Self { secure: self.secure && !is_allowed, ..self }
    }

    /// `Set-Cookie` that begins a session.
    pub fn begin(&self, session: &Session, now: DateTime<Utc>) -> HeaderValue {
        let seconds = (session.expires_at - now).num_seconds().max(0);
        self.set_cookie(COOKIE, &self.encode(session), seconds)
    }

    /// `Set-Cookie` that ends it in this browser.
    pub fn end(&self) -> HeaderValue {
        self.set_cookie(COOKIE, "", 0)
    }

    /// The session whose cookie a request brings, if there is one with our signature. Whether it goes on is for the gate to
    /// say.
    pub fn read(&self, headers: &HeaderMap) -> Option<Session> {
        cookies(headers, COOKIE).find_map(|value| self.decode(value))
    }

    /// What a form of this session carries, so that no other site can make up its requests.
    pub fn form_token(&self, session: &Session) -> String {
        URL_SAFE_NO_PAD.encode(&self.forms.sign(&message(session))[..TAG])
    }

    /// Whether a form came from a page of this session.
    pub fn is_form_token(&self, session: &Session, sent: &str) -> bool {
        let tag = URL_SAFE_NO_PAD.decode(sent).unwrap_or_default();
        tag.len() == TAG && self.forms.verify(&message(session), &tag)
    }

    pub(crate) fn set_cookie(&self, name: &str, value: &str, seconds: i64) -> HeaderValue {
        let secure = if self.secure { "; Secure" } else { "" };
        let cookie = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
        // Base64 is made of letters that may stand in a header.
        HeaderValue::try_from(cookie).unwrap_or(HeaderValue::from_static(""))
    }

    fn encode(&self, session: &Session) -> String {
        let mut cookie = message(session).to_vec();
        let tag = self.cookies.sign(&cookie);
        cookie.extend_from_slice(&tag[..TAG]);
        URL_SAFE_NO_PAD.encode(cookie)
    }

    fn decode(&self, value: &str) -> Option<Session> {
        let cookie: [u8; MESSAGE + TAG] = URL_SAFE_NO_PAD.decode(value).ok()?.try_into().ok()?;
        let (message, tag) = cookie.split_at(MESSAGE);
        if message[0] != VERSION || !self.cookies.verify(message, tag) {
            return None;
        }
        let number = |place: usize| {
            let bytes = &message[1 + 8 * place..9 + 8 * place];
            bytes.iter().fold(0, |number: i64, byte| number << 8 | i64::from(*byte))
        };
        let organization_id = Some(OrganizationId(number(1))).filter(|id| *id != OrganizationId::SHARED);
        let expires_at = DateTime::from_timestamp(number(2), 0)?;
        Some(Session { user_id: UserId(number(0)), organization_id, expires_at, epoch: number(3) })
    }
}

impl std::fmt::Debug for Sessions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sessions").field("secure", &self.secure).finish_non_exhaustive()
    }
}

/// Whether a request brings a session's cookie at all, good or not.
pub(crate) fn is_sent(headers: &HeaderMap) -> bool {
    cookies(headers, COOKIE).any(|value| !value.is_empty())
}

/// The values of a request's cookies of this name.
pub(crate) fn cookies<'a>(headers: &'a HeaderMap, name: &'static str) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(known, _)| *known == name).map(|(_, value)| value)
}

fn message(session: &Session) -> [u8; MESSAGE] {
    let organization_id = session.organization_id.unwrap_or(OrganizationId::SHARED);
    let numbers = [session.user_id.0, organization_id.0, session.expires_at.timestamp(), session.epoch];
    let mut message = [VERSION; MESSAGE];
    for (place, number) in message[1..].chunks_exact_mut(8).zip(numbers) {
        place.copy_from_slice(&number.to_be_bytes());
    }
    message
}

#[cfg(test)]
mod tests {
    use service_kit::secret::Secret;

    use super::*;

    const PUBLIC: &str = "https://events.example";

    fn session(organization: Option<i64>) -> Session {
        Session {
            user_id: UserId(7),
            organization_id: organization.map(OrganizationId),
            expires_at: DateTime::from_timestamp(1_800_000_000, 0).unwrap(),
            epoch: 3,
        }
    }

    /// What a browser sends that was told to keep this cookie, beside others.
    fn sent(set: &HeaderValue) -> HeaderMap {
        let pair = set.to_str().unwrap().split(';').next().unwrap();
        [(header::COOKIE, format!("theme=dark; {pair}; other=1").parse().unwrap())].into_iter().collect()
    }

    #[test]
    fn a_session_is_read_as_it_was_begun() {
        let sessions = Sessions::new(&Secret::generate(), PUBLIC);
        for session in [session(Some(4)), session(None)] {
            let now = session.expires_at - LIFETIME;
            let cookie = sessions.begin(&session, now);
            assert_eq!(sessions.read(&sent(&cookie)), Some(session));
            let text = cookie.to_str().unwrap();
            assert!(text.ends_with("; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure"), "{text}");
        }
        assert_eq!(sessions.read(&HeaderMap::new()), None);
        assert_eq!(sessions.read(&sent(&sessions.end())), None);
        assert!(!is_sent(&sent(&sessions.end())));
    }

    #[test]
    fn a_cookie_that_was_changed_or_made_elsewhere_is_none() {
        let (ours, theirs) = (Sessions::new(&Secret::generate(), PUBLIC), Sessions::new(&Secret::generate(), PUBLIC));
        let value = ours.encode(&session(Some(4)));
        assert_eq!(theirs.decode(&value), None);
        for place in 0..value.len() {
            let mut changed = value.clone();
            changed.replace_range(place..=place, if &value[place..=place] == "A" { "B" } else { "A" });
            assert_eq!(ours.decode(&changed), None, "changed at {place}");
        }
    }

    #[test]
    fn a_form_belongs_to_its_session() {
        let sessions = Sessions::new(&Secret::generate(), PUBLIC);
        let token = sessions.form_token(&session(Some(4)));
        assert!(sessions.is_form_token(&session(Some(4)), &token));
        assert!(!sessions.is_form_token(&session(None), &token));
        assert!(!sessions.is_form_token(&session(Some(4)), ""));
        assert!(!sessions.is_form_token(&session(Some(4)), &sessions.encode(&session(Some(4)))));
    }

    #[test]
    fn a_cookie_goes_over_tls_alone_unless_to_this_machine() {
        for (public_url, secure) in [
            (PUBLIC, true),
            ("https://localhost", true),
            ("http://events.example/crosstable", true),
            ("http://192.168.1.5:8080", true),
            ("http://127.0.0.1:8080", false),
            ("http://[::1]:8080", false),
            ("http://localhost/crosstable", false),
            ("http://localhost.example", true),
        ] {
            assert_eq!(Sessions::new(&Secret::generate(), public_url).secure, secure, "{public_url}");
        }
    }

    #[test]
    fn keys_of_sessions_are_not_shown() {
        assert_eq!(format!("{:?}", Sessions::new(&Secret::generate(), PUBLIC)), "Sessions { secure: true, .. }");
    }
}
