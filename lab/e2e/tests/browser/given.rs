//! Shared set-up of the browser tests.

use e2e::TestApp;
use e2e::browser::{Browser, Look};
use e2e::crawl::id;
use e2e::people::{PASSWORD, Person};
use proto_events::vocabulary::Role;
use serde_json::{Value, json};

/// An event with these players. Returns its id.
pub(crate) async fn event(app: &TestApp, details: &Value, players: &[impl AsRef<str>]) -> i64 {
    let event = id(&app.post("/api/v1/magic-events/", details).await.created());
    for name in players {
        asks(app, event, "registrations/", &json!({ "name": name.as_ref() })).await;
    }
    event
}

/// Sends a request of staff about an event.
pub(crate) async fn asks(app: &TestApp, event: i64, below: &str, body: &Value) -> Value {
    let reply = app.post(&format!("/api/v1/magic-events/{event}/{below}"), body).await;
    assert!((200..300).contains(&reply.status), "{}: {}", reply.asked, reply.text());
    reply.any_json()
}

/// Begins an event, and pairs and publishes a round. Returns its id.
pub(crate) async fn published(app: &TestApp, event: i64) -> i64 {
    asks(app, event, "lifecycle/", &json!({ "status": "EVENT_IN_PROGRESS" })).await;
    let (round, _) = pairs(app, event).await;
    asks(app, event, &format!("rounds/{round}/publish/"), &json!({})).await;
    app.applied().await;
    round
}

/// A table of a round, or the bye of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) number: i64,
    pub(crate) game: i64,
    /// The registrations by seat.
    pub(crate) players: Vec<i64>,
}

impl Table {
    /// Reads the tables of a round: `registration` finds the registration of a player.
    pub(crate) fn all(round: &Value, registration: impl Fn(&Value) -> &Value) -> Vec<Self> {
        let table = |table: &Value| {
            let players = table["players"].as_array().unwrap().iter();
            let players = players.map(|player| registration(player).as_i64().unwrap()).collect();
            Self { number: table["table_number"].as_i64().unwrap(), game: id(table), players }
        };
        round["matches"].as_array().unwrap().iter().map(table).collect()
    }

    /// Reads the tables of a round that programs read.
    pub(crate) fn published(round: &Value) -> Vec<Self> {
        Self::all(round, |player| &player["user_event_status"]["id"])
    }
}

/// Pairs the next round of an event. Only staff see it. Returns its id and its tables.
pub(crate) async fn pairs(app: &TestApp, event: i64) -> (i64, Vec<Table>) {
    let round = asks(app, event, "rounds/", &json!({ "kind": "swiss" })).await;
    (id(&round), Table::all(&round, |player| &player["registration"]))
}

/// Plays a round from its start to its end. The first player of each table wins.
pub(crate) async fn plays(app: &TestApp, event: i64, round: i64, tables: &[Table]) {
    asks(app, event, &format!("rounds/{round}/start/"), &json!({})).await;
    win(app, event, tables).await;
    asks(app, event, &format!("rounds/{round}/complete/"), &json!({})).await;
}

/// Reports that the first player of each table has won.
pub(crate) async fn win(app: &TestApp, event: i64, tables: &[Table]) {
    for Table { game, players, .. } in tables {
        if let [one, other] = players[..] {
            let games = json!({ "games_won": { one.to_string(): 2, other.to_string(): 0 } });
            asks(app, event, &format!("matches/{game}/result/"), &games).await;
        }
    }
}

/// A member of the app's organization who can sign in.
pub(crate) async fn member(app: &TestApp, username: &str, role: Role) -> Person {
    let person = app.member(app.organization, username, role).await;
    app.with_password(person).await
}

/// A phone on which a page is open.
pub(crate) async fn phone(app: &TestApp, path: &str, has_scripts: bool) -> Browser {
    let phone = Browser::start(&app.address()).await;
    phone.scripts(has_scripts).await;
    phone.look(Look::Phone).await;
    phone.open(path).await;
    phone
}

/// A browser in which a person is signed in.
pub(crate) async fn signed_in(app: &TestApp, person: &Person) -> Browser {
    let browser = Browser::start(&app.address()).await;
    browser.open("/login/").await;
    sign_in(&browser, person).await;
    browser
}

/// Signs a member in on the open page.
pub(crate) async fn sign_in(browser: &Browser, person: &Person) {
    sign_in_to(browser, person, "/admin/").await;
}

/// Signs a person in on the open page, and waits for the page that follows.
pub(crate) async fn sign_in_to(browser: &Browser, person: &Person, next: &str) {
    browser.fill("Username", &person.username).await;
    browser.fill("Password", PASSWORD).await;
    browser.press("Sign in").await;
    browser.arrives_at(next).await;
}
