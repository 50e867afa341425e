//! What a convention says of an event, and the settings that an event shows.

use proto_events::vocabulary::{EventFormat, LifecycleStatus};
use serde::Serialize;
use utoipa::ToSchema;

use super::Time;
use crate::tournament::Tournament;

/// An event, as its convention shows it.
#[derive(Debug, Serialize, ToSchema)]
pub struct MagicEventBasic<'a> {
    /// Id of the event.
    id: i64,
    /// Its name.
    name: &'a str,
    /// What is played.
    event_format: EventFormat,
    /// Its settings.
    settings: EventSettings,
    /// When it begins; null if undated.
    #[schema(value_type = Option<DateTime<Utc>>)]
    start_datetime: Option<Time>,
}

/// Settings of an event.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventSettings {
    /// Id of the event: it has one settings object.
    id: i64,
    /// Where the event stands.
    event_lifecycle_status: LifecycleStatus,
}

impl EventSettings {
    /// The settings of an event; an event has one settings object, under its own id.
    pub fn of(tournament: &Tournament) -> Self {
        Self { id: tournament.id.0, event_lifecycle_status: tournament.lifecycle }
    }
}

impl<'a> MagicEventBasic<'a> {
    /// The card of an event.
    pub fn of(tournament: &'a Tournament) -> Self {
        let details = &tournament.details;
        Self {
            id: tournament.id.0,
            name: &details.name,
            event_format: details.event_format,
            settings: EventSettings::of(tournament),
            start_datetime: details.start_datetime.map(Time),
        }
    }
}
