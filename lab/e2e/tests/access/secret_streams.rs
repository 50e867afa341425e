//! Streams name nothing that their readers may not see. An event with an unpublished round is changed at random. After
//! each change, a stream of every role and kind of credential, and of the public, may name only documents that changed
//! for this reader.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use e2e::TestApp;
use e2e::people::Credential;
use e2e::stage::Stage;
use e2e::things::Things;
use proto_events::vocabulary::Role;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::{Method, Response};
use serde_json::{Value, json};
use tokio::time::timeout;

/// Generous for the first block of a stream, also on a slow machine.
const PATIENCE: Duration = Duration::from_secs(20);
/// Random changes of the event before its round is published, and after.
const CHANGES: usize = 40;
/// Everything that the data of a streamed event may contain.
const FIELDS: [&str; 4] = ["round_id", "round_number", "address", "etag"];

/// The documents that a reader sees: status and text by address.
type Documents = BTreeMap<String, (u16, String)>;

/// A reader of streams.
struct Reader {
    name: String,
    credential: Credential,
    /// A key of the same role: it reads the same documents, and some of them can only be read with a key.
    key: Credential,
    /// The path of the stream; that of the public pages for readers without a credential.
    live: String,
    id: String,
    /// A stream that stays open.
    open: Option<Response>,
    /// The addresses of documents that have changed for this reader.
    changed: BTreeSet<String>,
}

impl Reader {
    async fn connect(&self, app: &TestApp, id: &str) -> Option<Response> {
        let request = self.credential.sign(app.anonymous(&self.live));
        let request = if id.is_empty() { request } else { request.header("last-event-id", id) };
        let response = request.send().await.unwrap();
        (response.status() == 200).then_some(response)
    }

    /// Connects again, and returns the addresses of the documents that the stream names first.
    async fn told(&mut self, app: &TestApp) -> Vec<String> {
        let Some(mut response) = self.connect(app, &self.id).await else { return Vec::new() };
        let text = first(&mut response).await;
        let field = |line: &str, name: &str| line.strip_prefix(name).map(str::to_owned);
        self.id = text.lines().filter_map(|line| field(line, "id: ")).next_back().expect("an id");
        assert!(!text.contains("event: reset"), "{} is reset: {text}", self.name);
        text.lines().filter_map(|line| field(line, "data: ")).map(|data| address(&self.name, &data)).collect()
    }

    /// Reads all documents of the event that the reader may see.
    async fn documents(&self, app: &TestApp, stage: &Stage) -> Documents {
        let event = stage.event;
        let round = format!("/api/v1/tournament-rounds/{}/", stage.round);
        let paths = if self.credential == Credential::Nothing {
            vec![format!("/events/{event}/"), format!("/events/{event}/rounds/1/")]
        } else {
            let of_event = ["overview/", "registrations/"].map(|end| format!("/api/v1/magic-events/{event}/{end}"));
            let of_round = ["", "matches/", "standings/"].map(|end| format!("{round}{end}"));
            of_event.into_iter().chain(of_round).collect()
        };
        let mut documents = Documents::new();
        for path in paths {
            let reply = app.ask(&self.key, &path).await;
            documents.insert(path, (reply.status, without_position(reply.text())));
        }
        // The stream names a round also when it is published, which the round's entry in the overview says.
        let overview = documents.get(&format!("/api/v1/magic-events/{event}/overview/"));
        let phases =
            overview.map(|(_, text)| serde_json::from_str::<Value>(text).unwrap()["tournament_phases"].to_string());
        if let Some((phases, (_, text))) = phases.zip(documents.get_mut(&round)) {
            text.push_str(&phases);
        }
        documents
    }
}

/// Returns the blocks of a stream that come first, whole.
async fn first(response: &mut Response) -> String {
    let mut text = String::new();
    while !text.ends_with("\n\n") || !text.contains("id: ") {
        let chunk = timeout(PATIENCE, response.chunk()).await.expect("a block in time").unwrap().expect("a block");
        text += std::str::from_utf8(&chunk).unwrap();
    }
    text
}

/// Returns the address in the data of an event, which may contain nothing else that tells something.
fn address(reader: &str, data: &str) -> String {
    let data: Value = serde_json::from_str(data).unwrap_or_else(|error| panic!("{reader}: {data}: {error}"));
    let fields = data.as_object().unwrap();
    assert!(fields.keys().all(|name| FIELDS.contains(&name.as_str())), "{reader}: {data}");
    data["address"].as_str().unwrap().to_owned()
}

/// Returns a page without the position of its stream.
fn without_position(text: &str) -> String {
    let Some((start, rest)) = text.split_once("data-live=\"") else { return text.to_owned() };
    format!("{start}{}", rest.split_once('"').unwrap().1)
}

/// Creates readers of all roles and kinds of credentials, and one of the public pages.
async fn readers(app: &TestApp, event: i64) -> Vec<Reader> {
    let live = format!("/api/v1/magic-events/{event}/live/");
    let mut all = Vec::new();
    for role in Role::ALL {
        let member = app.member(app.organization, &format!("member-{role}"), *role).await;
        let key = Credential::Key(app.key_for(app.organization, *role, None).await);
        let token = Credential::Token(app.token(&member, Some(app.organization)).await);
        let session = Credential::Cookie(app.session(&member, Some(app.organization)).await);
        for (kind, credential) in [("key", key.clone()), ("token", token), ("session", session)] {
            all.push((format!("{kind} of {role}"), credential, key.clone(), live.clone()));
        }
    }
    let public = format!("/events/{event}/live/");
    all.push(("the public".to_owned(), Credential::Nothing, Credential::Nothing, public));
    let reader = |(name, credential, key, live)| {
        let (id, open, changed) = (String::new(), None, BTreeSet::new());
        Reader { name, credential, key, live, id, open, changed }
    };
    let mut readers: Vec<Reader> = all.into_iter().map(reader).collect();
    for reader in &mut readers {
        assert_eq!(reader.told(app).await, Vec::<String>::new());
        let mut open = reader.connect(app, &reader.id).await.unwrap();
        first(&mut open).await;
        reader.open = Some(open);
    }
    readers
}

/// Changes something that is hidden from the public, and mostly from `READ_ONLY` keys.
fn hidden_change(stage: &Stage, rng: &mut StdRng, number: usize) -> (Method, String, Value) {
    let [one, two, three, four, ..] = stage.entries[..] else { unreachable!() };
    let (entry, table) = (stage.entries[rng.random_range(0..4)], stage.tables[0]);
    let name = format!("note {number}");
    let (method, below, body) = match rng.random_range(0..8) {
        0..3 => {
            let [left, right] =
                [[[one, two], [three, four]], [[one, three], [two, four]], [[one, four], [two, three]]][number % 3];
            let matches = json!({ "matches": [{ "players": left }, { "players": right }] });
            (Method::PUT, format!("rounds/{}/pairings/", stage.round), matches)
        }
        3 => (Method::PATCH, format!("matches/{table}/"), json!({ "time_extension_seconds": 60 * (number + 1) })),
        4 => (Method::PATCH, format!("registrations/{entry}/"), json!({ "tags": [name] })),
        5 => (Method::PATCH, format!("registrations/{entry}/"), json!({ "mark_as_paid": number.is_multiple_of(2) })),
        6 => {
            let penalty =
                json!({ "registration_id": entry, "infraction": "Tardiness", "penalty": "WARNING", "note": name });
            (Method::POST, "penalties/".to_owned(), penalty)
        }
        _ => (Method::POST, "calls/".to_owned(), json!({ "table": 2, "note": name })),
    };
    (method, format!("/api/v1/magic-events/{}/{below}", stage.event), body)
}

/// Changes something that some readers see.
fn open_change(stage: &Stage, rng: &mut StdRng, number: usize) -> (Method, String, Value) {
    let event = format!("/api/v1/magic-events/{}/", stage.event);
    let (one, two) = (stage.entries[0].to_string(), stage.entries[1].to_string());
    match rng.random_range(0..4) {
        0 => (Method::PATCH, event, json!({ "name": format!("Legacy {number}") })),
        1 => (Method::PATCH, event, json!({ "end_of_round_rule": format!("{number} more turns") })),
        2 => {
            let clock = json!({ "length_seconds": 1_800 + 60 * number });
            (Method::POST, format!("{event}rounds/{}/clock/", stage.round), clock)
        }
        _ => {
            let games = json!({ "games_won": { one: 2, two: number % 2 }, "games_drawn": 0 });
            (Method::PUT, format!("{event}matches/{}/result/", stage.tables[0]), games)
        }
    }
}

/// Carries out a change, and checks the events that every reader gets. Returns whether it was carried out.
async fn check(
    app: &TestApp,
    stage: &Stage,
    readers: &mut [Reader],
    (method, path, body): (Method, String, Value),
) -> bool {
    let mut before = Vec::new();
    for reader in readers.iter() {
        before.push(reader.documents(app, stage).await);
    }
    let key = Credential::Key(app.key.clone());
    let reply = app.tell(&key, method.clone(), &path, &body).await;
    assert!(reply.status < 500, "{}", reply.text());
    app.applied().await;
    for (reader, before) in readers.iter_mut().zip(before) {
        let told = reader.told(app).await;
        let after = reader.documents(app, stage).await;
        let changed = after.iter().filter(|(path, document)| before.get(*path) != Some(document));
        reader.changed.extend(changed.map(|(path, _)| path.clone()));
        for address in told {
            let is_changed = before.get(&address) != after.get(&address);
            assert!(is_changed, "{} hears of {address}, after {method} {path} {body}", reader.name);
        }
    }
    reply.status < 300
}

#[tokio::test(flavor = "multi_thread")]
async fn no_stream_names_a_document_that_did_not_change_for_its_reader() {
    let app = TestApp::start().await;
    let mut stage = Things::of_own(&app).await.stages.paired;
    let mut readers = readers(&app, stage.event).await;
    let (mut rng, mut carried_out) = (StdRng::seed_from_u64(7), 0);
    let refresh = async |stage: &mut Stage| {
        let round = app.get(&format!("/api/v1/tournament-rounds/{}/matches/", stage.round)).await.json();
        stage.tables = round["matches"].as_array().unwrap().iter().map(e2e::crawl::id).collect();
    };
    for number in 0..CHANGES {
        let change = if number % 4 == 3 { open_change } else { hidden_change }(&stage, &mut rng, number);
        carried_out += usize::from(check(&app, &stage, &mut readers, change).await);
        refresh(&mut stage).await;
    }
    assert!(carried_out > CHANGES / 2, "{carried_out} of {CHANGES} changes were carried out");
    for reader in readers.iter().filter(|reader| reader.name == "the public" || reader.name.contains("READ_ONLY")) {
        let round = reader.changed.iter().find(|path| path.contains("matches") || path.ends_with("rounds/1/"));
        assert!(round.is_none() || reader.name == "the public", "{} sees a hidden round: {round:?}", reader.name);
    }
    let of_round = format!("/api/v1/magic-events/{}/rounds/{}/", stage.event, stage.round);
    for step in ["publish/", "start/"] {
        let change = (Method::POST, format!("{of_round}{step}"), json!({}));
        assert!(check(&app, &stage, &mut readers, change).await, "{step}");
    }
    for number in 0..CHANGES / 2 {
        let change = open_change(&stage, &mut rng, number);
        check(&app, &stage, &mut readers, change).await;
    }
    // The streams that stayed open named nothing else either.
    let rename = json!({ "name": "The End" });
    let path = format!("/api/v1/magic-events/{}/", stage.event);
    assert!(check(&app, &stage, &mut readers, (Method::PATCH, path, rename)).await);
    for mut reader in readers {
        let mut text = String::new();
        let mut open = reader.open.take().unwrap();
        // The last change is an event of its own, or comes with others.
        while !text.contains(&reader.id) || !text.ends_with("\n\n") {
            let chunk = timeout(PATIENCE, open.chunk()).await.expect("the end in time").unwrap().expect("the end");
            text += std::str::from_utf8(&chunk).unwrap();
        }
        let told = text.lines().filter_map(|line| line.strip_prefix("data: ")).map(|data| address(&reader.name, data));
        let hidden: BTreeSet<String> = told.filter(|address| !reader.changed.contains(address)).collect();
        assert!(hidden.is_empty(), "{} heard of {hidden:?}", reader.name);
    }
    app.stop().await;
}
