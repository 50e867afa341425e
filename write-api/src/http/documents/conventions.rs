//! Answers and bodies of conventions.

use api_kit::answer_failed;
use api_kit::path::short;
use axum::http::StatusCode;
use axum::response::Response;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::convention::Convention;
use domain::documents::{ConventionDocument, Point};
use proto_events::convention::Coordinates;
use proto_events::ids::ConventionId;
use proto_events::vocabulary::{ConventionStatus, EventFormat, RegionalChampionshipRegion};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind};
use utoipa::ToSchema;

use super::{Named, named as schema};
use crate::Folded;
use crate::commands::conventions::convention_changes::ConventionChanges;
use crate::http::body::Object;
use crate::http::request::WriteRequest;
use crate::http::{answer as answers, problems};

/// Changes of a convention. Fields that are not given stay as they are.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used: bodies are read field by field")]
struct ConventionChange {
    /// Its name.
    #[schema(max_length = 300)]
    name: Option<String>,
    /// Its name in addresses.
    #[schema(max_length = 350, pattern = "^[-a-zA-Z0-9_]+$")]
    slug: Option<String>,
    /// Region of the regional championship that is held there.
    regional_championship_region: Option<RegionalChampionshipRegion>,
    /// Information for visitors.
    description: Option<String>,
    /// Its web page.
    #[schema(max_length = 200)]
    url: Option<String>,
    /// When it begins.
    start_datetime: Option<DateTime<Utc>>,
    /// When it ends.
    end_datetime: Option<DateTime<Utc>>,
    /// Name of the venue.
    #[schema(max_length = 500)]
    name_of_location: Option<String>,
    /// Postal address of the venue.
    #[schema(max_length = 500)]
    address: Option<String>,
    /// Coordinates of the venue.
    coordinates: Option<Point<'static>>,
    /// Time zone of the venue: `Europe/Berlin`.
    event_timezone: Option<String>,
    /// Whether visitors need a ticket.
    requires_ticket: Option<bool>,
    /// How to book a room.
    hotel_block_information: Option<String>,
    /// Whether its schedule lets visitors filter by kind of game.
    show_game_type_filters: Option<bool>,
    /// Identifier of the buzzer that calls a floor judge.
    #[schema(max_length = 200)]
    floor_judge_buzzer_identifier: Option<String>,
    /// Address of a header image.
    header_image: Option<String>,
    /// Headlining formats of the convention.
    override_headlining_formats: Option<Vec<Option<EventFormat>>>,
    /// Whether it has a regional championship.
    override_has_regional_championship: Option<bool>,
    /// Its id on another platform.
    #[schema(max_length = 200)]
    external_site_hub_id: Option<String>,
    /// First colour of its pages: hexadecimal RGB without `#`.
    #[schema(max_length = 6)]
    accent_color_primary_hex: Option<String>,
    /// Second colour of its pages: hexadecimal RGB without `#`.
    #[schema(max_length = 6)]
    accent_color_secondary_hex: Option<String>,
    /// Id of its series.
    series: Option<i64>,
    /// Ids of the lists of products on sale there.
    product_lists: Option<Vec<i64>>,
}

/// A new convention.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct NewConvention {
    /// Its name.
    #[schema(max_length = 300)]
    name: String,
    /// Its status; `SCHEDULED` if not given.
    status: Option<ConventionStatus>,
    #[schema(inline)]
    #[allow(missing_docs, reason = "the fields of a change")]
    #[serde(flatten)]
    details: ConventionChange,
}

/// A new status of a convention.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct ConventionStep {
    /// The new status.
    status: ConventionStatus,
}

/// Returns the schemas of bodies, by name.
pub(super) fn body_schemas() -> Vec<Named> {
    vec![schema::<NewConvention>(), schema::<ConventionChange>(), schema::<ConventionStep>()]
}

/// Reads the fields of a convention.
pub(in crate::http) fn changes(fields: &mut Object) -> ConventionChanges {
    let changes = ConventionChanges {
        name: fields.text("name"),
        slug: fields.text("slug"),
        regional_championship_region: fields
            .choice_or_null("regional_championship_region", RegionalChampionshipRegion::ALL),
        description: fields.text_or_null("description"),
        url: fields.text_or_null("url"),
        start_datetime: fields.time_or_null("start_datetime"),
        end_datetime: fields.time_or_null("end_datetime"),
        name_of_location: fields.text_or_null("name_of_location"),
        address: fields.text_or_null("address"),
        coordinates: fields.inner_or_null("coordinates", coordinates),
        event_timezone: fields.text_or_null("event_timezone"),
        requires_ticket: fields.boolean("requires_ticket"),
        hotel_block_information: fields.text_or_null("hotel_block_information"),
        show_game_type_filters: fields.boolean("show_game_type_filters"),
        floor_judge_buzzer_identifier: fields.text_or_null("floor_judge_buzzer_identifier"),
        header_image: fields.text_or_null("header_image"),
        override_headlining_formats: fields.or_null("override_headlining_formats", formats),
        override_has_regional_championship: fields.boolean("override_has_regional_championship"),
        external_site_hub_id: fields.text_or_null("external_site_hub_id"),
        accent_color_primary_hex: fields.text_or_null("accent_color_primary_hex"),
        accent_color_secondary_hex: fields.text_or_null("accent_color_secondary_hex"),
        series: fields.id_or_null("series"),
        product_lists: fields.ids("product_lists"),
    };
    fields.foresee(changes.faults());
    changes
}

fn coordinates(point: &mut Object) -> Coordinates {
    let kind = point.choice("type", &["Point"]);
    point.required("type", kind, "Point");
    let degrees = |value: Value| value.as_f64().ok_or_else(|| "Must be a number.".to_owned());
    let coordinates = point.list("coordinates", degrees);
    Coordinates { coordinates: point.required("coordinates", coordinates, Vec::new()) }
}

fn formats(value: Value) -> Result<Vec<Option<EventFormat>>, String> {
    let given: Result<Vec<Option<EventFormat>>, _> = serde_json::from_value(value);
    given.map_err(|_| {
        let names: Vec<_> = EventFormat::ALL.iter().map(|format| format.wire_name()).collect();
        format!("Must be a list of formats, each null or one of {}.", names.join(", "))
    })
}

/// Returns the convention whose slug is in the address.
pub(in crate::http) async fn named(request: &WriteRequest) -> Result<ConventionId, Problem> {
    let (organization_id, slug) = (request.caller.organization()?, request.param("slug"));
    let known = request.shared.commands.convention(organization_id, slug).await.map_err(problems::failed)?;
    known.map(|convention| convention.state.id).ok_or_else(|| {
        let slug = short(slug);
        Problem::not_found(format!(
            "There is no convention with the slug `{slug}`; see `slug` in the list of conventions."
        ))
    })
}

/// Answers with a convention as it was after the write, and its events as the views have them.
pub(in crate::http) async fn answer(
    request: &WriteRequest,
    status: StatusCode,
    written: &Folded<Convention>,
) -> Result<Response, Problem> {
    let shown = shown(request, &written.state).await?;
    let events = shown.as_deref().map(events).unwrap_or_default();
    let document = ConventionDocument::new(&written.state, events);
    if status == StatusCode::CREATED {
        let location = format!("/api/v1/conventions/{}/", written.state.details.slug);
        return answers::created(request, location, written, &document).await;
    }
    answers::versioned(request, status, written, &document).await
}

/// Returns the convention's document in the views, under its new slug or the slug of the address.
async fn shown(request: &WriteRequest, convention: &Convention) -> Result<Option<Bytes>, Problem> {
    let views = &request.shared.views;
    for slug in [convention.details.slug.as_str(), request.param("slug")] {
        let key = DocumentKey::new(convention.organization_id, ViewKind::Convention, slug);
        if let Some(document) = views.document(&key).await.map_err(answer_failed)? {
            return Ok(Some(document.body));
        }
    }
    Ok(None)
}

/// Returns the events in a convention's document as raw JSON.
fn events(document: &[u8]) -> Vec<&RawValue> {
    #[derive(Deserialize)]
    struct Events<'a> {
        #[serde(borrow)]
        magic_events: Vec<&'a RawValue>,
    }
    serde_json::from_slice::<Events<'_>>(document).map(|read| read.magic_events).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use domain::limits::{ACCENT_COLOR, CONVENTION_NAME, CONVENTION_SLUG, CONVENTION_URL, LOCATION, SHORT_TEXT};

    use super::*;

    #[test]
    fn the_schemas_tell_the_limits_that_are_checked() {
        let of = |schema: Named| serde_json::to_value(schema.1).unwrap();
        let change = of(schema::<ConventionChange>());
        for (field, limit) in [
            ("name", CONVENTION_NAME),
            ("slug", CONVENTION_SLUG),
            ("url", CONVENTION_URL),
            ("name_of_location", LOCATION),
            ("address", LOCATION),
            ("floor_judge_buzzer_identifier", SHORT_TEXT),
            ("external_site_hub_id", SHORT_TEXT),
            ("accent_color_primary_hex", ACCENT_COLOR),
            ("accent_color_secondary_hex", ACCENT_COLOR),
        ] {
            assert_eq!(change["properties"][field]["maxLength"], limit, "{field}");
        }
        let new = of(schema::<NewConvention>());
        assert_eq!(new["allOf"][1]["required"], serde_json::json!(["name"]));
    }
}
