//! An entry of an event's audit. The projector writes it without the actor's name, which may change; who reads it adds that.

use proto_events::Version;
use proto_events::ids::{MatchId, RegistrationId, RoundId, TeamId, TeamMatchId, UserId};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::{ActorDocument, Time};

/// Versions of an event that a part of its audit tells of: versions 1 to this are in part 0.
pub const AUDIT_VERSIONS_PER_PART: Version = 64;

/// Something that happened in an event.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct AuditEntry {
    /// Version of the event after it, from 1.
    #[schema(value_type = i64)]
    pub version: Version,
    /// When it was written.
    #[schema(value_type = DateTime<Utc>)]
    pub at: Time,
    /// Who did it.
    pub actor: ActorDocument,
    /// What happened: `result_corrected`.
    pub what: String,
    /// What it is about.
    pub about: About,
    /// What of that was another way before; null where there was nothing.
    #[schema(value_type = Option<Object>)]
    pub before: Option<Box<RawValue>>,
    /// How that is since.
    #[schema(value_type = Option<Object>)]
    pub after: Option<Box<RawValue>>,
}

/// What something in an event is about; ids that do not apply are left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = AuditAbout)]
pub struct About {
    /// The registration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i64>, nullable = false)]
    pub registration_id: Option<RegistrationId>,
    /// The player whose registration that is.
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
    /// The match of teams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i64>, nullable = false)]
    pub team_match_id: Option<TeamMatchId>,
}
