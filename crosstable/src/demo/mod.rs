//! The demo's world: organizations, conventions and tournaments that never were. The same seed and time give the same world.
//!
//! It is told as events, like everything else; nothing here writes a view or knows a file.

mod archetypes;
mod cast;
mod conventions;
pub(crate) mod decks;
mod draft;
mod fill;
mod finished;
mod live;
pub(crate) mod names;
mod open;
pub(crate) mod organizations;
mod play;
pub(crate) mod record;
pub(crate) mod simulate;
mod team;
#[cfg(test)]
mod tests;

pub use fill::fill;

use anyhow::Context;
use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use proto_events::ids::{ConventionId, OrganizationId, Sequence, TournamentId, UserId};
use proto_events::{Actor, ConventionEvent, DomainEvent, OrganizationEvent, StreamId, UserEvent};
use rand::SeedableRng;
use rand::rngs::StdRng;
use storage::{AppendRequest, Claim, EventStore, NewEvent, StreamWrite};
use write_api::Ids;

use cast::{Cast, Person};
use organizations::MEMBERS;

/// People from whom the players are drawn.
const PEOPLE: usize = 1_200;
/// Events written in one transaction, about.
const EVENTS_PER_APPEND: usize = 4_000;

/// Ids of streams that the world needs, at most.
const STREAM_IDS: &[(Sequence, usize)] = &[
    (Sequence::Organization, 2),
    (Sequence::Member, MEMBERS),
    (Sequence::ApiKey, 20),
    (Sequence::User, PEOPLE + MEMBERS),
    (Sequence::Convention, 6),
    (Sequence::Tournament, 80),
    (Sequence::Decklist, 4_000),
];

/// Ids within tournaments that the world needs, at most.
const TOURNAMENT_IDS: &[(Sequence, usize)] = &[
    (Sequence::Registration, 4_000),
    (Sequence::Phase, 200),
    (Sequence::Round, 800),
    (Sequence::Match, 10_000),
    (Sequence::Team, 40),
    (Sequence::TeamMatch, 100),
    (Sequence::TeamPlayer, 120),
];

/// What the world is made from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Origin<'a> {
    /// The present.
    pub(crate) now: DateTime<Utc>,
    /// Seed of all chance.
    pub(crate) seed: u64,
    /// Hashes of [`organizations::KEYS`].
    pub(crate) key_hashes: &'a [String],
}

/// What is worth showing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sights {
    /// The first organization, to which the first key belongs.
    pub(crate) organizations: [OrganizationId; 2],
    /// The championship that is being played.
    pub(crate) championship: TournamentId,
}

/// Writes the world into an empty store.
pub(crate) async fn create(store: &dyn EventStore, origin: Origin<'_>) -> anyhow::Result<Sights> {
    let stream_ids = Ids::reserve(store, STREAM_IDS).await?;
    let tournament_ids = Ids::reserve(store, TOURNAMENT_IDS).await?;
    let (requests, sights) = imagine(stream_ids, tournament_ids, origin)?;
    for request in requests {
        store.append(request).await.context("the demo's data could not be written")?;
    }
    Ok(sights)
}

/// The whole world, as what is to be appended.
fn imagine(
    mut stream_ids: Ids,
    mut tournament_ids: Ids,
    origin: Origin<'_>,
) -> anyhow::Result<(Vec<AppendRequest>, Sights)> {
    // Rounds and events begin at times that a schedule would have.
    let now = origin.now.duration_trunc(TimeDelta::minutes(5)).unwrap_or(origin.now);
    let mut rng = StdRng::seed_from_u64(origin.seed);
    let mut members = names::people(PEOPLE + MEMBERS, &mut rng);
    let profiles = members.split_off(MEMBERS);
    let organizations = organizations::tell(&mut stream_ids, now, origin.key_hashes, members);
    let people = profiles.iter().map(|profile| Person {
        user_id: UserId(stream_ids.next(Sequence::User)),
        name: profile.best_identifier.clone(),
    });
    let people: Vec<Person> = people.collect();
    let mut cast = Cast {
        now,
        rng,
        organizations: organizations.ids,
        staff: organizations.staff,
        people,
        conventions: Vec::new(),
        ids: stream_ids,
        writes: organizations.writes,
    };
    for (place, profile) in profiles.into_iter().enumerate() {
        // The first organization manages the accounts, so its staff reads whole profiles.
        let account =
            [UserEvent::Registered { profile }, UserEvent::ManagedBy { organization_id: cast.organizations[0] }];
        let account = account.map(|event| NewEvent { occurred_at: now - TimeDelta::days(500), event: event.into() });
        cast.write(StreamId::user(cast.people[place].user_id), OrganizationId::SHARED, account.into());
    }
    announce_conventions(&mut cast);
    finished::tell(&mut cast, &mut tournament_ids)?;
    let championship = live::tell(&mut cast, &mut tournament_ids)?;
    team::tell(&mut cast, &mut tournament_ids)?;
    draft::tell(&mut cast, &mut tournament_ids)?;
    draft::tell_sealed(&mut cast, &mut tournament_ids)?;
    open::tell(&mut cast, &mut tournament_ids)?;
    cast.ids.check()?;
    tournament_ids.check()?;
    let sights = Sights { organizations: cast.organizations, championship };
    Ok((requests(cast.writes, origin.now), sights))
}

fn announce_conventions(cast: &mut Cast) {
    for plan in conventions::conventions(cast.now) {
        let id = ConventionId(cast.ids.next(Sequence::Convention));
        let organization = cast.organizations[usize::from(plan.second_organization)];
        let events = plan.events.into_iter().map(|(occurred_at, event)| NewEvent { occurred_at, event: event.into() });
        cast.write(StreamId::convention(id), organization, events.collect());
        cast.conventions.push(id);
    }
}

/// Puts streams together to appends of a fair size, in their order.
fn requests(writes: Vec<StreamWrite>, recorded_at: DateTime<Utc>) -> Vec<AppendRequest> {
    let request = |writes: Vec<StreamWrite>| AppendRequest {
        actor: Actor::System,
        recorded_at,
        claims: writes.iter().filter_map(claim).collect(),
        writes,
        idempotency: None,
        traceparent: None,
    };
    let (mut requests, mut waiting, mut events) = (Vec::new(), Vec::new(), 0);
    for write in writes {
        events += write.events.len();
        waiting.push(write);
        if events >= EVENTS_PER_APPEND {
            requests.push(request(std::mem::take(&mut waiting)));
            events = 0;
        }
    }
    requests.push(request(waiting));
    requests
}

/// The name that a new stream takes, as the commands would take it.
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
