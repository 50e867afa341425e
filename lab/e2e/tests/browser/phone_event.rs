//! Thirty-two players on a phone: late players, drops, a penalty, a wrong result that is corrected after the next pairing,
//! and a top 8 with its bracket.

use e2e::TestApp;
use e2e::browser::{Browser, Look};
use e2e::generate::Dice;
use proto_events::vocabulary::Role;

use crate::evening::{Evening, Table};
use crate::given::{member, signed_in};

const ROUNDS: usize = 4;
const FIRST: [&str; 8] = ["Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hal"];
const LAST: [&str; 4] = ["Ash", "Birch", "Cole", "Dale"];
/// The number of players who are there when the event begins.
const IN_TIME: usize = 30;
/// The players who arrive during the first and during the second round.
const LATE: [usize; 2] = [30, 31];

/// An evening on a phone.
struct Phone<'a> {
    browser: &'a Browser,
    evening: Evening<'a>,
    names: Vec<String>,
    event: String,
    dice: Dice,
}

/// Creates the event, and registers everyone who is there in time from a pasted list.
async fn opened(browser: &Browser) -> Phone<'_> {
    let names: Vec<String> = FIRST.iter().flat_map(|first| LAST.map(|last| format!("{first} {last}"))).collect();
    let mut evening = Evening::of(browser, &names.iter().map(String::as_str).collect::<Vec<_>>());
    evening.absent.extend(LATE);
    browser.look(Look::Phone).await;
    browser.open("/desk/").await;
    browser.follow("Create an event").await;
    browser.fill("Name", "Store Championship").await;
    browser.fill("Swiss rounds", &ROUNDS.to_string()).await;
    browser.fill("Playoff players", "8").await;
    evening.taps("Create an event", "Add players").await;
    let event = browser.path().await.trim_matches('/').split('/').nth(2).unwrap().to_owned();
    browser.follow("Paste a list").await;
    browser.fill("Names", &names[..IN_TIME].join("\n")).await;
    browser.press("Show a preview").await;
    browser.look_at("phone-event-preview").await;
    evening.taps("Register them", &format!("{IN_TIME} players were registered.")).await;
    browser.follow("All players").await;
    browser.comes_to_show(&format!("{IN_TIME} players")).await;
    Phone { browser, evening, names, event, dice: Dice(32) }
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
    async fn plays(&mut self, number: usize, tables: Vec<Table>, next: &str) {
        self.opens("round").await;
        let mut scores = Vec::new();
        for table in tables {
            let score = [[2, 0], [2, 1], [1, 2], [0, 2]][usize::try_from(self.dice.roll(4)).unwrap()];
            if table.players.len() == 2 {
                self.evening.enters(&table, score).await;
            }
            scores.push((table, score));
        }
        self.evening.notes(&scores);
        self.evening.taps(&format!("Complete Round {number}"), next).await;
    }

    /// Registers a player who comes late, with the same award for each missed round.
    async fn welcomes(&mut self, player: usize, award: &str) {
        self.opens("players").await;
        self.browser.fill("Name of a player", &self.names[player]).await;
        self.browser.fill("For each missed round", award).await;
        self.browser.press("Add").await;
        self.browser.comes_to_show(&self.names[player]).await;
        self.evening.absent.remove(&player);
    }

    async fn penalizes(&self, player: usize) {
        self.opens("judges").await;
        self.browser.fill("Name of a player", &self.names[player]).await;
        self.browser.fill("Infraction", "Tardiness").await;
        self.browser.fill("Penalty", "Warning").await;
        let said = format!("Warning for {} is recorded.", self.names[player]);
        self.evening.taps("Record the penalty", &said).await;
        self.browser.look_at("phone-event-penalty").await;
    }

    async fn drops(&mut self, player: usize) {
        self.opens("players").await;
        self.browser.follow(&self.names[player]).await;
        self.browser.press("Drop").await;
        self.browser.comes_to_show("Dropped").await;
        self.browser.look_at("phone-event-dropped").await;
        self.evening.absent.insert(player);
    }

    /// Turns the result of a table of the second round around, after the third was paired.
    async fn corrects(&mut self, table: &Table) {
        self.opens("round").await;
        self.browser.follow("Round 2").await;
        let rows = self.browser.rows("Round 2").await;
        let row = rows.iter().find(|row| row[0] == table.number).unwrap();
        let [first, second] = [0, 2].map(|at| i64::from(row[2].chars().nth(at).unwrap().to_digit(10).unwrap()));
        self.browser.follow(&table.number).await;
        let winner = &self.names[table.players[usize::from(first > second)]];
        self.browser.press(&format!("{winner} {}–{}", first.max(second), first.min(second))).await;
        self.browser.comes_to_show("The result has been corrected.").await;
        self.browser.sees("The next round was paired with the old result and has not started.").await;
        self.browser.look_at("phone-event-corrected").await;
        self.evening.corrects(2, table.players[0], [second, first]);
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
async fn thirty_two_players_are_run_from_a_phone_to_the_final_places() {
    let app = TestApp::start().await;
    let ada = member(&app, "ada", Role::Organizer).await;
    let browser = signed_in(&app, &ada).await;
    let mut phone = opened(&browser).await;
    phone.evening.taps("Pair Round 1", "Round 1: the pairings are ready.").await;
    let mut second_round = Vec::new();
    for number in 1..=ROUNDS {
        let tables = phone.evening.tables(&format!("Round {number}")).await;
        phone.evening.are_paired_well(&tables);
        phone.evening.papers_agree(&phone.event, "pairings-by-name", &tables).await;
        if number == 3 {
            phone.corrects(&second_round[0]).await;
        }
        phone.opens("round").await;
        phone.starts(number).await;
        if number == 2 {
            second_round.clone_from(&tables);
        }
        match number {
            1 => phone.welcomes(LATE[0], "Loss").await,
            2 => phone.welcomes(LATE[1], "Bye").await,
            3 => phone.penalizes(7).await,
            _ => {}
        }
        let last = "All Swiss rounds are complete.".to_owned();
        let next = if number < ROUNDS { format!("Round {} comes next.", number + 1) } else { last };
        phone.plays(number, tables, &next).await;
        match number {
            1 => phone.evening.notes_missed(1, LATE[0], false),
            2 => (1..=2).for_each(|round| phone.evening.notes_missed(round, LATE[1], true)),
            3 => phone.drops(5).await,
            _ => {}
        }
        phone.evening.standings_agree(&phone.event).await;
        if number < ROUNDS {
            let next = number + 1;
            phone.opens("round").await;
            phone.evening.taps(&format!("Pair Round {next}"), &format!("Round {next}: the pairings are ready.")).await;
        }
    }
    phone.opens("standings").await;
    let order: Vec<String> =
        browser.rows(&format!("Standings after Round {ROUNDS}")).await.into_iter().map(|row| row[1].clone()).collect();
    let seeds: Vec<String> = order.into_iter().filter(|name| *name != phone.names[5]).take(8).collect();
    browser.follow("Review the cut").await;
    let preview = browser.rows("Cut").await;
    assert_eq!(preview.iter().take(8).map(|row| row[1].clone()).collect::<Vec<_>>(), seeds);
    assert!(
        preview.iter().enumerate().all(|(at, row)| row.last().is_some_and(|ends| ends == "Advances") == (at < 8)),
        "{preview:?}"
    );
    browser.look_at("phone-event-cut").await;
    phone.evening.taps("Cut to the top 8", "Quarterfinals").await;
    browser.look_at("phone-event-bracket").await;
    let sides = browser.texts(".bracket > li:first-child .side").await;
    let meets = |one: usize, other: usize| {
        sides.chunks(2).any(|pair| pair == [seeds[one - 1].clone(), seeds[other - 1].clone()])
    };
    assert!(meets(1, 8) && meets(2, 7) && meets(3, 6) && meets(4, 5), "{sides:?}");
    assert!(!browser.is_too_wide().await);
    phone.plays_off("Quarterfinals", &seeds[..4]).await;
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
