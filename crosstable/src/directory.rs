//! Reads organizations, people, tournaments and decklists from the log, for commands that list them. Writes nothing.

use std::collections::{BTreeMap, HashMap};

use anyhow::Context;
use chrono::{DateTime, Utc};
use domain::FoldError;
use domain::decklist::Decklist;
use domain::organization::Organization;
use domain::tournament::Tournament;
use domain::user::User;
use proto_events::ids::{DecklistId, TournamentId, UserId};
use proto_events::{Envelope, Recorded, StreamId, StreamKind, Version};
use storage::EventStore;

/// Streams read at a time.
const AT_A_TIME: usize = 500;

/// Returns every organization, by id.
pub(crate) async fn organizations(events: &dyn EventStore) -> anyhow::Result<Vec<Organization>> {
    let ids = events.streams(StreamKind::Organization).await?;
    read(events, StreamKind::Organization, &ids, |stream| folded(stream, |events| Organization::from_events(events)))
        .await
}

/// Returns every person, by id.
pub(crate) async fn all_users(events: &dyn EventStore) -> anyhow::Result<Vec<User>> {
    let ids = events.streams(StreamKind::User).await?;
    read(events, StreamKind::User, &ids, user).await
}

/// Returns the people with these ids, by id.
pub(crate) async fn users(events: &dyn EventStore, ids: impl IntoIterator<Item = UserId>) -> anyhow::Result<Vec<User>> {
    let mut ids: Vec<i64> = ids.into_iter().map(|id| id.0).collect();
    ids.sort_unstable();
    ids.dedup();
    read(events, StreamKind::User, &ids, user).await
}

pub(crate) async fn users_by_id(
    events: &dyn EventStore,
    ids: impl IntoIterator<Item = UserId>,
) -> anyhow::Result<HashMap<UserId, User>> {
    Ok(users(events, ids).await?.into_iter().map(|user| (user.id, user)).collect())
}

/// Returns the ids of all tournaments in order, also of those that were deleted.
pub(crate) async fn all_tournaments(events: &dyn EventStore) -> anyhow::Result<Vec<TournamentId>> {
    Ok(events.streams(StreamKind::Tournament).await?.into_iter().map(TournamentId).collect())
}

/// A tournament and the time of its announcement.
pub(crate) struct Found {
    pub(crate) tournament: Tournament,
    pub(crate) announced_at: DateTime<Utc>,
}

/// Returns the tournament with this id, unless it was deleted.
pub(crate) async fn tournament(events: &dyn EventStore, id: TournamentId) -> anyhow::Result<Option<Found>> {
    let recorded = events.read_stream(StreamId::tournament(id), 0).await?;
    let Some(first) = recorded.first() else { return Ok(None) };
    let announced_at = first.occurred_at;
    let tournament = folded(&recorded, |events| Tournament::from_events(events))?;
    Ok(Some(Found { tournament, announced_at }).filter(|found| !found.tournament.is_deleted))
}

/// Returns decklists by id, each at the given revision or else the newest.
pub(crate) async fn decklists(
    events: &dyn EventStore,
    lists: impl IntoIterator<Item = (DecklistId, Option<Version>)>,
) -> anyhow::Result<HashMap<DecklistId, Decklist>> {
    let wanted: BTreeMap<i64, Option<Version>> = lists.into_iter().map(|(id, version)| (id.0, version)).collect();
    let ids: Vec<i64> = wanted.keys().copied().collect();
    let fold = |stream: &[Recorded]| {
        let until = stream.first().and_then(|first| *wanted.get(&first.stream.id)?).unwrap_or(Version::MAX);
        let counted = &stream[..stream.partition_point(|event| event.version <= until)];
        folded(counted, |events| Decklist::from_events(events))
    };
    let found = read(events, StreamKind::Decklist, &ids, fold).await?;
    Ok(found.into_iter().map(|list| (list.id, list)).collect())
}

/// Returns the way in which a person can sign in: with a password, at a provider, or with a link to set a password.
pub(crate) fn way_in(user: &User, now: DateTime<Utc>) -> Option<&'static str> {
    let has_link = user.password_link.as_ref().is_some_and(|link| now < link.expires_at);
    match user.password_id {
        Some(_) => Some("password"),
        None if !user.providers.is_empty() => Some("provider"),
        None => has_link.then_some("link"),
    }
}

async fn read<S>(
    events: &dyn EventStore,
    kind: StreamKind,
    ids: &[i64],
    fold: impl Fn(&[Recorded]) -> anyhow::Result<S>,
) -> anyhow::Result<Vec<S>> {
    let head = events.head().await?;
    let mut found = Vec::new();
    for ids in ids.chunks(AT_A_TIME) {
        let recorded = events.read_streams(kind, ids, head).await?;
        for stream in recorded.chunk_by(|one, next| one.stream == next.stream) {
            found.push(fold(stream)?);
        }
    }
    Ok(found)
}

fn user(stream: &[Recorded]) -> anyhow::Result<User> {
    folded(stream, |events| User::from_events(events))
}

fn folded<S>(recorded: &[Recorded], fold: fn(&[Envelope]) -> Result<S, FoldError>) -> anyhow::Result<S> {
    let stream = recorded.first().map(|first| first.stream.to_string()).unwrap_or_default();
    let damaged = || format!("{stream} cannot be read; run `crosstable verify` to check the whole log");
    let envelopes: Result<Vec<_>, _> = recorded.iter().map(Recorded::decode).collect();
    fold(&envelopes.with_context(damaged)?).with_context(damaged)
}
