//! The demo's data: invented organizations, conventions and tournaments. The same seed and time give the same data.
//!
//! The data is written as domain events; nothing here writes a view or a file.

mod about;
mod cast;
mod conventions;
mod course;
mod decks;
mod finished;
mod live;
mod open;
pub(crate) mod organizations;
mod people;
mod pictures;
pub(crate) mod record;
#[cfg(test)]
mod tests;

pub use course::{Field, INTENTIONAL_DRAW, turned};
pub use decks::{Deck, deck};
pub use people::people;

use anyhow::Context;
use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use proto_events::ids::{OrganizationId, Sequence, TournamentId};
use proto_events::{Actor, ConventionEvent, DomainEvent, OrganizationEvent, UserEvent};
use rand::SeedableRng;
use rand::rngs::StdRng;
use service_kit::credential_value::{CredentialValue, Kind};
use storage::{AppendRequest, Claim, EventStore, ReservedIds, StreamWrite};

use cast::{Cast, Person};
use organizations::{KEYS, MEMBERS};

/// Number of people from whom the players are drawn.
const PEOPLE: usize = 1_200;

/// Maximum numbers of ids that the data needs.
const IDS: &[(Sequence, usize)] = &[
    (Sequence::Organization, 2),
    (Sequence::Member, MEMBERS),
    (Sequence::ApiKey, 20),
    (Sequence::User, PEOPLE + MEMBERS),
    (Sequence::Convention, 6),
    (Sequence::Tournament, 100),
    (Sequence::Decklist, 4_000),
    (Sequence::Registration, 4_000),
    (Sequence::Phase, 200),
    (Sequence::Round, 800),
    (Sequence::Match, 10_000),
    (Sequence::Team, 40),
    (Sequence::TeamMatch, 100),
    (Sequence::TeamPlayer, 120),
];

/// Ids that the demo shows to the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sights {
    /// The two organizations; the first key belongs to the first one.
    pub(crate) organizations: [OrganizationId; 2],
    pub(crate) championship: TournamentId,
}

/// Writes the data into an empty store. Returns the keys of [`KEYS`], and what to show.
pub(crate) async fn create(
    store: &dyn EventStore,
    now: DateTime<Utc>,
    seed: u64,
) -> anyhow::Result<(Vec<CredentialValue>, Sights)> {
    let keys: Vec<_> = KEYS.iter().map(|_| CredentialValue::generate(Kind::ApiKey)).collect();
    let key_hashes: Vec<_> = keys.iter().map(CredentialValue::sha256_hex).collect();
    let ids = ReservedIds::reserve(store, IDS).await?;
    let (request, sights) = imagine(ids, (now, seed), &key_hashes)?;
    for picture in pictures::stored(now) {
        store.put_picture(&picture).await.context("the demo's pictures cannot be written")?;
    }
    store.append(request).await.context("the demo's data cannot be written")?;
    Ok((keys, sights))
}

/// Fills an empty log with data of a given time and seed. Returns the keys; the first is the one that the demo shows.
pub async fn fill(events: &dyn EventStore, now: DateTime<Utc>, seed: u64) -> anyhow::Result<Vec<CredentialValue>> {
    Ok(create(events, now, seed).await?.0)
}

/// Returns all data as one append request. `key_hashes` are those of [`KEYS`].
fn imagine(
    ids: ReservedIds,
    (recorded_at, seed): (DateTime<Utc>, u64),
    key_hashes: &[String],
) -> anyhow::Result<(AppendRequest, Sights)> {
    // Rounds and events begin at round times, as in a schedule.
    let now = recorded_at.duration_trunc(TimeDelta::minutes(5)).unwrap_or(recorded_at);
    let mut cast = Cast::new(now, StdRng::seed_from_u64(seed), ids);
    let mut members = people::people(PEOPLE + MEMBERS, &mut cast.rng);
    let profiles = members.split_off(MEMBERS);
    organizations::tell(&mut cast, key_hashes, members);
    for profile in profiles {
        // The first organization manages the accounts, so its staff can read whole profiles.
        let name = profile.best_identifier.clone();
        let user_id = cast.account(profile, cast.organizations[0], now - TimeDelta::days(500));
        cast.people.push(Person { user_id, name });
    }
    conventions::tell(&mut cast)?;
    finished::tell(&mut cast)?;
    let championship = live::championship(&mut cast)?;
    live::trios(&mut cast)?;
    live::draft(&mut cast)?;
    live::sealed(&mut cast)?;
    open::tell(&mut cast)?;
    cast.ids.check()?;
    let Cast { organizations, writes, .. } = cast;
    let request = AppendRequest {
        actor: Actor::System,
        recorded_at,
        claims: writes.iter().filter_map(claim).collect(),
        writes,
        outbox: Vec::new(),
        idempotency: None,
        traceparent: None,
    };
    Ok((request, Sights { organizations, championship }))
}

/// Returns the name that a new stream claims, as the commands claim it.
fn claim(write: &StreamWrite) -> Option<Claim> {
    let (scope, name) = match &write.events.first()?.event {
        DomainEvent::Organization(OrganizationEvent::Created { name }) => ("organization-name".to_owned(), name),
        DomainEvent::Convention(ConventionEvent::Created { details, .. }) => {
            (format!("convention-slug/{}", write.organization_id), &details.slug)
        }
        DomainEvent::User(UserEvent::Registered { profile }) => ("username".to_owned(), &profile.username),
        _ => return None,
    };
    Some(Claim { scope, name: name.clone(), holder: write.stream })
}
