//! Events of a convention share a hall: no two of them have a table at the same time, unless staff says so.

use axum::http::Method;
use proto_events::ids::ConventionId;
use proto_events::vocabulary::{LifecycleStatus, RegistrationStatus};
use proto_events::{ConventionEvent, DomainEvent, StreamId, TournamentEvent};
use serde_json::{Value, json};
use storage::LogReader as _;

use crate::events::{EVENTS, Hall};
use crate::harness::{Reply, TestApi};
use crate::rounds::{registered, user_of};

/// A convention, and ids of its events.
struct Convention {
    hall: Hall,
    id: ConventionId,
    events: Vec<i64>,
}

impl Convention {
    /// A convention with an event of eight players in progress for each of these settings.
    async fn with(events: &[Value]) -> Self {
        let hall = Hall::with(json!({})).await;
        let made = hall.send(Method::POST, "/api/v1/conventions/", &json!({"name": "Moxhall Open"})).await.json(201);
        let mut convention = Self { hall, id: ConventionId(made["id"].as_i64().unwrap()), events: Vec::new() };
        for settings in events {
            let mut settings = settings.clone();
            settings["convention_slug"] = json!("moxhall-open");
            let event = convention.hall.announce(settings).await;
            convention.begins(event).await;
            convention.events.push(event);
        }
        convention
    }

    /// Eight players register for an event, which begins.
    async fn begins(&self, event: i64) {
        let joins = |player| registered(1_000 * event + player, user_of(player), RegistrationStatus::Complete);
        let begun = TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventInProgress };
        let events = (1..=8).map(joins).chain([begun]).collect();
        self.hall.api.happen(self.hall.store.id, event, events).await;
    }

    /// Pairs a round of an event by a process.
    async fn pair(&self, api: &TestApi, event: i64) -> Reply {
        let path = format!("{EVENTS}{event}/rounds/");
        api.as_key(&self.hall.store.key, Method::POST, &path, &json!({"kind": "swiss"})).await
    }

    /// Pairs a round of each event at once, by two processes.
    async fn pair_all(&self) -> Vec<Reply> {
        let other = self.hall.api.another_process().await;
        let apis = [&self.hall.api, &other];
        let events = self.events.iter().enumerate();
        futures::future::join_all(events.map(|(at, event)| self.pair(apis[at % 2], *event))).await
    }

    /// Returns what was taken, in order.
    async fn taken(&self) -> Vec<(i64, i32, i32)> {
        let log = self.hall.api.store.read_stream(StreamId::convention(self.id), 0).await.unwrap();
        let taken = log.iter().filter_map(|event| match event.decode().unwrap().event {
            DomainEvent::Convention(ConventionEvent::TablesTaken { tournament_id, first, last }) if first <= last => {
                Some((tournament_id.0, first, last))
            }
            _ => None,
        });
        taken.collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_events_that_want_the_same_tables_at_once_one_gets_them() {
    let convention = Convention::with(&vec![json!({"first_table": 1}); 8]).await;
    let replies = convention.pair_all().await;
    let mut statuses: Vec<_> = replies.iter().map(|reply| reply.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409, 409, 409, 409, 409]);
    let refused = replies.iter().find(|reply| reply.status == 409).unwrap();
    let said = "This event needs tables 1 to 4, and Open has tables 1 to 4. Set other tables";
    assert!(refused.detail(409).starts_with(said), "{}", refused.text());
    let taken = convention.taken().await;
    assert_eq!((taken.len(), taken[0].1, taken[0].2), (1, 1, 4));
    assert_eq!(refused.problem(409)["magic_event"], taken[0].0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn events_without_a_range_get_tables_that_are_free() {
    let convention = Convention::with(&vec![json!({}); 8]).await;
    for reply in convention.pair_all().await {
        reply.json(201);
    }
    let mut taken: Vec<_> = convention.taken().await.into_iter().map(|(_, first, last)| (first, last)).collect();
    taken.sort_unstable();
    assert_eq!(taken, (0..8).map(|at| (1 + 4 * at, 4 + 4 * at)).collect::<Vec<_>>());
}

#[tokio::test]
async fn an_event_outside_of_conventions_takes_no_tables() {
    let convention = Convention::with(&[json!({})]).await;
    let alone = convention.hall.announce(json!({})).await;
    convention.begins(alone).await;
    convention.pair(&convention.hall.api, convention.events[0]).await.json(201);
    convention.pair(&convention.hall.api, alone).await.json(201);
    assert_eq!(convention.taken().await, [(convention.events[0], 1, 4)]);
}

#[tokio::test]
async fn tables_that_are_named_by_hand_count_too() {
    let convention = Convention::with(&[json!({"first_table": 11, "last_table": 20}), json!({"last_table": 9})]).await;
    let [first, second]: [i64; 2] = convention.events[..].try_into().unwrap();
    let api = &convention.hall.api;
    convention.pair(api, second).await.json(201);
    let round = convention.pair(api, first).await.json(201);
    let path = format!("{EVENTS}{first}/rounds/{}/pairings/", round["id"]);
    let entry = |player: i64| 1_000 * first + player;
    let table = |number: i64, one: i64| json!({"players": [entry(one), entry(one + 1)], "table_number": number});
    let by_hand = async |number: i64| {
        let tables = json!({"matches": [table(number, 1), table(12, 3), table(13, 5), table(14, 7)]});
        convention.hall.send(Method::PUT, &path, &tables).await
    };
    by_hand(9).await.problem(409);
    by_hand(10).await.json(200);
    assert_eq!(convention.taken().await.last(), Some(&(first, 10, 20)));
}
