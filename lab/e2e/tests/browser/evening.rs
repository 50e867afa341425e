//! An evening at the desk: what a scorekeeper does in the browser, and what pages and sheets of paper must show then.

use e2e::TestApp;
use e2e::browser::{Browser, Key};
use e2e::crawl::{id, text};
use serde_json::Value;

/// Saves a picture of the window for `docs/organizer.md`, if documents are to be written.
pub(crate) async fn pictures(browser: &Browser, name: &str) {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        browser.picture(&e2e::source::root().join("docs/pictures").join(format!("{name}.png"))).await;
    }
}

/// A scorekeeper at a browser.
pub(crate) struct Evening<'a> {
    app: &'a TestApp,
    browser: &'a Browser,
    /// Number of keys pressed so far.
    pub(crate) keys: usize,
    players: Vec<String>,
}

/// A table as the page shows it: its number, and the players by their number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) number: String,
    pub(crate) players: Vec<usize>,
}

impl<'a> Evening<'a> {
    pub(crate) fn of(app: &'a TestApp, browser: &'a Browser, players: &[&str]) -> Self {
        let players = players.iter().map(|name| (*name).to_owned()).collect();
        Self { app, browser, keys: 0, players }
    }

    pub(crate) async fn types(&mut self, text: &str) {
        self.browser.write(text).await;
        self.keys += text.chars().count();
    }

    pub(crate) async fn hits(&mut self, key: Key) {
        self.browser.hit(key).await;
        self.keys += 1;
    }

    pub(crate) async fn tabs_to(&mut self, name: &str) {
        self.keys += self.browser.tab_to(name).await;
    }

    /// Presses the focused button for the next step, and waits for what the page says then.
    pub(crate) async fn goes_on(&mut self, button: &str, then: &str) {
        assert_eq!(self.browser.focused().await, button, "on {}", self.browser.path().await);
        self.hits(Key::Enter).await;
        self.browser.comes_to_show(then).await;
    }

    /// Taps a button, and waits for what the page says then.
    pub(crate) async fn taps(&self, button: &str, then: &str) {
        self.browser.press(button).await;
        self.browser.comes_to_show(then).await;
    }

    pub(crate) async fn tables(&self, round: &str) -> Vec<Table> {
        let rows = self.browser.rows(round).await;
        assert!(!rows.is_empty(), "no tables of {round}: {}", self.browser.text().await);
        let number = |name: &str| {
            let name = name.rsplit_once(" (").map_or(name, |(name, _)| name);
            self.players.iter().position(|known| known == name).unwrap_or_else(|| panic!("{name} does not play"))
        };
        let players = |cell: &str| cell.split(" vs ").map(|name| number(name.trim())).collect();
        rows.iter().map(|row| Table { number: row[0].clone(), players: players(&row[1]) }).collect()
    }

    /// Types the result of a table, and waits until the page confirms it.
    pub(crate) async fn enters(&mut self, table: &Table, [first, second]: [i64; 2]) -> usize {
        let before = self.keys;
        self.types(&format!("{}{first}{second}", table.number)).await;
        self.hits(Key::Enter).await;
        let [one, other] = [0, 1].map(|side| self.players[table.players[side]].clone());
        let said = format!("Table {}: {one} {first}–{second} {other}.", table.number);
        self.browser.comes_to_show(&said).await;
        self.keys - before
    }

    /// The standings of an event after a round, as programs read them. Before the first round there are none.
    async fn standings(&self, event: &str, round: usize) -> Vec<Value> {
        self.app.applied().await;
        let event = self.app.get(&format!("/api/v1/magic-events/{event}/")).await.json();
        let phases = event["tournament_phases"].as_array().expect("phases").iter();
        let mut rounds = phases.flat_map(|phase| phase["rounds"].as_array().expect("rounds"));
        let Some(found) = rounds.find(|found| found["round_number"] == round) else { return Vec::new() };
        let standings = self.app.get(&format!("/api/v1/tournament-rounds/{}/standings/", id(found))).await.json();
        standings["standings"].as_array().expect("lines").clone()
    }

    /// Compares the sheets of a round that is paired with the tables and the points: pairings by name, and slips.
    pub(crate) async fn papers_agree(&self, event: &str, round: usize, tables: &[Table]) {
        let standings = self.standings(event, round - 1).await;
        let of = |player: usize| {
            let name = &self.players[player];
            let line = standings.iter().find(|line| text(&line["name"]) == name);
            (name, line.map_or(0, |line| line["match_points"].as_i64().expect("points")))
        };
        let listed = |name: &str| {
            let (first, last) = name.rsplit_once(' ').expect("two names");
            format!("{last}, {first}")
        };
        let names = self.prints(event, "pairings-by-name", 2).await;
        let slips = self.prints(event, "slips", 2).await;
        for table in tables {
            let (one, its) = of(table.players[0]);
            let Some((other, others)) = table.players.get(1).map(|player| of(*player)) else {
                assert!(names.contains(&format!("{} {its} Bye", listed(one))), "the bye of {one} in {names}");
                continue;
            };
            let line = |own: &str, points, other: &str| format!("{} {points} {} {other}", listed(own), table.number);
            for line in [line(one, its, other), line(other, others, one)] {
                assert!(names.contains(&line), "`{line}` in {names}");
            }
            let of_slip = [format!("{one} ({its})"), format!("{other} ({others})")];
            assert!(of_slip.iter().all(|part| slips.contains(part)), "{of_slip:?} in {slips}");
        }
        let signatures = tables.iter().filter(|table| table.players.len() == 2).count() * 2;
        assert_eq!(slips.matches("Signature").count(), signatures);
    }

    /// Prints a sheet of the event's newest round. Returns its lines.
    async fn prints(&self, event: &str, sheet: &str, columns: u8) -> String {
        self.browser.open(&format!("/desk/events/{event}/print/{sheet}/")).await;
        self.browser.print(&format!("evening-{event}-{sheet}")).await.lines(columns).join("\n")
    }

    /// Compares the standings after a round on the page and on paper with those for programs, and goes back to the page that
    /// was open.
    pub(crate) async fn standings_agree(&self, event: &str, round: usize) {
        let was = self.browser.path().await;
        self.browser.open(&format!("/desk/events/{event}/standings/")).await;
        let mut rows = self.browser.rows(&format!("Standings after Round {round}")).await;
        if rows.is_empty() {
            rows = self.browser.rows("Final standings").await;
        }
        let printed = self.prints(event, "standings", 1).await;
        let lines = self.standings(event, round).await;
        assert!(!lines.is_empty(), "no standings after round {round}");
        assert_eq!(rows.len(), lines.len());
        let shares = ["opponent_match_win_percentage", "game_win_percentage", "opponent_game_win_percentage"];
        for (row, line) in rows.into_iter().zip(&lines) {
            let percent = shares.map(|share| format!("{:.2}", line[share].as_f64().expect("a share") * 100.0));
            let (name, record) = (text(&line["name"]).to_owned(), text(&line["record"]).replace('-', "–"));
            let whole = [line["rank"].to_string(), name, line["match_points"].to_string(), record];
            assert_eq!(row, [&whole[..], &percent].concat());
            assert!(printed.contains(&row.join(" ")), "{row:?} in {printed}");
        }
        self.browser.open(&was).await;
    }
}
