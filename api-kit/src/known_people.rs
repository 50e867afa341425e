//! The people whom an organization knows, found by name: those whose accounts it manages, its members, and people who
//! signed up for one of its events.
//!
//! They are read from three kinds of views. Each kind is kept in memory for an organization and read again when its list
//! has changed, so an answer is never behind the views. Finding someone among 20,000 names takes about a millisecond.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::documents::ReaderGroup;
use futures::TryStreamExt;
use moka::sync::Cache;
use proto_events::ids::{OrganizationId, TournamentId, UserId};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use service_kit::problem::Problem;
use storage::{Document, DocumentKey, EventPeople, KnownPerson, ListFilter, ListState, ViewKind, ViewReader};
use tokio::sync::Mutex;

use crate::concurrency::Keyed;
use crate::spelling::{begins, folded, is_similar};
use crate::store_failed;

/// Maximum number of people that a search returns.
pub const FOUND: usize = 20;
/// The kinds of documents that are read.
pub const KINDS: &[ViewKind] = &[ViewKind::ManagedPerson, ViewKind::EventPeople, ViewKind::Members];
/// Maximum bytes in memory.
const CAPACITY: u64 = 32 << 20;
/// Approximate bytes of a person in memory.
const PERSON: usize = 160;

/// A list of people: the organization, and the kind of documents.
type Key = (OrganizationId, ViewKind);

/// Finds people by name. Clones share their memory.
#[derive(Clone)]
pub struct KnownPeople {
    views: Arc<dyn ViewReader>,
    parts: Cache<Key, Arc<Part>>,
    /// Locks that are held while a list is read, so that concurrent searches read it once.
    reading: Arc<Keyed<Key, Mutex<()>>>,
}

/// A person who was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The person.
    pub person: KnownPerson,
    /// The last of the organization's events that the person played in.
    pub last_event: Option<LastEvent>,
    /// Whether the name is the one that was asked for, apart from its spelling.
    pub is_same: bool,
}

/// The last event in which a person played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastEvent {
    /// The event.
    pub id: TournamentId,
    /// Its name.
    pub name: String,
    /// When it started.
    pub starts: Option<DateTime<Utc>>,
}

/// The people of one kind of documents.
struct Part {
    /// The state in which the documents were read.
    state: PartState,
    people: Vec<Entry>,
    played: HashMap<UserId, Arc<LastEvent>>,
}

/// The state of the documents of a kind.
#[derive(Debug, PartialEq, Eq)]
enum PartState {
    List(ListState),
    /// The digest of the only document; `None` if there is none.
    Document(Option<String>),
}

/// A person with the folded names.
struct Entry {
    person: KnownPerson,
    name: String,
    username: String,
}

/// The fields of a member that are read.
#[derive(Deserialize)]
struct MemberRecord {
    user: MemberUser,
}

#[derive(Deserialize)]
struct MemberUser {
    id: UserId,
    username: String,
    best_identifier: String,
}

impl KnownPeople {
    /// Creates an index of these views.
    pub fn new(views: Arc<dyn ViewReader>) -> Self {
        let weigh = |_: &Key, part: &Arc<Part>| {
            u32::try_from(PERSON * (1 + part.people.len() + part.played.len())).unwrap_or(u32::MAX)
        };
        let parts = Cache::builder().max_capacity(CAPACITY).weigher(weigh).build();
        Self { views, parts, reading: Arc::default() }
    }

    /// Returns the people of whose name or username each word of the text begins a word: at most [`FOUND`], the best
    /// matches first.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn search(&self, organization_id: OrganizationId, text: &str) -> Result<Vec<Found>, Problem> {
        let text = folded(text);
        let is_meant = |entry: &Entry| begins(&entry.name, &text, false) || entry.username.starts_with(&text);
        if text.is_empty() { Ok(Vec::new()) } else { self.find(organization_id, &text, is_meant).await }
    }

    /// Returns the people who may be the one whose whole name was typed: of the same name, of a similar one, or of a
    /// longer one. At most [`FOUND`], the best matches first.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn alike(&self, organization_id: OrganizationId, name: &str) -> Result<Vec<Found>, Problem> {
        let name = folded(name);
        let is_meant = |entry: &Entry| {
            entry.name == name
                || entry.username == name
                || is_similar(&entry.name, &name)
                || begins(&entry.name, &name, true)
        };
        if name.is_empty() { Ok(Vec::new()) } else { self.find(organization_id, &name, is_meant).await }
    }

    /// Returns the people of each of these folded names, for those that have any.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn named(
        &self,
        organization_id: OrganizationId,
        names: &BTreeSet<String>,
    ) -> Result<HashMap<String, Vec<Found>>, Problem> {
        let parts = self.parts(organization_id).await?;
        let mut found: HashMap<String, BTreeMap<UserId, Found>> = HashMap::new();
        for entry in parts.iter().flat_map(|part| &part.people).filter(|entry| names.contains(&entry.name)) {
            let id = entry.person.user_id;
            let person = || found_in(&parts, entry, &entry.name);
            found.entry(entry.name.clone()).or_default().entry(id).or_insert_with(person);
        }
        Ok(found.into_iter().map(|(name, people)| (name, people.into_values().collect())).collect())
    }

    async fn find(
        &self,
        organization_id: OrganizationId,
        text: &str,
        is_meant: impl Fn(&Entry) -> bool,
    ) -> Result<Vec<Found>, Problem> {
        let parts = self.parts(organization_id).await?;
        let mut found: HashMap<UserId, &Entry> = HashMap::new();
        for entry in parts.iter().flat_map(|part| &part.people).filter(|entry| is_meant(entry)) {
            found.entry(entry.person.user_id).or_insert(entry);
        }
        let mut found: Vec<_> = found.into_values().map(|entry| (entry, found_in(&parts, entry, text))).collect();
        found.sort_by_key(|(entry, found)| {
            let start = found.last_event.as_ref().map(|event| (event.starts, event.id));
            let begins = entry.name.starts_with(text);
            (!found.is_same, !begins, entry.name.as_str(), Reverse(start), entry.person.user_id)
        });
        Ok(found.into_iter().take(FOUND).map(|(_, found)| found).collect())
    }

    async fn parts(&self, organization_id: OrganizationId) -> Result<Vec<Arc<Part>>, Problem> {
        let mut parts = Vec::with_capacity(KINDS.len());
        for kind in KINDS {
            parts.push(self.part(organization_id, *kind).await?);
        }
        Ok(parts)
    }

    /// Returns the people of a kind of documents, as the list is now.
    async fn part(&self, organization_id: OrganizationId, kind: ViewKind) -> Result<Arc<Part>, Problem> {
        let key = (organization_id, kind);
        if let Some(part) = self.current(key).await? {
            return Ok(part);
        }
        let lock = self.reading.get(key, Mutex::default);
        let _reading = lock.lock().await;
        if let Some(part) = self.current(key).await? {
            return Ok(part);
        }
        let part = Arc::new(match kind {
            ViewKind::Members => self.members(organization_id).await?,
            kind => self.list(organization_id, kind).await?,
        });
        self.parts.insert(key, Arc::clone(&part));
        Ok(part)
    }

    async fn list(&self, organization_id: OrganizationId, kind: ViewKind) -> Result<Part, Problem> {
        let read = self
            .views
            .list(organization_id, kind, ListFilter::default(), ReaderGroup::Everyone)
            .await
            .map_err(store_failed)?;
        let mut part = Part { state: PartState::List(read.state), people: Vec::new(), played: HashMap::new() };
        let mut bodies = read.bodies;
        while let Some(body) = bodies.try_next().await.map_err(store_failed)? {
            match kind {
                ViewKind::EventPeople => part.add_event(parse(&body)?),
                _ => part.add(parse(&body)?),
            }
        }
        Ok(part)
    }

    async fn members(&self, organization_id: OrganizationId) -> Result<Part, Problem> {
        let document = self.members_document(organization_id).await?;
        let members: Vec<MemberRecord> =
            document.as_ref().map(|it| parse(&it.body.for_everyone())).transpose()?.unwrap_or_default();
        let state = PartState::Document(document.map(|it| it.digest));
        let mut part = Part { state, people: Vec::new(), played: HashMap::new() };
        members.into_iter().for_each(|member| part.add(member.person()));
        Ok(part)
    }

    async fn members_document(&self, organization_id: OrganizationId) -> Result<Option<Document>, Problem> {
        let key = DocumentKey::new(organization_id, ViewKind::Members, organization_id);
        self.views.document(&key).await.map_err(store_failed)
    }

    /// Returns the people in memory, unless their documents have changed.
    async fn current(&self, key: Key) -> Result<Option<Arc<Part>>, Problem> {
        let Some(part) = self.parts.get(&key) else { return Ok(None) };
        let state = match key {
            (organization_id, ViewKind::Members) => {
                PartState::Document(self.members_document(organization_id).await?.map(|it| it.digest))
            }
            (organization_id, kind) => {
                let state = self.views.list_state(organization_id, kind, ListFilter::default()).await;
                PartState::List(state.map_err(store_failed)?)
            }
        };
        Ok((state == part.state).then_some(part))
    }
}

/// Returns a person with the last event; `text` is the folded text that was asked for.
fn found_in(parts: &[Arc<Part>], entry: &Entry, text: &str) -> Found {
    let last_event = parts.iter().find_map(|part| part.played.get(&entry.person.user_id));
    Found {
        person: entry.person.clone(),
        last_event: last_event.map(|event| (**event).clone()),
        is_same: entry.name == text,
    }
}

impl Part {
    fn add(&mut self, person: KnownPerson) {
        let (name, username) = (folded(&person.name), folded(&person.username));
        self.people.push(Entry { person, name, username });
    }

    fn add_event(&mut self, people: EventPeople) {
        let event = Arc::new(LastEvent { id: people.event_id, name: people.event, starts: people.starts });
        for player in people.players {
            let last = self.played.entry(player).or_insert_with(|| Arc::clone(&event));
            if (last.starts, last.id) < (event.starts, event.id) {
                *last = Arc::clone(&event);
            }
        }
        people.signed_up.into_iter().for_each(|person| self.add(person));
    }
}

impl MemberRecord {
    fn person(self) -> KnownPerson {
        let MemberUser { id, username, best_identifier } = self.user;
        KnownPerson { user_id: id, name: best_identifier, username }
    }
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(body).map_err(Problem::internal)
}

impl std::fmt::Debug for KnownPeople {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KnownPeople").field("parts", &self.parts.entry_count()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use storage::sqlite::SqliteViewStore;

    use super::*;

    #[tokio::test]
    async fn a_list_that_is_being_read_holds_up_no_other_organization() {
        let folder = tempfile::tempdir().unwrap();
        let views = SqliteViewStore::open(&folder.path().join("views.db")).await.unwrap();
        let people = KnownPeople::new(Arc::new(views));
        let lock = people.reading.get((OrganizationId(1), ViewKind::ManagedPerson), Mutex::default);
        let _reading = lock.lock().await;
        let search = |id| tokio::time::timeout(Duration::from_millis(500), people.search(OrganizationId(id), "ada"));
        assert!(search(1).await.is_err(), "the same list is read once");
        let found = search(2).await.unwrap().unwrap_or_else(|_| panic!("an empty list"));
        assert_eq!(found, []);
    }
}
