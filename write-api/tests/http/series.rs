//! Series of events: planned, changed and ended, and the events that the service makes for them.

use axum::http::Method;
use chrono::TimeDelta;
use proto_events::TournamentEvent as E;
use serde_json::{Value, json};
use write_api::schedule::Task;

use crate::events::{EVENTS, Hall};

const SERIES: &str = "/api/v1/series/";

impl Hall {
    /// Plans a series like the event: every Friday at 18:30, three weeks ahead.
    async fn repeats(&self) -> Value {
        let plan = json!({"template_id": self.event, "first_day": "2026-03-20", "starts": "18:30", "weeks_ahead": 3});
        self.send(Method::POST, SERIES, &plan).await.json(201)
    }

    /// Runs the task that makes events, as a process that has nothing in memory.
    async fn makes_events(&self) {
        let task = Task::MakeSeriesEvents { series_id: 1 };
        self.api.commands().run_task(self.store.id.0, self.store.id, &task).await.unwrap();
    }

    /// Returns the coming days of the series: the day, the event that was made for it, and whether that is canceled.
    async fn days(&self) -> Vec<(String, Option<i64>, bool)> {
        let series = self.send(Method::GET, SERIES, &Value::Null).await.json(200);
        let day = |day: &Value| {
            (day["day"].as_str().unwrap().to_owned(), day["event_id"].as_i64(), day["is_canceled"].as_bool().unwrap())
        };
        series[0]["days"].as_array().unwrap().iter().map(day).collect()
    }

    async fn made(&self) -> Vec<i64> {
        self.days().await.into_iter().filter_map(|(_, event, _)| event).collect()
    }
}

/// It is Sunday, 15 March 2026. The event was on Friday at 18:30 in Berlin, where daylight saving begins on 29 March.
async fn friday() -> Hall {
    Hall::with(json!({
        "start_datetime": "2026-03-13T17:30:00Z", "registration_closes": "2026-03-13T17:00:00Z",
        "time_zone": "Europe/Berlin", "registration_policy": "JOIN_CODE", "capacity": 16,
    }))
    .await
}

#[tokio::test]
async fn events_of_a_series_are_like_the_template_and_each_is_made_once() {
    let hall = friday().await;
    let planned = hall.repeats().await;
    assert_eq!((&planned["id"], &planned["time_zone"]), (&json!(1), &json!("Europe/Berlin")));
    assert_eq!(planned["has_ended"], false);
    tokio::join!(hall.makes_events(), hall.makes_events(), hall.makes_events());
    hall.makes_events().await;
    let days = hall.days().await;
    let shown: Vec<_> = days.iter().map(|(day, event, _)| (day.as_str(), event.is_some())).collect();
    assert_eq!(shown, [("2026-03-20", true), ("2026-03-27", true), ("2026-04-03", true)]);
    let mut events = 0;
    for id in hall.event + 1..days[2].1.unwrap() + 20 {
        events += usize::from(!hall.api.told(id).await.is_empty());
    }
    assert_eq!(events, 3, "no other event");
    let told = hall.api.told(days[2].1.unwrap()).await;
    let E::Created { details, .. } = &told[0] else { panic!("{told:?}") };
    assert_eq!(details.start_datetime, "2026-04-03T16:30:00Z".parse().ok(), "18:30 in summer");
    assert_eq!(details.registration_closes, "2026-04-03T16:00:00Z".parse().ok());
    assert_eq!((details.name.as_str(), details.capacity), ("Open", Some(16)));
    assert_eq!(told.iter().filter(|event| matches!(event, E::JoinCodeMade { .. })).count(), 1);
    let series = told.iter().find_map(|event| match event {
        E::OrganizingChanged { organizing } => organizing.series,
        _ => None,
    });
    assert_eq!(series.map(|of| (of.series_id, of.day.to_string())), Some((1, "2026-04-03".to_owned())));
    hall.api.clock.advance(TimeDelta::days(7));
    hall.makes_events().await;
    let later: Vec<_> = hall.days().await.into_iter().map(|(day, ..)| day).collect();
    assert_eq!(later, ["2026-03-27", "2026-04-03", "2026-04-10"]);

    hall.send(Method::POST, &format!("{SERIES}1/end/"), &Value::Null).await.json(200);
    hall.api.clock.advance(TimeDelta::days(7));
    hall.makes_events().await;
    assert_eq!(hall.made().await.len(), 2, "a series that has ended makes none any more");
    hall.send(Method::PATCH, &format!("{SERIES}1/"), &json!({})).await.json(200);
    hall.makes_events().await;
    assert_eq!(hall.made().await.len(), 3, "it goes on when it is changed");
}

#[tokio::test]
async fn the_same_plan_again_plans_no_second_series_and_faults_are_said_at_their_fields() {
    let hall = friday().await;
    let plan = json!({"template_id": hall.event, "first_day": "2026-03-20", "starts": "18:30"});
    let first = hall.send(Method::POST, SERIES, &plan).await.json(201);
    assert_eq!(hall.send(Method::POST, SERIES, &plan).await.json(200)["id"], first["id"]);
    let unread = json!({"first_day": "20.3.2026", "starts": "6 pm", "weeks_ahead": 27, "skipped": ["2026-3-27"]});
    let unread = hall.send(Method::POST, SERIES, &unread).await;
    assert_eq!(unread.fault("first_day"), "Must be a day such as `2026-03-20`.");
    assert_eq!(unread.fault("starts"), "Must be a time of the day such as `18:30`.");
    for field in ["template_id", "weeks_ahead", "skipped[0]"] {
        assert!(!unread.fault(field).is_empty());
    }
}

#[tokio::test]
async fn a_change_of_all_that_follow_leaves_earlier_events_and_days() {
    let hall = friday().await;
    hall.repeats().await;
    hall.makes_events().await;
    let made = hall.made().await;
    let path = format!("{EVENTS}{}/following/", made[1]);
    let change = json!({"prizes": "Store credit", "start_datetime": "2026-03-27T18:00:00Z"});
    assert_eq!(hall.send(Method::PATCH, &path, &change).await.json(200)["prizes"], "Store credit");
    let details = async |event| {
        let told = hall.api.told(event).await;
        let details = told.into_iter().rev().find_map(|event| match event {
            E::DetailsChanged { details } | E::Created { details, .. } => Some(details),
            _ => None,
        });
        details.unwrap()
    };
    let (first, last) = (details(made[0]).await, details(made[2]).await);
    assert_eq!((first.prizes.as_str(), first.start_datetime), ("", "2026-03-20T17:30:00Z".parse().ok()));
    assert_eq!((last.prizes.as_str(), last.start_datetime), ("Store credit", "2026-04-03T17:00:00Z".parse().ok()));
    assert_eq!(details(hall.event).await.prizes, "", "the template before");
    hall.api.clock.advance(TimeDelta::days(7));
    hall.makes_events().await;
    let next = details(*hall.made().await.last().unwrap()).await;
    assert_eq!((next.prizes.as_str(), next.start_datetime), ("Store credit", "2026-04-10T17:00:00Z".parse().ok()));
}

#[tokio::test]
async fn the_day_of_the_template_gets_no_other_event_when_it_is_moved_or_deleted() {
    let hall = Hall::with(json!({"start_datetime": "2026-03-20T17:30:00Z", "time_zone": "Europe/Berlin"})).await;
    hall.repeats().await;
    let path = format!("{EVENTS}{}/", hall.event);
    hall.send(Method::PATCH, &path, &json!({"start_datetime": "2026-03-21T17:30:00Z"})).await.json(200);
    hall.makes_events().await;
    let days = hall.days().await;
    assert_eq!((days.len(), &days[0]), (3, &("2026-03-20".to_owned(), Some(hall.event), false)));
    assert_eq!(hall.send(Method::DELETE, &path, &Value::Null).await.status, 204);
    hall.makes_events().await;
    assert_eq!(hall.days().await[0], ("2026-03-20".to_owned(), None, false), "nothing takes its place");
    let earlier = json!({"template_id": days[1].1, "first_day": "2026-03-27"});
    hall.send(Method::PATCH, "/api/v1/series/1/", &earlier).await.json(200);
    hall.makes_events().await;
    assert_eq!(hall.made().await, [days[1].1.unwrap(), days[2].1.unwrap()], "another template has its day already");
}
