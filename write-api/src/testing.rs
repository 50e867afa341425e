//! Given: states folded from events, for the tests of decisions.

use chrono::{DateTime, Duration, Utc};
use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::organization::Organization;
use proto_events::decklist::DecklistBody;
use proto_events::ids::{ConventionId, DecklistId, OrganizationId};
use proto_events::{
    Actor, ConventionEvent, DecklistEvent, DomainEvent, Envelope, OrganizationEvent, Position, StreamId,
};

/// When tests happen.
pub(crate) fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp(1_750_000_000, 0).unwrap()
}

/// Organization 1, after its creation under the name "Moxhall" and these events, a second apart, the last before noon.
pub(crate) fn organization(events: &[OrganizationEvent]) -> Organization {
    let created = OrganizationEvent::Created { name: "Moxhall".into() };
    let all = std::iter::once(&created).chain(events).cloned();
    Organization::from_events(&envelopes(StreamId::organization(OrganizationId(1)), all)).unwrap()
}

/// Convention 5 of organization 1, after these events.
pub(crate) fn convention(events: &[ConventionEvent]) -> Convention {
    let stream = StreamId::convention(ConventionId(5));
    Convention::from_events(&envelopes(stream, events.iter().cloned())).unwrap()
}

/// Decklist 17 of organization 1, with these revisions.
pub(crate) fn decklist(revisions: &[&DecklistBody]) -> Decklist {
    let event = |(body, number): (&&DecklistBody, usize)| match number {
        0 => DecklistEvent::Submitted { owner_user_id: None, body: (*body).clone(), deck_url: String::new() },
        _ => DecklistEvent::Revised { body: (*body).clone() },
    };
    let stream = StreamId::decklist(DecklistId(17));
    Decklist::from_events(&envelopes(stream, revisions.iter().zip(0..).map(event))).unwrap()
}

fn envelopes<E: Into<DomainEvent>>(stream: StreamId, events: impl Iterator<Item = E>) -> Vec<Envelope> {
    let wrap = |(event, version): (E, i64)| {
        let at = noon() - Duration::hours(1) + Duration::seconds(version);
        Envelope {
            position: Position(version),
            stream,
            version,
            organization_id: OrganizationId(1),
            occurred_at: at,
            recorded_at: at,
            actor: Actor::System,
            event: event.into(),
        }
    };
    events.zip(1..).map(wrap).collect()
}
