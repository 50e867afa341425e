//! Streams of changes: a change arrives, a client that comes back gets what it missed, readers learn nothing that they
//! may not see, and streams end with the right to them.

use std::collections::BTreeMap;

use axum::http::Method;
use proto_events::vocabulary::Role;
use read_api::ReadApiSettings;
use serde_json::{Value, json};
use service_kit::limits::Limits;
use storage::{Document, ViewKind};

use crate::documents::{
    LAST_ROUND, OTHER, STORE, account, document, in_versions, membership, public_event, public_round, standings_of,
};
use crate::harness::{Reply, TestApi};
use crate::streams::{Followed, events_in};

const LIVE: &str = "/api/v1/magic-events/7/live/";
const PAGES: &str = "/events/7/live/";

/// The state of the event with one round.
#[derive(Clone)]
struct Scene {
    status: &'static str,
    clock: i64,
    is_published: bool,
    /// The opponents at the only table.
    players: [i64; 2],
    games: i64,
    standings: &'static str,
    registrations: i64,
}

/// The name of the event that is streamed, and the change of the scene.
type Change = (&'static str, fn(&mut Scene));

impl Scene {
    fn new() -> Self {
        Self {
            status: "EVENT_IN_PROGRESS",
            clock: 3_000,
            is_published: true,
            players: [1, 2],
            games: 0,
            standings: "Ann",
            registrations: 2,
        }
    }

    fn overview(&self) -> Document {
        let round = json!({ "id": LAST_ROUND, "round_number": 2, "status": "IN_PROGRESS",
            "pairings_published": self.is_published });
        let phases = json!([{ "id": 1, "order_in_phases": 1, "status": "IN_PROGRESS", "rounds": [round] }]);
        let overview = json!({ "id": 7, "lifecycle_status": self.status, "clock": { "length_seconds": self.clock },
            "end_of_round_rule": "", "number_of_incomplete_matches": 1 - self.games.min(1), "current_round": null,
            "tournament_phases": phases });
        document(ViewKind::Overview, 7, &overview.to_string())
    }

    /// Only staff see unpublished pairings.
    fn of_round(&self, kind: ViewKind) -> Document {
        let players = self.players.map(|id| json!({ "id": id, "games_won": self.games }));
        let tables = vec![json!({ "id": 9, "players": players, "table_number": 1, "pod_number": 0 })];
        in_versions(kind, LAST_ROUND, |redactor| {
            let tables = tables.clone();
            let seen = if self.is_published { tables } else { redactor.list_for_staff(tables) };
            json!({ "id": LAST_ROUND, "matches": seen, "pairings_status": "GENERATED" })
        })
    }

    fn documents(&self) -> Vec<Document> {
        vec![
            self.overview(),
            self.of_round(ViewKind::Round),
            self.of_round(ViewKind::RoundMatches),
            standings_of(self.standings),
            document(ViewKind::Registrations, 7, &format!("[{}]", self.registrations)),
        ]
    }
}

async fn api() -> TestApi {
    let mut api = TestApi::start().await;
    api.put(Scene::new().documents()).await;
    api
}

async fn follow(api: &TestApi, key: &str, id: &str) -> Followed {
    let headers = [("x-api-key", key), ("last-event-id", id), ("accept", "text/event-stream")];
    api.follow(LIVE, &headers).await.unwrap_or_else(|reply| panic!("{reply:?}"))
}

/// Opens a stream at the present, and returns it with its id.
async fn begun(api: &TestApi, key: &str) -> (Followed, String) {
    let mut stream = follow(api, key, "").await;
    let first = stream.next().await.unwrap();
    assert!(first.starts_with("retry: ") && !first.contains("event"), "{first}");
    let id = events_in(&first).1;
    (stream, id)
}

fn names(events: &[(String, Value)]) -> Vec<&str> {
    events.iter().map(|(name, _)| name.as_str()).collect()
}

#[tokio::test]
async fn a_change_arrives_with_the_address_and_the_tag_of_its_document() {
    let mut api = api().await;
    let (mut stream, _) = begun(&api, &api.key).await;
    assert_eq!(stream.headers["x-accel-buffering"], "no");
    api.put([Scene { games: 2, ..Scene::new() }.of_round(ViewKind::RoundMatches)]).await;
    let (events, id) = stream.events().await;
    let matches = format!("/api/v1/tournament-rounds/{LAST_ROUND}/matches/");
    let etag = api.get(&matches).await.header("etag").to_owned();
    let data = json!({ "round_id": LAST_ROUND, "round_number": 2, "address": matches, "etag": etag });
    assert_eq!(events, [("result".to_owned(), data)]);
    assert!(!id.is_empty());

    let mut scene = Scene { games: 2, ..Scene::new() };
    let changes: [Change; 6] = [
        ("lifecycle", |scene| scene.status = "EVENT_FINISHED"),
        ("clock", |scene| scene.clock = 3_300),
        ("standings", |scene| scene.standings = "Bo"),
        ("registration", |scene| scene.registrations = 3),
        ("pairings", |scene| scene.players = [1, 3]),
        ("round", |scene| scene.is_published = false),
    ];
    for (name, change) in changes {
        change(&mut scene);
        api.put(scene.documents()).await;
        let (events, _) = stream.events().await;
        let found = names(&events);
        // The document of the matches says that they are not published, which is no event of its own.
        assert_eq!(found.iter().filter(|found| **found != "result").collect::<Vec<_>>(), [&name], "{events:?}");
    }
}

#[tokio::test]
async fn a_client_that_comes_back_gets_what_it_missed_once_and_in_its_newest_state() {
    let mut api = api().await;
    let (stream, id) = begun(&api, &api.key).await;
    drop(stream);
    for games in 1..=3 {
        let scene = Scene { games, standings: if games > 1 { "Bo" } else { "Cy" }, ..Scene::new() };
        api.put(scene.documents()).await;
    }
    let mut again = follow(&api, &api.key, &id).await;
    let (events, newest) = again.events().await;
    assert_eq!(names(&events), ["result", "standings"]);
    let etag = api.get(events[0].1["address"].as_str().unwrap()).await.header("etag").to_owned();
    assert_eq!(events[0].1["etag"], etag.as_str());
    // By the address as well, for clients that can set no header; the header takes precedence.
    let path = format!("{LIVE}?last_event_id={newest}");
    let mut nothing = api.follow(&path, &[("x-api-key", &api.key)]).await.unwrap();
    assert_eq!(nothing.events().await, (Vec::new(), newest.clone()));
    let mut missed = api.follow(&path, &[("x-api-key", &api.key), ("last-event-id", &id)]).await.unwrap();
    assert_eq!(names(&missed.events().await.0), ["result", "standings"]);
}

#[tokio::test]
async fn an_id_outlives_a_rebuild_of_the_views_with_other_positions() {
    let mut api = api().await;
    let (_stream, id) = begun(&api, &api.key).await;
    let scene = Scene { games: 2, ..Scene::new() };
    let credential = api.credential(STORE, Role::Scorekeeper);
    api.switch_generation(scene.documents()).await;
    api.put_credential(&credential.0, &credential.1).await;
    let mut again = follow(&api, credential.1.expose(), &id).await;
    assert_eq!(names(&again.events().await.0), ["result"]);
}

#[tokio::test]
async fn an_id_that_cannot_be_read_resets_the_client() {
    let mut api = api().await;
    api.put([document(ViewKind::Overview, 8, r#"{"tournament_phases":[]}"#)]).await;
    let (_stream, id) = begun(&api, &api.key).await;
    let headers = [("x-api-key", api.key.as_str()), ("last-event-id", &id)];
    let of_another = api.follow("/api/v1/magic-events/8/live/", &headers).await.unwrap();
    let mut streams = vec![of_another];
    for wrong in ["17", "a b", &id[..id.len() - 3], &format!("C{}", &id[1..])] {
        streams.push(follow(&api, &api.key, wrong).await);
    }
    for mut stream in streams {
        let (events, id) = stream.events().await;
        assert_eq!(names(&events), ["reset"]);
        assert!(!id.is_empty());
    }
}

#[tokio::test]
async fn roles_that_see_less_are_told_less() {
    let mut api = api().await;
    let hidden = Scene { is_published: false, ..Scene::new() };
    api.put(hidden.documents()).await;
    let read_only = api.issue(STORE, Role::ReadOnly).await;
    let (mut stream, id) = begun(&api, &read_only).await;
    let (mut staff, of_staff) = begun(&api, &api.key).await;
    for scene in [Scene { players: [3, 4], ..hidden.clone() }, Scene { registrations: 9, ..hidden.clone() }] {
        api.put(scene.documents()).await;
        assert!(!staff.events().await.0.is_empty());
    }
    // The next event of this reader is about the status.
    let hidden = Scene { status: "EVENT_FINISHED", registrations: 9, ..hidden };
    api.put([hidden.overview()]).await;
    assert_eq!(names(&stream.events().await.0), ["lifecycle"]);
    for (id, expected) in [(&id, "lifecycle"), (&of_staff, "reset")] {
        assert_eq!(names(&follow(&api, &read_only, id).await.events().await.0), [expected]);
    }
    api.put(Scene { is_published: true, ..hidden }.documents()).await;
    assert_eq!(names(&stream.events().await.0), ["round", "pairings"]);
}

/// The documents of the event by address, as this key reads them.
async fn documents(api: &TestApi, key: &str) -> BTreeMap<String, Reply> {
    let mut all = BTreeMap::new();
    for (of, list) in [(7, "overview"), (7, "registrations"), (LAST_ROUND, "matches"), (LAST_ROUND, "standings")] {
        let path = format!("/api/v1/{}/{of}/{list}/", if of == 7 { "magic-events" } else { "tournament-rounds" });
        let reply = api.get_as(key, &path).await;
        all.insert(path, reply);
    }
    all
}

#[tokio::test]
async fn whatever_changes_each_role_gets_exactly_the_changes_that_it_can_read() {
    let mut api = api().await;
    let mut readers = Vec::new();
    for role in Role::ALL {
        let key = api.issue(STORE, *role).await;
        let id = begun(&api, &key).await.1;
        readers.push((key, id));
    }
    let (mut scene, mut seed, mut hidden) = (Scene::new(), 7_u64, 0);
    for _ in 0..60 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let value = i64::try_from(seed >> 40 & 7).unwrap();
        match seed >> 60 {
            0..4 => scene.players = [value + 1, value + 20],
            4..7 => scene.games = value % 3,
            7..9 => scene.is_published = !scene.is_published,
            9..11 => scene.standings = ["Ann", "Bo", "Cy"][usize::try_from(value).unwrap() % 3],
            11..13 => scene.registrations = value,
            13..15 => scene.clock = 3_000 + value,
            _ => scene.status = ["EVENT_IN_PROGRESS", "EVENT_FINISHED"][usize::try_from(value).unwrap() % 2],
        }
        let mut before = Vec::new();
        for (key, _) in &readers {
            before.push(documents(&api, key).await);
        }
        api.put(scene.documents()).await;
        for ((key, id), before) in readers.iter_mut().zip(before) {
            let after = documents(&api, key).await;
            let (events, newest) = follow(&api, key, id).await.events().await;
            *id = newest;
            for (path, reply) in &after {
                let told = events.iter().find(|(_, data)| data["address"] == path.as_str());
                // The number of open matches is no event.
                let is_counted = path.ends_with("overview/");
                let is_changed = before[path].body != reply.body;
                assert!(told.is_some() == is_changed || is_counted && told.is_none(), "{path}: {events:?}");
                assert!(told.is_none_or(|(_, data)| data["etag"] == reply.header("etag")), "{path}: {events:?}");
            }
            if events.is_empty() {
                hidden += 1;
            }
        }
    }
    assert!(hidden > 10, "some changes are hidden from some roles: {hidden}");
}

#[tokio::test]
async fn streams_are_of_ones_own_organization_and_of_public_events() {
    let mut api = api().await;
    let foreign = api.issue(OTHER, Role::Admin).await;
    api.follow(LIVE, &[("x-api-key", &foreign)]).await.unwrap_err().problem(404);
    api.follow(LIVE, &[]).await.unwrap_err().problem(401);
    api.follow(LIVE, &[("x-api-key", &api.key), ("accept", "application/json")]).await.unwrap_err().problem(406);
    api.follow("/api/v1/magic-events/x/live/", &[("x-api-key", &api.key)]).await.unwrap_err().problem(404);
    api.follow(PAGES, &[]).await.unwrap_err().problem(404);
    api.put([public_event(), public_round(2)]).await;
    let mut public = api.follow(PAGES, &[]).await.unwrap();
    assert!(public.next().await.unwrap().contains("id: "));
    // The stream ends when the event is no longer public.
    api.commit(|batch| batch.removed.push(public_event().removal())).await;
    assert_eq!(public.next().await, None);
    api.follow(PAGES, &[]).await.unwrap_err().problem(404);
    let head = api.send(Method::HEAD, LIVE, &[("x-api-key", &api.key)]).await;
    assert_eq!((head.status, head.header("content-type"), head.body.len()), (200, "text/event-stream", 0));
}

#[tokio::test]
async fn a_page_names_the_stream_that_goes_on_where_it_ends() {
    let mut api = api().await;
    api.put([public_event(), public_round(2)]).await;
    let named = async |api: &TestApi, path: &str| {
        let page = api.get(path).await;
        let (_, rest) = page.text().split_once("data-live=\"").unwrap();
        rest.split('"').next().unwrap().to_owned()
    };
    let (event, round) = (named(&api, "/events/7/").await, named(&api, "/events/7/rounds/2/").await);
    assert!(event.starts_with("/events/7/live/?last_event_id="), "{event}");
    for stream in [&event, &round] {
        assert_eq!(api.follow(stream, &[]).await.unwrap().events().await.0, Vec::new(), "{stream}");
    }
    api.put([standings_of("Bo")]).await;
    let address = |events: Vec<(String, Value)>| -> Vec<_> {
        events.into_iter().map(|(name, data)| (name, data["address"].as_str().unwrap().to_owned())).collect()
    };
    let told = async |stream: &str| address(api.follow(stream, &[]).await.unwrap().events().await.0);
    assert_eq!(told(&event).await, [("standings".to_owned(), "/events/7/".to_owned())]);
    assert_eq!(told(&round).await, Vec::new(), "the page of a round has no standings");
    for path in ["/events/7/", "/events/7/standings/", "/events/7/players/"] {
        let fresh = named(&api, path).await;
        assert_eq!(told(&fresh).await, Vec::new(), "a page that was loaded again has nothing to learn: {path}");
    }
}

#[tokio::test]
async fn a_stream_ends_with_the_right_to_it() {
    let mut api = api().await;
    let (credential, key) = api.credential(STORE, Role::Judge);
    api.put_credential(&credential, &key).await;
    let [token, cookie] = api.person(31, Some((STORE, Role::Judge))).await;
    let [other, _] = api.person(32, Some((STORE, Role::Judge))).await;
    let mut streams = Vec::new();
    for (name, value) in [("x-api-key", key.expose()), (token.0, &token.1), (cookie.0, &cookie.1), (other.0, &other.1)]
    {
        let mut stream = api.follow(LIVE, &[(name, value)]).await.unwrap();
        stream.next().await.unwrap();
        streams.push(stream);
    }
    let (mut unaffected, _) = begun(&api, &api.key).await;
    let [of_key, of_token, of_session, of_demoted] = &mut streams[..] else { panic!("four streams") };
    api.put_credential(&storage::Credential { revoked: true, ..credential }, &key).await;
    assert_eq!(of_key.next().await, None);
    api.put([account(31, 1)]).await;
    assert_eq!(of_session.next().await, None, "signed out everywhere");
    api.put([membership(31, STORE, Role::Judge, true)]).await;
    assert_eq!(of_token.next().await, None, "no longer a member");
    api.put([membership(32, STORE, Role::ReadOnly, false)]).await;
    assert_eq!(of_demoted.next().await, None, "it would see more than its role");
    api.put([Scene { games: 1, ..Scene::new() }.of_round(ViewKind::RoundMatches)]).await;
    assert_eq!(names(&unaffected.events().await.0), ["result"]);
}

#[tokio::test]
async fn a_stream_without_a_change_sends_comments() {
    let limits = Limits { stream_heartbeat_seconds: 1, ..Limits::default() };
    let mut api = TestApi::with(ReadApiSettings { limits, ..ReadApiSettings::default() }).await;
    api.put(Scene::new().documents()).await;
    let (mut stream, _) = begun(&api, &api.key).await;
    for _ in 0..3 {
        assert_eq!(stream.next().await.as_deref(), Some(":\n\n"));
    }
}
