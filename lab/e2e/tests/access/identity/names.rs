//! Names of all scripts are one person everywhere: at registration, in pasted lists, imports, searches, on pages and on
//! paper; and nothing around a name moves.

use std::fmt::Write as _;

use domain::names;
use e2e::TestApp;
use e2e::crawl::id;
use e2e::visitor::Visitor;
use importers::{ImportOutcome, Stated, read_stated};
use proto_events::vocabulary::Role;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

/// Names of one run.
const NAMES: usize = 16;
/// The start of all that is random here.
const SEED: u64 = 20;
/// Parts of names: Latin with marks, Greek, Cyrillic, Hebrew, Arabic, Persian with a joiner, Devanagari, Sinhala with a
/// joiner, Thai, Hangul, Han, Kana, Georgian, N'Ko.
const PARTS: [&str; 24] = [
    "Jos\u{e9}",
    "N\u{fa}\u{f1}ez",
    "\u{c5}sa",
    "Nguy\u{1ec5}n",
    "O\u{2019}Neil",
    "Ann-Kathrin",
    "\u{396}\u{3c9}\u{3ae}",
    "\u{419}\u{43e}\u{432}\u{430}",
    "\u{5d0}\u{5d1}\u{5d9}",
    "\u{5e9}\u{5b8}\u{5c1}\u{5e8}\u{5d4}",
    "\u{645}\u{62d}\u{645}\u{62f}",
    "\u{639}\u{644}\u{6cc}\u{200c}\u{631}\u{636}\u{627}",
    "\u{924}\u{940}\u{930}",
    "\u{930}\u{94d}\u{930}\u{93e}",
    "\u{dc1}\u{dca}\u{200d}\u{dbb}\u{dd3}",
    "\u{e1b}\u{e34}\u{e48}\u{e19}",
    "\u{ae40}\u{bbfc}\u{c218}",
    "\u{6797}\u{5fd7}\u{73b2}",
    "\u{3055}\u{304f}\u{3089}",
    "\u{30ac}\u{30a6}",
    "\u{10d2}\u{10d8}\u{10d0}",
    "\u{7d3}\u{7ca}\u{7df}",
    "12",
    "(3)",
];
/// Characters that cannot be seen, or that turn text, and are no part of a name.
const NOISE: [char; 8] = ['\u{200b}', '\u{feff}', '\u{202e}', '\u{202c}', '\u{200f}', '\u{2066}', '\u{2069}', '\u{ad}'];

/// Returns a random name of letters that one person is known by; `number` makes it unlike the others.
fn name(random: &mut StdRng, number: usize) -> String {
    let words = random.random_range(1..=3);
    let mut name: Vec<&str> = (0..words).map(|_| *PARTS.choose(random).unwrap()).collect();
    // Another Greek letter for each, so that no name is a part of another one.
    let own = ('\u{3b1}'..).nth(number).unwrap().to_string();
    name.push(&own);
    names::clean(&name.join(" "))
}

/// Returns the same name as another program may write it: with other forms of letters, noise and blanks.
fn written(random: &mut StdRng, name: &str) -> String {
    let letters: String = match random.random_bool(0.5) {
        true => decomposed(name),
        false => name.to_owned(),
    };
    let mut written = String::new();
    for letter in letters.chars() {
        // A joiner and its neighbours stay together: noise between them would separate them.
        if random.random_bool(0.15) && letter != '\u{200c}' && letter != '\u{200d}' {
            written.push(*NOISE.choose(random).unwrap());
        }
        written.push(letter);
        if letter == ' ' && random.random_bool(0.3) {
            written.push('\u{a0}');
        }
    }
    written
}

/// Takes letters with marks apart, as some systems store them. Domain functions bring them back together.
fn decomposed(name: &str) -> String {
    let apart = [
        ('\u{e9}', "e\u{301}"),
        ('\u{fa}', "u\u{301}"),
        ('\u{f1}', "n\u{303}"),
        ('\u{c5}', "A\u{30a}"),
        ('\u{1ec5}', "e\u{302}\u{303}"),
        ('\u{3ae}', "\u{3b7}\u{301}"),
        ('\u{419}', "\u{418}\u{306}"),
        ('\u{30ac}', "\u{30ab}\u{3099}"),
        ('\u{ae40}', "\u{1100}\u{1175}\u{11b7}"),
    ];
    let part = |letter: char| apart.iter().find(|(whole, _)| *whole == letter).map(|(_, parts)| (*parts).to_owned());
    name.chars().map(|letter| part(letter).unwrap_or_else(|| letter.to_string())).collect()
}

/// Asserts that a page shows the name, and each time alone in its element or between marks that isolate it.
fn assert_isolated(page: &str, name: &str, what: &str) {
    let texts = page.split('>').filter_map(|part| part.split('<').next());
    let found: Vec<&str> = texts.filter(|text| text.contains(name)).collect();
    assert!(!found.is_empty(), "{what} does not show {name:?}");
    let isolated = names::isolated(name);
    for text in found {
        assert!(text.trim() == name || text.contains(&*isolated), "{what}: {name:?} stands free in {text:?}");
    }
}

struct Names<'a> {
    app: &'a TestApp,
    desk: Visitor<'a>,
    event: i64,
    all: Vec<String>,
}

impl Names<'_> {
    async fn names(&self) -> Vec<String> {
        let path = format!("/api/v1/magic-events/{}/registrations/", self.event);
        let entries = self.app.get(&path).await.list();
        entries.iter().map(|entry| entry["user"]["best_identifier"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Pastes the names as others write them: each is known already, and no one is registered twice.
    async fn are_pasted(&mut self, random: &mut StdRng) {
        let path = format!("/desk/events/{}/players/paste/", self.event);
        let mut text = String::new();
        for name in &self.all {
            let _ = writeln!(text, "{}", written(random, name));
        }
        let preview = self.desk.fill(&path, &[("text", &text)]).await;
        assert_eq!(preview.status, 200, "{}", preview.text());
        let known = preview.text().matches("Registered already").count();
        assert_eq!(known, self.all.len(), "{text:?}: {}", preview.text());
    }

    /// Types the names at the desk as others write them: the page asks, or says that the player is registered.
    async fn are_typed(&mut self, random: &mut StdRng) {
        let path = format!("/desk/events/{}/players/", self.event);
        for name in &self.all {
            let typed = written(random, name);
            let answer = self.desk.fill(&path, &[("name", &typed)]).await;
            assert_eq!(answer.status, 422, "{typed:?} is added as another person: {}", answer.text());
        }
    }

    /// Imports the names twice, differently written: they are the same people.
    async fn are_imported(&self, random: &mut StdRng) {
        let mut users: Vec<Vec<i64>> = Vec::new();
        for day in 1..=2 {
            let mut file = "Name\n".to_owned();
            for name in &self.all {
                let _ = writeln!(file, "\"{}\"", written(random, name));
            }
            let stated = Stated { date: Some(format!("2026-05-0{day}")), ..Stated::default() };
            let file = read_stated(file.as_bytes(), "people.csv", &stated).unwrap_or_else(|error| panic!("{error}"));
            let imported = self.app.importer().import(self.app.organization, &file, false).await;
            let Ok(ImportOutcome::Imported { tournament_id: event, .. }) = imported else { panic!("{imported:?}") };
            self.app.applied().await;
            let entries = self.app.get(&format!("/api/v1/magic-events/{event}/registrations/")).await.list();
            let mut found: Vec<i64> = entries.iter().map(|entry| id(&entry["user"])).collect();
            found.sort_unstable();
            assert_eq!(found.len(), self.all.len());
            users.push(found);
        }
        assert_eq!(users[0], users[1], "the same names are the same people in both files");
    }

    /// Starts the event, and publishes the pairings of its first round.
    async fn are_paired(&self) {
        let path = format!("/api/v1/magic-events/{}/", self.event);
        let started = self.app.post(&format!("{path}lifecycle/"), &json!({ "status": "EVENT_IN_PROGRESS" })).await;
        assert_eq!(started.status, 200, "{}", started.text());
        let round = id(&self.app.post(&format!("{path}rounds/"), &json!({ "kind": "swiss" })).await.created());
        let published = self.app.post(&format!("{path}rounds/{round}/publish/"), &json!({})).await;
        assert_eq!(published.status, 200, "{}", published.text());
        self.app.applied().await;
    }

    /// Finds each name on the public page of the round, as others write it.
    async fn are_found(&self, random: &mut StdRng) {
        for name in &self.all {
            let typed = written(random, name);
            let path = format!("/events/{}/rounds/1/", self.event);
            let page = self.app.get_with_query(&path, &[("find", &typed)]).await;
            let (_, found) = page.text().split_once("<section class=\"found\">").expect("a search");
            let found = found.split("</section>").next().unwrap_or_default();
            let is_found = |name: &str| found.contains(&format!("<b>{name}</b>"));
            let turned = last_name_first(name);
            assert!(is_found(name) || turned.is_some_and(|turned| is_found(&turned)), "{typed:?}: {found}");
        }
    }

    /// Looks at pages and paper.
    async fn are_shown(&self) {
        let desk = format!("/desk/events/{}/", self.event);
        let pages = [
            format!("/events/{}/", self.event),
            format!("/events/{}/rounds/1/", self.event),
            format!("/events/{}/rounds/1/?by=table", self.event),
            format!("/events/{}/screen/", self.event),
            format!("{desk}players/"),
            format!("{desk}round/"),
            format!("{desk}audit/"),
            format!("{desk}check-in/"),
            format!("{desk}print/players/?paper=a4"),
            format!("{desk}print/list-forms/?paper=a4"),
            format!("{desk}print/slips/?paper=a4"),
            format!("{desk}print/pairings-by-name/?paper=a4"),
            format!("{desk}print/pairings-by-table/?paper=a4"),
        ];
        for path in pages {
            let page = self.desk.open(&path).await;
            assert_eq!(page.status, 200, "{}", page.asked);
            for name in &self.all {
                let turned = last_name_first(name).filter(|turned| page.text().contains(turned));
                assert_isolated(page.text(), &turned.unwrap_or_else(|| name.clone()), &path);
            }
        }
    }
}

/// The name as lists by name show it, if it is one with a last name.
fn last_name_first(name: &str) -> Option<String> {
    name.rsplit_once(' ').map(|(first, last)| format!("{last}, {first}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn names_of_all_scripts_are_one_person_everywhere() {
    let mut random = StdRng::seed_from_u64(SEED);
    let app = TestApp::start().await;
    let ada = app.member(app.organization, "ada", Role::Admin).await;
    let ada = app.with_password(ada).await;
    let event = json!({ "name": "Cup", "event_format": "MODERN", "start_datetime": "2026-05-01T18:00:00Z" });
    let event = id(&app.post("/api/v1/magic-events/", &event).await.created());
    let lifecycle = format!("/api/v1/magic-events/{event}/lifecycle/");
    assert_eq!(app.post(&lifecycle, &json!({ "status": "REGISTRATION_OPEN" })).await.status, 200);
    let all: Vec<String> = (0..NAMES).map(|number| name(&mut random, number)).collect();
    let path = format!("/api/v1/magic-events/{event}/registrations/");
    for name in &all {
        let body = json!({ "name": written(&mut random, name) });
        let entry: Value = app.post(&path, &body).await.created();
        assert_eq!(entry["user"]["best_identifier"], name.as_str(), "{body}");
    }
    app.applied().await;
    let desk = Visitor::signed_in(&app, &ada).await;
    let mut names = Names { app: &app, desk, event, all };
    let mut stored = names.names().await;
    stored.sort_unstable();
    let mut expected = names.all.clone();
    expected.sort_unstable();
    assert_eq!(stored, expected);
    names.are_pasted(&mut random).await;
    names.are_typed(&mut random).await;
    names.are_paired().await;
    names.are_found(&mut random).await;
    names.are_shown().await;
    names.are_imported(&mut random).await;
    app.stop().await;
}
