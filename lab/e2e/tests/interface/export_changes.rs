//! A program that applies the answers of the export of changes has what a full export has, and sees nothing that is hidden.

use std::collections::{BTreeMap, BTreeSet};

use e2e::archive::own_fixtures;
use e2e::crawl::id;
use e2e::generate::{Dice, Plan, generate};
use e2e::people::Credential;
use e2e::{Options, Reply, TestApp, scene};
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::Role;
use proto_events::{StreamId, TournamentEvent};
use reqwest::Method;
use serde_json::{Value, json};

const EXPORT: &str = "/api/v1/export/tournaments/";
const ALL_PARTS: &str = "include=standings,rounds,matches,cards,decklists";

/// A reader with a filter and a copy.
struct Copy {
    key: Option<String>,
    filter: String,
    cursor: Option<String>,
    records: BTreeMap<i64, Value>,
    known: BTreeSet<i64>,
}

impl Copy {
    fn new(key: Option<&str>, filter: &str) -> Self {
        let (records, known) = (BTreeMap::new(), BTreeSet::new());
        Self { key: key.map(str::to_owned), filter: filter.to_owned(), cursor: None, records, known }
    }

    async fn get(&self, app: &TestApp, query: &str) -> Reply {
        let path = format!("{EXPORT}?{}&{query}", self.filter);
        match &self.key {
            Some(key) => app.get_as(key, &path).await,
            None => app.send(app.anonymous(&path)).await,
        }
    }

    /// Reads what changed, and checks the count.
    async fn follow(&mut self, app: &TestApp) {
        let since = self.cursor.as_ref().map(|cursor| format!("since={cursor}")).unwrap_or_default();
        let answer = self.get(app, &since).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let lines: Vec<Value> = answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(answer.header("export-count"), lines.len().to_string());
        for line in lines {
            let id = line["id"].as_i64().unwrap();
            self.known.insert(id);
            if line.get("deleted").is_some() {
                assert_eq!(line, json!({ "id": id, "deleted": true }));
                self.records.remove(&id);
            } else {
                self.records.insert(id, line);
            }
        }
        self.cursor = Some(answer.header("export-cursor").to_owned());
    }

    /// Compares the copy with a full export.
    async fn assert_same(&self, app: &TestApp, step: usize) {
        let mut full = Self::new(self.key.as_deref(), &self.filter);
        full.follow(app).await;
        assert_eq!(self.records, full.records, "step {step}: {:?} {}", self.key, self.filter);
    }
}

/// What a test knows of an event.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    is_hidden: bool,
    is_finished: bool,
    is_deleted: bool,
    was_public: bool,
}

async fn change(app: &TestApp, event: i64, dice: &mut Dice, known: &mut Known) {
    let path = format!("/api/v1/magic-events/{event}/");
    match dice.roll(6) {
        0 => {
            let hidden = dice.roll(2) == 0;
            if app.patch(&path, &json!({ "is_unlisted": hidden })).await.status == 200 {
                known.is_hidden = hidden;
            }
        }
        1 => {
            let name = format!("Event {}", dice.roll(100));
            app.patch(&path, &json!({ "name": name })).await;
        }
        2 if dice.roll(4) == 0 => {
            let deleted = app.request(Method::DELETE, &path);
            known.is_deleted |= (200..300).contains(&app.send(deleted).await.status);
        }
        _ => {
            let finished = ["EVENT_FINISHED", "DECKLISTS_PUBLISHING", "DECKLISTS_PUBLISHED"];
            let all = [&["REGISTRATION_CLOSED", "EVENT_IN_PROGRESS"][..], &finished[..]].concat();
            let status = all[usize::try_from(dice.roll(5)).unwrap()];
            if app.post(&format!("{path}lifecycle/"), &json!({ "status": status })).await.status == 200 {
                known.is_finished = finished.contains(&status);
            }
        }
    }
    known.was_public |= known.is_finished && !known.is_hidden && !known.is_deleted;
}

/// Any history, any cut into answers, each kind of reader, with and without filters, with rebuilds in between.
#[tokio::test(flavor = "multi_thread")]
async fn applying_the_answers_gives_a_full_export() {
    let app = TestApp::with(Options { anonymous_export: true, ..Options::default() }).await;
    let (read_only, other) = (app.key_for(app.organization, Role::ReadOnly).await, app.store("Harbour Games").await);
    let folder = tempfile::tempdir().unwrap();
    let mut events = BTreeMap::new();
    for number in 0..4 {
        let file = generate(&Plan::new(&format!("p{number}"), 6, 2, number)).write_into(folder.path());
        let event = app.import(&file).await.0;
        events.insert(event, Known { is_finished: true, was_public: true, ..Known::default() });
    }
    app.import_for(other.organization, &own_fixtures()[0]).await;
    let keys = [Some(app.key.as_str()), Some(&read_only), Some(&other.key), None];
    let filters =
        [ALL_PARTS.to_owned(), "include=&from=2000-01-01".to_owned(), format!("organization_id={}", app.organization)];
    let mut copies: Vec<Copy> =
        keys.iter().flat_map(|key| filters.iter().map(|filter| Copy::new(*key, filter))).collect();
    let mut dice = Dice(20);
    for step in 0..60 {
        if step % 5 == 0 {
            let details = json!({ "name": format!("New {step}"), "event_format": "LEGACY" });
            let event = id(&app.post("/api/v1/magic-events/", &details).await.created());
            events.insert(event, Known::default());
        }
        let ids: Vec<i64> = events.iter().filter(|(_, known)| !known.is_deleted).map(|(id, _)| *id).collect();
        let event = ids[usize::try_from(dice.roll(ids.len() as u64)).unwrap()];
        change(&app, event, &mut dice, events.get_mut(&event).unwrap()).await;
        if step % 20 == 19 {
            app.applied().await;
            app.rebuild().await;
        }
        let copy = usize::try_from(dice.roll(copies.len() as u64)).unwrap();
        app.applied().await;
        copies[copy].follow(&app).await;
        copies[copy].assert_same(&app, step).await;
        for (event, known) in &events {
            let is_public = known.is_finished && !known.is_hidden && !known.is_deleted;
            let stranger = copies[copy].key.is_none() || copies[copy].key.as_ref() == Some(&other.key);
            if stranger {
                assert!(known.was_public || !copies[copy].known.contains(event), "step {step}: {event} {known:?}");
                let has = copies[copy].records.contains_key(event);
                assert!(!has || is_public, "step {step}: {event} {known:?}");
                assert!(has || !is_public || copies[copy].filter.contains("from="), "step {step}: {event} {known:?}");
            }
        }
    }
    for (step, copy) in (1_000..).zip(&mut copies) {
        copy.follow(&app).await;
        copy.assert_same(&app, step).await;
    }
    app.stop().await;
}

/// Imports an event, one player of which has a list with a text.
async fn event_with_list(app: &TestApp) {
    let lists = scene::build(app).await;
    let folder = tempfile::tempdir().unwrap();
    let event = app.import(&generate(&Plan::new("one", 6, 2, 1)).write_into(folder.path())).await;
    let registrations = app.get(&format!("/api/v1/magic-events/{event}/registrations/")).await.list();
    let registration_id = RegistrationId(id(&registrations[0]));
    let attached = TournamentEvent::DecklistAttached { registration_id, decklist_id: Some(lists.text_list) };
    app.append(app.organization, StreamId::tournament(event), vec![attached.into()]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_and_ids_of_players() {
    let app = TestApp::with(Options { anonymous_export: true, ..Options::default() }).await;
    event_with_list(&app).await;
    let mut everyone = Copy::new(None, ALL_PARTS);
    everyone.follow(&app).await;
    let record = everyone.records.values().next().unwrap().clone();
    let players: BTreeSet<i64> =
        record["standings"].as_array().unwrap().iter().map(|line| line["player_id"].as_i64().unwrap()).collect();
    assert_eq!(players.len(), 6);
    for table in record["matches"].as_array().unwrap() {
        for player in table["players"].as_array().unwrap() {
            assert!(players.contains(&player.as_i64().unwrap()));
        }
    }
    let lists: BTreeSet<i64> =
        record["decklists"].as_array().unwrap().iter().map(|list| list["id"].as_i64().unwrap()).collect();
    let cards = record["cards"].as_array().unwrap();
    assert!(!cards.is_empty() && cards.iter().all(|card| lists.contains(&card["decklist_id"].as_i64().unwrap())));
    let event = record["id"].as_i64().unwrap();
    let back = json!({ "status": "EVENT_FINISHED" });
    let lifecycle = format!("/api/v1/magic-events/{event}/lifecycle/");
    for status in [json!({ "status": "DECKLISTS_PUBLISHING" }), back] {
        app.post(&lifecycle, &status).await;
    }
    app.applied().await;
    everyone.follow(&app).await;
    let record = &everyone.records[&event];
    assert_eq!(
        (&record["status"], &record["cards"]),
        (&json!("EVENT_FINISHED"), &json!([])),
        "lists that are taken back"
    );
    assert!(record["standings"][0]["decklist_id"].is_null());
    let app = app.restart_without_views(Options { anonymous_export: true, ..Options::default() }).await;
    let cursor = everyone.cursor.clone().unwrap();
    let gone = everyone.get(&app, &format!("since={cursor}")).await;
    assert!(gone.problem(410).contains("Start again without since"));
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_head_and_tags() {
    let app = TestApp::start().await;
    event_with_list(&app).await;
    let key = Credential::Key(app.key.clone());
    assert_eq!(app.send(app.anonymous(EXPORT)).await.status, 401);
    for table in ["tournaments", "standings", "rounds", "matches", "cards", "decklists"] {
        let path = format!("{EXPORT}?format=csv&table={table}");
        let csv = app.get(&path).await;
        assert!(csv.header("content-type").starts_with("text/csv"), "{}", csv.header("content-type"));
        let first = csv.text().lines().next().unwrap();
        assert!(first.starts_with("tournament_id,deleted,"), "{first}");
        assert!(csv.text().lines().count() > 1, "{}", csv.text());
        let head = app.send(key.sign(app.anonymous_request(Method::HEAD, &path))).await;
        for header in ["etag", "export-cursor", "export-count", "vary", "content-type", "cache-control"] {
            assert_eq!(head.header(header), csv.header(header), "{table} {header}");
        }
        let known = key.sign(app.anonymous(&path)).header("if-none-match", csv.header("etag"));
        let unchanged = app.send(known).await;
        assert_eq!((unchanged.status, unchanged.header("export-cursor")), (304, csv.header("export-cursor")));
    }
    let cursor = app.get(EXPORT).await.header("export-cursor").to_owned();
    let other = app.get(&format!("{EXPORT}?include=cards&since={cursor}")).await;
    assert!(other.problem(400).contains("include"));
    let unknown = app.get(&format!("{EXPORT}?sinse={cursor}")).await;
    assert!(unknown.text().contains("did you mean \\\"since\\\""), "{}", unknown.text());
    app.stop().await;
}
