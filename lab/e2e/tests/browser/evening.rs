//! An evening at the desk: what a scorekeeper does in the browser, and an independent record of it.

use std::cmp::Ordering;

use e2e::archive::{Archive, Match, Round};
use e2e::browser::{Browser, Key};
use e2e::reckon;

/// Saves a picture of the window for `docs/organizer.md`, if documents are to be written.
pub(crate) async fn pictures(browser: &Browser, name: &str) {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        browser.picture(&e2e::source::root().join("docs/pictures").join(format!("{name}.png"))).await;
    }
}

/// A scorekeeper at a browser, with a record of all results.
pub(crate) struct Evening<'a> {
    browser: &'a Browser,
    /// Number of keys pressed so far.
    pub(crate) keys: usize,
    players: Vec<String>,
    rounds: Vec<Round>,
}

/// A table as the page shows it: its number, and the players by their number in the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) number: String,
    pub(crate) players: Vec<usize>,
}

impl<'a> Evening<'a> {
    pub(crate) fn of(browser: &'a Browser, players: &[&str]) -> Self {
        let players = players.iter().map(|name| (*name).to_owned()).collect();
        Self { browser, keys: 0, players, rounds: Vec::new() }
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

    /// The tables of a round, as the page shows them.
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

    /// Records a round.
    pub(crate) fn notes(&mut self, scores: &[(Table, [i64; 2])]) {
        let alone = |(table, _): &(Table, [i64; 2])| bye(table.players[0]);
        let game = |(table, [first, second]): &(Table, [i64; 2])| Match {
            p1: table.players[0],
            p2: Some(table.players[1]),
            g1: Some(*first),
            g2: Some(*second),
            gd: Some(0),
            bye: false,
            loss: false,
            winner: match first.cmp(second) {
                Ordering::Greater => 1,
                Ordering::Less => 2,
                Ordering::Equal => 0,
            },
        };
        let number = i32::try_from(self.rounds.len()).unwrap() + 1;
        let matches = scores.iter().map(|one| if one.0.players.len() == 1 { alone(one) } else { game(one) }).collect();
        self.rounds.push(Round { number, kind: "swiss".into(), name: None, matches });
    }

    /// Records a loss of a late player for a round that was played before.
    pub(crate) fn notes_missed_loss(&mut self, number: usize, player: usize) {
        let loss = Match { bye: false, loss: true, winner: 2, ..bye(player) };
        self.rounds[number - 1].matches.push(loss);
    }

    /// The match points of every player by the record.
    fn points(&self) -> Vec<i64> {
        let mut points = vec![0; self.players.len()];
        let games = self.rounds.iter().flat_map(|round| &round.matches);
        games.flat_map(reckon::points_of).for_each(|(player, won)| points[player] += won);
        points
    }

    /// Compares the sheets of the newest round with the record: pairings by name and by table, and slips.
    pub(crate) async fn papers_agree(&self, event: &str, tables: &[Table]) {
        let points = self.points();
        let of = |player: usize| (&self.players[player], points[player]);
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
        assert_eq!(
            slips.matches("Signature").count(),
            2 * tables.iter().filter(|table| table.players.len() == 2).count()
        );
    }

    /// Prints a sheet of the event's newest round. Returns its lines.
    async fn prints(&self, event: &str, sheet: &str, columns: u8) -> String {
        self.browser.open(&format!("/desk/events/{event}/print/{sheet}/")).await;
        self.browser.print(&format!("evening-{event}-{sheet}")).await.lines(columns).join("\n")
    }

    /// Compares the standings on the page and on paper with the record, and goes back to the page that was open.
    pub(crate) async fn standings_agree(&self, event: &str) {
        let was = self.browser.path().await;
        self.browser.open(&format!("/desk/events/{event}/standings/")).await;
        let mut rows = self.browser.rows(&format!("Standings after Round {}", self.rounds.len())).await;
        if rows.is_empty() {
            rows = self.browser.rows("Final standings").await;
        }
        let printed = self.prints(event, "standings", 1).await;
        let archive = Archive::of_swiss(self.players.len(), self.rounds.clone());
        let last = i32::try_from(self.rounds.len()).unwrap();
        let has_played = |line: &reckon::Reckoned| {
            let player = line.publish(0, last).p;
            archive.swiss().flat_map(|round| &round.matches).any(|game| game.p1 == player || game.p2 == Some(player))
        };
        let mut reckoned: Vec<_> = reckon::standings(&archive).into_iter().filter(has_played).collect();
        reckoned.sort_by(reckon::Reckoned::by_play);
        assert_eq!(rows.len(), reckoned.len());
        for (at, row) in rows.iter().enumerate() {
            let is_meant = |line: &&reckon::Reckoned| self.players[line.publish(0, last).p] == row[1];
            let line = reckoned.iter().find(is_meant).unwrap_or_else(|| panic!("{row:?}"));
            assert_eq!(line.by_play(&reckoned[at]), Ordering::Equal, "{} has rank {}", row[1], at + 1);
            let line = line.publish(0, last);
            let percent = |share: f64| format!("{:.2}", share * 100.0);
            let expected = [
                (at + 1).to_string(),
                row[1].clone(),
                line.points.to_string(),
                format!("{}–{}–{}", line.w, line.l, line.d),
                percent(line.omw),
                percent(line.gw),
                percent(line.ogw),
            ];
            assert_eq!(row[..], expected);
            assert!(printed.contains(&expected.join(" ")), "{expected:?} in {printed}");
        }
        self.browser.open(&was).await;
    }
}

/// A bye in the record.
fn bye(player: usize) -> Match {
    Match { p1: player, p2: None, g1: None, g2: None, gd: None, bye: true, loss: false, winner: 1 }
}
