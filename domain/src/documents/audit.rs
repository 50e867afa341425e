//! Audit entries of an event, and the actor of a change. The projector stores entries without actors' names, which may
//! change; the read side adds them.

use proto_events::ids::{MatchId, RegistrationId, RoundId, TeamId, TeamMatchId, UserId};
use proto_events::{Actor, Version};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::Time;

/// Number of an event's versions in each part of its audit. Part 0 begins with version 1.
pub const AUDIT_VERSIONS_PER_PART: Version = 64;

/// A change in an event.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AuditEntry {
    /// Version of the event after the change, from 1.
    #[schema(value_type = i64)]
    pub version: Version,
    /// When it was recorded.
    #[schema(value_type = DateTime<Utc>)]
    pub at: Time,
    /// The actor who made it.
    pub actor: ActorDocument,
    /// Kind of change: `result_corrected`.
    pub what: String,
    /// The objects of the change, by id.
    pub about: About,
    /// The changed values before; null if there were none.
    #[schema(value_type = Option<Object>)]
    pub before: Option<Box<RawValue>>,
    /// The changed values after.
    #[schema(value_type = Option<Object>)]
    pub after: Option<Box<RawValue>>,
}

/// The subject of an audit entry; ids that do not apply are left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = AuditAbout)]
pub struct About {
    /// The registration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i64>, nullable = false)]
    pub registration_id: Option<RegistrationId>,
    /// The player of that registration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i64>, nullable = false)]
    pub user_id: Option<UserId>,
    /// The team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i64>, nullable = false)]
    pub team_id: Option<TeamId>,
    /// The round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i64>, nullable = false)]
    pub round_id: Option<RoundId>,
    /// The match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i64>, nullable = false)]
    pub match_id: Option<MatchId>,
    /// The team match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i64>, nullable = false)]
    pub team_match_id: Option<TeamMatchId>,
}

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
