//! A player's public page within an organization, and the same for the player, who shows or hides it.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use proto_events::ids::{OrganizationId, TournamentId};
use proto_events::vocabulary::{EventFormat, LifecycleStatus, ProgressStatus, RegistrationStatus, RoundType};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Data of a player's public page. The read side makes it from the records of the player's registrations.
#[derive(Debug, Deserialize)]
pub struct PlayerPageData<'a> {
    /// The player's name.
    pub name: Cow<'a, str>,
    /// The player's public events in the organization, the latest first.
    pub events: Vec<PlayerEvent<'a>>,
}

/// A public event of a player.
#[derive(Debug, Deserialize)]
pub struct PlayerEvent<'a> {
    /// The registration.
    pub registration: PlayerRegistration<'a>,
    /// What the page shows in addition.
    pub public: PublicRegistration,
    /// The player's matches in the order of rounds.
    #[serde(default)]
    pub matches: Vec<PlayerMatch>,
}

/// The part of an own match from which the page counts points by round.
#[derive(Debug, Deserialize)]
pub struct PlayerMatch {
    /// Its round.
    pub round: OwnRound,
    /// Whether it is a bye.
    pub match_is_bye: bool,
    /// Whether it is a loss for each of its players.
    pub match_is_loss: bool,
    /// Its result, as the player sees it.
    pub result: Option<OwnResult>,
}

/// The round of an own match.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct OwnRound {
    /// Id of the round.
    pub id: i64,
    /// Its number; 0 for a player meeting.
    pub round_number: i32,
    /// Type of the round.
    pub round_type: RoundType,
    /// Its status.
    pub status: ProgressStatus,
}

/// The result of an own match.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct OwnResult {
    /// The end of the match, for the player who reads it.
    pub outcome: OwnOutcome,
    /// Games that the player won; 0 if the games are not known.
    pub games_won: i32,
    /// Games that the player lost; 0 if the games are not known.
    pub games_lost: i32,
    /// Games drawn; 0 if the games are not known.
    pub games_drawn: i32,
    /// Who reported it.
    pub reported_by: Reporter,
    /// Whether the other side or staff confirmed it.
    pub is_confirmed: bool,
    /// Whether the other side contested it, and it is not settled yet.
    pub is_contested: bool,
}

/// The end of a match for one of its players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub enum OwnOutcome {
    Won,
    Lost,
    Drawn,
}

/// Who reported a result, for one of the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub enum Reporter {
    OwnSide,
    OtherSide,
    Staff,
}

/// The part of an own registration that this page and those of the player show.
#[derive(Debug, Deserialize)]
pub struct PlayerRegistration<'a> {
    /// The event.
    pub magic_event: PlayedEvent<'a>,
    /// Its status.
    pub registration_status: RegistrationStatus,
    /// Swiss matches won, including byes.
    pub matches_won: i32,
    /// Swiss matches lost.
    pub matches_lost: i32,
    /// Swiss matches drawn.
    pub matches_drawn: i32,
    /// Match points of the Swiss rounds.
    #[serde(default)]
    pub total_match_points: i32,
    /// Place in the event: final once the event is finished.
    pub final_place_in_standings: Option<i32>,
}

/// The event of a registration.
#[derive(Debug, Deserialize)]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub struct PlayedEvent<'a> {
    pub id: TournamentId,
    pub name: Cow<'a, str>,
    /// Name of the organization.
    pub store_name: Cow<'a, str>,
    pub event_format: EventFormat,
    pub event_lifecycle_status: LifecycleStatus,
    pub is_canceled: bool,
    pub start_datetime: Option<DateTime<Utc>>,
}

/// What a player's public page shows of an event in addition to the registration. Unknown texts are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PublicRegistration {
    /// Name of the time zone in which times of the event are shown; empty for UTC.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub time_zone: String,
    /// Archetype of the published list.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub archetype: String,
    /// Address of the published list, or its path here.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub list: String,
}

/// A person's page in an organization, as the person reads it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OwnPlayerPage)]
pub struct OwnPlayerPageDocument<'a> {
    /// The organization.
    #[schema(value_type = i64)]
    pub organization_id: OrganizationId,
    /// Its name.
    pub store_name: &'a str,
    /// Whether everyone sees the page.
    pub is_shown: bool,
    /// Address of the page; null while it is hidden.
    #[schema(format = "uri")]
    pub url: Option<String>,
}
