//! A convention in full form (1, 2), its events in short, and the settings of an event.

use std::borrow::Cow;

use proto_events::vocabulary::{ConventionStatus, EventFormat, LifecycleStatus, RegionalChampionshipRegion};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::{Redactor, Time as DateTime};
use crate::convention::Convention;
use crate::tournament::Tournament;

/// A convention in full form, with its events. Unknown values are null.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Convention)]
pub struct ConventionDocument<'a> {
    /// Id of the convention.
    id: i64,
    /// Its events, by start; undated ones last, then by id.
    #[schema(value_type = Vec<MagicEventBasic<'_>>)]
    magic_events: Vec<&'a RawValue>,
    /// Its name.
    name: &'a str,
    /// Its name in addresses: letters, digits, `-` and `_`.
    slug: &'a str,
    /// Status of its planning.
    status: ConventionStatus,
    /// Region of the regional championship that is played there; null if there is none.
    regional_championship_region: Option<RegionalChampionshipRegion>,
    /// The organizer's information for visitors.
    description: Option<&'a str>,
    /// Its page on the web; null or empty if there is none.
    #[schema(format = "iri-reference")]
    url: Option<&'a str>,
    /// When it begins.
    start_datetime: Option<DateTime>,
    /// When it ends.
    end_datetime: Option<DateTime>,
    /// Name of the place: a hall, a hotel.
    name_of_location: Option<&'a str>,
    /// Postal address of the place.
    address: Option<&'a str>,
    /// Position on a map.
    coordinates: Option<Point<'a>>,
    /// Time zone of the place by its name in the IANA database: `Europe/Berlin`; null or empty if unknown.
    event_timezone: Option<&'a str>,
    /// Whether visitors need a ticket.
    requires_ticket: bool,
    /// How to book a room.
    hotel_block_information: Option<&'a str>,
    /// Whether its schedule should let visitors filter by kind of game.
    show_game_type_filters: bool,
    /// Identifier of the buzzer that calls a floor judge; empty for readers who may not read registrations.
    floor_judge_buzzer_identifier: Option<&'a str>,
    /// Address of a header image for its page: the typed one, or else the path of the uploaded picture; null or empty if
    /// there is none.
    #[schema(format = "iri-reference")]
    header_image: Option<Cow<'a, str>>,
    /// Headlining formats as the organizer chose them; null if not chosen.
    override_headlining_formats: Option<&'a [Option<EventFormat>]>,
    /// Whether the organizer marked it as one with a regional championship.
    override_has_regional_championship: bool,
    /// Its id on another platform.
    external_site_hub_id: Option<&'a str>,
    /// First colour of its pages: hexadecimal RGB without `#`.
    accent_color_primary_hex: Option<&'a str>,
    /// Second colour of its pages: hexadecimal RGB without `#`.
    accent_color_secondary_hex: Option<&'a str>,
    /// Id of the organization that runs it.
    organizer: i64,
    /// Id of the series it belongs to.
    series: Option<i64>,
    /// Ids of lists of products on sale there.
    product_lists: &'a [i64],
}

/// A GeoJSON point.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Coordinates)]
pub struct Point<'a> {
    /// Always `Point`.
    r#type: &'static str,
    /// Longitude and latitude in degrees; height in metres where it is known.
    coordinates: &'a [f64],
}

impl<'a> ConventionDocument<'a> {
    /// Builds the document of a convention with the cards of its events, in order.
    pub fn new(redactor: &Redactor, convention: &'a Convention, magic_events: Vec<&'a RawValue>) -> Self {
        let details = &convention.details;
        Self {
            id: convention.id.0,
            magic_events,
            name: &details.name,
            slug: &details.slug,
            status: convention.status,
            regional_championship_region: details.regional_championship_region,
            description: details.description.as_deref(),
            url: details.url.as_deref(),
            start_datetime: details.start_datetime.map(DateTime),
            end_datetime: details.end_datetime.map(DateTime),
            name_of_location: details.name_of_location.as_deref(),
            address: details.address.as_deref(),
            coordinates: details
                .coordinates
                .as_ref()
                .map(|point| Point { r#type: "Point", coordinates: &point.coordinates }),
            event_timezone: details.event_timezone.as_deref(),
            requires_ticket: details.requires_ticket,
            hotel_block_information: details.hotel_block_information.as_deref(),
            show_game_type_filters: details.show_game_type_filters,
            floor_judge_buzzer_identifier: details
                .floor_judge_buzzer_identifier
                .as_deref()
                .map(|buzzer| redactor.for_staff(buzzer)),
            header_image: header_image(convention),
            override_headlining_formats: details.override_headlining_formats.as_deref(),
            override_has_regional_championship: details.override_has_regional_championship,
            external_site_hub_id: details.external_site_hub_id.as_deref(),
            accent_color_primary_hex: details.accent_color_primary_hex.as_deref(),
            accent_color_secondary_hex: details.accent_color_secondary_hex.as_deref(),
            organizer: convention.organization_id.0,
            series: details.series,
            product_lists: &details.product_lists,
        }
    }
}

fn header_image(convention: &Convention) -> Option<Cow<'_, str>> {
    let typed = convention.details.header_image.as_deref();
    let uploaded = convention.picture.as_ref().filter(|_| typed.unwrap_or_default().is_empty());
    uploaded.map(|picture| format!("/pictures/{}", picture.sha256).into()).or(typed.map(Cow::Borrowed))
}

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
    start_datetime: Option<DateTime>,
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
            start_datetime: details.start_datetime.map(DateTime),
        }
    }
}
