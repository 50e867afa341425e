//! Streams of changes through the whole service: a change arrives, a client that comes back misses nothing, also after a
//! restart, and streams end with their key and with the process.

use std::time::Duration;

use e2e::people::Credential;
use e2e::things::Things;
use e2e::{Options, TestApp};
use proto_events::vocabulary::Role;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::given::{asks, change, event, member, register};

/// Generous for any event of a stream, also on a slow machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// A client of a stream, which reads it as a browser does.
struct Reader {
    response: Response,
    text: String,
    /// The id of the last event.
    id: String,
}

impl Reader {
    async fn open(app: &TestApp, path: &str, credential: &Credential, id: &str) -> Self {
        let request = credential.sign(app.anonymous(path)).header("accept", "text/event-stream");
        let request = if id.is_empty() { request } else { request.header("last-event-id", id) };
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        let mut reader = Self { response, text: String::new(), id: String::new() };
        reader.block().await.unwrap();
        reader
    }

    /// Returns the fields of the next block; `None` at the end of the stream.
    async fn block(&mut self) -> Option<Vec<(String, String)>> {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let field = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_owned(), value.to_owned()));
                let fields: Vec<_> = block.lines().filter_map(field).collect();
                self.text = rest.to_owned();
                if let Some((_, id)) = fields.iter().find(|(name, _)| name == "id") {
                    self.id.clone_from(id);
                }
                return Some(fields);
            }
            let chunk = timeout(PATIENCE, self.response.chunk()).await.expect("an event in time").ok().flatten()?;
            self.text += std::str::from_utf8(&chunk).unwrap();
        }
    }

    /// Returns the data of the next event with this name.
    async fn until(&mut self, name: &str) -> Value {
        loop {
            let fields = self.block().await.expect("an event");
            let field = |wanted: &str| fields.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
            if field("event") == Some(name) {
                return serde_json::from_str(field("data").unwrap()).unwrap();
            }
        }
    }

    /// Reads to the end of the stream.
    async fn end(&mut self) {
        while self.block().await.is_some() {}
    }
}

/// Starts an app with an event whose first round is in progress. Returns its stream and its public one, and the address
/// under which results are reported.
async fn playing(options: Options) -> (TestApp, Things, [String; 2]) {
    let app = TestApp::with(options).await;
    let things = Things::of_own(&app).await;
    let event = things.stages.playing.event;
    (app, things, [format!("/api/v1/magic-events/{event}/live/"), format!("/events/{event}/live/")])
}

async fn report(app: &TestApp, things: &Things, method: Method, second: i64) {
    let stage = &things.stages.playing;
    let (first, other) = (stage.entries[2], stage.entries[3]);
    let path = format!("/api/v1/magic-events/{}/matches/{}/result/", stage.event, stage.tables[1]);
    let games = json!({ "games_won": { first.to_string(): 2, other.to_string(): second } });
    let reply = app.send(app.with_json(method, &path, &games)).await;
    assert!((200..300).contains(&reply.status), "{}", reply.text());
}

fn key(app: &TestApp) -> Credential {
    Credential::Key(app.key.clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_reaches_members_and_the_public_and_a_restart_loses_nothing() {
    let (app, things, [live, pages]) = playing(Options::default()).await;
    let mut member = Reader::open(&app, &live, &key(&app), "").await;
    let mut public = Reader::open(&app, &pages, &Credential::Nothing, "").await;
    report(&app, &things, Method::POST, 0).await;
    let told = member.until("result").await;
    let matches = app.get(told["address"].as_str().unwrap()).await;
    assert_eq!(told["etag"], matches.header("etag"), "{told}");
    member.until("standings").await;
    let told = public.until("result").await;
    assert_eq!(told["address"], format!("/events/{}/rounds/1/", things.stages.playing.event));

    let (of_member, of_public) = (member.id.clone(), public.id.clone());
    report(&app, &things, Method::PUT, 1).await;
    // The server does not wait for the streams.
    let app = app.restart(Options::default()).await;
    member.end().await;
    let mut member = Reader::open(&app, &live, &key(&app), &of_member).await;
    let mut public = Reader::open(&app, &pages, &Credential::Nothing, &of_public).await;
    assert!(member.id != of_member && public.id != of_public, "both got what they missed");
    change(&app, things.stages.playing.event, &json!({ "name": "Renamed Legacy" })).await;
    member.until("lifecycle").await;
    public.until("lifecycle").await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_with_its_key_and_when_its_event_is_no_longer_public() {
    let (app, things, [live, pages]) = playing(Options::default()).await;
    let issued =
        app.post("/api/v1/api-keys/api_keys/", &json!({ "name": "Screen", "role": "READ_ONLY" })).await.created();
    let screen = Credential::Key(issued["key"].as_str().unwrap().to_owned());
    let mut keyed = Reader::open(&app, &live, &screen, "").await;
    let mut public = Reader::open(&app, &pages, &Credential::Nothing, "").await;
    let revoke = app.request(Method::DELETE, &format!("/api/v1/api-keys/api_keys/{}/", issued["id"]));
    assert_eq!(app.send(revoke).await.status, 204);
    keyed.end().await;
    change(&app, things.stages.playing.event, &json!({ "is_unlisted": true })).await;
    public.end().await;
    assert_eq!(app.send(app.anonymous(&pages)).await.status, 404);
    app.stop().await;
}

/// The address of the stream that a page names, with the position of the page.
async fn named(app: &TestApp, credential: &Credential, page: &str) -> String {
    let reply = app.ask(credential, page).await;
    assert_eq!(reply.status, 200, "{page}");
    let text = reply.text();
    let (_, rest) = text.split_once("data-live=\"").expect("a stream");
    rest.split('"').next().unwrap().to_owned()
}

/// One after the other on the same events, because they take long to make.
#[tokio::test(flavor = "multi_thread")]
async fn players_and_the_desk_are_told_of_their_own_until_links_and_sessions_end() {
    let (app, things, _) = playing(Options::default()).await;
    player_is_told_of_the_own_table_and_of_nothing_hidden(&app, &things).await;
    signed_in_player_is_told_of_the_own_registration(&app).await;
    stream_of_a_private_link_ends_when_it_is_revoked(&app, &things).await;
    desk_is_told_of_each_step_until_its_session_ends(&app, &things).await;
    app.stop().await;
}

async fn player_is_told_of_the_own_table_and_of_nothing_hidden(app: &TestApp, things: &Things) {
    let (stage, between) = (&things.stages.playing, &things.stages.between);
    let anyone = Credential::Nothing;
    let (first, third) = (stage.entries[0], stage.entries[2]);
    let [first, third] = [app.private_link(stage.event, first).await, app.private_link(stage.event, third).await];
    let [of_first, of_third] = [named(app, &anyone, &first).await, named(app, &anyone, &third).await];
    assert!(of_third.starts_with(&format!("{third}live/?last_event_id=")), "{of_third}");
    report(app, things, Method::POST, 0).await;
    assert_eq!(named(app, &anyone, &first).await, of_first, "the result of another table");
    // The stream begins with the changes since the page was drawn.
    let mut reader = Reader::open(app, &of_third, &anyone, "").await;
    let newest = named(app, &anyone, &third).await;
    assert!(newest != of_third && newest.ends_with(&reader.id), "{newest} ends with {}", reader.id);
    report(app, things, Method::PUT, 1).await;
    let told = reader.until("change").await;
    assert!(named(app, &anyone, &third).await.ends_with(told["position"].as_str().unwrap()));

    let link = app.private_link(between.event, between.entries[0]).await;
    let before = named(app, &anyone, &link).await;
    let mut reader = Reader::open(app, &before, &anyone, "").await;
    let round = asks(app, between.event, "rounds/", &json!({ "kind": "swiss" })).await["id"].to_string();
    assert_eq!(named(app, &anyone, &link).await, before, "pairings that are not published");
    asks(app, between.event, &format!("rounds/{round}/publish/"), &json!({})).await;
    reader.until("change").await;
    assert_ne!(named(app, &anyone, &link).await, before);
}

async fn signed_in_player_is_told_of_the_own_registration(app: &TestApp) {
    let ada = app.with_password(app.person("ada-plays").await).await;
    let session = Credential::Cookie(app.session(&ada, None).await);
    let event = event(app, json!({ "check_in_required": true })).await;
    let entry = register(app, event, &json!({ "username": ada.username })).await;
    let page = format!("/me/{event}/");
    let mut reader = Reader::open(app, &named(app, &session, &page).await, &session, "").await;
    asks(app, event, &format!("registrations/{entry}/check-in/"), &json!({ "status": "CHECKED_IN" })).await;
    let told = reader.until("change").await;
    assert!(named(app, &session, &page).await.ends_with(told["position"].as_str().unwrap()), "{told}");
    app.with_password(ada).await;
    reader.end().await;
}

async fn stream_of_a_private_link_ends_when_it_is_revoked(app: &TestApp, things: &Things) {
    let (event, entry) = (things.stages.playing.event, things.stages.playing.entries[0]);
    let path = app.private_link(event, entry).await;
    let (stream, other) = (format!("{path}live/"), app.private_link(event, things.stages.playing.entries[1]).await);
    let mut reader = Reader::open(app, &stream, &Credential::Nothing, "").await;
    let mut unaffected = Reader::open(app, &format!("{other}live/"), &Credential::Nothing, "").await;
    let revoke = format!("/api/v1/magic-events/{event}/registrations/{entry}/private-link/");
    assert_eq!(app.send(app.request(Method::DELETE, &revoke)).await.status, 204);
    reader.end().await;
    let refused = app.send(app.anonymous(&stream)).await;
    assert_eq!((refused.status, refused.header("referrer-policy")), (404, "no-referrer"));
    change(app, event, &json!({ "name": "Renamed Legacy" })).await;
    unaffected.until("change").await;
}

async fn desk_is_told_of_each_step_until_its_session_ends(app: &TestApp, things: &Things) {
    let event = things.stages.playing.event;
    let sue = member(app, "sue", Role::Scorekeeper).await;
    let session = Credential::Cookie(app.session(&sue, Some(app.organization)).await);
    let stream = named(app, &session, &format!("/desk/events/{event}/round/")).await;
    let mut reader = Reader::open(app, &stream, &session, "").await;
    report(app, things, Method::PUT, 0).await;
    let told = reader.until("change").await;
    let newest = named(app, &session, &format!("/desk/events/{event}/round/")).await;
    assert!(newest.ends_with(told["position"].as_str().unwrap()), "{newest}: {told}");
    let own = format!("/me/{event}/live/");
    assert_eq!(app.ask(&session, &own).await.status, 404, "she does not play");
    let path = format!("/desk/events/{event}/live/");
    assert_eq!(app.ask(&Credential::Nothing, &path).await.status, 303, "to the sign-in page");
    let elsewhere = app.store("Elsewhere").await;
    let tom = app.member(elsewhere.organization, "tom", Role::Admin).await;
    let tom = Credential::Cookie(app.session(&tom, Some(elsewhere.organization)).await);
    assert_eq!(app.ask(&tom, &path).await.status, 404, "another organization's event");
    // A new password ends all sessions.
    app.with_password(sue).await;
    reader.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_a_limited_number_of_streams() {
    let limits = vec!["--max-streams-per-address", "1"];
    let (app, things, [live, pages]) = playing(Options { limits, ..Options::default() }).await;
    let mut first = Reader::open(&app, &live, &key(&app), "").await;
    let refused = app.send(app.anonymous(&pages)).await;
    refused.problem(503);
    assert!(!refused.header("retry-after").is_empty());
    let read_only = app.key_for(app.organization, Role::ReadOnly).await;
    assert_eq!(app.get_as(&read_only, &live).await.status, 503);
    change(&app, things.stages.playing.event, &json!({ "name": "Renamed Legacy" })).await;
    first.until("lifecycle").await;
    app.stop().await;
}
