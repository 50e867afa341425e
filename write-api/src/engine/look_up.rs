//! Looks up the newest state of a stream, for routes and pages that show it.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::organization::Organization;
use domain::tournament::Tournament;
use domain::user::User;
use proto_events::ids::{ConventionId, DecklistId, OrganizationId, TournamentId, UserId};
use proto_events::{Envelope, StreamId, StreamKind, Version};

use crate::WriteApi;
use crate::engine::decision::Failure;
use crate::engine::folded::{Fold as _, Found};
use crate::engine::names::PersonNames;

impl WriteApi {
    /// Returns the current time of the commands' clock.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Returns an organization with its members and keys.
    pub async fn organization(&self, id: OrganizationId) -> Found<Organization> {
        self.newest(StreamId::organization(id)).await
    }

    /// Returns an organization as it was at a version. `None` if it never had that version.
    pub async fn organization_at(&self, id: OrganizationId, version: Version) -> Found<Organization> {
        self.at_version(StreamId::organization(id), version).await
    }

    /// Returns a convention with its id.
    pub async fn convention_with_id(&self, id: ConventionId) -> Found<Convention> {
        self.newest(StreamId::convention(id)).await
    }

    /// Returns a convention as it was at a version. `None` if it never had that version.
    pub async fn convention_at(&self, id: ConventionId, version: Version) -> Found<Convention> {
        self.at_version(StreamId::convention(id), version).await
    }

    /// Returns a tournament.
    pub async fn tournament(&self, id: TournamentId) -> Found<Tournament> {
        self.newest(StreamId::tournament(id)).await
    }

    /// Returns a tournament as it was at a version. `None` if it never had that version.
    pub async fn tournament_at(&self, id: TournamentId, version: Version) -> Found<Tournament> {
        self.at_version(StreamId::tournament(id), version).await
    }

    /// Returns what happened to a tournament after a version, up to and including another one, oldest first.
    pub async fn history_between(
        &self,
        id: TournamentId,
        after: Version,
        up_to: Version,
    ) -> Result<Vec<Envelope>, Failure> {
        self.read(StreamId::tournament(id), after, up_to).await
    }

    /// Returns a decklist.
    pub async fn decklist(&self, id: DecklistId) -> Found<Decklist> {
        self.newest(StreamId::decklist(id)).await
    }

    /// Returns the names by which people are shown, for those who exist.
    pub async fn names_of(&self, people: &[UserId]) -> Result<HashMap<UserId, String>, Failure> {
        Ok(self.known(people).await?.into_iter().map(|(id, (name, _))| (id, name)).collect())
    }

    /// Returns whether a person was erased.
    pub async fn is_erased(&self, person: UserId) -> Result<bool, Failure> {
        Ok(self.known(&[person]).await?.get(&person).is_some_and(|(_, is_erased)| *is_erased))
    }

    /// Returns the names of these people, from memory or from the log.
    async fn known(&self, people: &[UserId]) -> Result<PersonNames, Failure> {
        let (mut known, up_to) = self.names.look(&*self.events, people).await?;
        let missing: Vec<_> = people.iter().filter(|id| !known.contains_key(id)).map(|id| id.0).collect();
        let mut read = PersonNames::new();
        let take = |stream: StreamId, events: &[Envelope]| {
            let user = User::of(events).map_err(|source| Failure::Damaged { stream, source })?;
            read.insert(UserId(stream.id), (user.name().into_owned(), user.is_erased));
            Ok(())
        };
        self.read_each(StreamKind::User, &missing, take).await?;
        self.names.keep(&read, up_to);
        known.extend(read);
        Ok(known)
    }

    /// Returns a person.
    pub async fn user(&self, id: UserId) -> Found<User> {
        self.newest(StreamId::user(id)).await
    }
}
