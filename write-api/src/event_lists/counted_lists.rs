//! Reads the lists of an event for the pages of staff, each in the revision that counts.

use std::collections::HashMap;

use domain::decklist::Decklist;
use domain::tournament::{Registration, Tournament};
use proto_events::ids::{DecklistId, RegistrationId};
use proto_events::{Envelope, StreamKind};

use crate::WriteApi;
use crate::engine::decision::Failure;

impl WriteApi {
    /// Returns the lists that are handed in for these registrations of an event, each in the revision that counts: the
    /// fixed one, or else the newest. Players who left the event have none.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn lists_of(
        &self,
        event: &Tournament,
        which: &[RegistrationId],
    ) -> Result<HashMap<RegistrationId, Decklist>, Failure> {
        let mut entries: HashMap<DecklistId, Vec<&Registration>> = HashMap::new();
        for entry in which.iter().filter_map(|id| event.registration(*id)).filter(|entry| !entry.has_left()) {
            if let Some(list) = entry.decklist_id {
                entries.entry(list).or_default().push(entry);
            }
        }
        let ids: Vec<i64> = entries.keys().map(|list| list.0).collect();
        let mut lists = HashMap::new();
        self.read_each(StreamKind::Decklist, &ids, |stream, events| {
            let damaged = |source| Failure::Damaged { stream, source };
            let newest = Decklist::from_events(events).map_err(damaged)?;
            for entry in entries.get(&newest.id).into_iter().flatten().filter(|_| !newest.is_deleted) {
                let counted = entry.revision_of(&newest, event.organization_id);
                let up_to = |event: &&Envelope| counted.is_none_or(|counted| event.version <= counted);
                lists.insert(entry.id, Decklist::from_events(events.iter().take_while(up_to)).map_err(damaged)?);
            }
            Ok(())
        })
        .await?;
        Ok(lists)
    }
}
