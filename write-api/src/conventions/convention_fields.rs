//! The fields of a convention, and their limits.

use proto_events::convention::{ConventionDetails, Coordinates};
use serde_json::Value;
use utoipa::openapi::{Ref, RefOr, Schema};

use crate::engine::fields::too_many_items;
use crate::http::body::{FromJson, Limit, within};
use crate::prelude::*;

/// Slugs, as a pattern.
const SLUG: &str = "^[-a-zA-Z0-9_]+$";
/// The maximum length of texts without a limit in the API; it keeps an event below 512 KiB.
const LONG_TEXT: usize = 20_000;
/// The maximum number of items in each of a convention's two lists.
const LIST: usize = 1_000;

body! {
    /// Changes of a convention. Fields that are not given stay as they are.
    #[derive(Default)]
    pub struct ConventionChange such as r#"{"description": "Three days."}"# foreseeing faults_of_given {
        /// Its name.
        name: Option<String> => CONVENTION_NAME,
        /// Its name in addresses.
        slug: Option<String> => (CONVENTION_SLUG, SLUG),
        /// Region of the regional championship that is held there.
        regional_championship_region: Option<OrNull<RegionalChampionshipRegion>>,
        /// Information for visitors.
        description: Option<OrNull<String>>,
        /// Its web page.
        url: Option<OrNull<String>> => CONVENTION_URL,
        /// When it begins.
        start_datetime: Option<OrNull<DateTime<Utc>>>,
        /// When it ends.
        end_datetime: Option<OrNull<DateTime<Utc>>>,
        /// Name of the venue.
        name_of_location: Option<OrNull<String>> => LOCATION,
        /// Postal address of the venue.
        address: Option<OrNull<String>> => LOCATION,
        /// Coordinates of the venue.
        coordinates: Option<OrNull<Coordinates>>,
        /// Time zone of the venue: `Europe/Berlin`.
        event_timezone: Option<OrNull<String>>,
        /// Whether visitors need a ticket.
        requires_ticket: Option<bool>,
        /// How to book a room.
        hotel_block_information: Option<OrNull<String>>,
        /// Whether its schedule lets visitors filter by kind of game.
        show_game_type_filters: Option<bool>,
        /// Identifier of the buzzer that calls a floor judge.
        floor_judge_buzzer_identifier: Option<OrNull<String>> => SHORT_TEXT,
        /// Address of a header image.
        header_image: Option<OrNull<String>>,
        /// Headlining formats of the convention.
        override_headlining_formats: Option<OrNull<Vec<OrNull<EventFormat>>>>,
        /// Whether it has a regional championship.
        override_has_regional_championship: Option<bool>,
        /// Its id on another platform.
        external_site_hub_id: Option<OrNull<String>> => SHORT_TEXT,
        /// First colour of its pages: hexadecimal RGB without `#`.
        accent_color_primary_hex: Option<OrNull<String>> => ACCENT_COLOR,
        /// Second colour of its pages: hexadecimal RGB without `#`.
        accent_color_secondary_hex: Option<OrNull<String>> => ACCENT_COLOR,
        /// Id of its series.
        series: Option<OrNull<i64>>,
        /// Ids of the lists of products on sale there.
        product_lists: Option<Vec<i64>>,
    }
}

choices! {
    /// The type of a GeoJSON object.
    enum PointType {
        /// A point.
        Point = "Point",
    }
}

impl FromJson for Coordinates {
    fn from_json(value: Value, path: &str, _: Limit, errors: &mut FieldErrors) -> Option<Self> {
        within(value, path, errors, |point| {
            let kind = point.take::<PointType>("type", Limit::default());
            let coordinates = point.take("coordinates", Limit::default());
            kind.zip(coordinates).map(|(_, coordinates)| Self { coordinates })
        })
    }

    fn schema(_: Limit) -> RefOr<Schema> {
        RefOr::Ref(Ref::from_schema_name("Coordinates"))
    }
}

/// Returns the faults of the given values, whichever convention they are for.
fn faults_of_given(change: &ConventionChange) -> FieldErrors {
    faults(&change.made_to(&ConventionDetails::default()))
}

impl ConventionChange {
    /// Returns the details with these changes applied.
    pub(super) fn made_to(&self, before: &ConventionDetails) -> ConventionDetails {
        let formats = self.override_headlining_formats.clone();
        let formats = formats
            .map(|OrNull(formats)| formats.map(|formats| formats.into_iter().map(|OrNull(format)| format).collect()));
        applied!(
            ConventionDetails: self => before,
            [
                name, slug, regional_championship_region, description, url, start_datetime, end_datetime,
                name_of_location, address, coordinates, event_timezone, requires_ticket, hotel_block_information,
                show_game_type_filters, floor_judge_buzzer_identifier, header_image,
                override_has_regional_championship, external_site_hub_id, accent_color_primary_hex,
                accent_color_secondary_hex, series, product_lists,
            ],
            override_headlining_formats: formats.unwrap_or_else(|| before.override_headlining_formats.clone()),
        )
    }
}

pub(super) fn faults(details: &ConventionDetails) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.required_line("name", &details.name, CONVENTION_NAME);
    check_slug(&details.slug, &mut errors);
    for (field, value, max) in [
        ("description", &details.description, LONG_TEXT),
        ("name_of_location", &details.name_of_location, LOCATION),
        ("address", &details.address, LOCATION),
        ("hotel_block_information", &details.hotel_block_information, LONG_TEXT),
        ("floor_judge_buzzer_identifier", &details.floor_judge_buzzer_identifier, SHORT_TEXT),
        ("external_site_hub_id", &details.external_site_hub_id, SHORT_TEXT),
    ] {
        errors.text(field, value.as_deref().unwrap_or_default(), max);
    }
    errors.web_address("url", details.url.as_deref().unwrap_or_default(), CONVENTION_URL);
    errors.web_address("header_image", details.header_image.as_deref().unwrap_or_default(), LONG_TEXT);
    check_color("accent_color_primary_hex", details.accent_color_primary_hex.as_deref(), &mut errors);
    check_color("accent_color_secondary_hex", details.accent_color_secondary_hex.as_deref(), &mut errors);
    check_timezone(details.event_timezone.as_deref(), &mut errors);
    check_coordinates(details.coordinates.as_ref(), &mut errors);
    if let (Some(start), Some(end)) = (details.start_datetime, details.end_datetime)
        && end < start
    {
        errors.add("end_datetime", message!("end-before-start", "May not be before start_datetime."));
    }
    if details.product_lists.len() > LIST {
        errors.add("product_lists", too_many_items(LIST));
    }
    if details.override_headlining_formats.as_ref().is_some_and(|formats| formats.len() > LIST) {
        errors.add("override_headlining_formats", too_many_items(LIST));
    }
    errors
}

/// Returns the fault of a slug that another convention has.
pub(super) fn taken(by: ConventionId) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.add("slug", message!("slug-taken", "This slug is taken by convention {by}.", by));
    errors
}

fn check_slug(slug: &str, errors: &mut FieldErrors) {
    errors.required_line("slug", slug, CONVENTION_SLUG);
    if !slug.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')) {
        errors.add("slug", message!("invalid-slug", "May contain only letters, digits, hyphens and underscores."));
    }
}

fn check_color(field: &'static str, value: Option<&str>, errors: &mut FieldErrors) {
    let value = value.unwrap_or_default();
    errors.text(field, value, ACCENT_COLOR);
    if !value.chars().all(|c| c.is_ascii_hexdigit()) {
        errors.add(field, message!("not-a-colour", "Must be a colour in hexadecimal digits, such as 1f6feb."));
    }
}

fn check_timezone(value: Option<&str>, errors: &mut FieldErrors) {
    const REGIONS: [&str; 9] =
        ["Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Canada", "Europe"];
    let Some(name) = value.filter(|name| !name.is_empty()) else {
        return;
    };
    let is_part = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "_-+".contains(c));
    let mut parts = name.split('/');
    let known_region = parts.next().is_some_and(|region| REGIONS.contains(&region));
    let places: Vec<&str> = parts.collect();
    if !known_region || !(1..=2).contains(&places.len()) || !places.into_iter().all(is_part) || name.len() > SHORT_TEXT
    {
        errors.add(
            "event_timezone",
            message!(
                "not-a-region-and-city",
                "Must be Region/City, with one of the regions {regions}.",
                regions = REGIONS.join(", ")
            ),
        );
    }
}

fn check_coordinates(value: Option<&Coordinates>, errors: &mut FieldErrors) {
    let Some(point) = value else {
        return;
    };
    let within = |place: usize, limit: f64| point.coordinates.get(place).is_some_and(|degrees| degrees.abs() <= limit);
    let is_place = within(0, 180.0) && within(1, 90.0);
    let is_short = point.coordinates.len() <= 3 && point.coordinates.iter().all(|number| number.is_finite());
    if !(is_place && is_short) {
        errors
            .add("coordinates", message!("not-coordinates", "Must be longitude, latitude and, optionally, altitude."));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> ConventionDetails {
        ConventionDetails {
            name: "Eternal Weekend".into(),
            slug: "eternal-weekend_26".into(),
            url: Some("https://example.org/ew".into()),
            event_timezone: Some("America/Argentina/Ushuaia".into()),
            coordinates: Some(Coordinates { coordinates: vec![14.42, 50.09, 190.0] }),
            accent_color_primary_hex: Some("1f6feb".into()),
            header_image: Some(String::new()),
            ..ConventionDetails::default()
        }
    }

    /// Returns the fields that are invalid after this change to a valid convention.
    fn wrong(change: impl FnOnce(&mut ConventionDetails)) -> Vec<String> {
        let mut details = good();
        change(&mut details);
        faults(&details).iter().map(|(field, _)| field.to_owned()).collect()
    }

    #[test]
    fn limits_themselves_are_fine() {
        assert_eq!(faults(&good()), FieldErrors::default());
        let at_limits = |details: &mut ConventionDetails| {
            details.name = "é".repeat(300);
            details.slug = "a".repeat(350);
            details.address = Some("a".repeat(500));
            details.url = Some(format!("http://{}", "a".repeat(193)));
        };
        assert_eq!(wrong(at_limits), [""; 0]);
    }

    #[test]
    fn each_limit_is_told_by_its_field() {
        assert_eq!(wrong(|it| it.name = "é".repeat(301)), ["name"]);
        assert_eq!(wrong(|it| it.slug = String::new()), ["slug"]);
        assert_eq!(wrong(|it| it.slug = "eternal weekend".into()), ["slug"]);
        assert_eq!(wrong(|it| it.slug = "a".repeat(351)), ["slug"]);
        assert_eq!(wrong(|it| it.url = Some("javascript:alert(1)".into())), ["url"]);
        assert_eq!(wrong(|it| it.url = Some(format!("http://{}", "a".repeat(194)))), ["url"]);
        assert_eq!(wrong(|it| it.header_image = Some("no address".into())), ["header_image"]);
        assert_eq!(wrong(|it| it.name_of_location = Some("a".repeat(501))), ["name_of_location"]);
        assert_eq!(wrong(|it| it.address = Some("a".repeat(501))), ["address"]);
        assert_eq!(wrong(|it| it.external_site_hub_id = Some("a".repeat(201))), ["external_site_hub_id"]);
        assert_eq!(wrong(|it| it.accent_color_primary_hex = Some("#1f6feb".into())), ["accent_color_primary_hex"]);
        assert_eq!(wrong(|it| it.accent_color_secondary_hex = Some("blue".into())), ["accent_color_secondary_hex"]);
        for zone in ["Prague", "Mars/Olympus", "Europe/", "Europe/A/B/C", "Europe/New York"] {
            assert_eq!(wrong(|it| it.event_timezone = Some(zone.into())), ["event_timezone"], "{zone}");
        }
        for numbers in [vec![], vec![1.0], vec![181.0, 0.0], vec![0.0, 91.0], vec![0.0; 4], vec![0.0, f64::NAN]] {
            let coordinates = Some(Coordinates { coordinates: numbers.clone() });
            assert_eq!(wrong(|it| it.coordinates = coordinates), ["coordinates"], "{numbers:?}");
        }
    }

    #[test]
    fn an_end_before_the_start_is_told() {
        let noon = crate::testing::noon();
        let backwards = |it: &mut ConventionDetails| {
            it.start_datetime = Some(noon);
            it.end_datetime = Some(noon - chrono::Duration::seconds(1));
        };
        assert_eq!(wrong(backwards), ["end_datetime"]);
    }
}
