//! What differs between channels: what one attempt is, what follows from results, and their limits.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use axum::http::{HeaderMap, StatusCode, header};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::tournament::Tournament;
use proto_events::ids::UserId;
use service_kit::chain;
use storage::StoreError;
use storage::deliveries::{ChannelKind, Delivery, SettledQueue};
use storage::webhooks::FailingWebhook;
use write_api::WriteApi;
use write_api::decision::Failure;
use write_api::discord::DiscordPost;
use write_api::letters::{Letter, WrittenLetter};
use write_api::notifications::NotificationFacts;

use crate::pace::Pace;

/// Returns the label of a channel; `None` for webhooks, which have metrics of their own.
pub(crate) fn label(kind: ChannelKind) -> Option<&'static str> {
    match kind {
        ChannelKind::Webhook => None,
        ChannelKind::Mail => Some("mail"),
        ChannelKind::Push => Some("push"),
        ChannelKind::Discord => Some("discord"),
        ChannelKind::Schedule => Some("schedule"),
    }
}

/// Returns the most queues of a channel under way: of an organization, of all.
pub(crate) fn limits(kind: ChannelKind) -> [usize; 2] {
    match kind {
        // Each webhook and each organization has far less than all. So a slow address delays neither other organizations
        // nor, unless there are several, other webhooks of its own.
        ChannelKind::Webhook => [32, 1_024],
        // Connections to the mail server.
        ChannelKind::Mail => [4, 4],
        // Many browsers at once: those of an event are to ring within seconds.
        ChannelKind::Push => [256, 256],
        // Discord limits posts to a channel; one after the other are seldom too many.
        ChannelKind::Discord => [4, 16],
        ChannelKind::Schedule => [16, 16],
    }
}

/// Writes a letter to a person, who signs in with this username. The facts are those of a notification.
pub type LetterWriter = Arc<dyn Fn(&Letter, &str, &NotificationFacts) -> WrittenLetter + Send + Sync>;

/// Writes the body of a post in a language, with the names of people; `None` if there is nothing to say any more.
pub type PostWriter =
    Arc<dyn Fn(&DiscordPost, &Tournament, &HashMap<UserId, String>, &str) -> Option<String> + Send + Sync>;

/// What channels send with.
#[derive(Clone)]
pub(crate) struct Context {
    pub(crate) api: WriteApi,
    pub(crate) public_url: Arc<str>,
    pub(crate) pace: Pace,
    pub(crate) write: LetterWriter,
    pub(crate) post: PostWriter,
}

/// A way to send messages. Queues, leases, retries, limits and the log are the sender's.
#[async_trait]
pub(crate) trait Channel: Send + Sync {
    async fn attempt(&self, delivery: &Delivery) -> Attempt;

    /// Takes note of stored results. `_failing` are those webhooks among the recipients that fail.
    async fn settled(&self, _queues: &[SettledQueue], _failing: Vec<FailingWebhook>) {}
}

/// The result of an attempt: the status of the answer that accepted the message, if it had one.
pub(crate) type Attempt = Result<Option<u16>, Failed>;

/// Why a message was not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failed {
    pub(crate) next: Next,
    /// The status of the answer, if there was one.
    pub(crate) status: Option<u16>,
    /// What went wrong; `None` if the message does not apply any more, so that no one has to know.
    pub(crate) error: Option<String>,
}

/// What follows a failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// Another one. With a pause, the receiver wants nothing meanwhile.
    Retry(Option<RetryAfter>),
    /// None: it will never be accepted.
    Refused,
}

impl Failed {
    /// Another attempt follows.
    pub(crate) fn retry(error: impl Into<String>) -> Self {
        Self { next: Next::Retry(None), status: None, error: Some(error.into()) }
    }

    /// No attempt follows.
    pub(crate) fn refused(error: impl Into<String>) -> Self {
        Self { next: Next::Refused, status: None, error: Some(error.into()) }
    }

    /// There was no attempt, because the message does not apply any more.
    pub(crate) fn moot() -> Self {
        Self { next: Next::Refused, status: None, error: None }
    }
}

/// The message cannot be read: a newer version of the service wrote it, which runs next to this one or comes back.
impl From<serde_json::Error> for Failed {
    fn from(error: serde_json::Error) -> Self {
        Self::retry(error.to_string())
    }
}

impl From<Failure> for Failed {
    fn from(error: Failure) -> Self {
        Self::retry(chain(&error))
    }
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Self {
        Self::retry(chain(&error))
    }
}

/// A pause that a receiver asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RetryAfter {
    pub(crate) seconds: i64,
    /// Whether it is for everything that is sent to the service, and not only to this recipient.
    pub(crate) is_for_all: bool,
}

impl RetryAfter {
    /// Reads `Retry-After`, which is a number or a date, and the header by which Discord pauses everything.
    pub(crate) fn read(headers: &HeaderMap, now: DateTime<Utc>) -> Option<Self> {
        let text = headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim();
        let seconds = match text.parse::<i64>() {
            Ok(seconds) => seconds,
            Err(_) => (DateTime::parse_from_rfc2822(text).ok()?.to_utc() - now).num_seconds(),
        };
        let is_for_all = headers.contains_key("x-ratelimit-global");
        (seconds > 0).then_some(Self { seconds, is_for_all })
    }
}

/// Whether a status of an answer ends a message. Others are tried again.
pub(crate) fn is_final(status: StatusCode) -> bool {
    !matches!(status.as_u16(), 408 | 425 | 429 | 500..)
}

/// Posts a message. `refuses` says which statuses that are not of success end it.
pub(crate) async fn post(
    api: &WriteApi,
    url: &str,
    (headers, body): (HeaderMap, Bytes),
    limit: Duration,
    refuses: fn(StatusCode) -> bool,
) -> Attempt {
    let answer = api.outbound().post(url, headers, body, limit).await;
    let answer = answer.map_err(|error| Failed::retry(error.to_string()))?;
    let (code, status) = (answer.status(), Some(answer.status().as_u16()));
    let next = match code {
        _ if code.is_success() => return Ok(status),
        _ if refuses(code) => Next::Refused,
        _ => Next::Retry(RetryAfter::read(answer.headers(), api.now())),
    };
    Err(Failed { next, status, error: Some(format!("The answer was {}.", code.as_u16())) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_retry_after_is_seconds_or_a_date_and_may_be_for_all() {
        let now = DateTime::parse_from_rfc3339("2026-03-15T18:00:00Z").unwrap().to_utc();
        for (text, expected) in [
            ("120", Some(120)),
            ("Sun, 15 Mar 2026 18:01:30 GMT", Some(90)),
            ("Sun, 15 Mar 2026 17:00:00 GMT", None),
            ("0", None),
            ("-5", None),
            ("soon", None),
            ("99999999999999999999", None),
        ] {
            let mut headers = HeaderMap::from_iter([(header::RETRY_AFTER, text.parse().unwrap())]);
            let pause = |is_for_all| expected.map(|seconds| RetryAfter { seconds, is_for_all });
            assert_eq!(RetryAfter::read(&headers, now), pause(false), "{text}");
            headers.insert("x-ratelimit-global", "true".parse().unwrap());
            assert_eq!(RetryAfter::read(&headers, now), pause(true), "{text}");
        }
        assert_eq!(RetryAfter::read(&HeaderMap::new(), now), None);
    }

    #[test]
    fn message_of_a_newer_version_is_tried_again() {
        let error = Letter::read(r#"{"language":"en","contents":"of_tomorrow"}"#).err().unwrap();
        assert_eq!(Failed::from(error).next, Next::Retry(None));
    }

    #[test]
    fn a_status_is_final_or_not() {
        let (ends, stays) = ([400, 401, 403, 404, 410, 413, 307], [408, 425, 429, 500, 503]);
        assert!(ends.iter().all(|status| is_final(StatusCode::from_u16(*status).unwrap())));
        assert!(!stays.iter().any(|status| is_final(StatusCode::from_u16(*status).unwrap())));
    }
}
