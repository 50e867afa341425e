//! Brings events that were stored before there were hashes and encryption into the form of today: rows of an older log, and
//! those of an older backup.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use proto_events::ids::UserId;
use proto_events::{DomainEvent, EventHash, Recorded, StreamKind};

use crate::StoreError;
use crate::person_keys::{PersonKey, Place, StoredKey};

/// Encrypts and hashes events in the order of the log.
#[derive(Default)]
pub(crate) struct Sealer {
    keys: HashMap<UserId, PersonKey>,
    last: EventHash,
}

impl Sealer {
    /// Goes on behind an event with this hash, with the keys that the next events' people have already.
    pub(crate) fn behind(last: EventHash, keys: impl IntoIterator<Item = (UserId, PersonKey)>) -> Self {
        Self { keys: keys.into_iter().collect(), last }
    }

    /// Encrypts the payload, if it is personal, and sets the hash. Returns the person's key if it was made for this event.
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
            let place = Place { stream: event.stream, version: event.version, event_type: &event.encoded.event_type };
            event.encoded.payload = key.seal(&place, &event.encoded.payload)?;
        }
        event.hash = event.hash_after(self.last);
        self.last = event.hash;
        Ok(made)
    }
}

/// The people whose streams these events are of.
pub(crate) fn people_of(events: &[Recorded]) -> Vec<UserId> {
    let people = events.iter().filter(|event| event.stream.kind == StreamKind::User);
    people.map(|event| UserId(event.stream.id)).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Keys that were read, all of which must be usable.
pub(crate) fn usable(keys: Vec<(UserId, StoredKey)>) -> Result<Vec<(UserId, PersonKey)>, StoreError> {
    keys.into_iter().map(|(user, key)| Ok((user, key.usable_for(user)?))).collect()
}

/// An event of a person that cannot be decoded may hold anything, and is encrypted as well.
fn is_personal(event: &Recorded) -> bool {
    event.stream.kind == StreamKind::User
        && DomainEvent::decode(event.stream.kind, &event.encoded).map_or(true, |event| event.is_personal())
}
