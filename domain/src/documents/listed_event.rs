//! An event as lists are filtered by it, with its summary and those of its rounds, and as the index of
//! public events and calendars have it. Nothing in either is private to the staff.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use proto_events::ids::{ConventionId, OrganizationId, TournamentId};
use proto_events::vocabulary::{EventFormat, LifecycleStatus, ProgressStatus, RegistrationPolicy};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::{EventSettings, Time, to_raw_json};
use crate::tournament::{Round, RoundName, Tournament};

/// An event as lists are filtered by it.
#[derive(Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub struct ListedEvent {
    pub id: i64,
    pub status: LifecycleStatus,
    pub format: EventFormat,
    pub start: Option<DateTime<Utc>>,
    pub convention: Option<ConventionId>,
    /// Its rounds in the order of lists.
    pub rounds: Vec<RoundInShort>,
    /// Its [`EventInShort`] as JSON.
    pub summary: Box<RawValue>,
}

/// An event without its players, phases, rounds and matches.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EventSummary)]
pub struct EventInShort<'a> {
    /// Id of the event.
    id: i64,
    /// Its name.
    name: &'a str,
    /// Its settings.
    settings: EventSettings,
    /// Number of the current or last round; 0 before the first.
    current_round_number: i32,
    /// Number of players who have or had a place in it.
    #[schema(value_type = i32)]
    enrolled_player_count: usize,
    /// The format.
    event_format: EventFormat,
    /// When it begins; null if undated.
    #[schema(value_type = Option<DateTime<Utc>>)]
    start_datetime: Option<Time>,
}

/// A round without its matches.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[schema(as = RoundSummary)]
pub struct RoundInShort {
    /// Id of the round.
    pub id: i64,
    /// Its number; 0 for a player meeting.
    pub round_number: i32,
    /// Its status.
    pub status: ProgressStatus,
}

impl ListedEvent {
    /// Returns the document of a tournament.
    pub fn of(tournament: &Tournament) -> Result<Self, serde_json::Error> {
        let details = &tournament.details;
        let summary = EventInShort {
            id: tournament.id.0,
            name: &details.name,
            settings: EventSettings::of(tournament),
            current_round_number: tournament.begun_round().map_or(0, |(_, round)| round.number),
            enrolled_player_count: tournament.registrations.iter().filter(|entry| entry.is_enrolled()).count(),
            event_format: details.event_format,
            start_datetime: details.start_datetime.map(Time),
        };
        let mut rounds: Vec<_> = tournament.rounds().collect();
        rounds.sort_by_key(|(phase, round)| (phase.order_in_phases, round.number));
        let in_short =
            |round: &Round| RoundInShort { id: round.id.0, round_number: round.number, status: round.status };
        Ok(Self {
            id: tournament.id.0,
            status: tournament.lifecycle,
            format: details.event_format,
            start: details.start_datetime,
            convention: details.convention_id,
            rounds: rounds.into_iter().map(|(_, round)| in_short(round)).collect(),
            summary: to_raw_json(&summary)?,
        })
    }
}

/// A public event.
#[derive(Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub struct PublicEvent<'a> {
    pub id: TournamentId,
    pub name: Cow<'a, str>,
    /// The organization that runs it.
    pub organization_id: OrganizationId,
    /// The name of the organization.
    pub store: Cow<'a, str>,
    pub format: EventFormat,
    /// Its start; none if it has no date.
    pub start: Option<DateTime<Utc>>,
    /// Name of the time zone in which its times are shown; none for UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<Cow<'a, str>>,
    pub status: LifecycleStatus,
    /// Whether it does not take place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_canceled: bool,
    /// Name of the convention that it is part of; empty if it is part of none.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub convention: Cow<'a, str>,
    /// The name of that convention in addresses.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub convention_slug: Cow<'a, str>,
    /// The room or hall, or the name of its venue; empty if not stated.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub place: Cow<'a, str>,
    /// Planned end; none if it has no date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<DateTime<Utc>>,
    /// Players with whom an on-demand queue makes an event; 0 if it is no queue.
    #[serde(default, skip_serializing_if = "proto_events::is_usual")]
    pub queue_size: i32,
    /// Number of players in the line of a queue.
    #[serde(default, skip_serializing_if = "proto_events::is_usual")]
    pub waiting: usize,
    /// The people who may register themselves.
    #[serde(default, skip_serializing_if = "proto_events::is_usual")]
    pub registration_policy: RegistrationPolicy,
    /// The entry fee in words; empty if not stated.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub fee_note: Cow<'a, str>,
    /// Where it takes place; empty if not stated.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub location: Cow<'a, str>,
    /// Players admitted before the waitlist begins; none if there is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<i32>,
    /// Number of players who have a place.
    #[serde(default)]
    pub taken: usize,
    /// When registration opens, while it waits for that time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opens: Option<DateTime<Utc>>,
    /// The round in progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<RoundName>,
    /// When the clock of that round ends; none while it does not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round_ends: Option<DateTime<Utc>>,
    /// The winner of a finished event; empty if there is none.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub winner: Cow<'a, str>,
    /// The beginning of its text, in Markdown; empty if it has none.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub description: Cow<'a, str>,
}
