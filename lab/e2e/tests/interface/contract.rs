//! Checks every response of the demo's data against the interface: each field's type, limit and enumeration, no field
//! missing, none added. Every field must carry data somewhere.

use e2e::contract::Kind::{Object, Objects};
use e2e::contract::*;
use e2e::crawl::{id, text};
use e2e::{TestApp, scene};
use proto_events::vocabulary::{PaymentMethod, QueueCheckInStatus, RegistrationStatus};
use serde_json::Value;

/// Checks every answer that the key can get.
pub(crate) async fn check_everything(app: &TestApp, key: &str) -> Findings {
    let mut findings = Findings::default();
    let conventions = check(app, key, &mut findings, "/api/v1/conventions/", &Objects(&CONVENTION)).await;
    for convention in items(&conventions) {
        let path = format!("/api/v1/conventions/{}/", text(&convention["slug"]));
        let one = check(app, key, &mut findings, &path, &Object(&CONVENTION)).await;
        assert_eq!(&one, convention, "the list and the address agree");
    }
    for list in ["store-profiles", "api-keys"] {
        check(app, key, &mut findings, &format!("/api/v1/{list}/conventions/"), &Objects(&CONVENTION_SUMMARY)).await;
    }
    check_keys(app, key, &mut findings).await;
    check_events(app, key, &mut findings).await;
    check_rounds(app, key, &mut findings).await;
    check_decklists(app, key, &mut findings).await;
    for (query, kind) in [("", Objects(&EXPORTED)), ("&decklist_as_text=true", Objects(&EXPORTED_WITH_TEXT))] {
        check(app, key, &mut findings, &format!("/api/export-decklists/?num_days=36500{query}"), &kind).await;
    }
    findings
}

async fn check(app: &TestApp, key: &str, findings: &mut Findings, path: &str, kind: &Kind) -> Value {
    let value = app.get_as(key, path).await.json();
    findings.check(path, kind, &value);
    value
}

fn items(value: &Value) -> &[Value] {
    value.as_array().expect("an array")
}

async fn check_keys(app: &TestApp, key: &str, findings: &mut Findings) {
    check(app, key, findings, "/api/v1/api-keys/api_keys/", &Objects(&API_KEY)).await;
    check(app, key, findings, "/api/v1/api-keys/whoami/", &Object(&WHOAMI)).await;
}

async fn check_events(app: &TestApp, key: &str, findings: &mut Findings) {
    let events = check(app, key, findings, "/api/v1/magic-events/", &Objects(&EVENT)).await;
    for event in items(&events) {
        let path = |part: &str| format!("/api/v1/magic-events/{}/{part}", id(event));
        let one = check(app, key, findings, &path(""), &Object(&EVENT)).await;
        assert_eq!(&one, event, "the list and the address agree");
        for (part, kind) in [
            ("overview/", &Object(&OVERVIEW)),
            ("registrations/", &Objects(&REGISTRATION)),
            ("current_standings/", &Object(&STANDINGS)),
            ("decklists/", &Objects(&DECKLIST)),
            ("tagged_players/", &Objects(&TAGGED_PLAYER)),
        ] {
            check(app, key, findings, &path(part), kind).await;
        }
    }
}

async fn check_rounds(app: &TestApp, key: &str, findings: &mut Findings) {
    let rounds = check(app, key, findings, "/api/v1/tournament-rounds/", &Objects(&ROUND)).await;
    for round in items(&rounds) {
        let path = |part: &str| format!("/api/v1/tournament-rounds/{}/{part}", id(round));
        let one = check(app, key, findings, &path(""), &Object(&ROUND)).await;
        assert_eq!(&one, round, "the list and the address agree");
        let without = check(app, key, findings, &path("matches/"), &Object(&ROUND_MATCHES)).await;
        assert_eq!(items(&without["team_event_matches"]).len(), 0, "teams were not requested");
        check(app, key, findings, &path("matches/?teams=true"), &Object(&ROUND_MATCHES)).await;
        check(app, key, findings, &path("standings/"), &Object(&STANDINGS)).await;
    }
}

/// Checks every page, and every list by its id. Pages and addresses must agree, and nothing may occur twice.
async fn check_decklists(app: &TestApp, key: &str, findings: &mut Findings) {
    let mut path = "/api/v1/decklists/?page_size=400".to_owned();
    let mut ids = Vec::new();
    loop {
        let page = check(app, key, findings, &path, &Object(&DECKLIST_PAGE)).await;
        ids.extend(items(&page["results"]).iter().map(id));
        for list in items(&page["results"]).iter().step_by(7) {
            let one = check(app, key, findings, &format!("/api/v1/decklists/{}/", id(list)), &Object(&DECKLIST)).await;
            assert_eq!(&one, list);
        }
        let Some(next) = page["next"].as_str() else {
            assert_eq!(page["count"], ids.len(), "the count is the number of lists on the pages");
            break;
        };
        path = next[next.find("/api/").expect("an address of this service")..].to_owned();
    }
    assert!(ids.is_sorted() && ids.windows(2).all(|pair| pair[0] != pair[1]));
}

/// Checks every response of the demo.
pub(crate) async fn assert_as_the_interface_says(app: &TestApp, keys: &[String]) {
    let mut findings = check_everything(app, &app.key).await;
    for key in keys {
        check_keys(app, key, &mut findings).await;
    }
    findings.assert_none();
    assert_every_field_carries_data(&findings);
    assert_every_value_occurs(&findings);
}

#[tokio::test]
async fn every_response_of_a_bare_organization_is_as_the_interface_says() {
    let app = TestApp::start().await;
    let empty = app.store("Empty Store").await;
    scene::build(&app).await;
    for file in e2e::archive::own_fixtures() {
        app.import(&file).await;
    }
    for key in [&app.key, &empty.key] {
        check_everything(&app, key).await.assert_none();
    }
    // Fields that are not set are null or empty.
    let bare = app.get(&format!("/api/v1/conventions/{}/", scene::BARE_SLUG)).await.json();
    for field in CONVENTION.fields {
        let value = &bare[field.name];
        assert!(!field.nullable || value.is_null(), "{} of a bare convention is {value}", field.name);
    }
    let summaries = app.get("/api/v1/store-profiles/conventions/").await.list();
    let bare = summaries.iter().find(|summary| summary["slug"] == scene::BARE_SLUG).expect("the bare convention");
    for field in ["description", "url", "name_of_location", "address"] {
        assert_eq!(bare[field], "", "{field}");
    }
    app.stop().await;
}

fn assert_every_field_carries_data(findings: &Findings) {
    // The demo cancels no event.
    let never = "Overview.is_canceled";
    let mut empty = Vec::new();
    for shape in ALL_SHAPES {
        empty.extend(findings.empty_fields(shape).into_iter().map(|field| format!("{}.{field}", shape.name)));
    }
    assert_eq!(empty, [never], "no instance of these fields in the demo carries data");
}

fn assert_every_value_occurs(findings: &Findings) {
    let mut missing = Vec::new();
    let mut demand = |field: &str, values: Vec<&'static str>| {
        let seen = findings.seen.get(field).cloned().unwrap_or_default();
        missing
            .extend(values.into_iter().filter(|value| !seen.contains(*value)).map(|value| format!("{field} {value}")));
    };
    demand("Registration.registration_status", RegistrationStatus::ALL.iter().map(|value| value.wire_name()).collect());
    demand("Registration.payment_method", PaymentMethod::ALL.iter().map(|value| value.wire_name()).collect());
    demand(
        "Registration.queue_check_in_status",
        QueueCheckInStatus::ALL.iter().map(|value| value.wire_name()).collect(),
    );
    demand("Round matches.round_type", vec!["DRAFT_POD", "PLAY_VS_OPPONENT"]);
    demand("Round matches.status", vec!["IN_PROGRESS", "UPCOMING", "COMPLETE"]);
    assert_eq!(missing, Vec::<String>::new(), "the demo has no such value");
}
