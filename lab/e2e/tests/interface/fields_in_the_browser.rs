//! Each field of conventions, their events and registrations is set by a field of a form in the browser, or there is a reason
//! why none sets it.

use std::collections::{BTreeMap, BTreeSet};

use e2e::TestApp;
use e2e::contract::{CONVENTION, MAGIC_EVENT_BASIC, REGISTRATION, Shape};
use e2e::crawl::id;
use e2e::visitor::Visitor;
use proto_events::vocabulary::Role;
use serde_json::{Value, json};

use Page::{Event, Finish, Hub, Lists, Move, Player, Players, Queues, Team};
use Reason::{Derived, FromPaymentProvider, ReadOnly};
use Setting::{In, No};

/// The controls of forms that people see.
const CONTROLS: [&str; 4] = ["input", "select", "textarea", "button"];

/// A page with forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Page {
    /// The settings of a convention.
    Hub,
    /// Its queues.
    Queues,
    /// The settings of an event.
    Event,
    /// The last steps of an event.
    Finish,
    /// The players of an event.
    Players,
    /// Several players of an event.
    Move,
    /// A player at the desk.
    Player,
    /// The player's own page, with the decklist.
    Lists,
    /// The player's own page of the group.
    Team,
}

/// Why no form sets a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// The service assigns it.
    ReadOnly,
    /// It follows from other fields, or from what happens.
    Derived,
    /// A payment provider reports it, by a program.
    FromPaymentProvider,
}

/// How a field is set.
#[derive(Debug, Clone, Copy)]
enum Setting {
    /// By these controls of a page, by name.
    In(Page, &'static [&'static str]),
    /// By none.
    No(Reason),
}

const OF_CONVENTIONS: &[(&str, Setting)] = &[
    ("id", No(ReadOnly)),
    ("magic_events", No(Derived)),
    ("name", In(Hub, &["name"])),
    ("slug", In(Hub, &["slug"])),
    ("status", In(Hub, &["status"])),
    ("regional_championship_region", In(Hub, &["regional_championship_region"])),
    ("description", In(Hub, &["description"])),
    ("url", In(Hub, &["url"])),
    ("start_datetime", In(Hub, &["start_datetime"])),
    ("end_datetime", In(Hub, &["end_datetime"])),
    ("name_of_location", In(Hub, &["name_of_location"])),
    ("address", In(Hub, &["address"])),
    ("coordinates", In(Hub, &["latitude", "longitude"])),
    ("event_timezone", In(Hub, &["event_timezone"])),
    ("requires_ticket", In(Hub, &["requires_ticket"])),
    ("hotel_block_information", In(Hub, &["hotel_block_information"])),
    ("show_game_type_filters", In(Hub, &["show_game_type_filters"])),
    ("floor_judge_buzzer_identifier", In(Hub, &["floor_judge_buzzer_identifier"])),
    ("header_image", In(Hub, &["header_image"])),
    ("override_headlining_formats", In(Hub, &["format"])),
    ("override_has_regional_championship", In(Hub, &["override_has_regional_championship"])),
    ("external_site_hub_id", In(Hub, &["external_site_hub_id"])),
    ("accent_color_primary_hex", In(Hub, &["accent_color_primary_hex"])),
    ("accent_color_secondary_hex", In(Hub, &["accent_color_secondary_hex"])),
    ("organizer", No(Derived)),
    ("series", In(Hub, &["series"])),
    ("product_lists", In(Hub, &["product_lists"])),
];

const OF_EVENTS: &[(&str, Setting)] = &[
    ("id", No(ReadOnly)),
    ("name", In(Event, &["name"])),
    ("event_format", In(Event, &["format"])),
    // Its id is the event's. Steps change the status.
    ("settings", In(Finish, &["step"])),
    ("start_datetime", In(Event, &["starts"])),
];

const OF_REGISTRATIONS: &[(&str, Setting)] = &[
    ("id", No(ReadOnly)),
    ("user_identifier", In(Player, &["best_identifier"])),
    ("user", In(Players, &["name"])),
    ("magic_event", In(Move, &["target"])),
    ("registration_status", In(Player, &["change"])),
    ("registration_completed_datetime", No(Derived)),
    ("waitlisted_datetime", No(Derived)),
    ("mark_as_paid", In(Player, &["paid"])),
    ("cardpay_payment_intent_status", No(FromPaymentProvider)),
    ("walletpay_order_status", No(FromPaymentProvider)),
    ("payment_method", In(Player, &["payment_method"])),
    ("matches_won", No(Derived)),
    ("matches_lost", No(Derived)),
    ("matches_drawn", No(Derived)),
    ("total_match_points", No(Derived)),
    ("queue_check_in_status", In(Queues, &["step"])),
    ("queue_group_role", In(Team, &["step"])),
    ("internal_notes", In(Player, &["notes"])),
    ("fixed_seat", In(Player, &["fixed_seat"])),
    ("has_byes_for_round_numbers", In(Player, &["bye_rounds"])),
    ("using_paper_decklist", In(Player, &["paper_list"])),
    ("decklist", In(Lists, &["text"])),
    ("final_place_in_standings", No(Derived)),
    ("walletpay_order_id", No(FromPaymentProvider)),
];

/// The names of the controls on a page.
fn controls(page: &str) -> BTreeSet<String> {
    let elements = page.split('<').skip(1).filter_map(|element| element.split_once('>')).map(|(element, _)| element);
    let controls = elements.filter(|element| {
        let kind = element.split_whitespace().next().unwrap_or_default();
        CONTROLS.contains(&kind) && !element.contains("type=\"hidden\"")
    });
    let names = controls.filter_map(|control| control.split_once(" name=\"")?.1.split_once('"'));
    names.map(|(name, _)| name.to_owned()).collect()
}

/// Fails unless the list has exactly the fields of the interface, and of an answer.
fn has_all_fields(settings: &[(&str, Setting)], shape: &Shape, answer: &Value) {
    let listed: Vec<_> = settings.iter().map(|(field, _)| *field).collect();
    assert_eq!(listed, shape.fields.iter().map(|field| field.name).collect::<Vec<_>>(), "{}", shape.name);
    let (listed, answered): (BTreeSet<&str>, _) =
        (listed.into_iter().collect(), answer.as_object().expect("an object"));
    assert_eq!(answered.keys().map(String::as_str).collect::<BTreeSet<_>>(), listed, "{}", shape.name);
}

/// A field without a form cannot be changed by staff over HTTP either, unless a payment provider reports it.
fn reasons_hold(settings: &[(&str, Setting)], changes: &Value, shape: &Shape) {
    let changes = changes["properties"].as_object().unwrap_or_else(|| panic!("no change of {}", shape.name));
    for (field, setting) in settings {
        if let No(reason) = setting {
            let can_change = changes.contains_key(*field);
            assert_eq!(can_change, *reason == FromPaymentProvider, "{}.{field} is {reason:?}", shape.name);
        }
    }
}

async fn created(app: &TestApp, path: &str, body: Value) -> Value {
    app.post(path, &body).await.created()
}

/// Makes a convention with an event, a queue and an event in progress. Returns the addresses of all pages, and the address and
/// the registration of the first event.
async fn given(app: &TestApp) -> (BTreeMap<Page, String>, i64) {
    let convention = json!({ "name": "Open", "status": "DETAILS_PENDING" });
    let convention = id(&created(app, "/api/v1/conventions/", convention).await);
    let mut events = Vec::new();
    for more in [
        json!({ "decklist_deadline": app.clock_now() + chrono::TimeDelta::days(1) }),
        json!({ "queue_size": 4 }),
        json!({}),
    ] {
        let mut event = json!({ "name": "Cup", "event_format": "LEGACY", "convention_slug": "open" });
        event.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        events.push(id(&created(app, "/api/v1/magic-events/", event).await));
    }
    let (event, queue, begun) = (events[0], events[1], events[2]);
    let finn = json!({ "name": "Finn Park" });
    let entry = created(app, &format!("/api/v1/magic-events/{event}/registrations/"), finn).await;
    let waiting = json!({ "user_id": entry["user"]["id"] });
    let waiting = id(&created(app, &format!("/api/v1/magic-events/{queue}/registrations/"), waiting).await);
    let begins = json!({ "status": "EVENT_IN_PROGRESS" });
    app.post(&format!("/api/v1/magic-events/{begun}/lifecycle/"), &begins).await.json();
    let desk = |of: i64, page: &str| format!("/desk/events/{of}/{page}");
    let pages = [
        (Hub, format!("/desk/conventions/{convention}/change/")),
        (Queues, format!("/desk/conventions/{convention}/queues/")),
        (Event, desk(event, "settings/")),
        (Finish, desk(begun, "finish/")),
        (Players, desk(event, "players/")),
        (Move, desk(event, "players/several/")),
        (Player, desk(event, &format!("players/{}/", id(&entry)))),
        (Lists, app.private_link(event, id(&entry)).await),
        (Team, format!("{}team/", app.private_link(queue, waiting).await)),
    ];
    app.applied().await;
    (pages.into_iter().collect(), event)
}

#[tokio::test]
async fn each_field_is_set_in_the_browser_or_has_a_reason() {
    let app = TestApp::start().await;
    let (pages, event) = given(&app).await;
    let organizer = app.with_password(app.member(app.organization, "olga", Role::Organizer).await).await;
    let desk = Visitor::signed_in(&app, &organizer).await;
    let mut found = BTreeMap::new();
    for (page, path) in &pages {
        let opened = desk.open(path).await;
        assert_eq!(opened.status, 200, "{path}: {}", opened.text());
        found.insert(*page, controls(opened.text()));
    }
    let convention = app.get("/api/v1/conventions/open/").await.json();
    let registrations = app.get(&format!("/api/v1/magic-events/{event}/registrations/")).await.list();
    let schemas = app.get("/api/schema/").await.any_json()["components"]["schemas"].clone();
    for (settings, shape, answer, change) in [
        (OF_CONVENTIONS, &CONVENTION, &convention, "ConventionChange"),
        (OF_EVENTS, &MAGIC_EVENT_BASIC, &convention["magic_events"][0], "EventChange"),
        (OF_REGISTRATIONS, &REGISTRATION, &registrations[0], "RegistrationChange"),
    ] {
        has_all_fields(settings, shape, answer);
        reasons_hold(settings, &schemas[change], shape);
        for (field, setting) in settings {
            let In(page, names) = setting else { continue };
            for name in *names {
                let there = &found[page];
                assert!(there.contains(*name), "no `{name}` for {}.{field} on {page:?}: {there:?}", shape.name);
            }
        }
    }
    app.stop().await;
}

#[test]
fn hidden_fields_and_texts_are_no_controls() {
    let page = "<input type=\"hidden\" name=\"version\"><p>name=\"x\"</p><input id=\"a\" name=\"paid\" type=\"checkbox\">\
                <button name=\"step\" value=\"go\">Go</button><meta name=\"robots\">";
    assert_eq!(controls(page), ["paid", "step"].map(str::to_owned).into());
}
