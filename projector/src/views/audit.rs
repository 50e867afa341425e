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

use domain::documents::{
    AUDIT_VERSIONS_PER_PART, About, ActorDocument, AuditEntry, Redactor, Time, changes, to_raw_json,
};
use proto_events::ids::OrganizationId;
use proto_events::{Envelope, StreamId, Version};
use serde_json::Value;
use serde_json::value::RawValue;
use storage::{AuditHead, DocumentKey, ViewKind};

use super::output::Output;
use super::parts::json;

/// The field with the id of an order, in the values of a payment.
const ORDER_ID: &str = "wallet_order_id";
/// Approximate bytes of an entry in addition to its values.
const ENTRY_BYTES: usize = 256;

/// The last part of a tournament's audit.
#[derive(Debug)]
pub(crate) struct Part {
    number: i64,
    entries: Vec<AuditEntry>,
}

/// Makes the entry of an event, from what it is about and the values before and after it.
pub(crate) fn audit_entry(
    envelope: &Envelope,
    event_type: String,
    about: About,
    [before, after]: [Option<Value>; 2],
) -> AuditEntry {
    let (before, after) = changes(before, after);
    // Serialization cannot fail: keys are strings, and every value has a JSON form.
    let raw = |values: Option<Value>| values.and_then(|values| to_raw_json(&values).ok());
    AuditEntry {
        version: envelope.version,
        at: Time(envelope.recorded_at),
        actor: ActorDocument::from(&envelope.actor),
        what: event_type,
        about,
        before: raw(before),
        after: raw(after),
    }
}

pub(crate) fn audit_bytes(entry: &AuditEntry) -> usize {
    ENTRY_BYTES + [&entry.before, &entry.after].into_iter().flatten().map(|values| values.get().len()).sum::<usize>()
}

impl Part {
    /// Returns an empty part: the one that the entry of this version belongs to.
    pub(crate) fn of(version: Version) -> Self {
        Self { number: part_of(version), entries: Vec::new() }
    }

    pub(crate) fn key(&self, stream: StreamId, organization: OrganizationId) -> DocumentKey {
        DocumentKey::new(organization, ViewKind::EventAuditPart, format!("{}/{}", stream.id, self.number))
    }

    /// Returns the same part with the entries of its stored document, as organizers see it.
    #[must_use]
    pub(crate) fn read(self, body: &[u8]) -> Self {
        let entries: Vec<Box<RawValue>> = serde_json::from_slice(body).unwrap_or_default();
        let entries = entries.into_iter().filter_map(|entry| serde_json::from_str(entry.get()).ok());
        Self { number: self.number, entries: entries.collect() }
    }

    fn seen_by(&self, redactor: &Redactor) -> Vec<Cow<'_, AuditEntry>> {
        self.entries.iter().map(|entry| seen(redactor, entry)).collect()
    }
}

/// Returns an entry as the readers see it.
fn seen<'e>(redactor: &Redactor, entry: &'e AuditEntry) -> Cow<'e, AuditEntry> {
    let mut values = [&entry.before, &entry.after].into_iter().flatten();
    if !values.any(|values| values.get().contains(ORDER_ID)) {
        return Cow::Borrowed(entry);
    }
    let seen = |values: &Option<Box<RawValue>>| {
        let mut values: Value = serde_json::from_str(values.as_ref()?.get()).ok()?;
        if let Some(order) = values.get_mut(ORDER_ID)
            && let Some(id) = order.as_str()
        {
            let shown = redactor.contact(id).into();
            *order = shown;
        }
        to_raw_json(&values).ok()
    };
    Cow::Owned(AuditEntry { before: seen(&entry.before), after: seen(&entry.after), ..entry.clone() })
}

fn part_of(version: Version) -> i64 {
    (version - 1) / AUDIT_VERSIONS_PER_PART
}

/// Adds new entries to the last part, which may be empty, and renders the parts that change.
pub(super) fn render(last: Part, entries: Vec<AuditEntry>, out: &mut Output) {
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
    out.put(ViewKind::EventAudit, out.source.id, head);
}

/// Adds the part to the output. An empty part, which lies within an import, is not written.
fn put(output: &mut Output, part: &Part) {
    if !part.entries.is_empty() {
        let key = format!("{}/{}", output.source.id, part.number);
        let versions = json::to_versions(|redactor| part.seen_by(redactor));
        output.put_versions(ViewKind::EventAuditPart, key, &versions);
    }
}

#[cfg(test)]
mod tests {
    use domain::documents::{ActorType, ReaderGroup};
    use serde_json::json;

    use super::*;

    fn payment(version: Version) -> AuditEntry {
        let order = |id: &str| to_raw_json(&json!({ "wallet_order_id": id, "marked_as_paid": id.is_empty() })).ok();
        AuditEntry {
            version,
            at: Time("2026-03-07T09:00:00.000001Z".parse().unwrap()),
            actor: ActorDocument { kind: ActorType::System, id: None, name: None },
            what: "payment_changed".into(),
            about: About::default(),
            before: order(""),
            after: order("O-7"),
        }
    }

    #[test]
    fn a_part_is_read_as_it_was_written() {
        let part = Part { number: 3, entries: (193..=195).map(payment).collect() };
        let body = json::to_versions(|redactor| part.seen_by(redactor));
        let [organizers, judges] = [ReaderGroup::Organizers, ReaderGroup::Judges].map(|group| body.seen_by(group));
        let values = |body: &[u8]| serde_json::from_slice::<Value>(body).unwrap()[2]["after"].clone();
        assert_eq!(values(organizers), json!({ "wallet_order_id": "O-7", "marked_as_paid": false }));
        assert_eq!(values(judges), json!({ "wallet_order_id": "", "marked_as_paid": false }));
        assert_eq!(body.seen_by(ReaderGroup::Everyone), judges);
        let read = Part::of(195).read(organizers);
        let again = json::to_versions(|redactor| read.seen_by(redactor));
        assert_eq!((again, read.entries[2].version), (body, 195));
    }

    #[test]
    fn parts_are_of_equal_length() {
        assert_eq!([1, 64, 65, 128, 129].map(part_of), [0, 0, 1, 1, 2]);
    }
}
