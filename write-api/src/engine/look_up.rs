//! Looks up the newest state of a stream, for routes and pages that show it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::decklist::Decklist;
use domain::organization::Organization;
use domain::tournament::Tournament;
use domain::user::User;
use proto_events::StreamId;
use proto_events::ids::{DecklistId, OrganizationId, TournamentId, UserId};

use crate::engine::decision::Failure;
use crate::{Folded, WriteApi};

impl WriteApi {
    /// Returns the current time of the commands' clock.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Returns an organization with its members and keys.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn organization(&self, id: OrganizationId) -> Result<Option<Arc<Folded<Organization>>>, Failure> {
        self.newest(StreamId::organization(id)).await
    }

    /// Returns a tournament.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn tournament(&self, id: TournamentId) -> Result<Option<Arc<Folded<Tournament>>>, Failure> {
        self.newest(StreamId::tournament(id)).await
    }

    /// Returns a decklist.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn decklist(&self, id: DecklistId) -> Result<Option<Arc<Folded<Decklist>>>, Failure> {
        self.newest(StreamId::decklist(id)).await
    }

    /// Returns a person.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn user(&self, id: UserId) -> Result<Option<Arc<Folded<User>>>, Failure> {
        self.read_on(StreamId::user(id), None).await
    }
}
