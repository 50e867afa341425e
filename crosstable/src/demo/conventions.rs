//! The demo's conventions: one in every status, one with all details, one with almost none.

use chrono::{DateTime, Duration, Utc};
use proto_events::ConventionEvent;
use proto_events::convention::{ConventionDetails, Coordinates};
use proto_events::vocabulary::{ConventionStatus, EventFormat, RegionalChampionshipRegion as Region};

/// A convention to write.
pub(crate) struct ConventionPlan {
    /// Whether the second organization runs it.
    pub(crate) second_organization: bool,
    /// Its domain events with their times.
    pub(crate) events: Vec<(DateTime<Utc>, ConventionEvent)>,
}

/// Index in [`conventions`] of the archived one.
pub(crate) const ARCHIVED: usize = 0;
/// Index of the ongoing one.
pub(crate) const ONGOING: usize = 1;
/// Index of the next one.
pub(crate) const COMING: usize = 2;
/// Index of the second organization's first one.
pub(crate) const SECOND_ORGANIZATION: usize = 3;

/// Returns midnight of the day that is `days` from today.
pub(crate) fn day(now: DateTime<Utc>, days: i64) -> DateTime<Utc> {
    let midnight = now.date_naive().and_time(chrono::NaiveTime::MIN).and_utc();
    midnight + Duration::days(days)
}

/// Returns every convention with its domain events up to now.
pub(crate) fn conventions(now: DateTime<Utc>) -> Vec<ConventionPlan> {
    vec![
        plan(
            now,
            false,
            archived(now),
            [Region::Canada, Region::Usa],
            &[ConventionStatus::Scheduled, ConventionStatus::Archived],
        ),
        plan(now, false, ongoing(now), [Region::AusNz, Region::Emea], &[ConventionStatus::Scheduled]),
        plan(now, false, coming(now), [Region::China, Region::JpKr], &[]),
        plan(
            now,
            true,
            external(now),
            [Region::Sea, Region::ChineseTaipei],
            &[ConventionStatus::Scheduled, ConventionStatus::UseExternalSchedule],
        ),
        plan(
            now,
            true,
            canceled(now),
            [Region::CentralAmerica, Region::Brazil],
            &[ConventionStatus::Scheduled, ConventionStatus::Canceled],
        ),
        unlisted(now),
    ]
}

/// Announces a convention with a first region and few details, completes the details, then moves it through `statuses`.
fn plan(
    now: DateTime<Utc>,
    second_organization: bool,
    details: ConventionDetails,
    regions: [Region; 2],
    statuses: &[ConventionStatus],
) -> ConventionPlan {
    let start = details.start_datetime.unwrap_or(now);
    let announced = (start - Duration::days(200)).min(now - Duration::days(100));
    let first = ConventionDetails {
        name: details.name.clone(),
        slug: details.slug.clone(),
        regional_championship_region: Some(regions[0]),
        start_datetime: details.start_datetime,
        end_datetime: details.end_datetime,
        ..ConventionDetails::default()
    };
    let details = ConventionDetails { regional_championship_region: Some(regions[1]), ..details };
    let mut events = vec![
        (announced, ConventionEvent::Created { details: first, status: ConventionStatus::DetailsPending }),
        (announced + Duration::days(20), ConventionEvent::DetailsChanged { details }),
    ];
    let mut at = announced + Duration::days(21);
    for status in statuses {
        if *status == ConventionStatus::Archived {
            at = start + Duration::days(10);
        }
        events.push((at.min(now), ConventionEvent::StatusChanged { status: *status }));
        at += Duration::days(30);
    }
    ConventionPlan { second_organization, events }
}

fn archived(now: DateTime<Utc>) -> ConventionDetails {
    ConventionDetails {
        name: "Prairie Card Weekend".into(),
        slug: "prairie-card-weekend".into(),
        description: Some(
            "Three days of constructed and limited play at the fairground, with a championship on Sunday.".into(),
        ),
        url: Some("https://prairie.example.org/weekend".into()),
        start_datetime: Some(day(now, -95) + Duration::hours(14)),
        end_datetime: Some(day(now, -92) + Duration::hours(2)),
        name_of_location: Some("Fairground Hall C".into()),
        address: Some("1200 Fairground Road, Lincoln, NE".into()),
        coordinates: Some(Coordinates { coordinates: vec![-96.7026, 40.8136] }),
        event_timezone: Some("America/Chicago".into()),
        requires_ticket: false,
        hotel_block_information: Some(
            "Rooms at the Fairground Inn until four weeks before the weekend; say the weekend's name.".into(),
        ),
        show_game_type_filters: false,
        floor_judge_buzzer_identifier: Some("prairie-floor".into()),
        header_image: Some("https://prairie.example.org/images/weekend.png".into()),
        override_headlining_formats: Some(vec![Some(EventFormat::Modern), None]),
        override_has_regional_championship: true,
        external_site_hub_id: Some("prairie-hub-11".into()),
        accent_color_primary_hex: Some("2F5D50".into()),
        accent_color_secondary_hex: Some("F2C14E".into()),
        series: Some(4),
        product_lists: vec![11, 12],
        ..ConventionDetails::default()
    }
}

fn ongoing(now: DateTime<Utc>) -> ConventionDetails {
    ConventionDetails {
        name: "Harbour Games Festival".into(),
        slug: "harbour-games-festival".into(),
        description: Some(
            "A regional championship, side events around the clock, artists and traders, by the water.".into(),
        ),
        url: Some("https://harbour.example.org/festival".into()),
        start_datetime: Some(day(now, -1) + Duration::hours(7)),
        end_datetime: Some(day(now, 2) + Duration::hours(18)),
        name_of_location: Some("Harbour Exhibition Centre, Hall 2".into()),
        address: Some("Pakhuskaj 7, 2100 København".into()),
        coordinates: Some(Coordinates { coordinates: vec![12.5989, 55.7031, 3.5] }),
        event_timezone: Some("Europe/Copenhagen".into()),
        requires_ticket: true,
        hotel_block_information: Some("Hotel Skibet holds 80 rooms; the code is HARBOUR.".into()),
        show_game_type_filters: true,
        floor_judge_buzzer_identifier: Some("harbour-hall-2".into()),
        header_image: Some("https://harbour.example.org/images/festival.png".into()),
        override_headlining_formats: Some(vec![Some(EventFormat::Modern), Some(EventFormat::BoosterDraft)]),
        override_has_regional_championship: true,
        external_site_hub_id: Some("harbour-2".into()),
        accent_color_primary_hex: Some("0B3954".into()),
        accent_color_secondary_hex: Some("FF6663".into()),
        series: Some(7),
        product_lists: vec![21, 22, 23],
        ..ConventionDetails::default()
    }
}

fn coming(now: DateTime<Utc>) -> ConventionDetails {
    ConventionDetails {
        name: "Maple Hall Open".into(),
        slug: "maple-hall-open".into(),
        description: Some("The schedule follows.".into()),
        url: Some("https://maple.example.org/open".into()),
        start_datetime: Some(day(now, 70) + Duration::hours(1)),
        end_datetime: Some(day(now, 72) + Duration::hours(9)),
        name_of_location: Some("Maple Hall".into()),
        event_timezone: Some("Asia/Tokyo".into()),
        requires_ticket: true,
        override_headlining_formats: Some(vec![Some(EventFormat::Pioneer)]),
        accent_color_primary_hex: Some("B23A48".into()),
        series: Some(7),
        ..ConventionDetails::default()
    }
}

fn external(now: DateTime<Utc>) -> ConventionDetails {
    ConventionDetails {
        name: "Old Library Card Fair".into(),
        slug: "old_library_card_fair".into(),
        description: Some("Old formats among old books. The schedule is on the library's own site.".into()),
        url: Some("https://library.example.org/fair".into()),
        start_datetime: Some(day(now, 30) + Duration::hours(2)),
        end_datetime: Some(day(now, 31) + Duration::hours(12)),
        name_of_location: Some("Old Library".into()),
        address: Some("18 Street of Books, Taipei".into()),
        coordinates: Some(Coordinates { coordinates: vec![121.5654, 25.033] }),
        event_timezone: Some("Asia/Taipei".into()),
        show_game_type_filters: true,
        override_headlining_formats: Some(Vec::new()),
        external_site_hub_id: Some("library-fair".into()),
        product_lists: vec![31],
        ..ConventionDetails::default()
    }
}

fn canceled(now: DateTime<Utc>) -> ConventionDetails {
    ConventionDetails {
        name: "Lagoon Open Air".into(),
        slug: "lagoon-open-air".into(),
        description: Some("Canceled: the lawn is under water. Tickets are paid back.".into()),
        start_datetime: Some(day(now, 15) + Duration::hours(12)),
        end_datetime: Some(day(now, 16) + Duration::hours(22)),
        name_of_location: Some("Lagoon Park".into()),
        address: Some("Avenida da Lagoa 300, Florianópolis".into()),
        event_timezone: Some("America/Argentina/Buenos_Aires".into()),
        ..ConventionDetails::default()
    }
}

/// Not announced yet, with almost no details.
fn unlisted(now: DateTime<Utc>) -> ConventionPlan {
    let details =
        ConventionDetails { name: "Next year".into(), slug: "next-year".into(), ..ConventionDetails::default() };
    let later = ConventionDetails { regional_championship_region: Some(Region::SouthAmerica), ..details.clone() };
    let at = now - Duration::days(12);
    ConventionPlan {
        second_organization: true,
        events: vec![
            (at, ConventionEvent::Created { details, status: ConventionStatus::Unlisted }),
            (at + Duration::days(3), ConventionEvent::DetailsChanged { details: later }),
        ],
    }
}
