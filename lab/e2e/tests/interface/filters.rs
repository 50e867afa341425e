//! The index and the calendar of public events: filters, order and pages.

use std::collections::BTreeMap;

use e2e::TestApp;
use e2e::archive::own_fixtures;
use e2e::crawl::id;
use e2e::people::Credential;
use reqwest::Method;
use serde_json::json;

/// The parts of the index of events, by their ids: the names of the events in each.
async fn index(app: &TestApp, query: &str) -> BTreeMap<String, Vec<String>> {
    let page = app.send(app.anonymous(&format!("/events/{query}"))).await;
    assert_eq!(page.status, 200, "{query}: {}", page.text());
    let parts = page.text().split("<section id=\"").skip(1).map(|part| {
        let names = part.split("<h3><a href=\"").skip(1).map(|card| {
            let card = card.split_once('>').unwrap().1;
            card.split('<').next().unwrap().to_owned()
        });
        (part.split('"').next().unwrap().to_owned(), names.collect())
    });
    parts.collect()
}

/// The names of the events in the calendar.
async fn calendar(app: &TestApp, query: &str) -> Vec<String> {
    let calendar = app.send(app.anonymous(&format!("/events.ics{query}"))).await;
    assert_eq!((calendar.status, calendar.header("content-type")), (200, "text/calendar; charset=utf-8"));
    let text = calendar.text().replace("\r\n ", "");
    text.lines().filter_map(|line| line.strip_prefix("SUMMARY:")).map(str::to_owned).collect()
}

async fn event(app: &TestApp, fields: serde_json::Value) -> i64 {
    id(&app.post("/api/v1/magic-events/", &fields).await.created())
}

async fn lifecycle(app: &TestApp, event: i64, status: &str) {
    let changed = app.post(&format!("/api/v1/magic-events/{event}/lifecycle/"), &json!({ "status": status })).await;
    assert_eq!(changed.status, 200, "{}", changed.text());
}

#[tokio::test]
async fn the_index_shows_public_events_by_stage_and_filter() {
    let app = TestApp::start().await;
    // The clock is at 2026-09-01 12:00.
    let coming = event(
        &app,
        json!({ "name": "Friday", "event_format": "MODERN", "start_datetime": "2026-09-04T22:30:00Z",
                "time_zone": "Europe/Berlin" }),
    )
    .await;
    event(&app, json!({ "name": "Some day", "event_format": "LEGACY" })).await;
    event(&app, json!({ "name": "Long ago", "event_format": "LEGACY", "start_datetime": "2026-08-01T10:00:00Z" }))
        .await;
    let running =
        event(&app, json!({ "name": "Tuesday", "event_format": "LEGACY", "start_datetime": "2026-09-01T10:00:00Z" }))
            .await;
    lifecycle(&app, running, "EVENT_IN_PROGRESS").await;
    app.import(&own_fixtures()[1]).await;
    let there = app.store("Other Store").await;
    let theirs = json!({ "name": "Elsewhere", "event_format": "MODERN", "start_datetime": "2026-09-03T10:00:00Z" });
    let key = Credential::Key(there.key.clone());
    app.tell(&key, Method::POST, "/api/v1/magic-events/", &theirs).await.created();

    let all = index(&app, "").await;
    assert_eq!(all["running"], ["Tuesday"]);
    assert_eq!(all["upcoming"], ["Elsewhere", "Friday", "Some day"], "an event that never began is left out");
    assert_eq!(all["finished"].len(), 1);
    let front = app.send(app.anonymous("/")).await;
    assert!(front.text().contains("Tuesday") && front.text().contains("Other Store"), "{}", front.text());
    for (query, upcoming) in [
        ("?format=MODERN", vec!["Elsewhere", "Friday"]),
        ("?format=MODERN&store=", vec!["Elsewhere", "Friday"]),
        (&*format!("?store={}", there.organization), vec!["Elsewhere"]),
        (&*format!("?store={}&format=LEGACY", there.organization), vec![]),
        // It begins on the fifth where it takes place.
        ("?after=2026-09-05&before=2026-09-05", vec!["Friday"]),
        ("?before=2026-09-04", vec!["Elsewhere"]),
        ("?format=CHESS&after=soon", vec!["Elsewhere", "Friday", "Some day"]),
    ] {
        assert_eq!(index(&app, query).await["upcoming"], upcoming, "{query}");
    }
    assert_eq!(calendar(&app, "").await, ["Tuesday", "Long ago", "Elsewhere", "Friday"], "from the last 90 days on");
    assert_eq!(calendar(&app, "?format=MODERN&before=2026-09-04").await, ["Elsewhere"]);
    let one = app.send(app.anonymous(&format!("/events/{coming}/event.ics"))).await;
    assert!(
        one.text().contains("DTSTART:20260904T223000Z") && one.text().contains("STATUS:CONFIRMED"),
        "{}",
        one.text()
    );
    assert_eq!(
        app.patch(&format!("/api/v1/magic-events/{coming}/"), &json!({ "is_canceled": true })).await.status,
        200
    );
    // A reader without a token may be answered by a process that has not heard of the write yet.
    app.applied().await;
    let one = app.send(app.anonymous(&format!("/events/{coming}/event.ics"))).await;
    assert!(one.text().contains("STATUS:CANCELLED"), "{}", one.text());
    app.stop().await;
}

#[tokio::test]
async fn hidden_events_are_in_no_list_of_public_events() {
    let app = TestApp::start().await;
    let convention = json!({ "name": "Hidden Fair", "slug": "hidden-fair" });
    app.post("/api/v1/conventions/", &convention).await.created();
    let start = "2026-09-02T10:00:00Z";
    let shown = event(&app, json!({ "name": "Seen", "event_format": "LEGACY", "start_datetime": start })).await;
    for (name, field) in [("Secret one", "is_unlisted"), ("Secret two", "is_test")] {
        let mut fields = json!({ "name": name, "event_format": "VINTAGE", "start_datetime": start });
        fields[field] = true.into();
        let hidden = event(&app, fields).await;
        let path = format!("/events/{hidden}/event.ics");
        app.send(app.anonymous(&path)).await.problem(404);
        let page = app.send(app.anonymous(&format!("/events/{hidden}/?find=ines"))).await;
        assert_eq!(page.status, 404);
    }
    let of_convention = json!({ "name": "Secret three", "event_format": "VINTAGE", "start_datetime": start,
                                "convention_slug": "hidden-fair" });
    event(&app, of_convention).await;
    let unlisted = app.post("/api/v1/conventions/hidden-fair/status/", &json!({ "status": "UNLISTED" })).await;
    assert_eq!(unlisted.status, 200, "{}", unlisted.text());
    let all = ["", "?format=VINTAGE", &format!("?store={}&format=VINTAGE", app.organization)].map(str::to_owned);
    for query in all {
        for path in [format!("/events/{query}"), format!("/events.ics{query}"), format!("/{query}")] {
            let page = app.send(app.anonymous(&path)).await;
            assert!(page.status == 200 && !page.text().contains("Secret"), "{path}: {}", page.text());
        }
    }
    let seen =
        async || index(&app, "").await.get("upcoming").into_iter().flatten().filter(|name| *name == "Seen").count();
    assert_eq!(seen().await, 1);
    assert_eq!(app.patch(&format!("/api/v1/magic-events/{shown}/"), &json!({ "is_unlisted": true })).await.status, 200);
    assert_eq!(seen().await, 0, "it was hidden meanwhile");
    app.stop().await;
}

#[tokio::test]
async fn finished_events_are_paged() {
    let app = TestApp::start().await;
    for day in 1..=27 {
        let start = format!("2026-08-{day:02}T10:00:00Z");
        let name = format!("Day {day}");
        let event = event(&app, json!({ "name": name, "event_format": "LEGACY", "start_datetime": start })).await;
        lifecycle(&app, event, "EVENT_IN_PROGRESS").await;
        lifecycle(&app, event, "EVENT_FINISHED").await;
    }
    let first = app.send(app.anonymous("/events/?format=LEGACY")).await;
    let shown = index(&app, "?format=LEGACY").await;
    assert_eq!((shown["finished"].len(), &*shown["finished"][0]), (25, "Day 27"));
    let link =
        first.text().split("<a href=\"/events/").find_map(|link| link.split_once("\">Earlier events")).unwrap().0;
    let next = index(&app, &link.replace("&#38;", "&")).await;
    assert_eq!(next["finished"], ["Day 2", "Day 1"]);
    assert!(!next.contains_key("upcoming"), "other lists are left out");
    app.stop().await;
}
