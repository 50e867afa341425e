//! The keys that encrypt personal data. They are read each time: no process remembers the key of a person who was erased.

use std::collections::{HashMap, HashSet};

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
    let (mut new, mut known) = (HashSet::new(), HashSet::new());
    for write in personal {
        let is_new = write.expected_version == 0;
        if is_new { &mut new } else { &mut known }.insert(UserId(write.stream.id));
    }
    known.retain(|user| !new.contains(user));
    let mut writing = WritingKeys::default();
    if !known.is_empty() {
        let known: Vec<UserId> = known.into_iter().collect();
        for (user, stored) in load(connection, &known).await? {
            writing.keys.insert(user, stored.usable_for(user)?);
        }
        new.extend(known.into_iter().filter(|user| !writing.keys.contains_key(user)));
    }
    for user in new {
        let key = PersonKey::generate()?;
        writing.keys.insert(user, key.clone());
        writing.new.push((user, key));
    }
    Ok(writing)
}

/// Decrypts payloads. A payload without a matching key stays encrypted and cannot be decoded. If the key was erased, a redacted
/// event takes its place.
pub(super) async fn open(connection: &mut impl Sql, events: &mut [Recorded]) -> Result<(), StoreError> {
    let sealed = events.iter().filter(|event| is_sealed(event));
    let wanted: HashSet<UserId> = sealed.map(|event| UserId(event.stream.id)).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let wanted: Vec<UserId> = wanted.into_iter().collect();
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

async fn load<C: Sql>(connection: &mut C, users: &[UserId]) -> Result<Vec<(UserId, StoredKey)>, StoreError> {
    let query = PERSON_KEYS.select(&format!("WHERE {}", among::<C>("user_id", "$1")));
    connection.all(query.bind(Value::Numbers(users.iter().map(|user| user.0).collect())), person_key).await
}
