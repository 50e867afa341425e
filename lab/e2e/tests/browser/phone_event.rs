//! Ten players on a phone: one comes late, one drops, there are byes, and a top 4 with its bracket.

use e2e::TestApp;
use e2e::browser::{Browser, Look};
use e2e::generate::Dice;
use proto_events::vocabulary::Role;

use crate::evening::{Evening, Table};
use crate::given::{member, signed_in};

const ROUNDS: usize = 3;
const CUT: usize = 4;
const NAMES: [&str; 10] =
    ["Ada Ash", "Bo Ash", "Cleo Ash", "Dan Ash", "Eve Ash", "Finn Ash", "Gia Ash", "Hal Ash", "Ivo Ash", "Jon Ash"];
/// The player who arrives during the first round.
const LATE: usize = 9;
/// The player who drops after the second round.
const GOES: usize = 5;

struct Phone<'a> {
    browser: &'a Browser,
    evening: Evening<'a>,
    event: String,
    dice: Dice,
}

/// Creates the event, and registers everyone who is there in time from a pasted list.
async fn opened<'a>(app: &'a TestApp, browser: &'a Browser) -> Phone<'a> {
    let evening = Evening::of(app, browser, &NAMES);
    browser.look(Look::Phone).await;
    browser.open("/desk/").await;
    browser.follow("Create an event").await;
    browser.fill("Name", "Store Championship").await;
    browser.fill("Swiss rounds", &ROUNDS.to_string()).await;
    browser.fill("Playoff players", &CUT.to_string()).await;
    evening.taps("Create an event", "Add players").await;
    let event = browser.path().await.trim_matches('/').split('/').nth(2).unwrap().to_owned();
    browser.follow("Paste a list").await;
    browser.fill("Names", &NAMES[..LATE].join("\n")).await;
    browser.press("Show a preview").await;
    browser.look_at("phone-event-preview").await;
    evening.taps("Register them", &format!("{LATE} players were registered.")).await;
    browser.follow("All players").await;
    browser.comes_to_show(&format!("{LATE} players")).await;
    Phone { browser, evening, event, dice: Dice(32) }
}

impl Phone<'_> {
    async fn opens(&self, page: &str) {
        self.browser.open(&format!("/desk/events/{}/{page}/", self.event)).await;
        assert!(!self.browser.is_too_wide().await, "{page} is wider than the phone");
    }

    /// Publishes and starts a round that is paired.
    async fn starts(&self, number: usize) {
        let round = format!("Round {number}");
        self.evening.taps("Publish the pairings", &format!("{round}: the pairings are published.")).await;
        self.evening.taps(&format!("Start {round}"), "tables have not reported").await;
    }

    /// Enters all results of a round, and completes it.
    async fn plays(&mut self, number: usize, tables: &[Table], next: &str) {
        self.opens("round").await;
        for table in tables {
            let score = [[2, 0], [2, 1], [1, 2], [0, 2]][usize::try_from(self.dice.roll(4)).unwrap()];
            if table.players.len() == 2 {
                self.evening.enters(table, score).await;
            }
        }
        self.evening.taps(&format!("Complete Round {number}"), next).await;
    }

    /// Registers a player who comes late, with a loss for each missed round.
    async fn welcomes(&self, player: usize) {
        self.opens("players").await;
        self.browser.fill("Name of a player", NAMES[player]).await;
        self.browser.fill("For each missed round", "Loss").await;
        self.browser.press("Add").await;
        self.browser.comes_to_show(NAMES[player]).await;
    }

    async fn drops(&self, player: usize) {
        self.opens("players").await;
        self.browser.follow(NAMES[player]).await;
        self.browser.press("Drop").await;
        self.browser.comes_to_show("Dropped").await;
        self.browser.look_at("phone-event-dropped").await;
    }

    /// Plays a round of the playoff by pressing the winners: each time the higher seed. Returns the winners.
    async fn plays_off(&self, column: &str, winners: &[String]) {
        self.evening.taps("Pair the playoff", "the pairings are ready.").await;
        self.browser.press("Publish the pairings").await;
        self.browser.comes_to_show("the pairings are published.").await;
        self.browser.press(&format!("Start {column}")).await;
        self.opens("playoff").await;
        self.browser.sees(column).await;
        for winner in winners {
            self.browser.press(&format!("{winner} wins 2–0")).await;
            self.browser.comes_to_show(column).await;
        }
        self.browser.comes_to_show(&format!("{column}: all results are in.")).await;
        self.browser.press(&format!("Complete {column}")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_players_are_run_from_a_phone_to_the_final_places() {
    let app = TestApp::start().await;
    let ada = member(&app, "ada", Role::Organizer).await;
    let browser = signed_in(&app, &ada).await;
    let mut phone = opened(&app, &browser).await;
    for number in 1..=ROUNDS {
        phone.opens("round").await;
        phone.evening.taps(&format!("Pair Round {number}"), &format!("Round {number}: the pairings are ready.")).await;
        let tables = phone.evening.tables(&format!("Round {number}")).await;
        phone.evening.papers_agree(&phone.event, number, &tables).await;
        phone.opens("round").await;
        phone.starts(number).await;
        if number == 1 {
            phone.welcomes(LATE).await;
        }
        let last = "All Swiss rounds are complete.".to_owned();
        let next = if number < ROUNDS { format!("Round {} comes next.", number + 1) } else { last };
        phone.plays(number, &tables, &next).await;
        if number == 2 {
            phone.drops(GOES).await;
        }
        phone.evening.standings_agree(&phone.event, number).await;
    }
    phone.opens("standings").await;
    let standings = browser.rows(&format!("Standings after Round {ROUNDS}")).await;
    let order = standings.into_iter().map(|row| row[1].clone()).filter(|name| *name != NAMES[GOES]);
    let seeds: Vec<String> = order.take(CUT).collect();
    browser.follow("Review the cut").await;
    let preview = browser.rows("Cut").await;
    assert_eq!(preview.iter().take(CUT).map(|row| row[1].clone()).collect::<Vec<_>>(), seeds);
    let advances = |row: &Vec<String>| row[2] == "Advances";
    assert!(preview.iter().enumerate().all(|(at, row)| advances(row) == (at < CUT)), "{preview:?}");
    browser.look_at("phone-event-cut").await;
    phone.evening.taps(&format!("Cut to the top {CUT}"), "Semifinals").await;
    browser.look_at("phone-event-bracket").await;
    let sides = browser.texts(".bracket > li:first-child .side").await;
    let meets = |one: usize, other: usize| {
        sides.chunks(2).any(|pair| pair == [seeds[one - 1].clone(), seeds[other - 1].clone()])
    };
    assert!(meets(1, 4) && meets(2, 3), "{sides:?}");
    assert!(!browser.is_too_wide().await);
    phone.plays_off("Semifinals", &seeds[..2]).await;
    phone.plays_off("Final", &seeds[..1]).await;
    phone.evening.taps("Finish the event", "Final standings").await;
    phone.opens("playoff").await;
    browser.look_at("phone-event-places").await;
    let places = browser.texts(".places li").await;
    assert_eq!(places[..2], seeds[..2]);
    browser.comes_to_show("The event is finished.").await;
    app.stop().await;
}
