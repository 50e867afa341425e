//! Events with planted secrets.

use e2e::TestApp;
use e2e::crawl::id;
use e2e::people::Person;
use reqwest::Method;
use serde_json::{Value, json};

/// An event whose last round is paired and not published, or a running one.
pub(super) struct Event {
    pub(super) id: i64,
    pub(super) entries: Vec<i64>,
    pub(super) teams: Vec<i64>,
    pub(super) rounds: Vec<i64>,
}

impl Event {
    /// Creates an event in progress with these people.
    pub(super) async fn new(app: &TestApp, name: &str, team_size: i64, people: &[Person]) -> Self {
        let details = json!({ "name": name, "event_format": "LEGACY", "team_size": team_size, "swiss_rounds": 3,
            "convention_slug": "planted", "publish_when_paired": false });
        let event = id(&app.post("/api/v1/magic-events/", &details).await.created());
        let mut made = Self { id: event, entries: Vec::new(), teams: Vec::new(), rounds: Vec::new() };
        for person in people {
            let entry = app.post(&made.path("registrations/"), &json!({ "username": person.username })).await.created();
            made.entries.push(id(&entry));
        }
        let size = usize::try_from(team_size).unwrap();
        for (number, members) in made.entries.chunks(size).enumerate().filter(|_| size > 1) {
            let team = json!({ "team_name": format!("Team {number}"), "registration_ids": members });
            let formed = app.post(&made.path("teams/"), &team).await.created();
            made.teams.push(id(&formed));
        }
        made
    }

    pub(super) fn path(&self, below: &str) -> String {
        format!("/api/v1/magic-events/{}/{below}", self.id)
    }

    pub(super) async fn tell(&self, app: &TestApp, method: Method, below: &str, body: &Value) {
        let reply = app.send(app.with_json(method, &self.path(below), body)).await;
        assert!(reply.status < 300, "{}: {}", reply.asked, reply.text());
    }

    pub(super) async fn begin(&self, app: &TestApp) {
        for status in ["REGISTRATION_CLOSED", "EVENT_IN_PROGRESS"] {
            self.tell(app, Method::POST, "lifecycle/", &json!({ "status": status })).await;
        }
    }

    /// Pairs a round, which only staff see.
    pub(super) async fn pair(&mut self, app: &TestApp) -> i64 {
        let round = id(&app.post(&self.path("rounds/"), &json!({ "kind": "swiss" })).await.created());
        self.rounds.push(round);
        round
    }

    /// Plays a round.
    pub(super) async fn play(&mut self, app: &TestApp) {
        let round = self.pair(app).await;
        self.tell(app, Method::POST, &format!("rounds/{round}/start/"), &json!({})).await;
        self.tell(app, Method::POST, &format!("rounds/{round}/complete/"), &json!({ "unreported": "draw" })).await;
    }

    /// Pairs the last round by hand. `turn` chooses who meets whom and who has the bye.
    pub(super) async fn pair_by_hand(&self, app: &TestApp, turn: usize) {
        let (field, all) = if self.teams.is_empty() { ("players", &self.entries) } else { ("teams", &self.teams) };
        let mut sides = all.clone();
        sides.rotate_left(turn);
        let matches: Vec<_> = sides.chunks(2).map(|sides| json!({ field: sides })).collect();
        let below = format!("rounds/{}/pairings/", self.rounds.last().unwrap());
        self.tell(app, Method::PUT, &below, &json!({ "matches": matches })).await;
    }

    /// The matches of the last round.
    pub(super) async fn tables(&self, app: &TestApp) -> Vec<i64> {
        let path = format!("/api/v1/tournament-rounds/{}/matches/", self.rounds.last().unwrap());
        app.get(&path).await.json()["matches"].as_array().unwrap().iter().map(id).collect()
    }
}

impl Event {
    /// Plants secrets in the first registration.
    pub(super) async fn plant(&self, app: &TestApp, list: i64) {
        let below = format!("registrations/{}/", self.entries[0]);
        let secrets =
            json!({ "internal_notes": "planted-note", "tags": ["planted-tag"], "walletpay_order_id": "planted-order" });
        self.tell(app, Method::PATCH, &below, &secrets).await;
        self.tell(app, Method::PUT, &format!("{below}decklist/"), &json!({ "decklist_id": list })).await;
    }

    /// Plants secrets in a penalty and a call.
    pub(super) async fn judge(&self, app: &TestApp) {
        let penalty = json!({ "registration_id": self.entries[0], "infraction": "Tardiness", "penalty": "WARNING",
            "note": "planted-penalty" });
        self.tell(app, Method::POST, "penalties/", &penalty).await;
        self.tell(app, Method::POST, "calls/", &json!({ "table": 1, "note": "planted-call" })).await;
    }
}
