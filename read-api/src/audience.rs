//! Who sees what of a document. Documents are rendered in a version for each group of readers where these see different
//! things. They leave the cache and the lists only for an audience, so an answer that is computed from documents has no
//! more in it than the documents that its reader may see.
//!
//! * Staff, who may read registrations, see all documents of their organization. They see contacts if they may also search
//!   people: judges do not.
//! * All others see no contacts and no values for staff: unpublished pairings, assigned judges, lists that are not published,
//!   names on the waitlist.

use api_kit::Caller;
use domain::documents::ReaderGroup;
use domain::permissions::Operation::{ReadPeople, ReadRegistrations};
use proto_events::ids::OrganizationId;

/// A group of readers who see the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Audience {
    /// The organization whose registrations they may read.
    staff_of: Option<OrganizationId>,
    /// Whether they see contacts there.
    sees_contacts: bool,
}

impl Audience {
    /// Everybody: readers without a credential, and people who read about events of other organizations.
    pub(crate) const EVERYBODY: Self = Self { staff_of: None, sees_contacts: false };

    /// Returns the audience that a caller belongs to.
    pub(crate) fn of(caller: &Caller) -> Self {
        Self { staff_of: caller.organization_for(ReadRegistrations), sees_contacts: caller.may(ReadPeople) }
    }

    /// Returns whether it may read the registrations of an organization.
    pub(crate) fn is_staff_of(self, organization_id: OrganizationId) -> bool {
        self.staff_of == Some(organization_id)
    }

    /// Returns a number that tells the audiences of one organization apart.
    pub(crate) fn number(self) -> u8 {
        match (self.staff_of, self.sees_contacts) {
            (Some(_), true) => 0,
            (None, _) => 1,
            (Some(_), false) => 3,
        }
    }

    /// Returns the group of readers that it belongs to in an organization.
    pub(crate) fn readers_in(self, organization_id: OrganizationId) -> ReaderGroup {
        match (self.is_staff_of(organization_id), self.sees_contacts) {
            (true, true) => ReaderGroup::Organizers,
            (true, false) => ReaderGroup::Judges,
            (false, _) => ReaderGroup::Everyone,
        }
    }
}

#[cfg(test)]
mod tests {
    /// Files that read the store itself, and what they read.
    const READERS_OF_THE_STORE: [(&str, &str); 16] = [
        ("stored.rs", "lists as an audience sees them"),
        ("cache/mod.rs", "documents, for an audience"),
        ("consistency.rs", "positions and parked streams"),
        ("shared.rs", "nothing"),
        ("selection.rs", "lists as an audience sees them"),
        ("lib.rs", "nothing"),
        ("own_events.rs", "registrations of the caller"),
        ("resources/decklists.rs", "lists that the caller may read"),
        ("resources/export.rs", "the export"),
        ("resources/export_changes/mod.rs", "the export"),
        ("resources/judging.rs", "penalties, for staff"),
        ("resources/own.rs", "records and registrations of the caller"),
        ("resources/people.rs", "keys of the organization"),
        ("resources/player_page.rs", "the public part of registrations"),
        ("resources/public_events.rs", "public events"),
        ("resources/stores.rs", "public events"),
    ];

    /// Everything else gets its documents from `Call::find` or the cache, for an audience.
    #[test]
    fn files_that_read_the_store_itself_are_listed_with_what_they_read() {
        let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut folders = vec![source.clone()];
        let mut readers = std::collections::BTreeSet::new();
        while let Some(folder) = folders.pop() {
            for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let text = std::fs::read_to_string(&path).unwrap();
                let product = text.split("#[cfg(test)]").next().unwrap();
                if product.contains("ViewReader") || product.contains("shared.views") {
                    readers.insert(path.strip_prefix(&source).unwrap().to_str().unwrap().to_owned());
                }
            }
        }
        let listed = READERS_OF_THE_STORE.iter().map(|(file, _)| (*file).to_owned()).collect();
        assert_eq!(readers, listed, "an endpoint reads documents with `Call::find`");
    }
}
