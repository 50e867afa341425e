//! Consistency tokens: a write returns one, and a read that sends it is answered from views that contain the write.
//!
//! A token is 39 bytes in URL-safe base64: a version, the position of the write, the organization, the log, and 18
//! bytes of an HMAC-SHA-256 over them. Tokens cannot be forged, are not valid for another organization, and are
//! rejected after their log was replaced by a backup.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use proto_events::Position;
use proto_events::ids::OrganizationId;
use service_kit::keyring::{Keyring, Signer};
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

/// The header with a token, in answers and in requests.
pub const CONSISTENCY_TOKEN: HeaderName = HeaderName::from_static("consistency-token");

/// What a refusal says about a token that was signed with another secret.
pub const NOT_ISSUED: &str = "was not issued by this service";

const VERSION: u8 = 2;
const MESSAGE: usize = 1 + 8 + 8 + 4;
const TAG: usize = 18;
/// Number of characters in a token.
pub const LETTERS: usize = (MESSAGE + TAG) * 4 / 3;

/// Distinguishes logs in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogTag(u32);

impl LogTag {
    /// Returns the tag of the log with this id.
    pub fn of(log_id: &str) -> Self {
        Self(crc32fast::hash(log_id.as_bytes()))
    }
}

/// The content of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// The position of the write.
    pub position: Position,
    /// The organization that wrote.
    pub organization_id: OrganizationId,
    /// The log that was written to.
    pub log: LogTag,
}

/// Issues and reads tokens.
#[derive(Debug, Clone)]
pub struct ConsistencyTokens(Signer);

impl ConsistencyTokens {
    /// Creates tokens of the installation with these secrets.
    pub fn new(keys: impl Into<Keyring>) -> Self {
        Self(keys.into().signer("consistency token"))
    }

    /// Issues the token of an organization's write at a position of a log.
    pub fn issue(&self, position: Position, organization_id: OrganizationId, log: LogTag) -> HeaderValue {
        let mut token = [0; MESSAGE + TAG];
        token[0] = VERSION;
        token[1..9].copy_from_slice(&position.0.to_be_bytes());
        token[9..17].copy_from_slice(&organization_id.0.to_be_bytes());
        token[17..MESSAGE].copy_from_slice(&log.0.to_be_bytes());
        let tag = self.0.sign(&token[..MESSAGE]);
        token[MESSAGE..].copy_from_slice(&tag[..TAG]);
        // Base64 contains only characters that are valid in a header.
        HeaderValue::try_from(URL_SAFE_NO_PAD.encode(token)).unwrap_or(HeaderValue::from_static(""))
    }

    /// Returns the content of a request's token, or `None` without a token. `reader` is the organization of the caller;
    /// without one, any organization's token is accepted.
    ///
    /// # Errors
    /// 400 if the token is invalid or belongs to another organization.
    pub fn read(&self, headers: &HeaderMap, reader: Option<OrganizationId>) -> Result<Option<Token>, Problem> {
        let Some(sent) = headers.get(CONSISTENCY_TOKEN) else { return Ok(None) };
        let token = URL_SAFE_NO_PAD.decode(sent.as_bytes()).ok();
        let token = token.filter(|token| token.len() == MESSAGE + TAG && token[0] == VERSION).ok_or_else(|| {
            refused(message!(
                "malformed-consistency-token",
                "The Consistency-Token header is not a valid token: send it as it came in the answer to a write."
            ))
        })?;
        let (message, tag) = token.split_at(MESSAGE);
        if !self.0.verify(message, tag) {
            return Err(refused(message!(
                "consistency-token-not-issued-here",
                "The Consistency-Token header was not issued by this service."
            )));
        }
        let organization_id = OrganizationId(number(&message[9..17]));
        if reader.is_some_and(|reader| reader != organization_id) {
            return Err(refused(message!(
                "consistency-token-of-other-organization",
                "The Consistency-Token header was issued to another organization."
            )));
        }
        let log = LogTag(u32::try_from(number(&message[17..])).unwrap_or_default());
        Ok(Some(Token { position: Position(number(&message[1..9])), organization_id, log }))
    }

    /// Refuses a token of another log than the current one.
    ///
    /// # Errors
    /// 400 if the log of the token was replaced.
    pub fn expect_log(token: &Token, served: Option<LogTag>) -> Result<(), Problem> {
        if served.is_none_or(|served| served == token.log) {
            return Ok(());
        }
        Err(refused(message!(
            "consistency-token-of-replaced-log",
            "The Consistency-Token header was issued before the service was restored from an older backup, and its write \
             may be lost: read without it."
        )))
    }
}

fn number(bytes: &[u8]) -> i64 {
    bytes.iter().fold(0, |number, byte| number << 8 | i64::from(*byte))
}

fn refused(fault: Message) -> Problem {
    Problem::bad_request(fault.clone()).with_error("Consistency-Token", fault)
}

#[cfg(test)]
mod tests {
    use service_kit::secret::Secret;

    use super::*;

    const STORE: OrganizationId = OrganizationId(3);

    fn with(token: HeaderValue) -> HeaderMap {
        [(CONSISTENCY_TOKEN, token)].into_iter().collect()
    }

    #[test]
    fn a_token_comes_back_as_the_position_it_was_given_for() {
        let tokens = ConsistencyTokens::new(&Secret::generate());
        for position in [0, 1, 255, 1 << 40, i64::MAX] {
            let log = LogTag::of("a log");
            let sent = with(tokens.issue(Position(position), STORE, log));
            for reader in [Some(STORE), None] {
                let token = Token { position: Position(position), organization_id: STORE, log };
                assert_eq!(tokens.read(&sent, reader).unwrap(), Some(token));
            }
        }
        assert_eq!(tokens.read(&HeaderMap::new(), Some(STORE)).unwrap(), None);
    }

    #[test]
    fn invented_and_foreign_tokens_are_refused() {
        let (ours, theirs) = (ConsistencyTokens::new(&Secret::generate()), ConsistencyTokens::new(&Secret::generate()));
        let given = ours.issue(Position(9), STORE, LogTag::of("a log"));
        assert!(ours.read(&with(given.clone()), Some(OrganizationId(4))).is_err(), "another organization's");
        let refused = theirs.read(&with(given.clone()), Some(STORE)).unwrap_err();
        assert!(refused.detail().contains(NOT_ISSUED), "another installation's: {}", refused.detail());
        let text = given.to_str().unwrap();
        for place in 0..text.len() {
            let mut changed = text.to_owned();
            changed.replace_range(place..=place, if &text[place..=place] == "A" { "B" } else { "A" });
            let read = ours.read(&with(changed.parse().unwrap()), Some(STORE));
            // The last character of base64 may have unused bits; a strict decoder rejects changes of those too.
            assert!(read.is_err(), "letter {place} was changed");
        }
        for invented in ["", "abc", "!", &text[1..], &"A".repeat(text.len())] {
            let read = ours.read(&with(invented.parse().unwrap()), Some(STORE));
            assert_eq!(read.map_err(|problem| problem.status().as_u16()), Err(400), "{invented}");
        }
    }

    #[test]
    fn a_token_of_a_log_that_was_replaced_is_refused() {
        let [one, other] = ["one", "other"].map(LogTag::of);
        let token = Token { position: Position(9), organization_id: STORE, log: one };
        assert!(ConsistencyTokens::expect_log(&token, Some(one)).is_ok());
        assert!(ConsistencyTokens::expect_log(&token, None).is_ok(), "the log is not known yet");
        let refused = ConsistencyTokens::expect_log(&token, Some(other)).unwrap_err();
        assert_eq!(refused.status().as_u16(), 400);
    }
}
