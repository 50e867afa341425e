//! The people whom an organization knows, found by name: those whose accounts it manages, its members, and people who
//! signed up for one of its events.
//!
//! They are read from three kinds of views. The two lists are kept in memory for an organization, and read again when
//! they have changed, so an answer is never behind the views. Finding someone among 20,000 names takes about a millisecond.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::documents::ReaderGroup;
use futures::TryStreamExt;
use moka::sync::Cache;
use proto_events::ids::{OrganizationId, TournamentId, UserId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use service_kit::problem::Problem;
use storage::{Document, DocumentKey, EventPeople, KnownPerson, ListState, Lists, ViewKind, ViewReader};
use utoipa::ToSchema;

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

/// Finds people by name. Clones share their memory.
#[derive(Clone)]
pub struct KnownPeople {
    views: Arc<dyn ViewReader>,
    /// The people of each list, with the state in which it was read last.
    parts: Cache<(OrganizationId, ViewKind), (ListState, Arc<Part>)>,
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

/// The last event that a person played in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LastEvent {
    /// Id of the event.
    #[schema(value_type = i64)]
    pub id: TournamentId,
    /// Its name.
    pub name: String,
    /// When it starts; null if no date is set.
    pub start_datetime: Option<DateTime<Utc>>,
}

/// The people of one kind of documents.
#[derive(Default)]
struct Part {
    people: Vec<Entry>,
    played: HashMap<UserId, Arc<LastEvent>>,
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
        let weigh = |_: &(OrganizationId, ViewKind), (_, part): &(ListState, Arc<Part>)| {
            u32::try_from(PERSON * (1 + part.people.len() + part.played.len())).unwrap_or(u32::MAX)
        };
        Self { views, parts: Cache::builder().max_capacity(CAPACITY).weigher(weigh).build() }
    }

    /// Returns the people of whose name or username each word of the text begins a word: at most [`FOUND`], the best
    /// matches first.
    pub async fn search(&self, organization_id: OrganizationId, text: &str) -> Result<Vec<Found>, Problem> {
        let text = folded(text);
        let is_meant = |entry: &Entry| begins(&entry.name, &text, false) || entry.username.starts_with(&text);
        if text.is_empty() { Ok(Vec::new()) } else { self.find(organization_id, &text, is_meant).await }
    }

    /// Returns the people who may be the one whose whole name was typed: of the same name, of a similar one, or of a
    /// longer one. At most [`FOUND`], the best matches first.
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
            let start = found.last_event.as_ref().map(|event| (event.start_datetime, event.id));
            let begins = entry.name.starts_with(text);
            (!found.is_same, !begins, entry.name.as_str(), Reverse(start), entry.person.user_id)
        });
        Ok(found.into_iter().take(FOUND).map(|(_, found)| found).collect())
    }

    async fn parts(&self, organization_id: OrganizationId) -> Result<Vec<Arc<Part>>, Problem> {
        let members = DocumentKey::new(organization_id, ViewKind::Members, organization_id);
        let members = self.views.document(&members).await.map_err(store_failed)?;
        let members = members.map(|members| Part::of_members(&members)).transpose()?.unwrap_or_default();
        let managed = self.listed(organization_id, ViewKind::ManagedPerson).await?;
        let players = self.listed(organization_id, ViewKind::EventPeople).await?;
        Ok(vec![managed, players, Arc::new(members)])
    }

    /// Returns the people of a list, as it is now.
    async fn listed(&self, organization_id: OrganizationId, kind: ViewKind) -> Result<Arc<Part>, Problem> {
        let (views, key) = (&*self.views, (organization_id, kind));
        let state = views.state_of(Lists::of(organization_id, kind)).await.map_err(store_failed)?;
        if let Some((_, part)) = self.parts.get(&key).filter(|(known, _)| *known == state) {
            return Ok(part);
        }
        let part = Arc::new(Part::of_list(views, organization_id, kind).await?);
        self.parts.insert(key, (state, Arc::clone(&part)));
        Ok(part)
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
    async fn of_list(views: &dyn ViewReader, organization_id: OrganizationId, kind: ViewKind) -> Result<Self, Problem> {
        let read = views.list(organization_id, kind, ReaderGroup::Everyone).await;
        let (mut part, mut bodies) = (Self::default(), read.map_err(store_failed)?.bodies);
        while let Some(body) = bodies.try_next().await.map_err(store_failed)? {
            match kind {
                ViewKind::EventPeople => part.add_event(parse(&body)?),
                _ => part.add(parse(&body)?),
            }
        }
        Ok(part)
    }

    fn of_members(document: &Document) -> Result<Self, Problem> {
        let mut part = Self::default();
        let members: Vec<MemberRecord> = parse(&document.body.for_everyone())?;
        for MemberRecord { user: MemberUser { id, username, best_identifier } } in members {
            part.add(KnownPerson { user_id: id, name: best_identifier, username });
        }
        Ok(part)
    }

    fn add(&mut self, person: KnownPerson) {
        let (name, username) = (folded(&person.name), folded(&person.username));
        self.people.push(Entry { person, name, username });
    }

    fn add_event(&mut self, people: EventPeople) {
        let event = Arc::new(LastEvent { id: people.event_id, name: people.event, start_datetime: people.starts });
        for player in people.players {
            let last = self.played.entry(player).or_insert_with(|| Arc::clone(&event));
            if (last.start_datetime, last.id) < (event.start_datetime, event.id) {
                *last = Arc::clone(&event);
            }
        }
        people.signed_up.into_iter().for_each(|person| self.add(person));
    }
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(body).map_err(Problem::internal)
}
