//! Private data reaches only its readers. A secret is planted in every private field, and rounds are paired and not
//! published. Then readers of every kind ask for every address with every id that they could learn. No answer to those who
//! may not read a secret contains it, and no answer or tag changes with data that the reader does not see.

mod event;

use std::collections::BTreeMap;

use e2e::crawl::id;
use e2e::find::holds;
use e2e::people::{Credential, Person};
use e2e::{Options, Reply, TestApp, permissions};
use futures::future::join_all;
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use reqwest::{Method, Response};
use serde_json::json;

use self::event::Event;

/// The beginning of every secret.
const SECRET: &str = "planted-";
/// Secrets for those who may search people.
const CONTACTS: &[&str] = &["planted-mail", "planted-order"];
/// Secrets for all staff.
const FOR_STAFF: &[&str] = &[
    "planted-note",
    "planted-tag",
    "planted-penalty",
    "planted-call",
    "planted-list",
    "planted-archetype",
    "planted-queuer",
    "planted-buzzer",
    "planted-card",
    "planted-family",
    "planted-pronouns",
];
/// The secret of a person: a list that was not handed in.
const OWN: &str = "planted-own";

/// The secrets that a reader may see.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    /// All of them.
    Desk,
    /// All but contacts.
    Judge,
    /// None, and no unpublished pairings.
    Outside,
}

struct Reader {
    name: String,
    credential: Credential,
    level: Level,
}

struct World {
    app: TestApp,
    people: Vec<Person>,
    /// Single players with a hidden second round, teams with a hidden second round, and a running round.
    events: [Event; 3],
    /// A list of the first player that was handed in, and one that was not.
    lists: [i64; 2],
    /// The private link of a player, as a path.
    link: String,
    /// The join code of the first event.
    code: String,
}

/// Status, tag and text.
type Answer = (u16, String, String);
/// Answers by address.
type Answers = BTreeMap<String, Answer>;

impl World {
    async fn new() -> Self {
        // Many readers ask at the same time.
        let limits =
            [["--stream-heartbeat-seconds", "1"], ["--max-exports", "999"], ["--max-exports-per-caller", "99"]];
        let limits = limits.concat();
        let app =
            TestApp::with(Options { anonymous_export: true, vendor_field_names: true, limits, ..Options::default() })
                .await;
        let convention = json!({ "name": "Hall Days", "slug": "planted", "floor_judge_buzzer_identifier": "planted-buzzer",
            "event_timezone": "Europe/Brussels" });
        app.post("/api/v1/conventions/", &convention).await.created();
        let mut people = Vec::new();
        for name in ["ida", "jon", "kay", "lou", "max", "nel", "waiting", "queuer"] {
            people.push(person(&app, name).await);
        }
        let mut single = Event::new(&app, "Single", 1, &people[..5]).await;
        for person in &people[6..] {
            let waits = json!({ "username": person.username, "status": "ON_WAITLIST" });
            app.post(&single.path("registrations/"), &waits).await.created();
        }
        let mut teams = Event::new(&app, "Teams", 2, &people[..6]).await;
        let mut running = Event::new(&app, "Running", 1, &people[..2]).await;
        let list =
            json!({ "name": "planted-list", "archetype": "planted-archetype", "plaintext_list": "60 planted-card" });
        let list = id(&app.post("/api/v1/decklists/", &list).await.created());
        let own = json!({ "name": OWN, "plaintext_list": "60 Mountain" });
        let owner = Credential::Token(app.token(&people[0], None).await);
        let own = id(&app.tell(&owner, Method::POST, "/api/v1/decklists/", &own).await.created());
        single.plant(&app, list).await;
        for event in [&single, &teams, &running] {
            event.begin(&app).await;
        }
        for event in [&mut single, &mut teams] {
            event.play(&app).await;
            event.pair(&app).await;
        }
        let round = running.pair(&app).await;
        running.tell(&app, Method::POST, &format!("rounds/{round}/start/"), &json!({})).await;
        single.judge(&app).await;
        let link = app.private_link(single.id, single.entries[1]).await;
        let policy = json!({ "registration_policy": "JOIN_CODE" });
        single.tell(&app, Method::PATCH, "", &policy).await;
        let code = app.post(&single.path("join-code/"), &json!({})).await.json()["code"].as_str().unwrap().to_owned();
        app.applied().await;
        Self { app, people, events: [single, teams, running], lists: [list, own], link, code }
    }

    /// Readers of every role and kind of credential, players, people on the waitlist, outsiders and strangers.
    async fn readers(&self) -> Vec<Reader> {
        let (app, organization) = (&self.app, self.app.organization);
        let mut readers = Vec::new();
        let mut add = |name: String, level, credential| readers.push(Reader { name, credential, level });
        for role in Role::ALL {
            let level = match role {
                Role::Admin | Role::Organizer | Role::Scorekeeper => Level::Desk,
                Role::Judge => Level::Judge,
                Role::ReadOnly => Level::Outside,
            };
            let member = app.member(organization, &format!("member-{role}"), *role).await;
            add(format!("key of {role}"), level, Credential::Key(app.key_for(organization, *role).await));
            add(format!("token of {role}"), level, Credential::Token(app.token(&member, Some(organization)).await));
            add(format!("cookie of {role}"), level, Credential::Cookie(app.session(&member, Some(organization)).await));
        }
        let other = app.store("Other Store").await;
        add("key of another organization".into(), Level::Outside, Credential::Key(other.key));
        let outsider = person(app, "outsider").await;
        for (name, person) in [("player", &self.people[1]), ("waitlisted", &self.people[6]), ("outsider", &outsider)] {
            add(format!("token of {name}"), Level::Outside, Credential::Token(app.token(person, None).await));
            add(format!("cookie of {name}"), Level::Outside, Credential::Cookie(app.session(person, None).await));
        }
        add("stranger".into(), Level::Outside, Credential::Nothing);
        readers
    }

    /// Every address that can be read, with every id. Streams are left out.
    fn paths(&self) -> Vec<String> {
        let mut paths = Vec::new();
        for route in permissions::routes().iter().filter(|route| route.method == "GET") {
            let mut filled = vec![route.template.to_owned()];
            for (name, ids) in [
                ("{event}/{code}/", vec![self.link.trim_start_matches("/e/").to_owned()]),
                ("{slug}", vec!["planted".to_owned()]),
                ("{number}", texts([1, 2])),
                ("{player_id}", self.everybody()),
                ("{round_id}", self.rounds()),
                ("{registration_id}", self.events.iter().flat_map(|event| texts(event.entries.clone())).collect()),
                ("{id}", self.ids(route.template)),
            ] {
                let fill = |path: String| -> Vec<String> {
                    if !path.contains(name) {
                        return vec![path];
                    }
                    ids.iter().map(|id| path.replace(name, id)).collect()
                };
                filled = filled.into_iter().flat_map(fill).collect();
            }
            paths.extend(filled.into_iter().filter(|path| !path.ends_with("/live/") && !path.contains('{')));
        }
        paths.push("/api/v1/export/tournaments/?include=standings,rounds,matches,cards,decklists".to_owned());
        for list in ["magic-events", "tournament-rounds", "conventions"] {
            paths.extend(["summary=true", "newest_first=true"].map(|query| format!("/api/v1/{list}/?{query}")));
        }
        paths.push("/api/export-decklists/?num_days=36500&decklist_as_text=true".to_owned());
        paths
            .extend(self.rounds().iter().map(|round| format!("/api/v1/tournament-rounds/{round}/matches/?teams=true")));
        paths
    }

    /// The ids that stand for `{id}` in a template.
    fn ids(&self, template: &str) -> Vec<String> {
        let before = template.split("/{id}").next().unwrap_or_default();
        match before.rsplit('/').next().unwrap_or_default() {
            "magic-events" | "events" | "me" => texts(self.events.iter().map(|event| event.id)),
            "tournament-rounds" => self.rounds(),
            "decklists" => texts(self.lists),
            "registrations" => self.events.iter().flat_map(|event| texts(event.entries.clone())).collect(),
            _ => self.everybody(),
        }
    }

    fn rounds(&self) -> Vec<String> {
        self.events.iter().flat_map(|event| texts(event.rounds.clone())).collect()
    }

    /// The ids of all players and teams.
    fn everybody(&self) -> Vec<String> {
        let people = self.people.iter().map(|person| person.user_id.0);
        texts(people.chain(self.events[1].teams.iter().copied()))
    }

    async fn answers(&self, reader: &Reader) -> Answers {
        let mut answers = Answers::new();
        for path in self.paths() {
            let answer = self.answer(reader, &path).await;
            answers.insert(path, answer);
        }
        answers
    }

    async fn answer(&self, reader: &Reader, path: &str) -> Answer {
        let reply = self.app.ask(&reader.credential, path).await;
        assert!(!reply.has_mark(), "{}", reply.asked);
        (reply.status, reply.header("etag").to_owned(), text(&reply))
    }

    /// Whether any answer differs from the one before. The addresses of events and rounds are asked first, and the first that
    /// differs is enough.
    async fn sees_a_change(&self, reader: &Reader, before: &Answers) -> bool {
        let mut paths = self.paths();
        paths.sort_by_key(|path| !(path.contains("rounds/") || path.contains("events/")));
        for path in paths {
            if before.get(&path) != Some(&self.answer(reader, &path).await) {
                return true;
            }
        }
        false
    }

    /// The explanations of the single players' and the teams' standings that these readers get.
    async fn explained(&self, readers: &[&Reader]) -> Vec<String> {
        let mut texts = Vec::new();
        for reader in readers {
            for path in self.paths().iter().filter(|path| path.ends_with("/explain/")) {
                let reply = self.app.ask(&reader.credential, path).await;
                texts.extend((reply.status == 200).then(|| text(&reply)));
            }
        }
        texts
    }

    /// Whether an explanation has the last round of the single players or of the teams.
    fn names_hidden_round(&self, text: &str) -> bool {
        self.events[..2].iter().any(|event| text.contains(&format!("\"round_id\":{},", event.rounds.last().unwrap())))
    }

    /// The streams that a reader may follow, each with the id of its first event.
    async fn streams(&self, reader: &Reader) -> Vec<(String, String)> {
        let mut streams = vec![format!("{}live/", self.link)];
        for event in &self.events {
            let event = event.id;
            let api = format!("/api/v1/magic-events/{event}/live/");
            streams.extend([api, format!("/events/{event}/live/"), format!("/me/{event}/live/")]);
        }
        let followed = streams.iter().map(|path| self.follow(reader, path, ""));
        let followed = join_all(followed).await;
        streams.into_iter().zip(followed).filter_map(|(path, known)| Some((path, known?.0))).collect()
    }

    /// What streams tell a reader who knows everything up to these ids: the data, by path.
    async fn told(&self, reader: &Reader, streams: &[(String, String)]) -> Vec<(String, Vec<String>)> {
        let told = streams
            .iter()
            .map(|(path, id)| async move { (path.clone(), self.follow(reader, path, id).await.expect("a stream").1) });
        join_all(told).await
    }

    /// Connects to a stream, and returns its id and its data up to the first heartbeat.
    async fn follow(&self, reader: &Reader, path: &str, id: &str) -> Option<(String, Vec<String>)> {
        let request = reader.credential.sign(self.app.anonymous(path));
        let request = if id.is_empty() { request } else { request.header("last-event-id", id) };
        let mut response: Response = request.send().await.unwrap();
        if response.status() != 200 {
            return None;
        }
        let mut text = String::new();
        while !text.lines().any(|line| line.starts_with(':')) {
            text += std::str::from_utf8(&response.chunk().await.unwrap().expect("a heartbeat")).unwrap();
        }
        let field =
            |name: &'static str| text.lines().filter_map(move |line| line.strip_prefix(name)).map(str::to_owned);
        Some((field("id: ").next_back().unwrap_or_else(|| id.to_owned()), field("data: ").collect()))
    }

    /// Changes data that only staff see.
    async fn change_hidden_data(&self, turn: usize) {
        let [single, teams, running] = &self.events;
        for event in [single, teams] {
            let again = format!("rounds/{}/pair/", event.rounds.last().unwrap());
            event.tell(&self.app, Method::POST, &again, &json!({ "by_standing": turn % 2 == 1 })).await;
            event.pair_by_hand(&self.app, turn).await;
            let table = event.tables(&self.app).await[0];
            let change =
                json!({ "is_feature_match": true, "time_extension_seconds": 60 * turn, "deck_check_started": true });
            event.tell(&self.app, Method::PATCH, &format!("matches/{table}/"), &change).await;
        }
        let table = running.tables(&self.app).await[0];
        let judge = self.app.member(self.app.organization, &format!("judge-{turn}"), Role::Judge).await;
        let change = json!({ "assigned_judge": judge.user_id.0, "deck_check_started": turn % 2 == 1 });
        running.tell(&self.app, Method::PATCH, &format!("matches/{table}/"), &change).await;
        let paid = json!({ "mark_as_paid": turn % 2 == 1, "internal_notes": format!("planted-note {turn}"),
            "walletpay_order_id": format!("planted-order {turn}"), "tags": [format!("planted-tag {turn}")] });
        single.tell(&self.app, Method::PATCH, &format!("registrations/{}/", single.entries[0]), &paid).await;
        self.app.applied().await;
    }
}

fn texts(ids: impl IntoIterator<Item = i64>) -> Vec<String> {
    ids.into_iter().map(|id| id.to_string()).collect()
}

/// Creates a person whose account the organization manages. The name of the queuer is a secret.
async fn person(app: &TestApp, name: &str) -> Person {
    let shown = if name == "queuer" { "planted-queuer".to_owned() } else { name.to_uppercase() };
    let mail = if name == "ida" { "planted-mail@example.org".to_owned() } else { format!("{name}@example.org") };
    let [last_name, pronouns] =
        ["planted-family", "planted-pronouns"].map(|it| if name == "ida" { it.into() } else { String::new() });
    let profile = Profile {
        username: name.into(),
        best_identifier: shown,
        email: mail,
        last_name,
        pronouns,
        ..Profile::default()
    };
    Person { user_id: app.registered(profile, Some(app.organization)).await, username: name.into() }
}

/// The text of an answer, without the random tokens of forms.
fn text(reply: &Reply) -> String {
    let mut text = String::from_utf8_lossy(&reply.body).into_owned();
    for field in ["name=\"form_token\" value=\"", "name=\"form_id\" value=\""] {
        if !holds(&text, field) {
            continue;
        }
        let mut parts = text.split(field);
        let mut kept = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            kept += part.split_once('"').map_or(part, |(_, rest)| rest);
        }
        text = kept;
    }
    text
}

/// The answers that differ from those before.
fn changed<'a>(before: &'a Answers, now: &'a Answers) -> Vec<&'a str> {
    now.iter().filter(|(path, answer)| before.get(*path) != Some(answer)).map(|(path, _)| path.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_reach_only_their_readers_and_hidden_data_changes_no_answer_tag_or_stream_outside() {
    let world = World::new().await;
    let readers = world.readers().await;
    world.change_hidden_data(1).await;
    let answers = join_all(readers.iter().map(|reader| world.answers(reader))).await;
    world.assert_read_by_their_readers_alone(readers.iter().zip(&answers));

    let of_readers = readers.iter().zip(answers);
    let (outside, staff): (Vec<_>, Vec<_>) = of_readers.partition(|(reader, _)| reader.level == Level::Outside);
    let streams = join_all(outside.iter().map(|(reader, _)| world.streams(reader))).await;
    let (outside, before): (Vec<&Reader>, Vec<Answers>) = outside.into_iter().unzip();
    let before: Vec<_> = before.into_iter().zip(streams).collect();
    let mut leaks = Vec::new();
    world.change_hidden_data(2).await;
    let now = outside
        .iter()
        .zip(&before)
        .map(async |(reader, (_, streams))| (world.answers(reader).await, world.told(reader, streams).await));
    for ((reader, (before, _)), (now, told)) in outside.iter().zip(&before).zip(join_all(now).await) {
        leaks.extend(changed(before, &now).iter().map(|path| format!("{}: {path}", reader.name)));
        let told = told.iter().filter(|(_, data)| !data.is_empty());
        leaks.extend(told.map(|(path, data)| format!("{}: {path} tells {data:?}", reader.name)));
    }
    assert!(leaks.is_empty(), "{} leaks: {leaks:#?}", leaks.len());
    // Staff see the changes at these addresses.
    let (staff, of_staff) = &staff[0];
    let now = world.answers(staff).await;
    for seen in ["/explain/", "/matches/", "/registrations/", "/magic-events/", "/tournament-rounds/"] {
        assert!(changed(of_staff, &now).iter().any(|path| path.ends_with(seen)), "{seen} of {}", staff.name);
    }
    world.publish_and_hide_again(&outside, &before).await;
    world.app.stop().await;
}

impl World {
    /// Checks that the answers contain planted secrets for their readers, and for no others.
    fn assert_read_by_their_readers_alone<'a>(&self, answers: impl Iterator<Item = (&'a Reader, &'a Answers)>) {
        let (mut found, mut leaks, mut shows_code) = (Vec::new(), Vec::new(), false);
        let code = self.code.as_str();
        for (reader, answers) in answers {
            let forbidden: Vec<&str> = match reader.level {
                Level::Desk => vec![OWN],
                Level::Judge => [CONTACTS, &[OWN, code]].concat(),
                Level::Outside => vec![SECRET, code],
            };
            for (path, (_, _, text)) in answers {
                let leaked = forbidden.iter().filter(|secret| holds(text, secret));
                leaks.extend(leaked.map(|it| format!("{}: {it} in {path}", reader.name)));
                found.extend(CONTACTS.iter().chain(FOR_STAFF).filter(|secret| holds(text, secret)));
                shows_code |= holds(text, code);
            }
        }
        assert!(shows_code, "the desk shows the join code");
        assert!(leaks.is_empty(), "{leaks:#?}");
        let missed: Vec<_> = CONTACTS.iter().chain(FOR_STAFF).filter(|secret| !found.contains(secret)).collect();
        assert!(missed.is_empty(), "the search finds what staff see: {missed:?}");
    }

    /// Published pairings are seen, in answers and in streams. Rounds that are paired again are hidden again.
    async fn publish_and_hide_again(&self, outside: &[&Reader], before: &[(Answers, Vec<(String, String)>)]) {
        for event in &self.events[..2] {
            let below = format!("rounds/{}/publish/", event.rounds.last().unwrap());
            event.tell(&self.app, Method::POST, &below, &json!({})).await;
        }
        self.app.applied().await;
        let running = format!("/{}/", self.events[2].id);
        for (reader, (answers, streams)) in outside.iter().zip(before) {
            assert!(self.sees_a_change(reader, answers).await, "{} sees nothing", reader.name);
            for (path, data) in self.told(reader, streams).await {
                let is_told = !data.is_empty() || path.contains(&running) || reader.name.contains("waitlisted");
                assert!(is_told, "{}: {path}", reader.name);
            }
        }
        // One reader asks for everything, since no answer may have a mark, whether or not it changed.
        self.answers(outside[0]).await;
        let seen = self.explained(outside).await;
        assert!(seen.iter().any(|text| self.names_hidden_round(text)), "published rounds are explained");
        for event in &self.events[..2] {
            let again = format!("rounds/{}/pair/", event.rounds.last().unwrap());
            event.tell(&self.app, Method::POST, &again, &json!({})).await;
        }
        self.app.applied().await;
        let seen = self.explained(outside).await;
        assert!(!seen.is_empty() && !seen.iter().any(|text| self.names_hidden_round(text)), "{seen:#?}");
    }
}
