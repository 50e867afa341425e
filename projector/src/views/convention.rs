//! Renders a convention with its events (1, 2), its summary (3, 4), and a document for each list of public conventions.

use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::convention::Convention;
use domain::documents::{ConventionDocument, PublicConvention, Time};
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::ConventionStatus;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use storage::{PublicConventions, ViewKind};
use utoipa::ToSchema;

use super::output::Output;
use super::parts::{json, sort};

/// The summary of a convention. Unknown text is empty.
#[derive(Serialize, ToSchema)]
#[schema(as = ConventionSummary)]
pub(super) struct Summary<'a> {
    /// Id of the convention.
    id: i64,
    /// Its name.
    name: &'a str,
    /// Its name in URLs: letters, digits, `-` and `_`.
    slug: &'a str,
    /// Its status.
    status: ConventionStatus,
    /// Information for visitors; empty if unknown.
    description: &'a str,
    /// URL of its website; empty if unknown.
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

/// Renders the documents of a convention. `cards` are the bodies of its events' cards, in any order.
pub(super) fn render(convention: &Convention, cards: &[Bytes], out: &mut Output) {
    let details = &convention.details;
    let key = sort::start_and_id(details.start_datetime, convention.id.0);
    let cards = in_order(cards);
    let versions = json::to_versions(|redactor| ConventionDocument::new(redactor, convention, cards.clone()));
    out.put_versions(ViewKind::Convention, &details.slug, &versions).sort = key.clone();
    out.put(ViewKind::ConventionSummary, &details.slug, json::to_bytes(&summary(convention))).sort = key;
    render_public(convention, out);
}

/// Renders the documents for all lists; removes them if the convention has no public page. Its long texts are only in that
/// of its slug, from which its page is drawn.
fn render_public(convention: &Convention, out: &mut Output) {
    let lists = PublicConventions::of(convention.organization_id, &convention.details.slug);
    let Some(document) = PublicConvention::of(convention) else {
        for list in lists {
            out.remove(OrganizationId::SHARED, ViewKind::PublicConvention, list.key(convention.id));
        }
        return;
    };
    let short = document.listed();
    for list in lists {
        let shown = if matches!(list, PublicConventions::OfSlug(_)) { &document } else { &short };
        let (key, sort) = (list.key(convention.id), list.sort(document.ends(), convention.id));
        out.put_under(OrganizationId::SHARED, ViewKind::PublicConvention, key, json::to_bytes(shown)).sort = sort;
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

/// The fields of a card that determine its place in the list.
#[derive(Deserialize)]
struct CardPlace {
    id: i64,
    start_datetime: Option<DateTime<Utc>>,
}

/// Returns the cards in the convention's order: by start, undated last, then by id.
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
    use domain::convention::Announcement;
    use proto_events::Picture;
    use proto_events::convention::{ConventionDetails, Coordinates};
    use proto_events::vocabulary::{EventFormat, RegionalChampionshipRegion};
    use proto_events::{Position, StreamId};

    use super::super::testing::{self, STORE, body, json, pretty, removed, start};
    use super::*;

    fn convention(details: ConventionDetails) -> Convention {
        testing::convention_of(details, ConventionStatus::Scheduled)
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
        insta::assert_snapshot!(pretty(&body(&out, ViewKind::Convention, "mox-con")));
        insta::assert_snapshot!(pretty(&body(&out, ViewKind::ConventionSummary, "mox-con")));
    }

    #[test]
    fn what_is_not_known_is_null_in_full_and_empty_in_the_summary() {
        let bare = ConventionDetails { name: "Bare".into(), slug: "bare".into(), ..ConventionDetails::default() };
        let out = render_alone(&convention(bare), &[]);
        insta::assert_snapshot!(pretty(&body(&out, ViewKind::Convention, "bare")));
        insta::assert_snapshot!(pretty(&body(&out, ViewKind::ConventionSummary, "bare")));
    }
    #[test]
    fn a_public_convention_is_in_three_lists_without_what_is_for_staff() {
        let mut public = convention(everything());
        public.picture = Some(Picture { sha256: "ab12".into(), width: 1_600, height: 900 });
        let announced = |id: i64, text: &str| Announcement { id, at: start(), text: text.into() };
        public.announcements = vec![announced(1, "Doors open."), announced(2, "Hall 2 is full.")];
        let out = render_alone(&public, &[]);
        let of_lists: Vec<_> = out.documents.iter().filter(|it| it.key.kind == ViewKind::PublicConvention).collect();
        assert_eq!(of_lists.iter().map(|it| it.key.key.as_str()).collect::<Vec<_>>(), ["9", "9/all", "9/store"]);
        assert!(of_lists[0].sort.starts_with("slug/mox-con/"), "{}", of_lists[0].sort);
        let text = String::from_utf8(body(&out, ViewKind::PublicConvention, "9").to_vec()).unwrap();
        for private in [r#""buzz""#, "h.png", r#""hub""#, r#""series":4"#, r#""product_lists":[1"#] {
            assert!(!text.contains(private), "{private}: {text}");
        }
        for list in ["9/all", "9/store"] {
            let listed = String::from_utf8(body(&out, ViewKind::PublicConvention, list).to_vec()).unwrap();
            assert!(listed.contains("Old Hall"), "{listed}");
            for long in ["Three days.", "\"Ask\"", "Doors open."] {
                assert!(text.contains(long) && !listed.contains(long), "{long}: {listed}");
            }
        }
        let document = json(&out, ViewKind::PublicConvention, "9");
        assert_eq!(document["announcements"][1]["text"], "Hall 2 is full.");
        assert_eq!(document["picture"]["sha256"], "ab12");
    }

    #[test]
    fn a_convention_without_an_end_is_over_a_day_after_its_start() {
        let end = |end: Option<DateTime<Utc>>| {
            let out = render_alone(&convention(ConventionDetails { end_datetime: end, ..everything() }), &[]);
            let listed = out.documents.iter().find(|it| it.key.key == "9/all").unwrap();
            listed.sort.clone()
        };
        assert_eq!(end(None), end(Some(start() + Duration::days(1))));
    }

    #[test]
    fn an_unlisted_convention_is_in_no_list() {
        let out = render_alone(&testing::convention_of(everything(), ConventionStatus::Unlisted), &[]);
        assert!(out.documents.iter().all(|it| it.key.kind != ViewKind::PublicConvention));
        assert_eq!(removed(&out), ["9", "9/all", "9/store"]);
    }

    #[test]
    fn an_uploaded_picture_is_the_header_image_without_a_typed_one() {
        let image = |typed: Option<&str>| {
            let details = ConventionDetails { header_image: typed.map(Into::into), ..everything() };
            let picture = Some(Picture { sha256: "ab12".into(), width: 4, height: 3 });
            let out = render_alone(&Convention { picture, ..convention(details) }, &[]);
            json(&out, ViewKind::Convention, "mox-con")["header_image"].as_str().unwrap().to_owned()
        };
        let typed = image(Some("https://moxcon.example/h.png"));
        assert_eq!(
            [image(None), image(Some("")), typed],
            ["/pictures/ab12", "/pictures/ab12", "https://moxcon.example/h.png"]
        );
    }
}
