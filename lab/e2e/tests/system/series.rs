//! Series of events: the service makes them ahead, also in several processes, after a restart and after a long pause.

use std::collections::BTreeMap;

use chrono::{Duration as Span, NaiveDate};
use domain::time_zone::Zone;
use e2e::TestApp;
use e2e::until::until;
use serde_json::json;
use write_api::schedule::Task;

use crate::given::{create, event};
use crate::schedule::{options, until_idle};

/// Returns the days of the organization's events with their numbers: days in Berlin, the template included.
async fn days(app: &TestApp) -> BTreeMap<NaiveDate, usize> {
    let mut days = BTreeMap::new();
    for event in app.get("/api/v1/magic-events/").await.list() {
        let start = event["start_datetime"].as_str().expect("a start").parse().expect("a time");
        *days.entry(berlin().local(start).date()).or_default() += 1;
    }
    days
}

fn berlin() -> Zone {
    Zone::named("Europe/Berlin").expect("a time zone")
}

/// Waits until there are exactly these events, each once, and no task is due.
async fn until_made(app: &TestApp, expected: &[NaiveDate]) {
    let expected = expected.iter().map(|day| (*day, 1)).collect::<BTreeMap<_, _>>();
    until("the events of the series", async || {
        until_idle(app).await;
        let days = days(app).await;
        assert!(days.values().all(|events| *events == 1), "two events of a day: {days:?}");
        (days == expected).then_some(()).ok_or(days)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn exactly_the_right_events_are_made_while_weeks_pass() {
    let app = TestApp::with(options()).await;
    let today = berlin().local(app.clock_now()).date();
    let start = berlin().instant((today + Span::days(2)).and_hms_opt(18, 30, 0).expect("a time")).expect("a time");
    let template = event(&app, json!({ "start_datetime": start, "time_zone": "Europe/Berlin" })).await;
    let week = |number: i64| today + Span::days(2 + 7 * number);
    let plan = json!({ "template_id": template, "first_day": week(0), "starts": "18:30", "weeks_ahead": 2,
        "skipped": [week(3)], "last_day": week(6) });
    let series = create(&app, "/api/v1/series/", &plan).await;
    until_made(&app, &[week(0), week(1)]).await;

    // Two weeks pass at once.
    app.clock.advance(Span::weeks(2));
    until_made(&app, &[week(0), week(1), week(2)]).await;
    let app = app.restart(options()).await;
    app.clock.advance(Span::weeks(1));
    until_made(&app, &[week(0), week(1), week(2), week(4)]).await;

    // The task of today runs again, in several processes at once.
    let task = Task::MakeSeriesEvents { series_id: series };
    let (of, now) = (app.organization, app.clock_now());
    let again = ["again", "once more"].map(|cause| task.queued(of.0, of, cause.to_owned(), now));
    app.commands().events().queue_messages(&again).await.expect("a store");
    let commands = app.commands();
    let (one, other) = tokio::join!(commands.run_task(of.0, of, &task), commands.run_task(of.0, of, &task));
    assert!(one.is_ok() && other.is_ok());
    until_made(&app, &[week(0), week(1), week(2), week(4)]).await;

    app.clock.advance(Span::weeks(10));
    until_made(&app, &[week(0), week(1), week(2), week(4)]).await;
    let plan = json!({ "last_day": null, "first_day": week(14), "weeks_ahead": 2 });
    app.patch(&format!("/api/v1/series/{series}/"), &plan).await.json();
    until_made(&app, &[week(0), week(1), week(2), week(4), week(14)]).await;
    app.stop().await;
}
