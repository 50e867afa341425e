//! A public event in the index of events and in calendars.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use proto_events::ids::{OrganizationId, TournamentId};
use proto_events::vocabulary::{EventFormat, LifecycleStatus};
use serde::{Deserialize, Serialize};

/// A public event.
#[derive(Debug, Serialize, Deserialize)]
pub struct PublicEvent<'a> {
    /// Its id.
    pub id: TournamentId,
    /// Its name.
    #[serde(borrow)]
    pub name: Cow<'a, str>,
    /// The organization that runs it.
    pub organization_id: OrganizationId,
    /// The name of the organization.
    #[serde(borrow)]
    pub store: Cow<'a, str>,
    /// Its format.
    pub format: EventFormat,
    /// Its start; none if it has no date.
    pub start: Option<DateTime<Utc>>,
    /// Name of the time zone in which its times are shown; none for UTC.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<Cow<'a, str>>,
    /// Its status.
    pub status: LifecycleStatus,
    /// Whether it does not take place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_canceled: bool,
    /// Name of the convention that it is part of; empty if it is part of none.
    #[serde(borrow, default, skip_serializing_if = "str::is_empty")]
    pub convention: Cow<'a, str>,
    /// Where the convention takes place; empty if not stated.
    #[serde(borrow, default, skip_serializing_if = "str::is_empty")]
    pub location: Cow<'a, str>,
}
