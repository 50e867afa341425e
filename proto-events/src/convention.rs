//! Events of a convention.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::{TournamentId, UserId};
use crate::picture::Picture;
use crate::vocabulary::{ConventionStatus, EventFormat, RegionalChampionshipRegion};

/// A place on the map: longitude, latitude and perhaps a height, in degrees and metres.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Coordinates {
    /// Two or three numbers.
    pub coordinates: Vec<f64>,
}

/// The details of a convention, as its organizer sets them. Limits are in `domain::limits`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[allow(missing_docs, reason = "the names are those of the API's Convention")]
pub struct ConventionDetails {
    pub name: String,
    pub slug: String,
    pub regional_championship_region: Option<RegionalChampionshipRegion>,
    pub description: Option<String>,
    pub url: Option<String>,
    pub start_datetime: Option<DateTime<Utc>>,
    pub end_datetime: Option<DateTime<Utc>>,
    pub name_of_location: Option<String>,
    pub address: Option<String>,
    pub coordinates: Option<Coordinates>,
    pub event_timezone: Option<String>,
    pub requires_ticket: bool,
    pub hotel_block_information: Option<String>,
    pub show_game_type_filters: bool,
    pub floor_judge_buzzer_identifier: Option<String>,
    pub header_image: Option<String>,
    pub override_headlining_formats: Option<Vec<Option<EventFormat>>>,
    pub override_has_regional_championship: bool,
    pub external_site_hub_id: Option<String>,
    pub accent_color_primary_hex: Option<String>,
    pub accent_color_secondary_hex: Option<String>,
    pub series: Option<i64>,
    pub product_lists: Vec<i64>,
}

/// A domain event of a convention. Its fields hold the whole value after the change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "events are moved once, from the decoder to a fold")]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub enum ConventionEvent {
    /// The convention was announced.
    Created { details: ConventionDetails, status: ConventionStatus },
    /// The details changed.
    DetailsChanged { details: ConventionDetails },
    /// The status changed.
    StatusChanged { status: ConventionStatus },
    /// The convention got another header image, or has none any more.
    PictureSet { picture: Option<Picture> },
    /// Staff announced something to everyone.
    AnnouncementPosted {
        /// Its number among those of the convention, from 1.
        announcement_id: i64,
        /// At most 1,000 characters of plain text.
        text: String,
    },
    /// Staff took an announcement back.
    AnnouncementRemoved { announcement_id: i64 },
    /// An event took these tables, and no others, from now on until it is over. It is written with the pairings. A `last` before
    /// `first` says that it was over, and lost its tables to another event.
    TablesTaken { tournament_id: TournamentId, first: i32, last: i32 },
    /// An on-demand queue called players, who answer until then; or the event that it made of them has its players. No
    /// other queue calls them meanwhile.
    PlayersCalled { tournament_id: TournamentId, user_ids: Vec<UserId>, until: DateTime<Utc> },
    /// Players answered a call of this queue, or let it end.
    CallsEnded { tournament_id: TournamentId, user_ids: Vec<UserId> },
}
