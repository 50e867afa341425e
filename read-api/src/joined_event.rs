//! The data that all public pages of an event are drawn from: that of the event's page, joined with the page of its store.
//! Documents of events have no logo, colour or address of a store, so that a change of one renders no event anew.

use std::sync::Arc;

use web::public::EventData;

use crate::cache::Entry;

/// The data of an event's page, and the page of its store.
pub(crate) struct JoinedEvent {
    pub(crate) page: Arc<Entry>,
    /// None if the store has no such document yet.
    pub(crate) store: Option<Arc<Entry>>,
}

impl JoinedEvent {
    /// Returns the documents.
    pub(crate) fn entries(&self) -> [Option<&Entry>; 2] {
        [Some(&self.page), self.store.as_deref()]
    }

    /// Returns what pages are drawn from.
    pub(crate) fn data(&self) -> EventData<'_> {
        EventData { page: &self.page.body, store: self.store.as_ref().map(|store| &*store.body) }
    }
}
