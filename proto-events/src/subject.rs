//! Subjects under which events travel: `crosstable.events.<organization>.<kind>.<id>`.

use crate::Recorded;

/// The subject of an event. A consumer can tell organization and stream without opening it.
pub fn subject(event: &Recorded) -> String {
    format!("crosstable.events.{}.{}.{}", event.organization_id, event.stream.kind.name(), event.stream.id)
}
