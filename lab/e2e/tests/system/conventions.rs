//! Conventions at the desk: the form with all fields, the schedule, a day that is duplicated, events from a table, and
//! announcements.

use e2e::TestApp;
use e2e::crawl::id;
use e2e::visitor::{Visitor, filled, hidden, with_fields};
use proto_events::vocabulary::Role;
use serde_json::{Value, json};

use crate::given::{asks, change, create, location, member, register, register_name, says, settings};

async fn organizer(app: &TestApp) -> Visitor<'_> {
    Visitor::signed_in(app, &member(app, "organizer", Role::Organizer).await).await
}

/// Makes a convention in Berlin; returns its pages.
async fn berlin(app: &TestApp) -> String {
    let convention =
        json!({"name": "Open", "event_timezone": "Europe/Berlin", "start_datetime": "2026-10-24T07:00:00Z"});
    let convention = create(app, "/api/v1/conventions/", &convention).await;
    app.applied().await;
    format!("/desk/conventions/{convention}/")
}

async fn events(app: &TestApp) -> Vec<Value> {
    app.applied().await;
    let convention = app.get("/api/v1/conventions/open/").await.json();
    convention["magic_events"].as_array().unwrap().clone()
}

async fn event(app: &TestApp, name: &str, mut fields: Value) -> i64 {
    fields["name"] = json!(name);
    fields["convention_slug"] = json!("open");
    fields["time_zone"] = json!("Europe/Berlin");
    crate::given::event(app, fields).await
}

/// All fields of the form, as they are typed.
const FIELDS: [(&str, &str); 26] = [
    ("name", "Moxhall Open"),
    ("name_of_location", "Old Hall"),
    ("start_datetime", "2026-10-24T09:00"),
    ("end_datetime", "2026-10-26T18:00"),
    ("event_timezone", "berlin"),
    ("description", "Three days."),
    ("url", "https://moxhall.example"),
    ("hotel_block_information", "Ask for the rate."),
    ("requires_ticket", "yes"),
    ("show_game_type_filters", "yes"),
    ("format", "LEGACY"),
    ("format", "MODERN"),
    ("address", "1 Mill Road"),
    ("latitude", "52.52"),
    ("longitude", "13,4"),
    ("accent_color_primary_hex", "1f6feb"),
    ("accent_color_secondary_hex", "aa0000"),
    ("header_image", "https://moxhall.example/h.png"),
    ("slug", "mox"),
    ("regional_championship_region", "EMEA"),
    ("override_has_regional_championship", "yes"),
    ("floor_judge_buzzer_identifier", "buzz"),
    ("external_site_hub_id", "hub-1"),
    ("series", "4"),
    ("product_lists", "1, 2"),
    ("status", "DETAILS_PENDING"),
];

/// Returns the fields of the interface that the form sets.
fn expected() -> Value {
    json!({
        "name": "Moxhall Open", "name_of_location": "Old Hall", "start_datetime": "2026-10-24T07:00:00Z",
        "end_datetime": "2026-10-26T17:00:00Z", "event_timezone": "Europe/Berlin", "description": "Three days.",
        "url": "https://moxhall.example", "hotel_block_information": "Ask for the rate.", "requires_ticket": true,
        "show_game_type_filters": true, "override_headlining_formats": ["LEGACY", "MODERN"], "address": "1 Mill Road",
        "coordinates": {"type": "Point", "coordinates": [13.4, 52.52]}, "accent_color_primary_hex": "1f6feb",
        "accent_color_secondary_hex": "aa0000", "header_image": "https://moxhall.example/h.png", "slug": "mox",
        "regional_championship_region": "EMEA", "override_has_regional_championship": true,
        "floor_judge_buzzer_identifier": "buzz", "external_site_hub_id": "hub-1", "series": 4, "product_lists": [1, 2],
        "status": "DETAILS_PENDING",
    })
}

#[tokio::test]
async fn a_convention_is_created_and_changed_with_all_its_fields() {
    let app = TestApp::start().await;
    let mut desk = organizer(&app).await;
    let new = "/desk/conventions/new/";
    let mut wrong = FIELDS;
    wrong[2].1 = "2026-10-27T09:00";
    says(&desk.fill(new, &wrong).await, 422, &["Moxhall Open", "value=\"LEGACY\" checked"]);
    let sent = filled(desk.open(new).await.text(), new, &FIELDS);
    let page = location(&desk.send(new, &sent).await);
    assert_eq!(location(&desk.send(new, &sent).await), page, "the same form makes one convention");
    app.applied().await;
    let read = app.get("/api/v1/conventions/mox/").await.json();
    for (field, value) in expected().as_object().unwrap() {
        assert_eq!(read[field], *value, "{field}");
    }

    let change = format!("{page}change/");
    let stale = hidden(desk.open(&change).await.text(), &change);
    app.patch("/api/v1/conventions/mox/", &json!({"address": "2 Mill Road"})).await.json();
    app.applied().await;
    let kept = FIELDS.into_iter().filter(|(name, _)| !["name", "url", "status"].contains(name));
    let changed: Vec<_> = kept.chain([("name", "Moxhall Cup"), ("url", "")]).collect();
    location(&desk.send(&change, &with_fields(&stale, &changed)).await);
    app.applied().await;
    let read = app.get("/api/v1/conventions/mox/").await.json();
    assert_eq!((&read["name"], &read["url"]), (&json!("Moxhall Cup"), &Value::Null));
    assert_eq!(read["address"], "2 Mill Road", "a field that was left alone keeps what another person saved");

    let stale = hidden(desk.open(&change).await.text(), &change);
    app.patch("/api/v1/conventions/mox/", &json!({"description": "Their text."})).await.json();
    app.applied().await;
    let bad = [("name", "Moxhall Cup"), ("start_datetime", "2026-10-27T09:00"), ("end_datetime", "2026-10-26T18:00")];
    let refused = desk.send(&change, &with_fields(&stale, &bad)).await;
    let version = stale.iter().find(|(name, _)| name == "version");
    assert_eq!(hidden(refused.text(), &change).iter().find(|(name, _)| name == "version"), version);

    let status = format!("{page}status/");
    let form = hidden(desk.open(&change).await.text(), &status);
    let step = |name: &str| with_fields(&form, &[("status", name)]);
    says(&desk.send(&status, &step("GONE")).await, 422, &["value=\"Moxhall Cup\""]);
    location(&desk.send(&status, &step("SCHEDULED")).await);
    let asked = desk.send(&status, &step("ARCHIVED")).await;
    says(&asked, 200, &["Archive Moxhall Cup?"]);
    location(&desk.send(&status, &hidden(asked.text(), &status)).await);
    app.applied().await;
    assert_eq!(app.get("/api/v1/conventions/mox/").await.json()["status"], "ARCHIVED");
    says(&desk.open("/desk/conventions/").await, 200, &["Moxhall Cup", "Archived"]);
    app.stop().await;
}

#[tokio::test]
async fn a_day_is_duplicated_over_a_change_of_daylight_saving_and_taken_back() {
    let app = TestApp::start().await;
    let page = berlin(&app).await;
    let fields =
        json!({"start_datetime": "2026-10-24T08:00:00Z", "end_datetime": "2026-10-24T16:00:00Z", "capacity": 16});
    let cup = event(&app, "Cup", fields).await;
    event(&app, "Side", json!({"start_datetime": "2026-10-24T10:30:00Z", "venue_name": "Hall B"})).await;
    event(&app, "Late", json!({"start_datetime": "2026-10-26T10:30:00Z"})).await;
    app.applied().await;
    let mut desk = organizer(&app).await;
    says(&desk.open(&format!("{page}?day=2026-10-24")).await, 200, &["10:00–18:00", "12:30–16:30", "Hall B"]);
    let duplicate = format!("{page}duplicate/");
    let days = [("from", "2026-10-24"), ("day", "2026-10-25")];
    let same = desk.fill(&duplicate, &[("from", "2026-10-24"), ("day", "2026-10-24")]).await;
    says(&same, 422, &["Choose another day"]);
    says(
        &desk.fill(&duplicate, &[("from", "2026-10-27"), ("day", "2026-10-25")]).await,
        422,
        &["no events to duplicate"],
    );
    let made = location(&desk.fill(&duplicate, &days).await);
    says(&desk.fill(&duplicate, &days).await, 422, &["the other day has them already"]);
    let all = events(&app).await;
    let copy = all.iter().find(|event| event["name"] == "Cup" && id(event) != cup).unwrap();
    assert_eq!((all.len(), &copy["start_datetime"]), (5, &json!("2026-10-25T09:00:00Z")), "ten on the clock");
    let copied = settings(&app, id(copy)).await;
    assert_eq!((&copied["end_datetime"], &copied["capacity"]), (&json!("2026-10-25T17:00:00Z"), &json!(16)));
    let after = desk.open(&made).await;
    says(&after, 200, &["2 events were created."]);
    register_name(&app, id(copy), "Finn Park").await;
    let undo = format!("{page}undo/");
    location(&desk.send(&undo, &hidden(after.text(), &undo)).await);
    let left: Vec<_> = events(&app).await.iter().map(|event| event["name"].as_str().unwrap().to_owned()).collect();
    assert_eq!(left, ["Cup", "Side", "Cup", "Late"], "an event with a player stays");
    app.stop().await;
}

#[tokio::test]
async fn an_event_moves_and_two_in_one_room_are_marked() {
    let app = TestApp::start().await;
    let page = berlin(&app).await;
    event(&app, "Cup", json!({"start_datetime": "2026-10-24T08:00:00Z", "venue_name": "Hall A"})).await;
    let side = event(&app, "Side", json!({"start_datetime": "2026-10-24T10:00:00Z", "venue_name": "Hall A"})).await;
    app.applied().await;
    let mut desk = organizer(&app).await;
    let shown = desk.open(&format!("{page}?event={side}")).await;
    assert_eq!(shown.text().matches("Room taken twice").count(), 2, "{}", shown.text());
    let to = format!("{page}move/");
    let form = hidden(shown.text(), &to);
    let move_to = |day: &str, time: &str| with_fields(&form, &[("day", day), ("time", time), ("place", "Hall B")]);
    says(&desk.send(&to, &move_to("2026-10-25", "")).await, 422, &["Enter a day and a time."]);
    // Another person moves it meanwhile: a form that changes only the room leaves the new time.
    change(&app, side, &json!({"start_datetime": "2026-10-24T12:00:00Z"})).await;
    location(&desk.send(&to, &move_to("2026-10-24", "12:00")).await);
    let place = async || {
        let settings = settings(&app, side).await;
        (settings["start_datetime"].clone(), settings["venue_name"].clone())
    };
    assert_eq!(place().await, (json!("2026-10-24T12:00:00Z"), json!("Hall B")));
    let moved = location(&desk.send(&to, &move_to("2026-10-25", "10:00")).await);
    says(&desk.open(&moved).await, 200, &["10:00–14:00", "Hall B"]);
    app.applied().await;
    assert_eq!(place().await, (json!("2026-10-25T09:00:00Z"), json!("Hall B")));
    app.stop().await;
}

#[tokio::test]
async fn events_are_made_from_a_table_without_faults_and_taken_back() {
    let app = TestApp::start().await;
    let page = berlin(&app).await;
    let mut desk = organizer(&app).await;
    let table = format!("{page}events/");
    let wrong = "Name\tFormat\tDay\tTime\tRoom\tCapacity\tNotes\nCup\tLegacy\t2026-10-24\t10:00\tHall A\t64\tx\n\
                 Side\tChess\t2026-10-32\t10:00\tHall B\tmany\t\n\
                 Gap\tLegacy\t2026-03-29\t02:30\tHall C\t0\t\n";
    let preview = desk.fill(&table, &[("text", wrong), ("step", "create")]).await;
    says(&preview, 200, &["Ignored columns: Notes", "“Chess” is not a known format.", "“2026-10-32” is not a day"]);
    // What creating would refuse, and a time that clocks skip.
    says(&preview, 200, &[">Places: ", "29 March 2026, 03:30"]);
    assert!(!preview.text().contains("value=\"create\""), "{}", preview.text());
    says(&desk.fill(&table, &[("text", "Format\nLegacy")]).await, 422, &["No column is named Name."]);
    assert_eq!(events(&app).await.len(), 0);
    let new = desk.open("/desk/events/new/?convention=open").await;
    says(&new, 200, &["type=\"text\" value=\"Europe/Berlin\""]);
    assert!(!new.text().contains("data-new-event"), "the zone is that of the convention");

    let right = "Name;Format;Day;Time;Room;Capacity;Tables\nCup;Legacy;24.10.2026;10:00;Hall A;64;1-32\n\
                 Side;MODERN;25.10.2026;10:00;Hall B;;\n";
    let preview = desk.fill(&table, &[("text", right), ("step", "preview")]).await;
    says(&preview, 200, &["2 events are ready to be created.", "Tables: 1-32"]);
    let form = filled(preview.text(), &table, &[("text", right), ("step", "create")]);
    let made = location(&desk.send(&table, &form).await);
    location(&desk.send(&table, &form).await);
    let anew = desk.fill(&table, &[("text", right), ("step", "create")]).await;
    location(&anew);
    let all = events(&app).await;
    let starts: Vec<_> = all.iter().map(|event| event["start_datetime"].as_str().unwrap()).collect();
    assert_eq!(starts, ["2026-10-24T08:00:00Z", "2026-10-25T09:00:00Z"]);
    let first = settings(&app, id(&all[0])).await;
    let tables = (&first["venue_name"], &first["first_table"], &first["last_table"]);
    assert_eq!(tables, (&json!("Hall A"), &json!(1), &json!(32)));
    let undo = format!("{page}undo/");
    let form = hidden(desk.open(&made).await.text(), &undo);
    location(&desk.send(&undo, &form).await);
    assert_eq!(events(&app).await.len(), 0);
    app.stop().await;
}

#[tokio::test]
async fn an_announcement_is_posted_once_and_each_player_gets_one_message() {
    let app = TestApp::start().await;
    let page = berlin(&app).await;
    let first = event(&app, "Cup", json!({"start_datetime": "2035-10-24T08:00:00Z"})).await;
    let second = event(&app, "Side", json!({"start_datetime": "2035-10-25T08:00:00Z"})).await;
    let finn = asks(&app, first, "registrations/", &json!({"name": "Finn Park"})).await;
    register(&app, second, &json!({"user_id": finn["user"]["id"]})).await;
    register_name(&app, second, "Ada Lowe").await;
    app.applied().await;
    let mut desk = organizer(&app).await;
    let announcements = format!("{page}announcements/");
    says(&desk.fill(&announcements, &[("text", " ")]).await, 422, &["Write a text."]);
    let preview = desk.fill(&announcements, &[("text", "Doors open at <nine>."), ("to_players", "yes")]).await;
    says(&preview, 200, &["It is shown on the convention’s page. Players: 2.", "Doors open at &#60;nine&#62;."]);
    let messages = format!("/desk/events/{first}/messages/");
    assert!(!desk.open(&messages).await.text().contains("Doors open"), "a preview sends nothing");
    let post = filled(preview.text(), &announcements, &[("text", "Doors open at <nine>."), ("step", "post")]);
    for _ in 0..2 {
        location(&desk.send(&announcements, &post).await);
    }
    let shown = desk.open(&announcements).await;
    assert_eq!(shown.text().matches("<pre>Doors open at &#60;nine&#62;.</pre>").count(), 1, "{}", shown.text());
    for event in [first, second] {
        let messages = desk.open(&format!("/desk/events/{event}/messages/")).await;
        says(&messages, 200, &["Everyone at the convention", "<pre>Doors open at &#60;nine&#62;.</pre>"]);
    }
    let remove = filled(shown.text(), &announcements, &[("announcement", "1"), ("step", "remove")]);
    location(&desk.send(&announcements, &remove).await);
    assert!(!desk.open(&announcements).await.text().contains("Doors open"));
    app.stop().await;
}
