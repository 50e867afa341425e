//! Changes to a convention: every field may be omitted, and optional fields may be cleared.

use chrono::{DateTime, Utc};
use proto_events::convention::{ConventionDetails, Coordinates};
use proto_events::vocabulary::{EventFormat, RegionalChampionshipRegion};

use super::convention_fields::faults;
use crate::engine::fields::FieldErrors;

/// Changed fields. `None` keeps a value; `Some(None)` clears an optional field.
#[derive(Debug, Clone, Default, PartialEq)]
#[allow(missing_docs, reason = "the names are those of the interface's Convention")]
pub struct ConventionChanges {
    pub name: Option<String>,
    pub slug: Option<String>,
    pub regional_championship_region: Option<Option<RegionalChampionshipRegion>>,
    pub description: Option<Option<String>>,
    pub url: Option<Option<String>>,
    pub start_datetime: Option<Option<DateTime<Utc>>>,
    pub end_datetime: Option<Option<DateTime<Utc>>>,
    pub name_of_location: Option<Option<String>>,
    pub address: Option<Option<String>>,
    pub coordinates: Option<Option<Coordinates>>,
    pub event_timezone: Option<Option<String>>,
    pub requires_ticket: Option<bool>,
    pub hotel_block_information: Option<Option<String>>,
    pub show_game_type_filters: Option<bool>,
    pub floor_judge_buzzer_identifier: Option<Option<String>>,
    pub header_image: Option<Option<String>>,
    pub override_headlining_formats: Option<Option<Vec<Option<EventFormat>>>>,
    pub override_has_regional_championship: Option<bool>,
    pub external_site_hub_id: Option<Option<String>>,
    pub accent_color_primary_hex: Option<Option<String>>,
    pub accent_color_secondary_hex: Option<Option<String>>,
    pub series: Option<Option<i64>>,
    pub product_lists: Option<Vec<i64>>,
}

/// Returns the given value, or the previous one.
fn or<T: Clone>(given: &Option<T>, before: &T) -> T {
    given.as_ref().unwrap_or(before).clone()
}

impl ConventionChanges {
    /// Returns the faults of the given values, whichever convention they are for.
    pub fn faults(&self) -> FieldErrors {
        faults(&self.made_to(&ConventionDetails::default()))
    }

    /// Returns the details with these changes applied.
    pub fn made_to(&self, before: &ConventionDetails) -> ConventionDetails {
        ConventionDetails {
            name: or(&self.name, &before.name),
            slug: or(&self.slug, &before.slug),
            regional_championship_region: or(&self.regional_championship_region, &before.regional_championship_region),
            description: or(&self.description, &before.description),
            url: or(&self.url, &before.url),
            start_datetime: or(&self.start_datetime, &before.start_datetime),
            end_datetime: or(&self.end_datetime, &before.end_datetime),
            name_of_location: or(&self.name_of_location, &before.name_of_location),
            address: or(&self.address, &before.address),
            coordinates: or(&self.coordinates, &before.coordinates),
            event_timezone: or(&self.event_timezone, &before.event_timezone),
            requires_ticket: or(&self.requires_ticket, &before.requires_ticket),
            hotel_block_information: or(&self.hotel_block_information, &before.hotel_block_information),
            show_game_type_filters: or(&self.show_game_type_filters, &before.show_game_type_filters),
            floor_judge_buzzer_identifier: or(
                &self.floor_judge_buzzer_identifier,
                &before.floor_judge_buzzer_identifier,
            ),
            header_image: or(&self.header_image, &before.header_image),
            override_headlining_formats: or(&self.override_headlining_formats, &before.override_headlining_formats),
            override_has_regional_championship: or(
                &self.override_has_regional_championship,
                &before.override_has_regional_championship,
            ),
            external_site_hub_id: or(&self.external_site_hub_id, &before.external_site_hub_id),
            accent_color_primary_hex: or(&self.accent_color_primary_hex, &before.accent_color_primary_hex),
            accent_color_secondary_hex: or(&self.accent_color_secondary_hex, &before.accent_color_secondary_hex),
            series: or(&self.series, &before.series),
            product_lists: or(&self.product_lists, &before.product_lists),
        }
    }
}
