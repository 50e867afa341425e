//! The actor of a change.

use proto_events::Actor;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The actor of a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Actor)]
pub struct ActorDocument {
    /// Kind of actor: the service itself, an operator at the server's command line, a client with a key, a person,
    /// the holder of a player's private link.
    #[serde(rename = "type")]
    #[schema(inline)]
    pub kind: ActorType,
    /// Id of the key, the person or the player; null for other actors.
    pub id: Option<i64>,
    /// Name of the key or the person, in audits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Kind of actor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs, reason = "as in the log")]
pub enum ActorType {
    System,
    CommandLine,
    ApiKey,
    User,
    PrivateLink,
}

impl From<&Actor> for ActorDocument {
    fn from(actor: &Actor) -> Self {
        let (kind, id) = match actor {
            Actor::System => (ActorType::System, None),
            Actor::CommandLine => (ActorType::CommandLine, None),
            Actor::ApiKey(id) => (ActorType::ApiKey, Some(id.0)),
            Actor::User(id) => (ActorType::User, Some(id.0)),
            Actor::PrivateLink(id) => (ActorType::PrivateLink, Some(id.0)),
        };
        Self { kind, id, name: None }
    }
}
