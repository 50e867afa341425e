//! A convention in full form with its events (1, 2), and its summary (3, 4).

use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::convention::Convention;
use proto_events::vocabulary::{ConventionStatus, EventFormat, RegionalChampionshipRegion};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use storage::ViewKind;
use utoipa::ToSchema;

use super::Output;
use super::event_card::MagicEventBasic;
use super::parts::times::Time;
use super::parts::{json, sort};

/// A convention in full form, with the events that are part of it. What is not known is null.
#[derive(Serialize, ToSchema)]
#[schema(as = Convention)]
pub(super) struct FullConvention<'a> {
    /// Id of the convention.
    id: i64,
    /// Its events, by start; undated ones last, then by id.
    #[schema(value_type = Vec<MagicEventBasic<'_>>)]
    magic_events: Vec<&'a RawValue>,
    /// Its name.
    name: &'a str,
    /// Its name in addresses: letters, digits, `-` and `_`.
    slug: &'a str,
    /// Where its planning stands.
    status: ConventionStatus,
    /// Region of the regional championship that is played there; null if there is none.
    regional_championship_region: Option<RegionalChampionshipRegion>,
    /// What visitors should know, as the organizer wrote it.
    description: Option<&'a str>,
    /// Its page on the web; null or empty if there is none.
    #[schema(format = "iri-reference")]
    url: Option<&'a str>,
    /// When it begins.
    #[schema(value_type = Option<DateTime<Utc>>)]
    start_datetime: Option<Time>,
    /// When it ends.
    #[schema(value_type = Option<DateTime<Utc>>)]
    end_datetime: Option<Time>,
    /// Name of the place: a hall, a hotel.
    name_of_location: Option<&'a str>,
    /// Postal address of the place.
    address: Option<&'a str>,
    /// Where the place lies on a map.
    coordinates: Option<Point<'a>>,
    /// Time zone of the place by its name in the IANA database: `Europe/Berlin`; null or empty if unknown.
    event_timezone: Option<&'a str>,
    /// Whether visitors need a ticket.
    requires_ticket: bool,
    /// How to book a room.
    hotel_block_information: Option<&'a str>,
    /// Whether its schedule should let visitors filter by kind of game.
    show_game_type_filters: bool,
    /// What the buzzer that calls a floor judge is known by.
    floor_judge_buzzer_identifier: Option<&'a str>,
    /// Address of a picture for the head of a page; null or empty if there is none.
    #[schema(format = "iri-reference")]
    header_image: Option<&'a str>,
    /// Formats that stand for the convention where the organizer chose them; null where nobody did.
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
#[derive(Serialize, ToSchema)]
#[schema(as = Coordinates)]
pub(super) struct Point<'a> {
    /// Always `Point`.
    r#type: &'static str,
    /// Longitude and latitude in degrees; height in metres where it is known.
    coordinates: &'a [f64],
}

/// A convention in short. Text that is not known is empty.
#[derive(Serialize, ToSchema)]
#[schema(as = ConventionSummary)]
pub(super) struct Summary<'a> {
    /// Id of the convention.
    id: i64,
    /// Its name.
    name: &'a str,
    /// Its name in addresses: letters, digits, `-` and `_`.
    slug: &'a str,
    /// Where its planning stands.
    status: ConventionStatus,
    /// What visitors should know; empty if unknown.
    description: &'a str,
    /// Its page on the web; empty if unknown.
    url: &'a str,
    /// When it begins; null if undated.
    #[schema(value_type = Option<DateTime<Utc>>)]
    start_datetime: Option<Time>,
    /// When it ends; null if undated.
    #[schema(value_type = Option<DateTime<Utc>>)]
    end_datetime: Option<Time>,
    /// Name of the place; empty if unknown.
    name_of_location: &'a str,
    /// Postal address of the place; empty if unknown.
    address: &'a str,
}

/// Renders both documents of a convention. `cards` are the bodies of its events' cards, in any order.
pub fn render(convention: &Convention, cards: &[Bytes], out: &mut Output) {
    let details = &convention.details;
    let key = sort::start_and_id(details.start_datetime, convention.id.0);
    out.put(ViewKind::Convention, &details.slug, key.clone(), json::to_bytes(&full(convention, cards)));
    out.put_with_period(
        ViewKind::ConventionSummary,
        &details.slug,
        key,
        (details.start_datetime, details.end_datetime),
        json::to_bytes(&summary(convention)),
    );
}

fn full<'a>(convention: &'a Convention, cards: &'a [Bytes]) -> FullConvention<'a> {
    let details = &convention.details;
    FullConvention {
        id: convention.id.0,
        magic_events: in_order(cards),
        name: &details.name,
        slug: &details.slug,
        status: convention.status,
        regional_championship_region: details.regional_championship_region,
        description: details.description.as_deref(),
        url: details.url.as_deref(),
        start_datetime: details.start_datetime.map(Time),
        end_datetime: details.end_datetime.map(Time),
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
        floor_judge_buzzer_identifier: details.floor_judge_buzzer_identifier.as_deref(),
        header_image: details.header_image.as_deref(),
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

fn summary(convention: &Convention) -> Summary<'_> {
    let details = &convention.details;
    Summary {
        id: convention.id.0,
        name: &details.name,
        slug: &details.slug,
        status: convention.status,
        description: details.description.as_deref().unwrap_or_default(),
        url: details.url.as_deref().unwrap_or_default(),
        start_datetime: details.start_datetime.map(Time),
        end_datetime: details.end_datetime.map(Time),
        name_of_location: details.name_of_location.as_deref().unwrap_or_default(),
        address: details.address.as_deref().unwrap_or_default(),
    }
}

/// What of a card its place in the list depends on.
#[derive(Deserialize)]
struct CardPlace {
    id: i64,
    start_datetime: Option<DateTime<Utc>>,
}

/// The cards as they stand in the convention: by start, undated last, then by id.
fn in_order(cards: &[Bytes]) -> Vec<&RawValue> {
    let mut placed: Vec<(String, &RawValue)> = cards
        .iter()
        .filter_map(|card| {
            let place: CardPlace = serde_json::from_slice(card).ok()?;
            let key = sort::start_and_id(place.start_datetime, place.id);
            Some((key, serde_json::from_slice(card).ok()?))
        })
        .collect();
    placed.sort_by(|a, b| a.0.cmp(&b.0));
    placed.into_iter().map(|(_, card)| card).collect()
}

#[cfg(test)]
mod tests {
    use chrono::Duration;
    use proto_events::convention::{ConventionDetails, Coordinates};
    use proto_events::ids::ConventionId;
    use proto_events::{Position, StreamId};

    use super::super::testing::{STORE, Tree, body, start};
    use super::*;

    fn convention(details: ConventionDetails) -> Convention {
        Convention { id: ConventionId(9), organization_id: STORE, details, status: ConventionStatus::Scheduled }
    }

    fn render_alone(convention: &Convention, cards: &[Bytes]) -> Output {
        let mut out = Output::new(StreamId::convention(convention.id), STORE, Position(5));
        render(convention, cards, &mut out);
        out
    }

    fn everything() -> ConventionDetails {
        ConventionDetails {
            name: "Mox Con".into(),
            slug: "mox-con".into(),
            regional_championship_region: Some(RegionalChampionshipRegion::Emea),
            description: Some("Three days.".into()),
            url: Some("https://moxcon.example".into()),
            start_datetime: Some(start()),
            end_datetime: Some(start() + Duration::days(2)),
            name_of_location: Some("Old Hall".into()),
            address: Some("1 Mill Road".into()),
            coordinates: Some(Coordinates { coordinates: vec![4.35, 50.85] }),
            event_timezone: Some("Europe/Brussels".into()),
            requires_ticket: true,
            hotel_block_information: Some("Ask".into()),
            show_game_type_filters: true,
            floor_judge_buzzer_identifier: Some("buzz".into()),
            header_image: Some("https://moxcon.example/h.png".into()),
            override_headlining_formats: Some(vec![Some(EventFormat::BoosterDraft), None]),
            override_has_regional_championship: true,
            external_site_hub_id: Some("hub".into()),
            accent_color_primary_hex: Some("aa0000".into()),
            accent_color_secondary_hex: Some("00aa00".into()),
            series: Some(4),
            product_lists: vec![1, 2],
        }
    }

    #[test]
    fn a_convention_with_everything_and_its_events_in_order() {
        let cards = [
            r#"{"id":3,"start_datetime":null}"#,
            r#"{"id":2,"start_datetime":"2026-03-08T10:00:00Z"}"#,
            r#"{"id":1,"start_datetime":"2026-03-08T10:00:00Z"}"#,
        ];
        let out = render_alone(&convention(everything()), &cards.map(|card| Bytes::from_static(card.as_bytes())));
        insta::assert_snapshot!(Tree::parse(&body(&out, ViewKind::Convention, "mox-con")).pretty());
        insta::assert_snapshot!(Tree::parse(&body(&out, ViewKind::ConventionSummary, "mox-con")).pretty());
        assert_eq!(out.documents[0].period, None);
        assert_eq!(out.documents[1].period, Some((Some(start()), Some(start() + Duration::days(2)))));
    }

    #[test]
    fn what_is_not_known_is_null_in_full_and_empty_in_the_summary() {
        let bare = ConventionDetails { name: "Bare".into(), slug: "bare".into(), ..ConventionDetails::default() };
        let out = render_alone(&convention(bare), &[]);
        insta::assert_snapshot!(Tree::parse(&body(&out, ViewKind::Convention, "bare")).pretty());
        insta::assert_snapshot!(Tree::parse(&body(&out, ViewKind::ConventionSummary, "bare")).pretty());
    }
}
