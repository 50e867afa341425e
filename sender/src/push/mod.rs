//! The channel of push: notifications to browsers that people subscribe (`write_api::push`), through the push services
//! of their makers (RFC 8030).

mod encryption;

use std::time::Duration;

use async_trait::async_trait;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use chrono::TimeDelta;
use domain::notifications::NotificationKind;
use service_kit::chain;
use service_kit::hex::hex;
use service_kit::push_key::PushKey;
use sha2::{Digest, Sha256};
use storage::deliveries::Delivery;
use storage::notifications::PushSubscription;
use tokio::sync::OnceCell;
use write_api::letters::{Contents, WrittenLetter};
use write_api::notifications::Notification;

use self::encryption::encrypt;
use crate::channel::{Attempt, Channel, Context, Failed, is_final, post};
use crate::notifications;

/// The statuses of a subscription that has ended.
const ENDED: [u16; 2] = [404, 410];
/// How long a push service keeps a message without an end for a phone that is off.
const KEPT: TimeDelta = TimeDelta::days(1);
/// The most characters of a title and of a text. A message then has less than 3,000 bytes, whatever they are in JSON.
const TITLE: usize = 100;
const TEXT: usize = 300;
/// How long a token is valid, which may be a day at most.
const TOKEN_LIFE: TimeDelta = TimeDelta::hours(12);
/// How long a push service may take, so that a slow one holds up others less.
const ANSWER: Duration = Duration::from_secs(5);

pub(crate) struct Push {
    context: Context,
    /// The address at which a push service's operator reaches this one's.
    subject: String,
    key: OnceCell<PushKey>,
}

impl Push {
    pub(crate) fn new(context: Context) -> Self {
        let from = context.api.mail_from().map(|from| format!("mailto:{from}"));
        let subject = from.unwrap_or_else(|| context.public_url.to_string());
        Self { context, subject, key: OnceCell::new() }
    }

    /// Returns the header `Authorization` for a push service. It is empty for an address that may not be used, to which
    /// nothing is sent.
    fn authorization(&self, key: &PushKey, endpoint: &str) -> String {
        let Ok(target) = self.context.api.outbound().read(endpoint) else { return String::new() };
        let origin = format!("{}://{}", if target.is_secure { "https" } else { "http" }, target.authority);
        let expires = (self.context.api.now() + TOKEN_LIFE).timestamp();
        key.authorization(&origin, &self.subject, expires).unwrap_or_default()
    }
}

#[async_trait]
impl Channel for Push {
    async fn attempt(&self, delivery: &Delivery) -> Attempt {
        let Context { api, write, pace, .. } = &self.context;
        let subscription = api.events().push_subscription(delivery.message.recipient.id).await?;
        let subscription = subscription.ok_or_else(Failed::moot)?;
        let key = self.key.get_or_try_init(|| api.push_key()).await?;
        let (letter, facts) = notifications::read_letter(api, delivery, subscription.user_id).await?;
        let about = match &letter.contents {
            Contents::Notification(about) => Some(about),
            _ => None,
        };
        let tag = tag(delivery, about);
        let body = body(&write(&letter, "", &facts), &tag);
        let is_urgent = about.is_some_and(|about| !about.what.kind().is_mailed());
        let sealed = encrypt(body.as_bytes(), &subscription);
        let sealed = sealed.map_err(|_| Failed::refused("The subscription's keys are not valid."))?;
        let endpoint = &subscription.endpoint;
        let kept = delivery.message.expires_at.map_or(KEPT, |end| end - api.now());
        let headers = headers(self.authorization(key, endpoint), kept, is_urgent, &topic(&subscription, &tag));
        let attempt = post(api, endpoint, (headers, sealed.into()), pace.answer().min(ANSWER), is_final).await;
        if let Err(Failed { status: Some(status), .. }) = attempt
            && ENDED.contains(&status)
            && let Err(error) = api.events().remove_push_subscription(endpoint).await
        {
            tracing::warn!(error = chain(&error), "a push subscription that has ended could not be removed");
        }
        attempt
    }
}

/// Returns the headers of a message that the push service keeps this long.
fn headers(authorization: String, kept: TimeDelta, is_urgent: bool, topic: &str) -> HeaderMap {
    let headers = [
        ("authorization", authorization),
        ("content-encoding", "aes128gcm".to_owned()),
        ("content-type", "application/octet-stream".to_owned()),
        ("ttl", kept.num_seconds().max(0).to_string()),
        ("topic", topic.to_owned()),
        ("urgency", if is_urgent { "high" } else { "normal" }.to_owned()),
    ];
    let header = |(name, value)| Some((HeaderName::from_static(name), HeaderValue::try_from(value).ok()?));
    headers.into_iter().filter_map(header).collect()
}

/// Returns the topic of a tag. The push service sees that a message replaces another one, and not what it is about.
fn topic(subscription: &PushSubscription, tag: &str) -> String {
    hex(&Sha256::new().chain_update(&subscription.auth).chain_update(tag).finalize()[..16])
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
