//! An event in a convention's document, and its settings.

use proto_events::vocabulary::{EventFormat, LifecycleStatus};
use serde::Serialize;
use utoipa::ToSchema;

use super::Time;
use crate::tournament::Tournament;

/// An event in the document of its convention.
#[derive(Debug, Serialize, ToSchema)]
pub struct MagicEventBasic<'a> {
    /// Id of the event.
    id: i64,
    /// Its name.
    name: &'a str,
    /// Format of the event.
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
    /// Status of the event.
    event_lifecycle_status: LifecycleStatus,
}

impl EventSettings {
    /// Returns the settings of an event.
    pub fn of(tournament: &Tournament) -> Self {
        Self { id: tournament.id.0, event_lifecycle_status: tournament.lifecycle }
    }
}

impl<'a> MagicEventBasic<'a> {
    /// Builds the card of an event.
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
