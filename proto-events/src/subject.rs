//! Subjects under which events travel: `<prefix>.events.<organization>.<kind>.<id>`.

use crate::ids::OrganizationId;
use crate::{Recorded, StreamId, StreamKind};

/// The subject of an event. A consumer can tell organization and stream without opening it.
pub fn subject(prefix: &str, event: &Recorded) -> String {
    format!("{prefix}.events.{}.{}.{}", event.organization_id, event.stream.kind.name(), event.stream.id)
}

/// The subjects of all events.
pub fn subjects(prefix: &str) -> String {
    format!("{prefix}.events.>")
}

/// The name of the JetStream stream that keeps them.
pub fn stream_name(prefix: &str) -> String {
    format!("{}_EVENTS", prefix.to_uppercase())
}

/// What the subject of an event says: whose it is, and of which stream. `None` if it is not one of an event.
pub fn parse_subject(prefix: &str, subject: &str) -> Option<(OrganizationId, StreamId)> {
    let mut tokens = subject.strip_prefix(prefix)?.strip_prefix(".events.")?.split('.');
    let organization = tokens.next()?.parse().ok()?;
    let kind = StreamKind::from_name(tokens.next()?)?;
    let id = tokens.next()?.parse().ok()?;
    tokens.next().is_none().then_some((OrganizationId(organization), StreamId { kind, id }))
}
