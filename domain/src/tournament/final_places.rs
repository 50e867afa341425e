//! Final places.

use std::collections::HashMap;

use proto_events::ids::RegistrationId;

use super::Tournament;

/// Place of every entry, 1 for the champion, once the event is finished; empty before.
pub fn final_places(_tournament: &Tournament) -> HashMap<RegistrationId, i32> {
    HashMap::new()
}
