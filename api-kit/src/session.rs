//! Sessions of signed-in users: a signed cookie, without stored state.
//!
//! The cookie contains the user, the organization, the expiry and the account's session epoch at sign-in. A password
//! change or "log out everywhere" advances the epoch, which ends all earlier sessions.

use axum::http::{HeaderMap, HeaderValue, header};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use proto_events::ids::{OrganizationId, UserId};
use service_kit::keyring::{Keyring, Signer};
use service_kit::random;

use crate::path::is_local;

/// The name of the cookie.
pub const COOKIE: &str = "crosstable_session";
/// How long a session lasts after sign-in.
pub const LIFETIME: TimeDelta = TimeDelta::days(7);

const VERSION: u8 = 1;
/// Bytes of the signature in a form token.
const TAG: usize = 18;

/// The session of a signed-in user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    /// The user.
    pub user_id: UserId,
    /// The organization in which the user works as a member; `None` if the user acts only for themselves.
    pub organization_id: Option<OrganizationId>,
    /// The time of expiry, in whole seconds.
    pub expires_at: DateTime<Utc>,
    /// The account's session epoch at sign-in.
    pub epoch: i64,
}

/// Issues and reads session cookies.
#[derive(Debug, Clone)]
pub struct Sessions {
    cookies: Signer,
    forms: Signer,
    pub(crate) devices: Signer,
    secure: bool,
}

impl Sessions {
    /// Creates sessions of the installation with these secrets and this public address. Browsers send the cookie only
    /// over TLS, unless the address is on this machine.
    pub fn new(keys: impl Into<Keyring>, public_url: &str) -> Self {
        let keys = keys.into();
        Self {
            cookies: keys.signer("session cookie"),
            forms: keys.signer("session form"),
            devices: keys.signer("known device"),
            secure: !is_local(public_url),
        }
    }

    /// Allows the cookie over plain HTTP, if the operator wants that.
    pub fn over_plain_http(self, is_allowed: bool) -> Self {
        Self { secure: self.secure && !is_allowed, ..self }
    }

    /// Returns the `Set-Cookie` header that begins a session.
    pub fn begin(&self, session: &Session, now: DateTime<Utc>) -> HeaderValue {
        let seconds = (session.expires_at - now).num_seconds().max(0);
        self.set_cookie(COOKIE, &self.cookies.sign_text(&message(session)), seconds)
    }

    /// Returns the `Set-Cookie` header that ends the session in this browser.
    pub fn end(&self) -> HeaderValue {
        self.set_cookie(COOKIE, "", 0)
    }

    /// Returns the session in a request's cookie, if its signature is valid. The gate checks whether the session is
    /// still valid.
    pub fn read(&self, headers: &HeaderMap) -> Option<Session> {
        cookies(headers, COOKIE).find_map(|value| self.decode(value))
    }

    /// Returns a token for forms of this session, which prevents requests forged by other sites. Each one looks
    /// different: pages are compressed, and the size of many answers would reveal a text that all of them contain.
    pub fn form_token(&self, session: &Session) -> String {
        let mask: [u8; TAG] = random::bytes();
        let tag = self.forms.sign(&message(session));
        URL_SAFE_NO_PAD.encode([mask, masked(mask, &tag[..TAG])].concat())
    }

    /// Returns whether a form token belongs to this session.
    pub fn is_form_token(&self, session: &Session, sent: &str) -> bool {
        let sent = URL_SAFE_NO_PAD.decode(sent).unwrap_or_default();
        let Ok(sent) = <[u8; 2 * TAG]>::try_from(sent) else { return false };
        let (mask, tag) = sent.split_at(TAG);
        let Ok(mask) = mask.try_into() else { return false };
        self.forms.verify(&message(session), &masked(mask, tag))
    }

    /// Returns a `Set-Cookie` header with the protection of the session's: `value` is a signed text, which other parts of the
    /// service read.
    pub fn set_cookie(&self, name: &str, value: &str, seconds: i64) -> HeaderValue {
        let secure = if self.secure { "; Secure" } else { "" };
        let cookie = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
        // Base64 contains only characters that are valid in a header.
        HeaderValue::try_from(cookie).unwrap_or(HeaderValue::from_static(""))
    }

    fn decode(&self, value: &str) -> Option<Session> {
        let [user_id, organization_id, expires_at, epoch] = verify_numbers(&self.cookies, value)?;
        let organization_id = Some(OrganizationId(organization_id)).filter(|id| *id != OrganizationId::SHARED);
        let expires_at = DateTime::from_timestamp(expires_at, 0)?;
        Some(Session { user_id: UserId(user_id), organization_id, expires_at, epoch })
    }
}

/// Returns whether a request contains a session cookie, valid or not.
pub(crate) fn is_sent(headers: &HeaderMap) -> bool {
    cookies(headers, COOKIE).any(|value| !value.is_empty())
}

/// Returns the values of a request's cookies with this name.
pub(crate) fn cookies<'a>(headers: &'a HeaderMap, name: &'static str) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(known, _)| *known == name).map(|(_, value)| value)
}

/// Combines a mask and a tag; the same mask gives the tag back.
fn masked(mask: [u8; TAG], tag: &[u8]) -> [u8; TAG] {
    let mut masked = mask;
    masked.iter_mut().zip(tag).for_each(|(byte, other)| *byte ^= other);
    masked
}

fn message(session: &Session) -> Vec<u8> {
    let organization_id = session.organization_id.unwrap_or(OrganizationId::SHARED);
    message_of(&[session.user_id.0, organization_id.0, session.expires_at.timestamp(), session.epoch])
}

/// Returns the message of these numbers, to be signed.
pub(crate) fn message_of(numbers: &[i64]) -> Vec<u8> {
    [VERSION].into_iter().chain(numbers.iter().flat_map(|number| number.to_be_bytes())).collect()
}

/// Returns the numbers in a signed text.
pub(crate) fn verify_numbers<const N: usize>(signer: &Signer, text: &str) -> Option<[i64; N]> {
    let message = signer.verify_text(text)?;
    let (numbers, []) = message.strip_prefix(&[VERSION])?.as_chunks::<8>() else { return None };
    numbers.iter().map(|bytes| i64::from_be_bytes(*bytes)).collect::<Vec<_>>().try_into().ok()
}

#[cfg(test)]
pub(crate) mod tests {
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

    /// Returns the request headers of a browser that stored this cookie and has other cookies.
    pub(crate) fn sent(set: &HeaderValue) -> HeaderMap {
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
        let value = ours.cookies.sign_text(&message(&session(Some(4))));
        assert_eq!(theirs.decode(&value), None);
        for place in 0..value.len() {
            let mut changed = value.clone();
            changed.replace_range(place..=place, if &value[place..=place] == "A" { "B" } else { "A" });
            assert_eq!(ours.decode(&changed), None, "changed at {place}");
        }
    }

    #[test]
    fn forms_belong_to_their_session_and_their_tokens_have_nothing_in_common() {
        let sessions = Sessions::new(&Secret::generate(), PUBLIC);
        let tokens @ [one, other] = &[0, 1].map(|_| sessions.form_token(&session(Some(4))));
        let bytes = |token: &str| URL_SAFE_NO_PAD.decode(token).unwrap();
        let same = bytes(one).iter().zip(bytes(other)).filter(|(one, other)| **one == *other).count();
        assert!(same < TAG, "{same} bytes");
        assert!(tokens.iter().all(|token| sessions.is_form_token(&session(Some(4)), token)));
        assert!(!sessions.is_form_token(&session(None), one));
        assert!(!sessions.is_form_token(&session(Some(4)), ""));
        assert!(!sessions.is_form_token(&session(Some(4)), &sessions.cookies.sign_text(&message(&session(Some(4))))));
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
        let secret = Secret::generate();
        let shown = format!("{:?}", Sessions::new(&secret, PUBLIC));
        assert!(shown.contains("Keyring(…)") && !shown.contains(secret.expose()), "{shown}");
    }
}
