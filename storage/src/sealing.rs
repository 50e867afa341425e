//! Adds hashes and encryption to events that were stored before these existed: rows of an older log or an older backup.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use proto_events::ids::UserId;
use proto_events::{DomainEvent, EventHash, Recorded, StreamKind};

use crate::StoreError;
use crate::person_keys::{EventContext, PersonKey, StoredKey};

/// Encrypts and hashes events in the order of the log.
#[derive(Default)]
pub(crate) struct Sealer {
    keys: HashMap<UserId, PersonKey>,
    last: EventHash,
}

impl Sealer {
    /// Creates a sealer that continues after an event with this hash. `keys` are existing keys of people in later
    /// events.
    pub(crate) fn behind(last: EventHash, keys: impl IntoIterator<Item = (UserId, PersonKey)>) -> Self {
        Self { keys: keys.into_iter().collect(), last }
    }

    /// Encrypts the payload if it is personal, and sets the hash. Returns the person's key if it was created for this
    /// event.
    pub(crate) fn seal(&mut self, event: &mut Recorded) -> Result<Option<(UserId, PersonKey)>, StoreError> {
        let mut made = None;
        if is_personal(event) {
            let user = UserId(event.stream.id);
            let key = match self.keys.entry(user) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => {
                    let key = PersonKey::generate()?;
                    made = Some((user, key.clone()));
                    unknown.insert(key)
                }
            };
            let place =
                EventContext { stream: event.stream, version: event.version, event_type: &event.encoded.event_type };
            event.encoded.payload = key.seal(&place, &event.encoded.payload)?;
        }
        event.hash = event.hash_after(self.last);
        self.last = event.hash;
        Ok(made)
    }
}

/// Returns the people whose streams contain these events.
pub(crate) fn people_of(events: &[Recorded]) -> Vec<UserId> {
    let people = events.iter().filter(|event| event.stream.kind == StreamKind::User);
    people.map(|event| UserId(event.stream.id)).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Returns keys that were read, all of which must be usable.
pub(crate) fn usable(keys: Vec<(UserId, StoredKey)>) -> Result<Vec<(UserId, PersonKey)>, StoreError> {
    keys.into_iter().map(|(user, key)| Ok((user, key.usable_for(user)?))).collect()
}

/// Whether an event must be encrypted. This includes a person's events that cannot be decoded, because they may contain
/// personal data.
fn is_personal(event: &Recorded) -> bool {
    event.stream.kind == StreamKind::User
        && DomainEvent::decode(event.stream.kind, &event.encoded).map_or(true, |event| event.is_personal())
}
