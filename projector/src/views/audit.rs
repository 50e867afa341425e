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

use std::borrow::Cow;

use bytes::Bytes;
use domain::documents::tournament_audit::changes;
use domain::documents::{
    AUDIT_VERSIONS_PER_PART, About, ActorDocument, AuditEntry, ReaderGroup, Redactor, Time, Versions, to_json,
    to_raw_json,
};
use proto_events::ids::OrganizationId;
use proto_events::{Envelope, StreamId, Version};
use serde_json::Value;
use serde_json::value::RawValue;
use storage::{AuditHead, DocumentKey, ViewKind};

use super::output::Output;

/// The field with the id of an order, in the values of a payment.
const ORDER_ID: &str = "wallet_order_id";

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
    json: Versions<Bytes>,
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
        let entry = AuditEntry {
            version: envelope.version,
            at: Time(envelope.recorded_at),
            actor: ActorDocument::from(&envelope.actor),
            what: event_type,
            about: change.about,
            before: None,
            after: None,
        };
        Self::of(&entry, before.as_ref(), after.as_ref())
    }

    /// Makes an entry with these values before and after.
    fn of(entry: &AuditEntry, before: Option<&Value>, after: Option<&Value>) -> Self {
        let json = Versions::render(|redactor| {
            let seen = |values: &Value| to_raw_json(&*seen_values(redactor, values)).ok();
            let (before, after) = (before.and_then(seen), after.and_then(seen));
            // Serialization cannot fail: keys are strings, and every value has a JSON form.
            Bytes::from(to_json(&AuditEntry { before, after, ..entry.clone() }).unwrap_or_default())
        });
        Self { version: entry.version, json }
    }

    /// Reads an entry of a stored part.
    fn read(mut entry: AuditEntry) -> Option<Self> {
        let values = |raw: Option<Box<RawValue>>| raw.map(|raw| serde_json::from_str(raw.get())).transpose().ok();
        let (before, after): (Option<Value>, Option<Value>) =
            (values(entry.before.take())?, values(entry.after.take())?);
        Some(Self::of(&entry, before.as_ref(), after.as_ref()))
    }

    /// Returns its size.
    pub(crate) fn bytes(&self) -> usize {
        self.json.seen_by(ReaderGroup::Organizers).len()
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

    /// Returns the same part with the entries of its stored document, as organizers see it.
    #[must_use]
    pub(crate) fn read(self, body: &[u8]) -> Self {
        let entries: Vec<Box<RawValue>> = serde_json::from_slice(body).unwrap_or_default();
        let entries = entries.into_iter().filter_map(|entry| Entry::read(serde_json::from_str(entry.get()).ok()?));
        Self { number: self.number, entries: entries.collect() }
    }

    fn body(&self) -> Versions<Bytes> {
        Versions::render(|redactor| {
            let entries: Vec<&[u8]> = self.entries.iter().map(|entry| &redactor.pick(&entry.json)[..]).collect();
            Bytes::from([&b"["[..], &entries.join(&b','), b"]"].concat())
        })
    }

    /// Returns its size.
    pub(crate) fn weight(&self) -> usize {
        self.entries.iter().map(|entry| entry.bytes() + 1).sum()
    }
}

/// Returns the values of an entry as the readers see them.
fn seen_values<'v>(redactor: &Redactor, values: &'v Value) -> Cow<'v, Value> {
    let mut seen = Cow::Borrowed(values);
    if let Some(order) = values.get(ORDER_ID).and_then(Value::as_str)
        && let Some(shown) = seen.to_mut().get_mut(ORDER_ID)
    {
        *shown = redactor.contact(order).into();
    }
    seen
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
        output.put_versions(ViewKind::EventAuditPart, key, String::new(), &part.body());
    }
}

#[cfg(test)]
mod tests {
    use domain::documents::ActorType;
    use serde_json::json;

    use super::*;

    fn audit_entry(version: Version) -> AuditEntry {
        AuditEntry {
            version,
            at: Time("2026-03-07T09:00:00.000001Z".parse().unwrap()),
            actor: ActorDocument { kind: ActorType::System, id: None, name: None },
            what: "payment_changed".into(),
            about: About::default(),
            before: None,
            after: None,
        }
    }

    #[test]
    fn a_part_is_read_as_it_was_written() {
        let entry = |version: Version| {
            let order = |id: &str| json!({ "wallet_order_id": id, "marked_as_paid": id.is_empty() });
            Entry::of(&audit_entry(version), Some(&order("")), Some(&order("O-7")))
        };
        let part = Part { number: 3, entries: (193..=195).map(entry).collect() };
        let body = part.body();
        let [organizers, judges] = [ReaderGroup::Organizers, ReaderGroup::Judges].map(|group| body.seen_by(group));
        let values = |body: &[u8]| serde_json::from_slice::<Value>(body).unwrap()[2]["after"].clone();
        assert_eq!(values(organizers), json!({ "wallet_order_id": "O-7", "marked_as_paid": false }));
        assert_eq!(values(judges), json!({ "wallet_order_id": "", "marked_as_paid": false }));
        assert_eq!(body.seen_by(ReaderGroup::Everyone), judges);
        let read = Part::of(195).read(organizers);
        assert_eq!((read.body(), read.entries[2].version), (body, 195));
    }

    #[test]
    fn parts_are_of_equal_length() {
        assert_eq!([1, 64, 65, 128, 129].map(part_of), [0, 0, 1, 1, 2]);
    }
}
