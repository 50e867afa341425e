//! What the service does by itself at a set time, and what follows the log, in one process and in several.

use chrono::{DateTime, Duration as Span, Utc};
use domain::tournament::facts::facts;
use e2e::hook_receiver::HookReceiver;
use e2e::until::{until, wanted};
use e2e::{Options, TestApp};
use proto_events::ids::{TournamentId, WebhookId};
use proto_events::tournament::{MessageTo, TournamentDetails};
use proto_events::vocabulary::{EventFormat, LifecycleStatus, WebhookEventType};
use proto_events::{Actor, DomainEvent, StreamId, TournamentEvent};
use serde_json::json;
use storage::deliveries::{ChannelKind, DeliveryPage, DeliveryState, ScheduledTask};
use storage::webhooks::WebhookMessage;

use crate::given::{asks, change, create};

pub(crate) fn options() -> Options {
    Options { writers: 2, webhooks_inside: true, ..Options::default() }
}

/// Creates an event whose registration opens and closes at these times.
async fn event(app: &TestApp, opens: DateTime<Utc>, closes: DateTime<Utc>) -> TournamentId {
    crate::given::event(app, json!({ "registration_opens": opens, "registration_closes": closes })).await.into()
}

/// Returns the steps of an event, each with whether the service itself took it.
async fn steps(app: &TestApp, event: TournamentId) -> Vec<(LifecycleStatus, bool)> {
    let step = |envelope: proto_events::Envelope| match envelope.event {
        DomainEvent::Tournament(TournamentEvent::LifecycleChanged { status }) => {
            Some((status, envelope.actor == Actor::System))
        }
        _ => None,
    };
    app.stream(StreamId::tournament(event)).await.into_iter().filter_map(step).collect()
}

/// Waits until an event has taken its last step. Returns all.
async fn steps_until(app: &TestApp, event: TournamentId, last: LifecycleStatus) -> Vec<(LifecycleStatus, bool)> {
    let is_last = |steps: &Vec<(LifecycleStatus, bool)>| steps.last().is_some_and(|(status, _)| *status == last);
    until("the last step", async || wanted(steps(app, event).await, is_last)).await
}

/// Waits until no task is due that has not run.
pub(crate) async fn until_idle(app: &TestApp) {
    let store = app.commands();
    until("all tasks have run", async || {
        let oldest = store.events().oldest_pending_message(ChannelKind::Schedule).await.unwrap();
        wanted(oldest, |oldest| oldest.is_none_or(|it| it > app.clock_now()))
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn registration_opens_and_closes_by_itself_once_across_a_restart() {
    use LifecycleStatus::{RegistrationClosed as Closed, RegistrationOpen as Open, WaitlistOnly};
    let app = TestApp::with(options()).await;
    let (opens, closes) = (app.clock_now() + Span::hours(1), app.clock_now() + Span::hours(3));
    let mut events = Vec::new();
    for _ in 0..4 {
        events.push(event(&app, opens, closes).await);
    }
    let [usual, by_hand, moved, canceled] = events[..] else { panic!("four events") };
    assert_eq!(steps(&app, usual).await, [(Closed, false)], "it is not open yet");
    // Staff opens the one before, moves the times of another, and cancels the third.
    asks(&app, by_hand.0, "lifecycle/", &json!({ "status": WaitlistOnly })).await;
    change(&app, moved.0, &json!({ "registration_opens": opens + Span::hours(1) })).await;
    change(&app, canceled.0, &json!({ "is_canceled": true })).await;

    app.clock.advance(Span::minutes(59));
    until_idle(&app).await;
    assert_eq!(steps(&app, usual).await.len(), 1, "a minute before");
    app.clock.advance(Span::minutes(1));
    assert_eq!(steps_until(&app, usual, Open).await, [(Closed, false), (Open, true)]);
    let app = app.restart(options()).await;
    until_idle(&app).await;
    assert_eq!(steps(&app, moved).await, [(Closed, false)], "its time was changed");
    app.clock.advance(Span::hours(1));
    assert_eq!(steps_until(&app, moved, Open).await, [(Closed, false), (Open, true)]);
    app.clock.advance(Span::hours(1));
    let all = [(Closed, false), (Open, true), (Closed, true)];
    assert_eq!(
        (steps_until(&app, usual, Closed).await, steps_until(&app, moved, Closed).await),
        (all.to_vec(), all.to_vec())
    );
    assert_eq!(steps_until(&app, by_hand, Closed).await, [(Closed, false), (WaitlistOnly, false), (Closed, true)]);
    until_idle(&app).await;
    assert_eq!(steps(&app, canceled).await, [(Closed, false)]);
    app.clock.advance(Span::days(1));
    let app = app.restart(options()).await;
    until_idle(&app).await;
    assert_eq!(steps(&app, usual).await, all, "each once");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_that_fails_holds_up_no_other_task_of_its_event() {
    let app = TestApp::with(options()).await;
    let opens = app.clock_now() + Span::hours(1);
    let event = event(&app, opens, opens + Span::hours(1)).await;
    let (of, organization_id, due_at) = (event.0, app.organization, app.clock_now());
    let damaged = |number| {
        let (cause, task) = (format!("damaged/{number}"), "{}".to_owned());
        ScheduledTask { of, organization_id, cause, due_at, expires_at: None, task }.queued()
    };
    app.commands().events().queue_messages(&[damaged(1), damaged(2)]).await.unwrap();
    app.clock.advance(Span::hours(1));
    steps_until(&app, event, LifecycleStatus::RegistrationOpen).await;
    let page = DeliveryPage { recipient: damaged(1).recipient, state: None, before: None, limit: 9 };
    let tasks = app.commands().events().deliveries(&page).await.unwrap();
    let failing = tasks.iter().filter(|task| task.message.cause.starts_with("damaged/"));
    assert!(failing.clone().count() == 2 && failing.clone().all(|task| task.state == DeliveryState::Pending));
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_that_follow_a_backlog_at_once_queue_each_message_of_a_webhook_once() {
    let app = TestApp::with(options()).await;
    let receiver = HookReceiver::start().await;
    let webhook = json!({ "url": receiver.url(), "event_types": ["tournament.changed"], "description": "Screens" });
    let webhook = WebhookId(create(&app, "/api/v1/webhooks/", &webhook).await);
    let event = event(&app, app.clock_now(), app.clock_now() + Span::hours(1)).await;
    // Some read batches, of which only every second event becomes a message.
    let renamed = |number: i32| {
        let details = TournamentDetails::new(format!("Event {number}"), EventFormat::Legacy);
        let (to, text) = (MessageTo::All, String::new());
        let other = TournamentEvent::StaffMessageSent { to, text };
        [TournamentEvent::DetailsChanged { details }.into(), other.into()]
    };
    app.append(app.organization, StreamId::tournament(event), (0..600).flat_map(renamed).collect()).await;
    let log = app.stream(StreamId::tournament(event)).await;
    let expected: Vec<_> = log
        .iter()
        .filter(|it| match &it.event {
            DomainEvent::Tournament(event) => facts(event).messages.contains(&WebhookEventType::TournamentChanged),
            _ => false,
        })
        .map(|it| it.position)
        .collect();
    assert!(expected.len() >= 600);
    let (store, last) = (app.commands(), *expected.last().unwrap());
    until("all are queued", async || {
        wanted(store.events().webhook_progress().await.unwrap().position, |read| *read >= last)
    })
    .await;
    let page = DeliveryPage { recipient: webhook.into(), state: None, before: None, limit: 10_000 };
    let queued = store.events().deliveries(&page).await.unwrap();
    assert!(queued.iter().all(|it| it.state != DeliveryState::Undelivered));
    let positions: Vec<_> = queued.iter().rev().map(|it| WebhookMessage::read(&it.message).unwrap().position).collect();
    assert_eq!(positions, expected, "each once, in order");
    app.stop().await;
}
