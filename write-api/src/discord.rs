//! Discord: channels in which the service posts about an organization's public events. The crate `sender` posts.
//!
//! The address of a channel is a secret: a person who has it can post there. It is in no event, and is not shown again.

use axum::http::{HeaderMap, HeaderValue, header};
use serde::Deserialize;
use service_kit::outbound::{Host, Outbound};
use storage::deliveries::{ChannelKind, Delivery, DeliveryPage, DeliveryState};
use storage::notifications::DiscordChannel;

use crate::prelude::*;

/// Channels that an organization may have.
const CHANNELS: usize = 20;
/// How long Discord may take to answer the first post.
const ANSWER: std::time::Duration = std::time::Duration::from_secs(5);
/// Time after its start in which an event is posted about.
const RECENT: chrono::Duration = chrono::Duration::days(2);

/// What a post is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiscordSubject {
    /// The pairings of a round that staff published.
    Pairings,
    /// The pairings of a round that started, which published them if they were hidden.
    Start,
    /// The results of a round.
    Round,
    /// Final standings.
    Standings,
}

/// A post, as it is queued.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiscordPost {
    /// What it is about.
    pub what: DiscordSubject,
    /// The event.
    pub tournament: TournamentId,
    /// The version that the event had before.
    pub before: i64,
    /// The round; `None` for final standings.
    pub round: Option<RoundId>,
}

impl WriteApi {
    /// Adds a channel, whose id is ignored, if Discord accepts a first post with this text.
    pub async fn add_discord_channel(&self, channel: &DiscordChannel, hello: &str) -> Result<(), CommandError> {
        let mut errors = FieldErrors::default();
        if !is_discord_address(&self.outbound, &channel.url) {
            errors.add("url", message!("discord-address", "This is not the address of a webhook of Discord."));
        }
        if let Some(id) = channel.tournament_id {
            let event = self.tournament(id).await?;
            if event.is_none_or(|event| event.state.organization_id != channel.organization_id) {
                errors.add("event", message!("discord-event", "Your organization has no event {value}.", value = id));
            }
        }
        if self.events.discord_channels(channel.organization_id).await?.len() >= CHANNELS {
            errors.add("url", message!("discord-too-many", "{most} channels are the limit.", most = CHANNELS));
        }
        errors.check().map_err(Refusal::from)?;
        let body = serde_json::json!({"content": hello, "allowed_mentions": {"parse": []}}).to_string();
        let answer = self.outbound.post(&channel.url, json_headers(), body.into(), ANSWER).await;
        if !answer.is_ok_and(|answer| answer.status().is_success()) {
            let said = message!("discord-refused", "Discord does not accept posts at this address at the moment.");
            return Err(Refusal::at_field("url", said).into());
        }
        self.events.put_discord_channel(&DiscordChannel { id: 0, ..channel.clone() }).await?;
        Ok(())
    }
}

/// Returns the headers of a post.
pub fn json_headers() -> HeaderMap {
    HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))])
}

/// Returns whether an address is that of a webhook of Discord. Where the operator allows addresses without encryption, as
/// tests do, any host stands for Discord.
fn is_discord_address(outbound: &Outbound, url: &str) -> bool {
    let Ok(target) = outbound.read(url) else { return false };
    let is_discord = |name: &str| ["discord.com", "discordapp.com"].contains(&name) && target.port == 443;
    let is_known = matches!(&target.host, Host::Name(name) if is_discord(name)) || !target.is_secure;
    let is_id = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    let is_token =
        |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_".contains(&it));
    let parts = target.path.strip_prefix("/api/webhooks/").and_then(|rest| rest.split_once('/'));
    is_known && parts.is_some_and(|(id, token)| is_id(id) && is_token(token)) && url.len() <= WEBHOOK_URL
}

impl WriteApi {
    /// Returns the newest post to a channel, except those that had nothing public or new to say.
    pub async fn last_discord_post(&self, channel: &DiscordChannel) -> Result<Option<Delivery>, StoreError> {
        let recipient = ChannelKind::Discord.recipient(channel.id);
        let page = DeliveryPage { recipient, state: None, before: None, limit: 10 };
        let is_post = |it: &Delivery| {
            it.state != DeliveryState::Undelivered || it.last.as_ref().is_none_or(|last| last.error.is_some())
        };
        Ok(self.events.deliveries(&page).await?.into_iter().find(is_post))
    }

    /// Returns the event that a post is about, and the names of its players; `None` if everyone may not see what it would
    /// say, or it comes too late.
    pub async fn discord_facts(
        &self,
        post: &DiscordPost,
    ) -> Result<Option<(Arc<Folded<Tournament>>, HashMap<UserId, String>)>, Failure> {
        let Some(event) = self.tournament(post.tournament).await? else { return Ok(None) };
        let (details, round) = (&event.state.details, post.round.and_then(|id| event.state.round(id)));
        let is_past = details.start_datetime.is_some_and(|start| start + RECENT < self.now());
        let is_hidden = details.is_test || details.is_unlisted || round.is_some_and(|(_, round)| !round.is_published);
        if is_past || is_hidden || details.is_canceled {
            return Ok(None);
        }
        if let Some(convention) = details.convention_id {
            let convention = self.newest::<Convention>(StreamId::convention(convention)).await?;
            if convention.is_some_and(|it| it.state.status == ConventionStatus::Unlisted) {
                return Ok(None);
            }
        }
        if let (DiscordSubject::Start, Some(id)) = (post.what, post.round) {
            let before = self.tournament_at(post.tournament, post.before).await?;
            if before.is_none_or(|event| event.state.round(id).is_none_or(|(_, round)| round.is_published)) {
                return Ok(None);
            }
        }
        let people: Vec<_> = event.state.registrations.iter().map(|entry| entry.user_id).collect();
        let names = self.names_of(&people).await?;
        Ok(Some((event, names)))
    }
}

#[cfg(test)]
mod tests {
    use service_kit::outbound::OutboundRules;

    use super::*;

    #[test]
    fn an_address_is_that_of_a_webhook_of_discord() {
        let strict = Outbound::default();
        for url in ["https://discord.com/api/webhooks/12/a-B_9", "https://discordapp.com/api/webhooks/1/x"] {
            assert!(is_discord_address(&strict, url), "{url}");
        }
        for url in [
            "",
            "discord.com/api/webhooks/1/x",
            "http://discord.com/api/webhooks/1/x",
            "https://discord.com.example.org/api/webhooks/1/x",
            "https://user@discord.com/api/webhooks/1/x",
            "https://discord.com:8443/api/webhooks/1/x",
            "https://discord.com/api/webhooks/1/x?wait=true",
            "https://discord.com/api/webhooks/1/../2/x",
            "https://discord.com/api/webhooks/one/x",
            "https://discord.com/api/webhooks/1/",
            "https://discord.com/api/webhooks//x",
            "https://discord.com/api/v10/webhooks/1/x",
            "https://127.0.0.1/api/webhooks/1/x",
            "https://93.184.216.34/api/webhooks/1/x",
        ] {
            assert!(!is_discord_address(&strict, url), "{url}");
        }
        let rules = OutboundRules { allowed: vec!["127.0.0.0/8".parse().unwrap()], allow_http: true };
        let trial = Outbound::new(rules);
        assert!(is_discord_address(&trial, "http://127.0.0.1:9000/api/webhooks/1/x"));
        assert!(!is_discord_address(&trial, "http://10.0.0.1:9000/api/webhooks/1/x"), "the target filter");
        assert!(!is_discord_address(&trial, "https://hooks.example.org/api/webhooks/1/x"));
    }
}
