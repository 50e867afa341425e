//! The keys that encrypt personal data, with a cache of them.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use proto_events::ids::UserId;
use proto_events::{Recorded, StreamKind, UserEvent};

use crate::StoreError;
use crate::append_request::AppendRequest;
use crate::log_rows::person_key;
use crate::person_keys::{EventContext, PersonKey, StoredKey, WritingKeys, key_checksum};
use crate::sql::{Sql, Value, among, sql};

/// Maximum number of keys kept in memory, about 3 MiB. When it is exceeded, all are forgotten and read again as needed.
const REMEMBERED: usize = 65_536;

/// How long keys are remembered. A process that never reads that a person was erased forgets the key after this time.
const REMEMBERED_FOR: Duration = Duration::from_secs(60);

/// The keys of people, with a cache.
#[derive(Default)]
pub(super) struct PersonKeys(Mutex<Remembered>);

/// Keys in memory.
struct Remembered {
    keys: HashMap<UserId, PersonKey>,
    since: Instant,
}

impl Default for Remembered {
    fn default() -> Self {
        Self { keys: HashMap::new(), since: Instant::now() }
    }
}

impl PersonKeys {
    fn remembered(&self) -> MutexGuard<'_, Remembered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the keys that a request needs, with new ones for people who have none.
    ///
    /// # Errors
    /// If the database fails, or the request contains personal data of a person whose key was erased.
    pub(super) async fn for_writing(
        &self,
        connection: &mut impl Sql,
        request: &AppendRequest,
    ) -> Result<WritingKeys, StoreError> {
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

    /// Decrypts payloads. A payload without a matching key stays encrypted and cannot be decoded. If the key was erased,
    /// a redacted event takes its place.
    ///
    /// # Errors
    /// If the database fails.
    pub(super) async fn open(&self, connection: &mut impl Sql, events: &mut [Recorded]) -> Result<(), StoreError> {
        let mut wanted: HashSet<UserId> =
            events.iter().filter(|event| is_sealed(event)).map(|event| UserId(event.stream.id)).collect();
        if wanted.is_empty() && !events.iter().any(is_erasure) {
            return Ok(());
        }
        let mut keys = HashMap::with_capacity(wanted.len());
        let mut erased = HashSet::new();
        {
            let mut remembered = self.remembered();
            if remembered.since.elapsed() >= REMEMBERED_FOR {
                remembered.keys.clear();
                remembered.since = Instant::now();
            }
            for event in events.iter().filter(|event| is_erasure(event)) {
                remembered.keys.remove(&UserId(event.stream.id));
            }
            wanted.retain(|user| match remembered.keys.get(user) {
                Some(key) => keys.insert(*user, key.clone()).is_some(),
                None => true,
            });
        }
        if !wanted.is_empty() {
            let missing: Vec<UserId> = wanted.into_iter().collect();
            let loaded = load(connection, &missing).await?;
            let mut usable = Vec::with_capacity(loaded.len());
            for (user, stored) in loaded {
                match stored {
                    StoredKey::Usable(key) => usable.push((user, key)),
                    StoredKey::Erased => drop(erased.insert(user)),
                    StoredKey::Damaged => {}
                }
            }
            self.remember(&usable);
            keys.extend(usable);
        }
        for event in events.iter_mut().filter(|event| is_sealed(event)) {
            let user = UserId(event.stream.id);
            match keys.get(&user) {
                Some(key) => open_event(event, key),
                None if erased.contains(&user) => event.encoded.redact(),
                None => {}
            }
        }
        Ok(())
    }

    fn remember(&self, keys: &[(UserId, PersonKey)]) {
        let mut remembered = self.remembered();
        if remembered.keys.len() + keys.len() > REMEMBERED {
            remembered.keys.clear();
        }
        remembered.keys.extend(keys.iter().take(REMEMBERED).cloned());
    }
}

fn is_erasure(event: &Recorded) -> bool {
    event.stream.kind == StreamKind::User && event.encoded.event_type == UserEvent::ERASED
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

/// Reads the stored keys of these people.
pub(crate) async fn load<C: Sql>(connection: &mut C, users: &[UserId]) -> Result<Vec<(UserId, StoredKey)>, StoreError> {
    let wanted = among::<C>("user_id", "$1");
    let query = sql(format!("SELECT user_id, key, checksum FROM person_keys WHERE {wanted}"));
    connection.all(query.bind(Value::Numbers(users.iter().map(|user| user.0).collect())), person_key).await
}

/// Inserts keys. Existing keys stay.
pub(crate) async fn insert<C: Sql>(connection: &mut C, keys: &[(UserId, PersonKey)]) -> Result<(), StoreError> {
    let row = |(user, key): &(UserId, PersonKey)| -> Vec<Value> {
        vec![user.0.into(), key.as_bytes()[..].into(), key_checksum(user.0, Some(key)).into()]
    };
    let rows = keys.iter().map(row).collect();
    connection.insert("person_keys (user_id, key, checksum)", rows, " ON CONFLICT DO NOTHING").await
}
