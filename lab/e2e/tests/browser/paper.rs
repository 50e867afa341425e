//! Sheets of paper: Chromium prints every sheet of an event with 64 players on A4 and on Letter, and those that a hall of
//! 512 waits for. Each name is on them as often as it should be, inside the paper, on few pages.

use std::collections::HashMap;

use e2e::TestApp;
use e2e::browser::{Browser, Page, Print, Word};
use e2e::crawl::id;
use futures::StreamExt;
use proto_events::vocabulary::Role;
use serde_json::{Value, json};

use crate::given::{asks, member, signed_in};

/// Width and height of the papers in points, by their names in addresses.
const PAPERS: [(&str, f64, f64); 2] = [("a4", 595.3, 841.9), ("letter", 612.0, 792.0)];
/// The edge on which printers do not print, in points: 4 mm.
const EDGE: f64 = 11.3;
/// The most pages for the pairings of 512 players by name.
const MOST_PAGES_BY_NAME: usize = 5;
/// The name of the organization, which every page has.
const STORE: &str = "Corner Store";
/// How many players are registered at the same time.
const AT_ONCE: usize = 8;

/// An event, and the names of its players, each with a last name that no other word contains.
struct Event<'a> {
    app: &'a TestApp,
    id: i64,
    last_names: Vec<String>,
    registrations: Vec<i64>,
}

fn name_of(number: usize) -> (&'static str, String) {
    const FIRST: [&str; 12] =
        ["Ada", "Bo", "Élise", "Maximilian", "jo", "Zoë", "Guadalupe", "Íris", "Tom", "Oliver", "Priya", "Christopher"];
    const LAST: [&str; 11] =
        ["Nagy", "Åkesson", "Papadopoulos", "Li", "Tamm", "Quist", "Ferro", "Oduya", "Hernández", "Berg", "Wiśniewska"];
    (FIRST[number * 7 % 12], format!("{}{number:03}", LAST[number % 11]))
}

impl<'a> Event<'a> {
    async fn with_players(app: &'a TestApp, players: usize, fields: Value) -> Self {
        let mut body = json!({ "name": format!("Open of {players}"), "event_format": "MODERN", "seed": 8 });
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let id = id(&app.post("/api/v1/magic-events/", &body).await.created());
        let mut event = Self { app, id, last_names: Vec::new(), registrations: Vec::new() };
        let names = (0..players).map(name_of).map(|(first, last)| (format!("{first} {last}"), last));
        event.register(names.collect()).await;
        event.post("lifecycle/", &json!({ "status": "EVENT_IN_PROGRESS" })).await;
        event
    }

    /// Registers players, each by the whole name and the last name.
    async fn register(&mut self, names: Vec<(String, String)>) {
        let entries = names.iter().map(async |(name, _)| {
            let entry = self.post("registrations/", &json!({ "name": name })).await;
            entry["id"].as_i64().unwrap()
        });
        let entries: Vec<_> = futures::stream::iter(entries).buffered(AT_ONCE).collect().await;
        self.registrations.extend(entries);
        self.last_names.extend(names.into_iter().map(|(_, last)| last));
    }

    async fn post(&self, below: &str, body: &Value) -> Value {
        asks(self.app, self.id, below, body).await
    }

    /// Adds a round of this kind. Returns its id.
    async fn add(&self, kind: &str) -> i64 {
        id(&self.post("rounds/", &json!({ "kind": kind })).await)
    }

    /// Starts and completes a round.
    async fn play(&self, round: i64) {
        self.post(&format!("rounds/{round}/start/"), &json!({})).await;
        self.post(&format!("rounds/{round}/complete/"), &json!({ "unreported": "draw" })).await;
    }

    /// Prints a sheet. Checks the size of the paper, and that every word is on the part that printers reach.
    async fn print(&self, browser: &Browser, sheet: &str, round: i64, paper: (&str, f64, f64)) -> Print {
        let (name, width, height) = paper;
        browser.open(&format!("/desk/events/{}/print/{sheet}/?round={round}&paper={name}", self.id)).await;
        let print = browser.print(&format!("{}-{sheet}-{name}", self.last_names.len())).await;
        for page in &print.pages {
            assert!((page.width - width).abs() < 1.0 && (page.height - height).abs() < 1.0, "{sheet} on {name}");
            let text: Vec<_> = page.words.iter().map(|word| word.text.as_str()).collect();
            assert!(text.join(" ").contains(STORE), "{sheet} on {name}: a page does not say whose it is: {text:?}");
            for word in &page.words {
                let is_inside = word.left >= EDGE && word.right <= width - EDGE;
                let is_inside = is_inside && word.top >= EDGE && word.bottom <= height - EDGE;
                assert!(is_inside, "{sheet} on {name}: {word:?}");
            }
            assert_eq!(overlapping(page), None, "{sheet} on {name}");
        }
        print
    }

    /// Checks that the name of each player is on a sheet this many times.
    fn is_on(&self, print: &Print, times: usize) {
        let mut found = HashMap::<&str, usize>::new();
        for word in print.words() {
            *found.entry(word.text.trim_end_matches(',')).or_default() += 1;
        }
        for name in &self.last_names {
            assert_eq!(found.get(name.as_str()), Some(&times), "{name} in {}", print.file.display());
        }
    }
}

impl Event<'_> {
    /// Checks the pairings by name.
    fn is_in_order_on_few_pages(&self, print: &Print) {
        let (pages, players) = (print.pages.len(), self.last_names.len());
        assert!(pages <= MOST_PAGES_BY_NAME.min(players.div_ceil(64)), "{pages} pages by name");
        let mut sorted: Vec<_> = (0..players).collect();
        sorted.sort_by_key(|number| sorted_as(*number));
        let sorted: Vec<_> = sorted.into_iter().map(|number| self.last_names[number].clone()).collect();
        assert_eq!(names_of_entries(print, &self.last_names), sorted);
    }

    /// Checks that the slips are in order after the stack was cut.
    fn can_be_cut(&self, print: &Print) {
        let players = self.last_names.len();
        assert_eq!(print.pages.len(), (players / 2).div_ceil(8));
        let tables: Vec<_> = (1..=players / 2).map(|table| table.to_string()).collect();
        assert_eq!(tables_after_cutting(print, [2, 4]), tables);
        let signatures = print.words().filter(|word| word.text == "Signature").count();
        assert_eq!(signatures, players, "no slip lacks its lower edge");
    }
}

/// Two words of a page that are printed on each other.
fn overlapping(page: &Page) -> Option<(&Word, &Word)> {
    let mut words: Vec<_> = page.words.iter().collect();
    words.sort_by(|one, other| one.top.total_cmp(&other.top));
    words.iter().enumerate().find_map(|(at, one)| {
        let near = words[at + 1..].iter().take_while(|other| other.top < one.bottom);
        // The boxes of lines with little space between them touch.
        let is_on = |other: &&&Word| {
            let height = one.bottom.min(other.bottom) - other.top;
            let width = one.right.min(other.right) - one.left.max(other.left);
            width > 1.0 && height > 0.5 * (one.bottom - one.top).min(other.bottom - other.top)
        };
        near.into_iter().find(is_on).map(|other| (*one, *other))
    })
}

/// The sheets that the overview offers for a round.
async fn offered(browser: &Browser, event: &Event<'_>, round: i64) -> Vec<String> {
    browser.open(&format!("/desk/events/{}/print/?round={round}", event.id)).await;
    let links = browser.links().await.into_iter().filter_map(|link| {
        let (_, sheet) = link.strip_suffix(&format!("/?round={round}&paper=a4"))?.split_once("/print/")?;
        Some(sheet.to_owned())
    });
    links.collect()
}

/// The numbers of the tables on slips, in the order of the piles after the stack was cut.
fn tables_after_cutting(print: &Print, [columns, rows]: [usize; 2]) -> Vec<String> {
    let mut tables = Vec::new();
    for position in 0..columns * rows {
        for page in &print.pages {
            tables.extend(table_at(page, [position % columns, position / columns], [columns, rows]));
        }
    }
    tables
}

/// The number of the table on the slip at a place of a page.
fn table_at(page: &Page, place: [usize; 2], size: [usize; 2]) -> Option<String> {
    let part = |at: f64, of: f64, parts: usize| (0..parts).rev().find(|part| at >= of / parts as f64 * *part as f64);
    let here = page.words.iter().filter(|word| {
        let column = part(word.left, page.width, size[0]);
        (column, part(word.top, page.height, size[1])) == (Some(place[0]), Some(place[1]))
    });
    let here: Vec<_> = here.map(|word| word.text.as_str()).collect();
    let at = here.iter().position(|word| ["Table", "Tables"].contains(word))?;
    Some(here[at + 1].to_owned())
}

/// The names in the first column of entries of the pairings by name, in the order in which they are read.
fn names_of_entries(print: &Print, known: &[String]) -> Vec<String> {
    let mut names = Vec::new();
    for page in &print.pages {
        let half = page.width / 2.0;
        for column in [0.0, half] {
            let here = page.words.iter().filter(|word| (column..column + half * 0.45).contains(&word.left));
            let mut here: Vec<_> = here.map(|word| (word.top, word.text.trim_end_matches(',').to_owned())).collect();
            here.retain(|(_, word)| known.contains(word));
            here.sort_by(|(one, _), (other, _)| one.total_cmp(other));
            names.extend(here.into_iter().map(|(_, word)| word));
        }
    }
    names
}

/// A name as it is sorted, for the names of this test.
fn sorted_as(number: usize) -> String {
    let (first, last) = name_of(number);
    let plain = |letter| match letter {
        'É' => 'E',
        'Í' => 'I',
        'Å' => 'A',
        'ë' => 'e',
        'á' => 'a',
        'ś' => 's',
        other => other,
    };
    format!("{last}, {first}").chars().map(plain).collect::<String>().to_lowercase()
}

#[tokio::test(flavor = "multi_thread")]
async fn paper_for_64_players() {
    let players = 64;
    let app = TestApp::start().await;
    let browser = signed_in(&app, &member(&app, "ada", Role::Organizer).await).await;
    let event = Event::with_players(&app, players, json!({})).await;
    let meeting = event.add("player_meeting").await;
    for paper in PAPERS {
        let print = event.print(&browser, "seatings", meeting, paper).await;
        event.is_on(&print, 1);
    }
    event.play(meeting).await;
    let first = event.add("swiss").await;
    event.play(first).await;
    let round = event.add("swiss").await;
    let sheets = offered(&browser, &event, round).await;
    assert_eq!(
        sheets,
        ["pairings-by-name", "pairings-by-table", "slips", "players", "deck-checks", "list-forms", "qr-cards"]
    );
    for (sheet, paper) in sheets.iter().flat_map(|sheet| PAPERS.map(|paper| (sheet, paper))) {
        let print = event.print(&browser, sheet, round, paper).await;
        let is_by_name = sheet == "pairings-by-name";
        event.is_on(&print, if is_by_name { 2 } else { 1 });
        let is_of_pairings = is_by_name || ["pairings-by-table", "slips"].contains(&sheet.as_str());
        assert_eq!(print.text().to_lowercase().contains("not published"), is_of_pairings, "{sheet}");
        let pages = print.pages.len();
        match sheet.as_str() {
            "pairings-by-name" => event.is_in_order_on_few_pages(&print),
            "slips" => event.can_be_cut(&print),
            "list-forms" => assert_eq!(pages, players),
            "qr-cards" => assert_eq!(pages, players.div_ceil(10)),
            _ => {}
        }
    }
    event.post(&format!("rounds/{round}/publish/"), &json!({})).await;
    event.post(&format!("rounds/{round}/start/"), &json!({})).await;
    assert!(offered(&browser, &event, round).await.contains(&"standings".to_owned()));
    for paper in PAPERS {
        let print = event.print(&browser, "standings", first, paper).await;
        event.is_on(&print, 1);
        let print = event.print(&browser, "pairings-by-name", round, paper).await;
        assert!(!print.text().to_lowercase().contains("not published"));
    }
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn paper_for_512_players() {
    let app = TestApp::start().await;
    let browser = signed_in(&app, &member(&app, "ada", Role::Organizer).await).await;
    let event = Event::with_players(&app, 512, json!({})).await;
    let round = event.add("swiss").await;
    for paper in PAPERS {
        let by_name = event.print(&browser, "pairings-by-name", round, paper).await;
        event.is_on(&by_name, 2);
        event.is_in_order_on_few_pages(&by_name);
        event.can_be_cut(&event.print(&browser, "slips", round, paper).await);
        event.is_on(&event.print(&browser, "pairings-by-table", round, paper).await, 1);
    }
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn paper_for_draft_pods_teams_and_long_names() {
    let app = TestApp::start().await;
    let browser = signed_in(&app, &member(&app, "ada", Role::Organizer).await).await;
    draft_pods(&app, &browser).await;
    teams(&app, &browser).await;
    long_names(&app, &browser).await;
    app.stop().await;
}

async fn draft_pods(app: &TestApp, browser: &Browser) {
    let event = Event::with_players(app, 23, json!({ "event_format": "BOOSTER_DRAFT" })).await;
    let draft = event.add("draft_pod").await;
    let sheets = offered(browser, &event, draft).await;
    assert_eq!(sheets, ["seatings", "pods", "players", "deck-checks", "list-forms", "qr-cards"]);
    for (sheet, paper) in sheets.iter().flat_map(|sheet| PAPERS.map(|paper| (sheet, paper))) {
        let print = event.print(browser, sheet, draft, paper).await;
        event.is_on(&print, 1);
    }
    event.play(draft).await;
    let round = event.add("draft_pod").await;
    for paper in PAPERS {
        let by_name = event.print(browser, "pairings-by-name", round, paper).await;
        assert!(by_name.text().contains("Bye"));
        assert_eq!(names_of_entries(&by_name, &event.last_names).len(), 23);
        let slips = event.print(browser, "slips", round, paper).await;
        assert_eq!(tables_after_cutting(&slips, [2, 4]).len(), 11);
    }
}

async fn teams(app: &TestApp, browser: &Browser) {
    let fields = json!({ "event_format": "TRIOS_CONSTRUCTED", "team_size": 3, "is_unlisted": true });
    let event = Event::with_players(app, 21, fields).await;
    let names: Vec<_> = (1..=7).map(|number| format!("Team0{number}")).collect();
    for (name, members) in names.iter().zip(event.registrations.chunks(3)) {
        event.post("teams/", &json!({ "team_name": format!("The {name}"), "registration_ids": members })).await;
    }
    let round = event.add("swiss").await;
    let sheets = offered(browser, &event, round).await;
    assert_eq!(sheets[..4], ["pairings-by-name", "pairings-by-team", "pairings-by-table", "slips"]);
    assert!(!sheets.contains(&"qr-cards".to_owned()), "there is no public page that a code could lead to");
    for paper in PAPERS {
        let by_name = event.print(browser, "pairings-by-name", round, paper).await;
        assert_eq!(names_of_entries(&by_name, &event.last_names).len(), 21);
        let by_team = event.print(browser, "pairings-by-team", round, paper).await;
        event.is_on(&by_team, 1);
        let by_table = event.print(browser, "pairings-by-table", round, paper).await;
        let slips = event.print(browser, "slips", round, paper).await;
        let tables = tables_after_cutting(&slips, [2, 2]);
        assert_eq!(tables, ["1–3", "4–6", "7–9"]);
        for (print, most) in [(&by_team, 2), (&by_table, 1), (&slips, 1)] {
            let times = |name: &String| print.words().filter(|word| word.text.trim_end_matches(':') == name).count();
            let counts: Vec<_> = names.iter().map(times).collect();
            assert!(counts.iter().filter(|count| **count == most).count() >= 6, "{counts:?}");
        }
        event.print(browser, "standings", round, paper).await;
        event.print(browser, "players", round, paper).await;
    }
}

async fn long_names(app: &TestApp, browser: &Browser) {
    let name = "The Open of All Who Have Ever Played a Game of Cards ".repeat(3);
    let mut event = Event::with_players(app, 2, json!({ "name": name.trim() })).await;
    let names = (2..17).map(|number| {
        let last = format!("Wolfeschlegel{number:03}");
        (format!("{}{last}", "Maximiliana Guadalupe ".repeat(8)), last)
    });
    event.register(names.collect()).await;
    let round = event.add("swiss").await;
    for (sheet, paper) in offered(browser, &event, round).await.iter().flat_map(|it| PAPERS.map(|paper| (it, paper))) {
        let print = event.print(browser, sheet, round, paper).await;
        match sheet.as_str() {
            "pairings-by-name" => assert_eq!(names_of_entries(&print, &event.last_names).len(), 17),
            "slips" => assert_eq!(tables_after_cutting(&print, [2, 4]).len(), 8),
            _ => event.is_on(&print, 1),
        }
    }
    let other = Event::with_players(app, 2, json!({})).await;
    let foreign = other.add("swiss").await;
    browser.open(&format!("/desk/events/{}/print/slips/?round={foreign}", event.id)).await;
    browser.sees("Not found").await;
}
