//! NATS subjects of events: `<prefix>.events.<organization>.<kind>.<id>`.

use crate::ids::OrganizationId;
use crate::{Recorded, StreamId, StreamKind};

/// Returns the subject of an event. It names organization and stream, so consumers need not parse the event.
pub fn subject(prefix: &str, event: &Recorded) -> String {
    format!("{prefix}.events.{}.{}.{}", event.organization_id, event.stream.kind.name(), event.stream.id)
}

/// Returns the wildcard for the subjects of all events.
pub fn subjects(prefix: &str) -> String {
    format!("{prefix}.events.>")
}

/// Returns the name of the JetStream stream that stores the events.
pub fn stream_name(prefix: &str) -> String {
    format!("{}_EVENTS", prefix.to_uppercase())
}

/// Returns the organization and the stream that a subject names, or `None` if it is not the subject of an event.
pub fn parse_subject(prefix: &str, subject: &str) -> Option<(OrganizationId, StreamId)> {
    let mut tokens = subject.strip_prefix(prefix)?.strip_prefix(".events.")?.split('.');
    let organization = tokens.next()?.parse().ok()?;
    let kind = StreamKind::from_name(tokens.next()?)?;
    let id = tokens.next()?.parse().ok()?;
    tokens.next().is_none().then_some((OrganizationId(organization), StreamId { kind, id }))
}
