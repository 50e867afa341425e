//! Audit entries of an event, and the actor of a change. The projector stores entries without actors' names, which may
//! change; the read side adds them. The values before and after a change are read by
//! [`Facts::values`](crate::tournament::facts::Facts::values).

use proto_events::ids::{MatchId, RegistrationId, RoundId, TeamId, TeamMatchId, UserId};
use proto_events::{Actor, TournamentEvent, Version};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::Time as DateTime;
use crate::tournament::Tournament;
use crate::tournament::facts::{Subject, facts};

/// Number of an event's versions in each part of its audit. Part 0 begins with version 1.
pub const AUDIT_VERSIONS_PER_PART: Version = 64;

/// A change in an event.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AuditEntry {
    /// Version of the event after the change, from 1.
    #[schema(value_type = i64)]
    pub version: Version,
    /// When it was recorded.
    pub at: DateTime,
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

impl About {
    /// Returns the ids of the objects that an event is about. `tournament` is the state after the event.
    pub fn of(tournament: &Tournament, event: &TournamentEvent) -> Self {
        let subject = facts(event).subject;
        let mut about = Self { round_id: tournament.round_of(subject), ..Self::default() };
        match subject {
            Subject::Tournament | Subject::Round(_) => {}
            Subject::Registration(id) => about.registration_id = Some(id),
            Subject::Team(id) => about.team_id = Some(id),
            Subject::Match(id) => about.match_id = Some(id),
            Subject::TeamMatch(id) => about.team_match_id = Some(id),
            Subject::Penalty(id) => {
                let issued = tournament.penalty(id).map(|penalty| &penalty.issued);
                about.registration_id = issued.map(|issued| issued.registration_id);
                about.match_id = issued.and_then(|issued| issued.match_id);
            }
            Subject::Call(id) => {
                let call = tournament.call(id).map(|call| &call.call);
                about.registration_id = call.and_then(|call| call.registration_id);
                about.match_id = call.and_then(|call| call.match_id);
            }
        }
        let player = about.registration_id.and_then(|id| tournament.registration(id));
        Self { user_id: player.map(|entry| entry.user_id), ..about }
    }
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

/// Removes equal members from two objects. Other values are returned unchanged.
pub fn changes(before: Option<Value>, after: Option<Value>) -> (Option<Value>, Option<Value>) {
    match (before, after) {
        (Some(Value::Object(mut before)), Some(Value::Object(mut after))) => {
            let same: Vec<String> = before
                .iter()
                .filter(|(name, value)| after.get(*name) == Some(value))
                .map(|(name, _)| name.clone())
                .collect();
            for name in same {
                before.remove(&name);
                after.remove(&name);
            }
            (Some(before.into()), Some(after.into()))
        }
        other => other,
    }
}
