//! On-demand queues that work alone: players join and answer on their phones, and the events that the queue makes are paired,
//! played and finished without staff.

use chrono::TimeDelta;
use e2e::crawl::id;
use e2e::people::Person;
use e2e::until::{until, wanted};
use e2e::visitor::{Visitor, hidden, with_fields};
use e2e::{Options, Reply, TestApp};
use proto_events::vocabulary::Role;
use serde_json::{Value, json};
use service_kit::clock::Clock as _;

use crate::given::{asks, change, create, event, member, own_page, presses, register_name, settings};

/// A convention with a queue of four.
struct Open {
    app: TestApp,
    organizer: Person,
    convention: i64,
    queue: i64,
    /// The registrations in the queue.
    entries: Vec<i64>,
}

impl Open {
    async fn with(players: usize) -> Self {
        let app = TestApp::with(Options { writers: 2, ..Options::default() }).await;
        let convention = json!({"name": "Open", "status": "SCHEDULED"});
        let convention = create(&app, "/api/v1/conventions/", &convention).await;
        let queue = json!({ "name": "Draft", "convention_slug": "open", "queue_size": 4, "first_table": 11 });
        let queue = event(&app, queue).await;
        let organizer = member(&app, "organizer", Role::Admin).await;
        let mut entries = Vec::new();
        for name in ('A'..).take(players) {
            entries.push(register_name(&app, queue, &format!("Player {name}")).await);
        }
        Self { app, organizer, convention, queue, entries }
    }

    async fn statuses(&self) -> Vec<(Value, Value)> {
        let path = format!("/api/v1/magic-events/{}/registrations/", self.queue);
        let mut entries = self.app.get(&path).await.list();
        // Each process has ids of its own, so they do not tell who came first.
        entries.sort_by_key(|entry| self.entries.iter().position(|known| *known == id(entry)));
        let status = |it: &Value| (it["registration_status"].clone(), it["queue_check_in_status"].clone());
        entries.iter().map(status).collect()
    }

    /// Waits until these players have this status in the queue.
    async fn until_all(&self, players: std::ops::Range<usize>, status: &str) {
        until("all have this status", async || {
            self.app.applied().await;
            wanted(self.statuses().await, |statuses| {
                let mut of_players = statuses[players.clone()].iter();
                of_players.all(|(registration, queue)| registration == status || queue == status)
            })
        })
        .await;
    }

    async fn page(&self, player: usize) -> String {
        own_page(&self.app, self.queue, self.entries[player]).await
    }

    async fn answers(&self, player: usize, step: &str) -> Reply {
        presses(&self.app, self.queue, self.entries[player], step).await
    }

    async fn public(&self, path: &str) -> String {
        self.app.applied().await;
        self.app.send(self.app.anonymous(path)).await.text().to_owned()
    }

    /// Waits until the queue has made so many events, and returns them.
    async fn has_made(&self, count: usize) -> Vec<i64> {
        let made = async || {
            self.app.applied().await;
            let convention = self.app.get("/api/v1/conventions/open/").await.json();
            let events = convention["magic_events"].as_array().unwrap().iter().map(id);
            let made: Vec<_> = events.filter(|id| *id != self.queue).collect();
            wanted(made, |made| made.len() == count)
        };
        until("events of the queue", made).await
    }

    /// Reports all results of an event until it is over, which it is by itself.
    async fn plays(&self, event: i64) {
        let path = format!("/api/v1/magic-events/{event}/");
        until("the event is over", async || {
            self.app.applied().await;
            let state = self.app.get(&path).await.json();
            if state["settings"]["event_lifecycle_status"] == "EVENT_FINISHED" {
                return Ok(());
            }
            let phases = state["tournament_phases"].as_array().unwrap().iter();
            for round in phases.flat_map(|phase| phase["rounds"].as_array().unwrap()) {
                let matches = self.app.get(&format!("/api/v1/tournament-rounds/{}/matches/", id(round))).await.json();
                for game in matches["matches"].as_array().into_iter().flatten() {
                    let [one, other] = [0, 1].map(|seat| id(&game["players"][seat]["user_event_status"]).to_string());
                    let result = json!({ "games_won": { one: 2, other: 0 } });
                    // It is refused while the round is not started, or once it has a result.
                    self.app.post(&format!("{path}matches/{}/result/", id(game)), &result).await;
                }
            }
            Err(state)
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_queue_of_four_fires_twice_and_its_events_end_by_themselves() {
    let open = Open::with(8).await;
    open.until_all(0..4, "WAITING_FOR_PLAYER_RESPONSE").await;
    assert!(open.page(0).await.contains("Your table is ready. Come now."));
    assert!(open.page(5).await.contains("You are number 2 in line."), "{}", open.page(5).await);
    assert_ne!(open.answers(5, "queue-come").await.status, 303, "only called players answer");
    let wall = open.public(&format!("/events/{}/screen/", open.queue)).await;
    assert!(wall.contains(">A, Player<") && wall.contains("data-ends=") && wall.contains("In line: "), "{wall}");
    let catalogue = open.public("/conventions/open/queues/").await;
    assert!(
        catalogue.contains("Join the queue") && catalogue.contains(&format!("/me/{}/sign-up/", open.queue)),
        "{catalogue}"
    );
    for player in 0..4 {
        assert_eq!(open.answers(player, "queue-come").await.status, 303, "{player}");
    }
    open.until_all(0..4, "MOVED_TO_CHILD_EVENT").await;
    open.until_all(4..8, "WAITING_FOR_PLAYER_RESPONSE").await;
    for player in 4..8 {
        assert_eq!(open.answers(player, "queue-come").await.status, 303, "{player}");
    }
    let made = open.has_made(2).await;
    assert!(open.page(0).await.contains("Open my event"));
    for event in made {
        open.plays(event).await;
    }
    // Who played may wait again.
    assert_eq!(open.answers(0, "queue-wait").await.status, 303);
    open.until_all(0..1, "WAITING_FOR_CHECK_IN_REQUEST").await;
    open.has_made(2).await;
    open.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_queue_calls_from_its_start_on_also_if_that_is_moved() {
    let open = Open::with(3).await;
    let starts = async |after: TimeDelta| {
        let start = (open.app.clock.now() + after).to_rfc3339();
        change(&open.app, open.queue, &json!({ "start_datetime": start, "time_zone": "Europe/Berlin" })).await;
    };
    starts(TimeDelta::days(60)).await;
    let fourth = asks(&open.app, open.queue, "registrations/", &json!({ "name": "Player D" })).await;
    assert_eq!(fourth["queue_check_in_status"], "WAITING_FOR_CHECK_IN_REQUEST");
    open.app.applied().await;
    assert!(open.page(0).await.contains("Begins: "), "{}", open.page(0).await);
    assert!(open.public("/conventions/open/queues/").await.contains("Begins: "));
    open.until_all(0..3, "WAITING_FOR_CHECK_IN_REQUEST").await;
    let friends = format!("{}team/", open.app.private_link(open.queue, open.entries[0]).await);
    assert!(open.public(&friends).await.contains("A queue calls the players of a group together."));
    starts(TimeDelta::hours(1)).await;
    open.app.clock.advance(TimeDelta::hours(1));
    open.until_all(0..3, "WAITING_FOR_PLAYER_RESPONSE").await;
    open.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_marks_players_as_here_and_begins_with_fewer() {
    let open = Open::with(3).await;
    open.app.applied().await;
    let mut staff = Visitor::signed_in(&open.app, &open.organizer).await;
    let path = format!("/desk/conventions/{}/queues/", open.convention);
    let mut token = hidden(staff.open(&path).await.text(), &path);
    token.retain(|(name, _)| name == "form_token");
    let form = |player: usize, step: &str| {
        let [event, entry] = [open.queue, open.entries[player]].map(|id| id.to_string());
        with_fields(&token, &[("event", &event), ("registration", &entry), ("step", step)])
    };
    for (player, name, status) in [
        (0, "here", "CHECKED_IN"),
        (1, "call", "WAITING_FOR_PLAYER_RESPONSE"),
        (1, "here", "CHECKED_IN"),
        (2, "standby", "STANDBY"),
        (2, "remove", "DECLINED"),
        (2, "wait", "WAITING_FOR_CHECK_IN_REQUEST"),
    ] {
        assert_eq!(staff.send(&path, &form(player, name)).await.status, 303, "{player} {name}");
        open.until_all(player..player + 1, status).await;
    }
    assert_eq!(staff.send(&path, &form(0, "fire")).await.status, 303);
    open.until_all(0..2, "MOVED_TO_CHILD_EVENT").await;
    open.until_all(2..3, "WAITING_FOR_CHECK_IN_REQUEST").await;
    let made = open.has_made(1).await;
    let settings = settings(&open.app, made[0]).await;
    assert_eq!((&settings["first_table"], &settings["parent_id"]), (&json!(11), &json!(open.queue)));
    open.app.stop().await;
}
