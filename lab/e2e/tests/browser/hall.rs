//! Three phones, a wall and a desk side by side through an event of 32 players: no page is reloaded, one phone sleeps
//! through two rounds, the server restarts, and the network drops for some time.

use std::collections::BTreeMap;
use std::time::Duration;

use e2e::browser::{Browser, Look};
use e2e::line::Line;
use e2e::{Options, TestApp};
use proto_events::vocabulary::Role;
use serde_json::{Value, json};

use crate::given::{Table, asks, event, member, pairs, plays, sign_in, win};

/// How long the network drops. Meanwhile pages try to connect again, and each pause is longer than the last: 2, 4, 8 s.
const CUT: Duration = Duration::from_secs(20);
const FIRST: [&str; 8] = ["Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hal"];
const LAST: [&str; 4] = ["Ash", "Birch", "Cole", "Dale"];

struct Hall {
    app: TestApp,
    /// The network of the hall.
    line: Line,
    event: i64,
    /// The paths of the players' private links, by registration.
    links: BTreeMap<i64, String>,
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
    async fn asks(&self, below: &str, body: &Value) {
        asks(&self.app, self.event, below, body).await;
    }

    async fn publishes(&self) -> (i64, Vec<Table>) {
        let (round, tables) = pairs(&self.app, self.event).await;
        self.asks(&format!("rounds/{round}/publish/"), &json!({})).await;
        (round, tables)
    }

    /// A player's phone, with the private link open.
    async fn phone(&self, entry: i64) -> Phone {
        let browser = Browser::start(&self.line.address()).await;
        browser.look(Look::Phone).await;
        browser.open(&self.links[&entry]).await;
        Phone { browser, entry }
    }

    async fn restarts(self) -> Self {
        let Self { app, line, event, links } = self;
        line.cut();
        let app = app.restart(Options::default()).await;
        line.mend(&app.address());
        Self { app, line, event, links }
    }
}

struct Phone {
    browser: Browser,
    entry: i64,
}

impl Phone {
    /// Waits until the phone shows the player's table.
    async fn comes_to_its_table(&self, round: usize, tables: &[Table]) {
        let table = tables.iter().find(|table| table.players.contains(&self.entry)).unwrap();
        self.browser.comes_to_show(&format!("Round {round}")).await;
        self.browser.comes_to_show(&format!("Table {}", table.number)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn phones_wall_and_desk_follow_an_event_without_reloading() {
    let hall = Hall::open().await;
    let desk = Browser::start(&hall.line.address()).await;
    desk.open("/login/").await;
    sign_in(&desk, &member(&hall.app, "olga", Role::Organizer).await).await;
    let wall = Browser::start(&hall.line.address()).await;
    let (round, tables) = pairs(&hall.app, hall.event).await;
    assert_eq!(tables.len(), FIRST.len() * LAST.len() / 2);
    let mut phones = Vec::new();
    for entry in [tables[0].players[0], tables[0].players[1], tables[1].players[0]] {
        let phone = hall.phone(entry).await;
        phone.browser.sees("The next round is not published yet.").await;
        phones.push(phone);
    }
    let [one, other, sleeper] = &phones[..] else { panic!("three phones") };
    wall.open(&format!("/events/{}/screen/", hall.event)).await;
    desk.open(&format!("/desk/events/{}/round/", hall.event)).await;

    desk.press("Publish the pairings").await;
    for phone in &phones {
        phone.comes_to_its_table(1, &tables).await;
    }
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
    win(&hall.app, hall.event, &tables[1..]).await;
    hall.asks(&format!("rounds/{round}/complete/"), &json!({})).await;
    let (round, tables) = hall.publishes().await;
    for phone in [one, other] {
        phone.comes_to_its_table(2, &tables).await;
    }
    plays(&hall.app, hall.event, round, &tables).await;
    let hall = hall.restarts().await;
    let (round, tables) = hall.publishes().await;
    sleeper.browser.offline(false).await;
    for phone in &phones {
        phone.comes_to_its_table(3, &tables).await;
    }
    wall.comes_to_show("Round 3").await;
    desk.comes_to_show("Round 3").await;

    hall.line.cut();
    let is_over = tokio::time::Instant::now() + CUT;
    plays(&hall.app, hall.event, round, &tables).await;
    let (_, tables) = hall.publishes().await;
    tokio::time::sleep_until(is_over).await;
    hall.line.mend(&hall.app.address());
    for phone in &phones {
        phone.comes_to_its_table(4, &tables).await;
    }
    wall.comes_to_show("Round 4").await;
    for browser in followers {
        assert!(browser.is_remembered_page().await, "{} was loaded anew", browser.path().await);
    }
    hall.app.stop().await;
}
