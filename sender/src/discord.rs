//! The channel of Discord: posts about public events (`write_api::discord`) in channels of organizations.

use std::collections::BTreeSet;

use async_trait::async_trait;
use chrono::TimeDelta;
use proto_events::ids::TournamentId;
use proto_events::vocabulary::LifecycleStatus;
use proto_events::{DomainEvent, Envelope, TournamentEvent};
use storage::StoreError;
use storage::deliveries::{ChannelKind, Delivery, Message};
use storage::notifications::DiscordChannel;
use write_api::WriteApi;
use write_api::discord::{DiscordPost, DiscordSubject, json_headers};

use crate::channel::{Attempt, Channel, Context, Failed, is_final, post as send};
use crate::notifications::IMPORTED;

/// How long a post is worth sending.
const LIFE: TimeDelta = TimeDelta::hours(6);

pub(crate) struct Discord(pub(crate) Context);

/// Returns the posts that events become. Those of the past become none.
pub(crate) async fn messages(api: &WriteApi, events: &[&Envelope]) -> Result<Vec<Message>, StoreError> {
    let mut messages = Vec::new();
    for envelope in events {
        let is_past = envelope.recorded_at - envelope.occurred_at > IMPORTED || api.now() - envelope.recorded_at > LIFE;
        let Some(post) = post(envelope).filter(|_| !is_past) else { continue };
        let channels = api.events().discord_channels(envelope.organization_id).await?;
        messages.extend(of_channels(envelope, &post, &channels));
    }
    Ok(messages)
}

/// Returns the post that an event becomes.
fn post(envelope: &Envelope) -> Option<DiscordPost> {
    use DiscordSubject::{Pairings, Round, Standings, Start};
    use TournamentEvent as E;
    let DomainEvent::Tournament(event) = &envelope.event else { return None };
    let (what, round) = match event {
        E::PairingsPublished { round_id } => (Pairings, Some(*round_id)),
        E::RoundStarted { round_id } => (Start, Some(*round_id)),
        E::RoundCompleted { round_id } => (Round, Some(*round_id)),
        E::LifecycleChanged { status: LifecycleStatus::EventFinished } => (Standings, None),
        _ => return None,
    };
    let (tournament, before) = (TournamentId(envelope.stream.id), envelope.version.saturating_sub(1));
    Some(DiscordPost { what, tournament, before, round })
}

/// Returns the messages to the channels that want a post. A channel that was added twice gets one.
fn of_channels(envelope: &Envelope, post: &DiscordPost, channels: &[DiscordChannel]) -> Vec<Message> {
    let mut addresses = BTreeSet::new();
    let is_wanted = |it: &&DiscordChannel| it.tournament_id.is_none_or(|only| only == post.tournament);
    let channels = channels.iter().filter(is_wanted).filter(|channel| addresses.insert(&channel.url));
    let message = |channel: &DiscordChannel| Message {
        recipient: ChannelKind::Discord.recipient(channel.id),
        organization_id: channel.organization_id,
        tournament_id: None,
        subject: post.tournament.0,
        cause: format!("event/{}", envelope.position.0),
        recorded_at: envelope.recorded_at,
        due_at: None,
        expires_at: Some(envelope.recorded_at + LIFE),
        // Ids always have a form in JSON.
        payload: serde_json::to_string(post).unwrap_or_default(),
    };
    channels.map(message).collect()
}

#[async_trait]
impl Channel for Discord {
    async fn attempt(&self, Delivery { message, .. }: &Delivery) -> Attempt {
        let Context { api, post: write, pace, .. } = &self.0;
        let channel = api.events().discord_channel(message.recipient.id).await?.ok_or_else(Failed::moot)?;
        let post: DiscordPost = serde_json::from_str(&message.payload)?;
        let facts = api.discord_facts(&post).await?;
        let body = facts.and_then(|(event, names)| write(&post, &event.state, &names, &channel.language));
        let body = body.ok_or_else(Failed::moot)?;
        send(api, &channel.url, (json_headers(), body.into()), pace.answer(), is_final).await
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use proto_events::ids::{OrganizationId, RoundId};
    use proto_events::testing::envelope;
    use proto_events::{Position, StreamId};

    use super::*;

    fn happened(event: TournamentEvent) -> Envelope {
        let stream = StreamId::tournament(TournamentId(3));
        Envelope { position: Position(40), ..envelope(stream, 9, DateTime::UNIX_EPOCH, event) }
    }

    fn channel(id: i64, only: Option<i64>, url: &str) -> DiscordChannel {
        let (organization_id, language) = (OrganizationId(1), "en".to_owned());
        DiscordChannel { id, organization_id, tournament_id: only.map(TournamentId), url: url.into(), language }
    }

    #[test]
    fn an_event_is_posted_once_in_each_channel_that_wants_it_by_ids_alone() {
        let started = happened(TournamentEvent::RoundStarted { round_id: RoundId(8) });
        let post = post(&started).unwrap();
        let channels =
            [channel(1, None, "a"), channel(2, Some(3), "a"), channel(3, Some(4), "b"), channel(4, Some(3), "c")];
        let messages = of_channels(&started, &post, &channels);
        assert_eq!(messages.iter().map(|message| message.recipient.id).collect::<Vec<_>>(), [1, 4]);
        let expected = r#"{"what":"start","tournament":3,"before":8,"round":8}"#;
        assert!(messages.iter().all(|it| it.payload == expected && it.cause == "event/40"), "{messages:?}");
    }

    #[test]
    fn only_pairings_results_and_the_end_of_an_event_are_posted() {
        let round_id = RoundId(8);
        let what = |event| post(&happened(event)).map(|post| post.what);
        assert_eq!(what(TournamentEvent::PairingsPublished { round_id }), Some(DiscordSubject::Pairings));
        assert_eq!(what(TournamentEvent::RoundCompleted { round_id }), Some(DiscordSubject::Round));
        let status = |status| what(TournamentEvent::LifecycleChanged { status });
        assert_eq!(status(LifecycleStatus::EventFinished), Some(DiscordSubject::Standings));
        assert_eq!(status(LifecycleStatus::EventInProgress), None);
        assert_eq!(what(TournamentEvent::PairingsHidden { round_id }), None);
    }
}
