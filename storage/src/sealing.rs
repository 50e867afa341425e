//! Adds hashes and encryption to the events of a backup that was made before these existed.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use proto_events::ids::UserId;
use proto_events::{DomainEvent, EventHash, Recorded, StreamKind};

use crate::StoreError;
use crate::person_keys::{EventContext, PersonKey};

/// Encrypts and hashes events in the order of the log.
#[derive(Default)]
pub(crate) struct Sealer {
    keys: HashMap<UserId, PersonKey>,
    last: EventHash,
}

impl Sealer {
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

/// Whether an event must be encrypted. This includes a person's events that cannot be decoded, because they may contain
/// personal data.
fn is_personal(event: &Recorded) -> bool {
    event.stream.kind == StreamKind::User
        && DomainEvent::decode(event.stream.kind, &event.encoded).map_or(true, |event| event.is_personal())
}
