//! The decision who sees what of a document. Documents leave the cache and the lists only for an audience, so an answer
//! that is computed from documents has no more in it than the documents that its reader may see.
//!
//! * Staff, who may read registrations, see all documents of their organization. They see contacts if they may also search
//!   people: judges do not.
//! * For all others, values that are for staff are taken out: unpublished pairings, assigned judges, lists that are not
//!   published, names on the waitlist. So are contacts.
//!
//! Values are taken out when the document is read, so that one document in the store serves all readers.

use std::sync::LazyLock;

use api_kit::Caller;
use bytes::Bytes;
use domain::permissions::Operation::{ReadPeople, ReadRegistrations};
use memchr::memmem::Finder;
use proto_events::ids::OrganizationId;
use storage::{ViewKind, may_have_staff_values, without_staff_values};

/// Contacts: e-mail addresses, which events and rounds have if the operator asks for vendors' field names, and the ids of
/// orders, which registrations and audits have. Each is a field in JSON up to its text. A quote in a text has a backslash
/// before it, so these bytes are always the field.
static CONTACTS: LazyLock<[Finder<'static>; 4]> = LazyLock::new(|| {
    [r#""email":""#, r#""walletpay_order_id":""#, r#""paypal_order_id":""#, r#""wallet_order_id":""#].map(Finder::new)
});

/// The fields of a round with unpublished pairings, and the second one for readers who do not see them.
static HIDDEN_MATCHES: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(br#""matches":[ "#));
static PAIRED: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(br#""pairings_status":"GENERATED""#));
const NOT_PAIRED: &[u8] = br#""pairings_status":"NOT_GENERATED""#;

/// A group of readers who see the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Audience {
    /// The organization whose registrations they may read.
    staff_of: Option<OrganizationId>,
    /// Whether they see contacts there.
    sees_contacts: bool,
}

/// The parts of a document that its readers do not see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Redaction {
    /// They see all of it.
    Nothing,
    /// Contacts.
    Contacts,
    /// Contacts and all values that are for staff.
    ForStaff,
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

    /// Returns what it does not see of an organization's documents of this kind.
    pub(crate) fn redaction(self, organization_id: OrganizationId, kind: ViewKind) -> Redaction {
        match (has_private_values(kind), self.is_staff_of(organization_id)) {
            (false, _) => Redaction::Nothing,
            (true, true) if self.sees_contacts => Redaction::Nothing,
            (true, true) => Redaction::Contacts,
            (true, false) => Redaction::ForStaff,
        }
    }
}

/// Returns whether documents of this kind have values that not all of their readers see. All others are read by one
/// audience only, or contain nothing that is private: their endpoints and their rendering decide.
fn has_private_values(kind: ViewKind) -> bool {
    match kind {
        ViewKind::Convention
        | ViewKind::EventAuditPart
        | ViewKind::MagicEvent
        | ViewKind::Registrations
        | ViewKind::Round
        | ViewKind::RoundMatches
        | ViewKind::RoundTeamMatches
        | ViewKind::StandingsSheet => true,
        // What everybody may see of an event or a convention.
        ViewKind::ConventionSummary
        | ViewKind::Overview
        | ViewKind::CurrentStandings
        | ViewKind::RoundStandings
        | ViewKind::RoundEvent
        | ViewKind::Archetypes
        | ViewKind::PublicArchetypes
        | ViewKind::EventCard
        | ViewKind::ListedEvent
        | ViewKind::EventPage
        | ViewKind::RoundPage
        | ViewKind::PublicEvent
        | ViewKind::Export
        | ViewKind::ExportRecord
        | ViewKind::PlayerPage
        | ViewKind::PublicDecklist
        | ViewKind::PublishedDecklist
        | ViewKind::EventDecklistsShown => false,
        // For staff only: endpoints need a permission.
        ViewKind::OrganizedEvent
        | ViewKind::TaggedPlayers
        | ViewKind::EventPenalties
        | ViewKind::PlayerPenalties
        | ViewKind::JudgeCalls
        | ViewKind::EventAudit
        | ViewKind::EventPeople
        | ViewKind::EventDecklists
        | ViewKind::Decklist
        | ViewKind::DecklistRevisions
        | ViewKind::FixedDecklist
        | ViewKind::ManagedPerson
        | ViewKind::Members
        | ViewKind::Invitations => false,
        // For one person or key, or read to find something.
        ViewKind::Account
        | ViewKind::FormerProfile
        | ViewKind::MergedAccount
        | ViewKind::OwnPlayerPage
        | ViewKind::UserToken
        | ViewKind::Credential
        | ViewKind::ApiKeys
        | ViewKind::Membership
        | ViewKind::Invitation
        | ViewKind::OwnDecklist
        | ViewKind::OwnRegistration => false,
    }
}

impl Redaction {
    /// Returns how many forms a document may have for different readers.
    pub(crate) fn forms(document: &[u8]) -> usize {
        let has_contacts = CONTACTS.iter().any(|field| field.find(document).is_some());
        let is_for_staff = has_contacts || may_have_staff_values(document);
        1 + usize::from(has_contacts) + usize::from(is_for_staff)
    }

    /// Returns the document as its readers see it; `None` if they see all of it.
    pub(crate) fn of_document(self, document: &[u8]) -> Option<Bytes> {
        match self {
            Self::Nothing => None,
            Self::Contacts => without_contacts(document),
            Self::ForStaff => {
                let is_hidden = HIDDEN_MATCHES.find(document).is_some();
                let shown =
                    without_staff_values(document).map(|shown| if is_hidden { not_paired(shown) } else { shown });
                without_contacts(shown.as_deref().unwrap_or(document)).or(shown)
            }
        }
    }
}

/// Returns a document without pairings that says so.
fn not_paired(document: Bytes) -> Bytes {
    let Some(field) = PAIRED.find(&document) else { return document };
    [&document[..field], NOT_PAIRED, &document[field + PAIRED.needle().len()..]].concat().into()
}

/// Returns a document with empty contacts; `None` if it has none.
fn without_contacts(document: &[u8]) -> Option<Bytes> {
    let ends = |field: &'static Finder<'_>| field.find_iter(document).map(|at| at + field.needle().len());
    let mut texts: Vec<usize> = CONTACTS.iter().flat_map(ends).collect();
    if texts.is_empty() {
        return None;
    }
    texts.sort_unstable();
    let mut seen = Vec::with_capacity(document.len());
    let mut rest = 0;
    for text in texts {
        seen.extend_from_slice(&document[rest..text]);
        rest = text + length_of_text(&document[text..]);
    }
    seen.extend_from_slice(&document[rest..]);
    Some(seen.into())
}

/// Returns how many bytes come before the quote that ends a text.
fn length_of_text(rest: &[u8]) -> usize {
    let mut is_escaped = false;
    let end = rest.iter().position(|byte| {
        let ends = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        ends
    });
    end.unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    fn seen(document: &Value) -> Option<Value> {
        let body = Redaction::ForStaff.of_document(document.to_string().as_bytes())?;
        Some(serde_json::from_slice(&body).unwrap())
    }

    #[test]
    fn contacts_become_empty_and_the_rest_stays() {
        let user = |email: &str| json!({ "id": 7, "best_identifier": "Ann \"email\":\"x\"", "email": email });
        let of = |first, second, order| json!({ "users": [user(first), user(second)], "walletpay_order_id": order });
        assert_eq!(seen(&of("ann@example.org", r#""a\"@b"#, "O-1")), Some(of("", "", "")));
        assert_eq!(seen(&json!({ "name": "email", "other": "\"email\":\"x\"" })), None);
    }

    #[test]
    fn a_round_without_published_pairings_has_no_matches() {
        let document = br#"{"matches":[ {"email":"a@b"}],"email":"a@b","pairings_status":"GENERATED","name":"a"}"#;
        let expected = br#"{"matches":[],"email":"","pairings_status":"NOT_GENERATED","name":"a"}"#;
        assert_eq!(Redaction::forms(document), 3);
        assert_eq!(Redaction::Nothing.of_document(document), None);
        assert_eq!(Redaction::ForStaff.of_document(document).as_deref(), Some(&expected[..]));
        let judges = br#"{"matches":[ {"email":""}],"email":"","pairings_status":"GENERATED","name":"a"}"#;
        assert_eq!(Redaction::Contacts.of_document(document).as_deref(), Some(&judges[..]));
        let published = br#"{"matches":[{"id":1}],"pairings_status":"GENERATED"}"#;
        assert_eq!((Redaction::forms(published), Redaction::ForStaff.of_document(published)), (1, None));
    }

    #[test]
    fn values_for_staff_are_not_there_for_others_and_published_matches_stay() {
        let document = br#"{"matches":[{"judge": {"id":1},"checked": true}],"pairings_status":"GENERATED"}"#;
        let expected = br#"{"matches":[{"judge":null,"checked":false}],"pairings_status":"GENERATED"}"#;
        assert_eq!(Redaction::ForStaff.of_document(document).as_deref(), Some(&expected[..]));
        assert_eq!((Redaction::Contacts.of_document(document), Redaction::forms(document)), (None, 2));
    }

    /// Files that read the store itself, and what they read.
    const READERS_OF_THE_STORE: [(&str, &str); 18] = [
        ("cache.rs", "documents, which leave it for an audience"),
        ("list_tags.rs", "lists as an audience sees them"),
        ("stored.rs", "lists as an audience sees them"),
        ("consistency.rs", "positions"),
        ("selection.rs", "lists as an audience sees them"),
        ("parked.rs", "parked streams"),
        ("lib.rs", "nothing"),
        ("shared.rs", "nothing"),
        ("own_events.rs", "registrations of the caller"),
        ("public_lists.rs", "public events"),
        ("resources/decklists.rs", "lists that the caller may read"),
        ("resources/export.rs", "the export"),
        ("resources/export_changes.rs", "the export"),
        ("resources/judging.rs", "penalties, for staff"),
        ("resources/own.rs", "records and registrations of the caller"),
        ("resources/people.rs", "keys of the organization"),
        ("resources/player_page.rs", "the public part of registrations"),
        ("resources/public_events.rs", "public events"),
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

    proptest! {
        #[test]
        fn whatever_the_texts_are_only_contacts_go(name in r#"["\\:,a]{0,9}"#, email in r#"["\\:,a]{0,9}"#) {
            let user = |email: &str| json!([{ "best_identifier": name, "email": email, "username": name }]);
            prop_assert_eq!(seen(&user(&email)), Some(user("")));
        }
    }
}
