//! What the log says of somebody or something now: for those who show it beside their commands.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::decklist::Decklist;
use domain::organization::Organization;
use domain::tournament::Tournament;
use domain::user::User;
use proto_events::StreamId;
use proto_events::ids::{DecklistId, OrganizationId, TournamentId, UserId};

use crate::commands::users::USERNAMES;
use crate::decision::Failure;
use crate::{Folded, WriteApi};

impl WriteApi {
    /// The time that commands go by.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// An organization with its members and keys.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn organization(&self, id: OrganizationId) -> Result<Option<Arc<Folded<Organization>>>, Failure> {
        self.newest(StreamId::organization(id)).await
    }

    /// A tournament.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn tournament(&self, id: TournamentId) -> Result<Option<Arc<Folded<Tournament>>>, Failure> {
        self.newest(StreamId::tournament(id)).await
    }

    /// A decklist.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn decklist(&self, id: DecklistId) -> Result<Option<Arc<Folded<Decklist>>>, Failure> {
        self.newest(StreamId::decklist(id)).await
    }

    /// A person.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn user(&self, id: UserId) -> Result<Option<Arc<Folded<User>>>, Failure> {
        self.read_on(StreamId::user(id), None).await
    }

    /// The person who has a username, in exactly these letters.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn user_named(&self, username: &str) -> Result<Option<Arc<Folded<User>>>, Failure> {
        if username.is_empty() {
            return Ok(None);
        }
        let Some(holder) = self.holder(USERNAMES, username).await? else { return Ok(None) };
        self.read_on(holder, None).await
    }
}
