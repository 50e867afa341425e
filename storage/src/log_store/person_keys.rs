//! The keys that encrypt personal data. They are read each time: no process remembers the key of a person who was erased.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use proto_events::ids::UserId;
use proto_events::{Recorded, StreamKind};

use crate::StoreError;
use crate::append_request::AppendRequest;
use crate::log_rows::{PERSON_KEYS, person_key};
use crate::person_keys::{EventContext, PersonKey, StoredKey, WritingKeys};
use crate::sql::{Sql, Value, among};

/// Returns the keys that a request needs, with new ones for people who have none.
///
/// # Errors
/// If the database fails, or the request contains personal data of a person whose key was erased.
pub(super) async fn for_writing(connection: &mut impl Sql, request: &AppendRequest) -> Result<WritingKeys, StoreError> {
    let personal = request.writes.iter().filter(|write| write.events.iter().any(|event| event.event.is_personal()));
    let wanted: BTreeSet<UserId> = personal.map(|write| UserId(write.stream.id)).collect();
    let mut writing = WritingKeys::default();
    if wanted.is_empty() {
        return Ok(writing);
    }
    for (user, stored) in load(connection, &wanted).await? {
        writing.keys.insert(user, stored.usable_for(user)?);
    }
    for user in wanted {
        if let Entry::Vacant(missing) = writing.keys.entry(user) {
            let key = missing.insert(PersonKey::generate()?).clone();
            writing.new.push((user, key));
        }
    }
    Ok(writing)
}

/// Decrypts payloads. A payload without a matching key stays encrypted and cannot be decoded. If the key was erased, a redacted
/// event takes its place.
pub(super) async fn open(connection: &mut impl Sql, events: &mut [Recorded]) -> Result<(), StoreError> {
    let sealed = events.iter().filter(|event| is_sealed(event));
    let wanted: BTreeSet<UserId> = sealed.map(|event| UserId(event.stream.id)).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let keys: HashMap<UserId, StoredKey> = load(connection, &wanted).await?.into_iter().collect();
    for event in events.iter_mut().filter(|event| is_sealed(event)) {
        match keys.get(&UserId(event.stream.id)) {
            Some(StoredKey::Usable(key)) => open_event(event, key),
            Some(StoredKey::Erased) => event.encoded.redact(),
            Some(StoredKey::Damaged) | None => {}
        }
    }
    Ok(())
}

fn is_sealed(event: &Recorded) -> bool {
    event.stream.kind == StreamKind::User && event.encoded.sealed().is_some()
}

fn open_event(event: &mut Recorded, key: &PersonKey) {
    let Recorded { stream, version, encoded, .. } = event;
    let place = EventContext { stream: *stream, version: *version, event_type: &encoded.event_type };
    if let Some(payload) = encoded.sealed().and_then(|sealed| key.open(&place, sealed)) {
        encoded.payload = payload;
    }
}

async fn load<C: Sql>(connection: &mut C, users: &BTreeSet<UserId>) -> Result<Vec<(UserId, StoredKey)>, StoreError> {
    let query = PERSON_KEYS.select(&format!("WHERE {}", among::<C>("user_id", "$1")));
    connection.all(query.bind(Value::Numbers(users.iter().map(|user| user.0).collect())), person_key).await
}
