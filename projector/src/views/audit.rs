//! The audit of a tournament, stored in parts of a fixed number of stream versions, so that a new event rewrites only
//! the last part.
//!
//! It is a view because only the write side and the projector read the log, and because an audit shows the value before
//! each event, which the event does not contain. The projector has the fold when it applies the event; later the stream
//! would have to be folded again. A result writes half a part on average (some ten kilobytes), which is a hundredth of
//! the standings that it changes. An import is one entry: entries for all of its events would double the views of
//! events that were not run here.
//!
//! A part combines the stored part with the events taken in since. After a crash within a batch, some of these events
//! may be stored already and are taken in again: stored entries with their versions or later ones are dropped.

use bytes::Bytes;
use domain::documents::tournament_audit::changes;
use domain::documents::{AUDIT_VERSIONS_PER_PART, About, ActorDocument, AuditEntry, Time, to_json, to_raw_json};
use proto_events::ids::OrganizationId;
use proto_events::{Envelope, StreamId, Version};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use storage::{AuditHead, DocumentKey, ViewKind};

use super::output::Output;

/// The subjects of an event, and their values before and after it.
#[derive(Debug)]
pub(crate) struct AuditedChange {
    pub(crate) about: About,
    pub(crate) before: Option<Value>,
    pub(crate) after: Option<Value>,
}

/// An entry as JSON, with the version of its event.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) version: Version,
    json: Bytes,
}

/// The last part of a tournament's audit.
#[derive(Debug, Clone, Default)]
pub(crate) struct Part {
    number: i64,
    entries: Vec<Entry>,
}

impl Entry {
    /// Makes the entry of an event.
    pub(crate) fn new(envelope: &Envelope, event_type: String, change: AuditedChange) -> Self {
        let (before, after) = changes(change.before, change.after);
        let raw = |value: Option<Value>| value.and_then(|value| to_raw_json(&value).ok());
        let entry = AuditEntry {
            version: envelope.version,
            at: Time(envelope.recorded_at),
            actor: ActorDocument::from(&envelope.actor),
            what: event_type,
            about: change.about,
            before: raw(before),
            after: raw(after),
        };
        // Serialization cannot fail: keys are strings, and every value has a JSON form.
        Self { version: envelope.version, json: to_json(&entry).unwrap_or_default().into() }
    }

    /// Returns its size.
    pub(crate) fn bytes(&self) -> usize {
        self.json.len()
    }
}

impl Part {
    /// Returns an empty part: the one that the entry of this version belongs to.
    pub(crate) fn of(version: Version) -> Self {
        Self { number: part_of(version), entries: Vec::new() }
    }

    /// Returns whether the entry of this version belongs to it.
    pub(crate) fn contains(&self, version: Version) -> bool {
        self.number == part_of(version)
    }

    /// Returns the key of its document.
    pub(crate) fn key(&self, stream: StreamId, organization: OrganizationId) -> DocumentKey {
        DocumentKey::new(organization, ViewKind::EventAuditPart, format!("{}/{}", stream.id, self.number))
    }

    /// Returns the same part with the entries of its stored document.
    #[must_use]
    pub(crate) fn read(self, body: &[u8]) -> Self {
        #[derive(Deserialize)]
        struct Numbered {
            version: Version,
        }
        let entries: Vec<Box<RawValue>> = serde_json::from_slice(body).unwrap_or_default();
        let entries = entries.into_iter().filter_map(|entry| {
            let Numbered { version } = serde_json::from_str(entry.get()).ok()?;
            Some(Entry { version, json: Bytes::copy_from_slice(entry.get().as_bytes()) })
        });
        Self { number: self.number, entries: entries.collect() }
    }

    fn body(&self) -> Bytes {
        let mut body = Vec::with_capacity(2 + self.weight());
        body.push(b'[');
        for (place, entry) in self.entries.iter().enumerate() {
            if place > 0 {
                body.push(b',');
            }
            body.extend_from_slice(&entry.json);
        }
        body.push(b']');
        body.into()
    }

    /// Returns its size.
    pub(crate) fn weight(&self) -> usize {
        self.entries.iter().map(|entry| entry.json.len() + 1).sum()
    }
}

fn part_of(version: Version) -> i64 {
    (version - 1) / AUDIT_VERSIONS_PER_PART
}

/// Adds new entries to the last part, which may be empty, and renders the parts that change. Returns the part that is the
/// last one now.
pub(super) fn render(last: Part, entries: Vec<Entry>, out: &mut Output) -> Part {
    let mut part = last;
    if let Some(first) = entries.first().map(|entry| entry.version) {
        part.entries.retain(|entry| entry.version < first);
    }
    for entry in entries {
        if part_of(entry.version) > part.number {
            put(out, &part);
            part = Part { number: part_of(entry.version), entries: Vec::new() };
        }
        part.entries.push(entry);
    }
    put(out, &part);
    let head = serde_json::to_vec(&AuditHead { parts: part.number + 1 }).unwrap_or_default();
    out.put(ViewKind::EventAudit, out.source.id, String::new(), head);
    part
}

/// Adds the part to the output. An empty part, which lies within an import, is not written.
fn put(output: &mut Output, part: &Part) {
    if !part.entries.is_empty() {
        let key = format!("{}/{}", output.source.id, part.number);
        output.put(ViewKind::EventAuditPart, key, String::new(), part.body());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_read_as_it_was_written() {
        let entry = |version: Version| Entry { version, json: format!(r#"{{"version":{version},"x":[1]}}"#).into() };
        let part = Part { number: 3, entries: (193..=195).map(entry).collect() };
        let body = part.body();
        assert_eq!(body, r#"[{"version":193,"x":[1]},{"version":194,"x":[1]},{"version":195,"x":[1]}]"#);
        let read = Part::of(195).read(&body);
        assert_eq!((read.body(), read.entries[2].version), (body, 195));
    }

    #[test]
    fn parts_are_of_equal_length() {
        assert_eq!([1, 64, 65, 128, 129].map(part_of), [0, 0, 1, 1, 2]);
    }
}
