//! The channel of push: notifications to browsers that people subscribe (`write_api::push`), through the push services
//! of their makers (RFC 8030).

mod encryption;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use chrono::{DateTime, TimeDelta, Utc};
use domain::notifications::NotificationKind;
use service_kit::chain;
use service_kit::hex::hex;
use service_kit::push_key::PushKey;
use sha2::{Digest, Sha256};
use storage::StoreError;
use storage::deliveries::{ChannelKind, Delivery, Recipient};
use storage::notifications::PushSubscription;
use tokio::sync::OnceCell;
use write_api::WriteApi;
use write_api::letters::{Contents, WrittenLetter};
use write_api::notifications::Notification;

use self::encryption::encrypt;
use crate::channel::{Attempt, Channel, Receiver, Verdict};
use crate::webhooks::retry_after;
use crate::{LetterWriter, notifications};

/// The statuses of a subscription that has ended.
const ENDED: [StatusCode; 2] = [StatusCode::NOT_FOUND, StatusCode::GONE];
/// How long a push service keeps a message without an end for a phone that is off.
const KEPT: TimeDelta = TimeDelta::days(1);
/// The most characters of a title and of a text. A message then has less than 3,000 bytes, whatever they are in JSON.
const TITLE: usize = 100;
const TEXT: usize = 300;
/// How long a token is used, of the day for which it is valid.
const TOKEN_USE: TimeDelta = TimeDelta::hours(6);
/// How long a push service may take, so that a slow one holds up others less.
const ANSWER: Duration = Duration::from_secs(5);
/// Push services whose tokens are kept.
const TOKENS: usize = 100;

/// The channel of push.
pub(crate) struct Push {
    api: WriteApi,
    write: LetterWriter,
    /// The address at which a push service's operator reaches this one's.
    subject: String,
    limit: Duration,
    key: OnceCell<PushKey>,
    /// The headers `Authorization` by origin, and when they were made.
    tokens: Mutex<HashMap<String, (String, DateTime<Utc>)>>,
}

/// A browser that is subscribed.
struct Browser {
    subscription: PushSubscription,
    authorization: String,
    api: WriteApi,
    write: LetterWriter,
    limit: Duration,
}

impl Push {
    pub(crate) fn new(api: WriteApi, write: LetterWriter, public_url: &str, limit: Duration) -> Self {
        let subject = api.mail_from().map_or_else(|| public_url.to_owned(), |from| format!("mailto:{from}"));
        let limit = limit.min(ANSWER);
        Self { api, write, subject, limit, key: OnceCell::new(), tokens: Mutex::default() }
    }

    /// Returns the header `Authorization` for a push service. It is empty for an address that may not be used, to which
    /// nothing is sent.
    fn authorization(&self, key: &PushKey, endpoint: &str) -> String {
        let Ok(target) = self.api.outbound().read(endpoint) else { return String::new() };
        let origin = format!("{}://{}", if target.is_secure { "https" } else { "http" }, target.authority);
        let now = self.api.now();
        let mut tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        tokens.retain(|_, (_, made)| now - *made < TOKEN_USE);
        if let Some((token, _)) = tokens.get(&origin) {
            return token.clone();
        }
        let expires = (now + TOKEN_USE * 2).timestamp();
        let token = key.authorization(&origin, &self.subject, expires).unwrap_or_default();
        if tokens.len() < TOKENS {
            tokens.insert(origin, (token.clone(), now));
        }
        token
    }
}

#[async_trait]
impl Channel for Push {
    fn kind(&self) -> ChannelKind {
        ChannelKind::Push
    }

    /// Many browsers at once: those of an event are to ring within seconds.
    fn limits(&self) -> [usize; 3] {
        [1, 256, 256]
    }

    async fn receiver(&self, recipient: Recipient) -> Result<Option<Box<dyn Receiver>>, StoreError> {
        let Some(subscription) = self.api.events().push_subscription(recipient.id).await? else { return Ok(None) };
        let key = self.key.get_or_try_init(|| self.api.push_key()).await?;
        let authorization = self.authorization(key, &subscription.endpoint);
        let (api, write, limit) = (self.api.clone(), Arc::clone(&self.write), self.limit);
        Ok(Some(Box::new(Browser { subscription, authorization, api, write, limit })))
    }
}

#[async_trait]
impl Receiver for Browser {
    async fn attempt(&self, delivery: &Delivery) -> Attempt {
        let to = self.subscription.user_id;
        let (letter, facts) = match notifications::read_letter(&self.api, delivery, to).await {
            Ok(read) => read,
            Err(attempt) => return attempt,
        };
        let about = match &letter.contents {
            Contents::Notification(about) => Some(about),
            _ => None,
        };
        let tag = tag(delivery, about);
        let body = body(&(self.write)(&letter, "", &facts), &tag);
        let is_urgent = about.is_some_and(|about| !about.what.kind().is_mailed());
        let Ok(sealed) = encrypt(body.as_bytes(), &self.subscription) else {
            return Attempt::refused("The subscription's keys are not valid.");
        };
        let headers = self.headers(delivery.message.expires_at, is_urgent, &tag);
        let endpoint = &self.subscription.endpoint;
        let answer = match self.api.outbound().post(endpoint, headers, sealed.into(), self.limit).await {
            Ok(answer) => answer,
            Err(error) => return Attempt::retry(error.to_string()),
        };
        if ENDED.contains(&answer.status())
            && let Err(error) = self.api.events().remove_push_subscription(endpoint).await
        {
            tracing::warn!(error = chain(&error), "a push subscription that has ended could not be removed");
        }
        answered(answer.status(), retry_after(answer.headers(), self.api.now()))
    }
}

impl Browser {
    fn headers(&self, expires_at: Option<DateTime<Utc>>, is_urgent: bool, tag: &str) -> HeaderMap {
        let kept = expires_at.map_or(KEPT, |end| end - self.api.now()).num_seconds().max(0);
        // The push service sees that a message replaces another one, and not what it is about.
        let topic = Sha256::new().chain_update(&self.subscription.auth).chain_update(tag).finalize();
        let headers = [
            ("authorization", self.authorization.clone()),
            ("content-encoding", "aes128gcm".to_owned()),
            ("content-type", "application/octet-stream".to_owned()),
            ("ttl", kept.to_string()),
            ("topic", hex(&topic[..16])),
            ("urgency", if is_urgent { "high" } else { "normal" }.to_owned()),
        ];
        let header = |(name, value)| Some((HeaderName::from_static(name), HeaderValue::try_from(value).ok()?));
        headers.into_iter().filter_map(header).collect()
    }
}

/// Returns what follows from an answer.
pub(crate) fn answered(status: StatusCode, pause: Option<i64>) -> Attempt {
    let verdict = match status.as_u16() {
        200..=299 => return Attempt { verdict: Verdict::Sent, status: Some(status.as_u16()), error: None },
        408 | 425 | 429 | 500.. => Verdict::Retry(pause),
        _ => Verdict::Refused,
    };
    let error = format!("The answer was {}.", status.as_u16());
    Attempt { verdict, status: Some(status.as_u16()), error: Some(error) }
}

/// Returns the tag of a message: one with the same tag replaces it. A newer one of the same kind and event does, except
/// messages that staff wrote.
fn tag(delivery: &Delivery, about: Option<&Notification>) -> String {
    match about.filter(|about| about.what.kind() != NotificationKind::Message) {
        Some(about) => format!("{}-{}", about.what.kind().wire_name(), about.tournament_id),
        None => format!("message-{}", delivery.id),
    }
}

/// Returns the message as the service worker reads it.
fn body(written: &WrittenLetter, tag: &str) -> String {
    let short = |text: &str, most| text.chars().take(most).collect::<String>();
    let [title, body] = [short(&written.subject, TITLE), short(&written.lead, TEXT)];
    serde_json::json!({ "title": title, "body": body, "path": written.path, "tag": tag }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_final_or_not() {
        for (status, verdict) in [
            (201, Verdict::Sent),
            (200, Verdict::Sent),
            (202, Verdict::Sent),
            (400, Verdict::Refused),
            (401, Verdict::Refused),
            (403, Verdict::Refused),
            (404, Verdict::Refused),
            (410, Verdict::Refused),
            (413, Verdict::Refused),
            (307, Verdict::Refused),
            (429, Verdict::Retry(Some(7))),
            (500, Verdict::Retry(Some(7))),
            (503, Verdict::Retry(Some(7))),
        ] {
            assert_eq!(answered(StatusCode::from_u16(status).unwrap(), Some(7)).verdict, verdict, "{status}");
        }
    }

    #[test]
    fn a_message_is_short_whatever_people_write() {
        for text in ["\u{1}", "日", "\"", "x"].map(|text| text.repeat(5_000)) {
            let [html, path] = [String::new(), "/events/1/".to_owned()];
            let written = WrittenLetter { subject: text.clone(), lead: text.clone(), text, html, path };
            let body = body(&written, "message-1");
            assert!(body.len() <= 3_000, "{}", body.len());
            let read: serde_json::Value = serde_json::from_str(&body).unwrap();
            assert_eq!((&read["path"], &read["tag"]), (&"/events/1/".into(), &"message-1".into()));
        }
    }
}
