//! Who and what stands in the log: organizations and people, for commands that list them. Nothing is written.

use anyhow::Context;
use chrono::{DateTime, Utc};
use domain::FoldError;
use domain::organization::Organization;
use domain::user::User;
use futures::StreamExt;
use proto_events::ids::{Sequence, UserId};
use proto_events::{Envelope, Position, Recorded, StreamKind};
use storage::{BackupItem, EventStore};

/// Streams read at a time.
const AT_A_TIME: usize = 500;

/// Every organization, by id.
pub(crate) async fn organizations(events: &dyn EventStore) -> anyhow::Result<Vec<Organization>> {
    let ids = handed_out(events, Sequence::Organization).await?;
    read(events, StreamKind::Organization, &ids, |events| Organization::from_events(events)).await
}

/// Every person, by id.
pub(crate) async fn all_users(events: &dyn EventStore) -> anyhow::Result<Vec<User>> {
    let ids = handed_out(events, Sequence::User).await?;
    read(events, StreamKind::User, &ids, |events| User::from_events(events)).await
}

/// These people, by id.
pub(crate) async fn users(events: &dyn EventStore, ids: impl IntoIterator<Item = UserId>) -> anyhow::Result<Vec<User>> {
    let mut ids: Vec<i64> = ids.into_iter().map(|id| id.0).collect();
    ids.sort_unstable();
    ids.dedup();
    read(events, StreamKind::User, &ids, |events| User::from_events(events)).await
}

/// By what a person can sign in: a password, or a link to choose one.
pub(crate) fn way_in(user: &User, now: DateTime<Utc>) -> Option<&'static str> {
    let has_link = user.password_link.as_ref().is_some_and(|link| now < link.expires_at);
    match user.password_id {
        Some(_) => Some("password"),
        None => has_link.then_some("link"),
    }
}

/// The ids of a sequence that were ever handed out, whether they came to be used or not: a backup begins with the next ones.
async fn handed_out(events: &dyn EventStore, sequence: Sequence) -> anyhow::Result<Vec<i64>> {
    if events.head().await? == Position::START {
        return Ok(Vec::new());
    }
    let mut items = events.backup();
    loop {
        match items.next().await.transpose()? {
            Some(BackupItem::NextId { sequence: name, next }) if name == sequence.name() => {
                return Ok((1..next).collect());
            }
            Some(BackupItem::Head { .. } | BackupItem::NextId { .. }) => {}
            _ => return Ok(Vec::new()),
        }
    }
}

async fn read<S>(
    events: &dyn EventStore,
    kind: StreamKind,
    ids: &[i64],
    fold: fn(&[Envelope]) -> Result<S, FoldError>,
) -> anyhow::Result<Vec<S>> {
    let head = events.head().await?;
    let mut found = Vec::new();
    for ids in ids.chunks(AT_A_TIME) {
        let recorded = events.read_streams(kind, ids, head).await?;
        for stream in recorded.chunk_by(|one, next| one.stream == next.stream) {
            found.push(folded(stream, fold)?);
        }
    }
    Ok(found)
}

fn folded<S>(recorded: &[Recorded], fold: fn(&[Envelope]) -> Result<S, FoldError>) -> anyhow::Result<S> {
    let stream = recorded.first().map(|first| first.stream.to_string()).unwrap_or_default();
    let damaged = || format!("{stream} cannot be read; `crosstable verify` looks at the whole log");
    let envelopes: Result<Vec<_>, _> = recorded.iter().map(Recorded::decode).collect();
    fold(&envelopes.with_context(damaged)?).with_context(damaged)
}
