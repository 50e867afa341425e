//! Names of all scripts are one person everywhere: at registration, in pasted lists, imports, searches, on pages and on
//! paper; and nothing around a name moves.

use domain::names;
use e2e::TestApp;
use e2e::crawl::id;
use e2e::visitor::Visitor;
use importers::{File, ImportOutcome, Stated, read_files};
use proto_events::vocabulary::Role;
use serde_json::json;

/// Names of several scripts, and the same as other programs may write them: with other forms of letters, characters that cannot
/// be seen or turn text, and other blanks. Each ends with another letter, so that none is a part of another one. The rules are
/// tested in `domain/src/names.rs`.
const NAMES: [(&str, &str); 8] = [
    ("Jos\u{e9} N\u{fa}\u{f1}ez \u{3b1}", "Jose\u{301} \u{a0}Nu\u{301}n\u{303}\u{200b}ez \u{3b1}"),
    ("O\u{2019}Neil \u{3b2}", "\u{feff}O\u{2019}Ne\u{200f}il \u{3b2}"),
    ("\u{396}\u{3c9}\u{3ae} \u{3b3}", "\u{396}\u{3c9}\u{3b7}\u{301} \u{a0}\u{3b3}"),
    ("\u{5d0}\u{5d1}\u{5d9} \u{3b4}", "\u{202e}\u{5d0}\u{5d1}\u{5d9}\u{202c} \u{3b4}"),
    (
        "\u{639}\u{644}\u{6cc}\u{200c}\u{631}\u{636}\u{627} \u{3b5}",
        "\u{2066}\u{639}\u{644}\u{6cc}\u{200c}\u{631}\u{636}\u{627}\u{2069} \u{3b5}",
    ),
    ("\u{dc1}\u{dca}\u{200d}\u{dbb}\u{dd3} \u{3b6}", "\u{ad}\u{dc1}\u{dca}\u{200d}\u{dbb}\u{dd3} \u{a0}\u{3b6}"),
    ("\u{ae40}\u{bbfc}\u{c218} \u{3b7}", "\u{1100}\u{1175}\u{11b7}\u{bbfc}\u{200b}\u{c218} \u{3b7}"),
    (
        "\u{7d3}\u{7ca}\u{7df} \u{30ac}\u{30a6} \u{3b8}",
        "\u{7d3}\u{7ca}\u{7df} \u{30ab}\u{3099}\u{30a6} \u{feff}\u{3b8}",
    ),
];

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
}

impl Names<'_> {
    async fn names(&self) -> Vec<String> {
        let path = format!("/api/v1/magic-events/{}/registrations/", self.event);
        let entries = self.app.get(&path).await.list();
        entries.iter().map(|entry| entry["user"]["best_identifier"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Pastes the names as others write them: each is known already, and no one is registered twice.
    async fn are_pasted(&mut self) {
        let path = format!("/desk/events/{}/players/paste/", self.event);
        let text = NAMES.map(|(_, written)| written).join("\n");
        let preview = self.desk.fill(&path, &[("text", &text)]).await;
        assert_eq!(preview.status, 200, "{}", preview.text());
        let known = preview.text().matches("Registered already").count();
        assert_eq!(known, NAMES.len(), "{text:?}: {}", preview.text());
    }

    /// Types the names at the desk as others write them: the page asks, or says that the player is registered.
    async fn are_typed(&mut self) {
        let path = format!("/desk/events/{}/players/", self.event);
        for (_, typed) in NAMES {
            let answer = self.desk.fill(&path, &[("name", typed)]).await;
            assert_eq!(answer.status, 422, "{typed:?} is added as another person: {}", answer.text());
        }
    }

    /// Imports the names twice, differently written: they are the same people.
    async fn are_imported(&self) {
        let mut users: Vec<Vec<i64>> = Vec::new();
        for (day, names) in [(1, NAMES.map(|(name, _)| name)), (2, NAMES.map(|(_, written)| written))] {
            let file = format!("Name\n\"{}\"\n", names.join("\"\n\""));
            let stated = Stated { date: Some(format!("2026-05-0{day}")), ..Stated::default() };
            let file = File { name: "people.csv", bytes: file.as_bytes() };
            let file = read_files(&[file], &stated).unwrap_or_else(|error| panic!("{error}"));
            let imported = self.app.importer().import(self.app.organization, &file, false).await;
            let Ok(ImportOutcome::Imported { tournament_id: event, .. }) = imported else { panic!("{imported:?}") };
            self.app.applied().await;
            let entries = self.app.get(&format!("/api/v1/magic-events/{event}/registrations/")).await.list();
            let mut found: Vec<i64> = entries.iter().map(|entry| id(&entry["user"])).collect();
            found.sort_unstable();
            assert_eq!(found.len(), NAMES.len());
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
    async fn are_found(&self) {
        for (name, typed) in NAMES {
            let path = format!("/events/{}/rounds/1/", self.event);
            let page = self.app.get_with_query(&path, &[("find", typed)]).await;
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
            for (name, _) in NAMES {
                let turned = last_name_first(name).filter(|turned| page.text().contains(turned));
                assert_isolated(page.text(), turned.as_deref().unwrap_or(name), &path);
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
    let app = TestApp::start().await;
    let ada = app.member(app.organization, "ada", Role::Admin).await;
    let ada = app.with_password(ada).await;
    let event = json!({ "name": "Cup", "event_format": "MODERN", "start_datetime": "2026-05-01T18:00:00Z" });
    let event = id(&app.post("/api/v1/magic-events/", &event).await.created());
    let lifecycle = format!("/api/v1/magic-events/{event}/lifecycle/");
    assert_eq!(app.post(&lifecycle, &json!({ "status": "REGISTRATION_OPEN" })).await.status, 200);
    let path = format!("/api/v1/magic-events/{event}/registrations/");
    for (name, written) in NAMES {
        let entry = app.post(&path, &json!({ "name": written })).await.created();
        assert_eq!(entry["user"]["best_identifier"], name, "{written:?}");
    }
    app.applied().await;
    let desk = Visitor::signed_in(&app, &ada).await;
    let mut names = Names { app: &app, desk, event };
    let mut stored = names.names().await;
    stored.sort_unstable();
    let mut expected = NAMES.map(|(name, _)| name);
    expected.sort_unstable();
    assert_eq!(stored, expected);
    names.are_pasted().await;
    names.are_typed().await;
    names.are_paired().await;
    names.are_found().await;
    names.are_shown().await;
    names.are_imported().await;
    app.stop().await;
}
