//! Three phones, a wall and a desk side by side through an event of 32 players: no page is reloaded, one phone sleeps
//! through two rounds, the server restarts, and the network drops for some time.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use e2e::browser::{Browser, Look};
use e2e::line::Line;
use e2e::{Options, TestApp};
use proto_events::vocabulary::Role;
use serde_json::{Value, json};

use crate::given::{asks, event, member, sign_in};

/// How long the network drops. Meanwhile pages try to connect again, and each pause is longer than the last: 2, 4, 8 s.
const CUT: Duration = Duration::from_secs(20);
const FIRST: [&str; 8] = ["Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hal"];
const LAST: [&str; 4] = ["Ash", "Birch", "Cole", "Dale"];

/// The hall with its event.
struct Hall {
    app: TestApp,
    /// The network of the hall.
    line: Line,
    event: i64,
    /// The paths of the players' private links, by registration.
    links: BTreeMap<i64, String>,
}

/// A table of a round.
#[derive(Debug, Clone)]
struct Table {
    number: i64,
    game: i64,
    players: Vec<i64>,
}

impl Hall {
    /// Opens the hall: everyone is registered and has a private link, and play has begun.
    async fn open() -> Self {
        let app = TestApp::start().await;
        let line = Line::to(&app.address()).await;
        let details = json!({ "name": "Store Championship", "event_format": "MODERN", "swiss_rounds": 5 });
        let names: Vec<_> = FIRST.iter().flat_map(|first| LAST.map(|last| format!("{first} {last}"))).collect();
        let event = event(&app, &details, &names).await;
        let links = app.private_links(event).await;
        let hall = Self { app, line, event, links };
        hall.asks("lifecycle/", &json!({ "status": "EVENT_IN_PROGRESS" })).await;
        hall
    }

    /// Sends a request of staff about the event.
    async fn asks(&self, below: &str, body: &Value) -> Value {
        asks(&self.app, self.event, below, body).await
    }

    /// Pairs the next round. Only staff see it.
    async fn pairs(&self) -> (i64, Vec<Table>) {
        let round = self.asks("rounds/", &json!({ "kind": "swiss" })).await;
        let tables = round["matches"].as_array().unwrap().iter().map(|table| Table {
            number: table["table_number"].as_i64().unwrap(),
            game: table["id"].as_i64().unwrap(),
            players: table["players"]
                .as_array()
                .unwrap()
                .iter()
                .map(|seat| seat["registration"].as_i64().unwrap())
                .collect(),
        });
        let tables: Vec<_> = tables.collect();
        assert_eq!(tables.len(), FIRST.len() * LAST.len() / 2);
        (round["id"].as_i64().unwrap(), tables)
    }

    async fn publishes(&self, round: i64) {
        self.asks(&format!("rounds/{round}/publish/"), &json!({})).await;
    }

    /// Plays a round from its start to its end.
    async fn plays(&self, round: i64, tables: &[Table]) {
        self.asks(&format!("rounds/{round}/start/"), &json!({})).await;
        for table in tables {
            self.reports(table).await;
        }
        self.asks(&format!("rounds/{round}/complete/"), &json!({})).await;
    }

    /// The first player of a table wins.
    async fn reports(&self, table: &Table) {
        let games = json!({ table.players[0].to_string(): 2, table.players[1].to_string(): 0 });
        let body = json!({ "games_won": games, "games_drawn": 0 });
        self.asks(&format!("matches/{}/result/", table.game), &body).await;
    }

    /// A player's phone, with the private link open.
    async fn phone(&self, entry: i64) -> Phone {
        let browser = Browser::start(&self.line.address()).await;
        browser.look(Look::Phone).await;
        browser.open(&self.links[&entry]).await;
        Phone { browser, entry }
    }

    /// Restarts the server.
    async fn restarts(self) -> Self {
        let Self { app, line, event, links } = self;
        line.cut();
        let app = app.restart(Options::default()).await;
        line.mend(&app.address());
        Self { app, line, event, links }
    }
}

/// The phone of a player.
struct Phone {
    browser: Browser,
    entry: i64,
}

impl Phone {
    /// Waits until the phone shows the player's table. Returns how long it took.
    async fn comes_to_its_table(&self, round: usize, tables: &[Table], since: Instant) -> Duration {
        let table = tables.iter().find(|table| table.players.contains(&self.entry)).unwrap();
        self.browser.comes_to_show(&format!("Round {round}")).await;
        self.browser.comes_to_show(&format!("Table {}", table.number)).await;
        since.elapsed()
    }
}

/// Waits until all phones show their tables, and says how long it took.
#[allow(clippy::print_stderr, reason = "a figure for people")]
async fn everybody_finds_the_table(what: &str, phones: [&Phone; 3], round: usize, tables: &[Table], since: Instant) {
    let [one, other, third] = phones.map(|phone| phone.comes_to_its_table(round, tables, since));
    let (one, other, third) = tokio::join!(one, other, third);
    let times = [one, other, third].map(|time| format!("{} ms", time.as_millis())).join(", ");
    eprintln!("{what}: the phones show round {round} after {times}, measured through the browsers' driver");
}

#[tokio::test(flavor = "multi_thread")]
async fn phones_wall_and_desk_follow_an_event_without_reloading() {
    let hall = Hall::open().await;
    let desk = Browser::start(&hall.line.address()).await;
    desk.open("/login/").await;
    sign_in(&desk, &member(&hall.app, "olga", Role::Organizer).await).await;
    let wall = Browser::start(&hall.line.address()).await;
    let (_, tables) = hall.pairs().await;
    let (one, other) = (hall.phone(tables[0].players[0]).await, hall.phone(tables[0].players[1]).await);
    let sleeper = hall.phone(tables[1].players[0]).await;
    for phone in [&one, &other, &sleeper] {
        phone.browser.sees("The next round is not published yet.").await;
    }
    wall.open(&format!("/events/{}/screen/", hall.event)).await;
    desk.open(&format!("/desk/events/{}/round/", hall.event)).await;

    let published = Instant::now();
    desk.press("Publish the pairings").await;
    everybody_finds_the_table("published at the desk", [&one, &other, &sleeper], 1, &tables, published).await;
    wall.comes_to_show("Round 1").await;
    desk.press("Start Round 1").await;
    one.browser.comes_to_show("Report the result").await;
    one.browser.press("You won 2–0").await;
    other.browser.comes_to_show("You lost 0–2").await;
    desk.comes_to_show("15 tables have not reported").await;
    other.browser.press("Yes, confirm").await;
    one.browser.comes_to_show("This result is confirmed.").await;
    wall.comes_to_show("15 tables").await;
    let followers = [&one.browser, &other.browser, &sleeper.browser, &wall];
    for browser in followers {
        browser.remember_page().await;
    }

    sleeper.browser.offline(true).await;
    let round = hall.app.get(&format!("/api/v1/magic-events/{}/overview/", hall.event)).await.json();
    let round = round["current_round"]["id"].as_i64().unwrap();
    for table in &tables[1..] {
        hall.reports(table).await;
    }
    hall.asks(&format!("rounds/{round}/complete/"), &json!({})).await;
    let (round, tables) = hall.pairs().await;
    hall.publishes(round).await;
    for phone in [&one, &other] {
        phone.comes_to_its_table(2, &tables, Instant::now()).await;
    }
    hall.plays(round, &tables).await;
    let hall = hall.restarts().await;
    let (round, tables) = hall.pairs().await;
    hall.publishes(round).await;
    let woken = Instant::now();
    sleeper.browser.offline(false).await;
    everybody_finds_the_table("woken, after a restart", [&one, &other, &sleeper], 3, &tables, woken).await;
    wall.comes_to_show("Round 3").await;
    desk.comes_to_show("Round 3").await;

    hall.line.cut();
    let is_over = tokio::time::Instant::now() + CUT;
    hall.plays(round, &tables).await;
    let (round, tables) = hall.pairs().await;
    hall.publishes(round).await;
    tokio::time::sleep_until(is_over).await;
    let mended = Instant::now();
    hall.line.mend(&hall.app.address());
    everybody_finds_the_table("after the network dropped", [&one, &other, &sleeper], 4, &tables, mended).await;
    wall.comes_to_show("Round 4").await;
    for browser in followers {
        assert!(browser.is_remembered_page().await, "{} was loaded anew", browser.path().await);
    }
    hall.app.stop().await;
}
