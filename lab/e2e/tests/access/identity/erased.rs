//! A person is erased. The tests make a person whose texts are in every place that holds texts, erase the person, and
//! search all places. A control shows that the search finds the texts before.

use std::collections::BTreeMap;
use std::io::Read;
use std::time::{Duration, Instant};

use e2e::crawl::{crawl, id};
use e2e::find::holds;
use e2e::people::{Credential, PASSWORD, Person};
use e2e::visitor::Visitor;
use e2e::{Options, TestApp, overheard};
use flate2::read::MultiGzDecoder;
use proto_events::ids::UserId;
use proto_events::vocabulary::Role;
use reqwest::Method;
use serde_json::{Value, json};

/// Texts of the person, in lower case. Each is in other places.
const TEXTS: [&str; 6] = ["quillfeather", "ottoline", "otti.quill", "otti@post.example", "zie/zir", "duplikat"];

/// A person with data in every place.
struct Known {
    user_id: UserId,
    double: UserId,
    /// An event that the person plays in.
    event: i64,
    /// The person's list.
    list: i64,
    token: Credential,
    session: Credential,
    page: String,
    link: String,
}

/// The texts that a place contains, in any case.
fn found(bytes: &[u8]) -> Vec<&'static str> {
    let text = bytes.to_ascii_lowercase();
    TEXTS.into_iter().filter(|wanted| holds(&text, wanted)).collect()
}

/// The places that contain texts.
fn places(places: &[(String, Vec<u8>)]) -> BTreeMap<String, Vec<&'static str>> {
    let found = places.iter().map(|(place, bytes)| (place.clone(), found(bytes)));
    found.filter(|(_, texts)| !texts.is_empty()).collect()
}

async fn send(app: &TestApp, method: Method, path: &str, body: Value) -> Value {
    let reply = app.send(app.with_json(method, path, &body)).await;
    assert!(reply.status < 300, "{path}: {} {}", reply.status, reply.text());
    serde_json::from_str(reply.text()).unwrap_or_default()
}

/// Makes a person who plays, hands in a list, signs in, shows a player page, is penalized, invited and merged.
async fn known(app: &TestApp) -> Known {
    let profile = json!({
        "username": "otti.quill", "best_identifier": "Ottoline Quillfeather", "first_name": "Ottoline",
        "last_name": "Quillfeather", "email": "Otti@post.example", "pronouns": "zie/zir",
    });
    let user_id = UserId(id(&send(app, Method::POST, "/api/v1/users/", profile).await));
    let person = app.with_password(Person { user_id, username: "otti.quill".into() }).await;
    let token = Credential::Token(app.token(&person, None).await);
    let details = json!({ "name": "Friday Legacy", "event_format": "LEGACY" });
    let event = id(&send(app, Method::POST, "/api/v1/magic-events/", details).await);
    let path = format!("/api/v1/magic-events/{event}/");
    let entries = format!("{path}registrations/");
    let double =
        id(&send(app, Method::POST, "/api/v1/users/", json!({ "best_identifier": "Quillfeather Duplikat" })).await);
    send(app, Method::POST, &format!("/api/v1/users/{double}/merge/"), json!({ "into": user_id.0 })).await;
    let entry = id(&app.tell(&token, Method::POST, &entries, &json!({})).await.created());
    for name in ["Bea", "Cy", "Di"] {
        send(app, Method::POST, &entries, json!({ "name": name })).await;
    }
    app.applied().await;
    let list = json!({ "name": "Storm", "plaintext_list": "60 Island" });
    let list = id(&app.tell(&token, Method::POST, "/api/v1/decklists/", &list).await.created());
    let hand_in = json!({ "decklist_id": list });
    app.tell(&token, Method::PUT, &format!("{entries}{entry}/decklist/"), &hand_in).await;
    for status in ["REGISTRATION_CLOSED", "EVENT_IN_PROGRESS"] {
        send(app, Method::POST, &format!("{path}lifecycle/"), json!({ "status": status })).await;
    }
    let penalty = json!({ "infraction": "Tardiness", "penalty": "WARNING", "registration_id": entry });
    app.post(&format!("{path}penalties/"), &penalty).await;
    let link = app.private_links(event).await[&entry].clone();
    let member = app.invite(app.organization, &app.person("guest").await).await;
    assert!(member.0 > 0);
    app.applied().await;
    let pages = format!("/api/v1/account/player-pages/{}/", app.organization);
    let page = app.tell(&token, Method::PUT, &pages, &json!({ "is_shown": true })).await.json();
    let page = format!("/players/{}", page["url"].as_str().expect("a page").split_once("/players/").expect("a page").1);
    app.join(app.organization, &person, Role::Judge).await;
    let session = Credential::Cookie(app.session(&person, Some(app.organization)).await);
    app.applied().await;
    Known { user_id, double: UserId(double), event, list, token, session, page, link }
}

/// Everything that is answered to administrators, visitors and the desk, by address.
async fn answers(app: &TestApp, known: &Known, admin: &Credential) -> Vec<(String, Vec<u8>)> {
    let crawled = crawl(app).await;
    let mut all: Vec<_> = crawled.into_iter().map(|(path, (_, _, body))| (path, body.to_vec())).collect();
    let Known { user_id, event, page, link, list, .. } = known;
    let key = Credential::Key(app.key.clone());
    let api = [
        format!("/api/v1/users/{user_id}/"),
        "/api/v1/users/?q=quill".into(),
        "/api/v1/members/".into(),
        "/api/v1/invitations/".into(),
        format!("/api/v1/magic-events/{event}/audit/"),
        format!("/api/v1/penalties/?user_id={user_id}"),
        "/api/v1/export/tournaments/?include=standings,matches,decklists,cards,rounds".into(),
    ];
    let pages = [
        "/admin/members/".to_owned(),
        "/admin/people/?q=quill".into(),
        "/admin/audit/".into(),
        format!("/admin/events/{event}/players/"),
        format!("/admin/events/{event}/"),
    ];
    let open = [page.clone(), link.clone(), format!("/events/{event}/"), format!("/decklists/{list}/")];
    let asked = api.iter().map(|path| (&key, path)).chain(pages.iter().map(|path| (admin, path)));
    for (who, path) in asked.chain(open.iter().map(|path| (&Credential::Nothing, path))) {
        all.push((path.clone(), app.ask(who, path).await.text().as_bytes().to_vec()));
    }
    all
}

/// A backup file, unpacked.
async fn backup(app: &TestApp) -> Vec<u8> {
    let packed = app.command(&["backup", "-"]).await;
    let mut unpacked = Vec::new();
    MultiGzDecoder::new(&packed[..]).read_to_end(&mut unpacked).expect("a backup");
    unpacked
}

/// Everything that is stored, in memory or on disk, where the person's texts may be.
async fn stored(app: &TestApp) -> Vec<(String, Vec<u8>)> {
    let mut all = app.raw();
    all.extend(app.documents().await);
    all.push(("events".into(), format!("{:?}", app.log().await).into_bytes()));
    all.push(("backup items".into(), app.backup().await.join("\n").into_bytes()));
    all.push(("backup".into(), backup(app).await));
    all
}

/// Waits until the files do not contain the person's texts any more.
async fn cleaned(app: &TestApp) {
    let give_up = Instant::now() + Duration::from_secs(120);
    let mut left = places(&app.raw());
    while !left.is_empty() && Instant::now() < give_up {
        tokio::time::sleep(Duration::from_millis(100)).await;
        left = places(&app.raw());
    }
    if left.is_empty() {
        return;
    }
    let heard = app.heard();
    let lines: Vec<_> = heard.lines().filter(|line| line.contains("WARN") || line.contains("erased people")).collect();
    panic!("these files still contain texts: {left:?}; {lines:#?}");
}

async fn app() -> (TestApp, Credential) {
    overheard::listen();
    let app = TestApp::with(Options { everything_is_logged: true, ..Options::default() }).await;
    let admin = app.member(app.organization, "admin", Role::Admin).await;
    let session = app.session(&admin, Some(app.organization)).await;
    (app, Credential::Cookie(session))
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_an_erased_person_is_found_anywhere() {
    let (app, admin) = app().await;
    let known = known(&app).await;

    // The control: the search finds the texts where they are.
    let (before, shown) = (places(&stored(&app).await), places(&answers(&app, &known, &admin).await));
    for text in TEXTS {
        let in_documents = before.iter().any(|(place, texts)| place.contains("DocumentKey") && texts.contains(&text));
        assert!(in_documents || text == "duplikat", "{text}: {before:?}");
    }
    assert!(before.contains_key("events") && before.contains_key("backup"), "{before:?}");
    let files = before.keys().filter(|place| place.contains('/')).count();
    assert!(files > 1, "the files hold the texts: {before:?}");
    for path in [&known.page, &known.link, "/api/v1/members/", "/admin/people/?q=quill"].map(ToString::to_string) {
        assert!(shown.contains_key(&path), "{path}: {:?}", shown.keys());
    }
    let old_backup = app.command(&["backup", "-"]).await;

    let erase = format!("/api/v1/users/{}/erase/", known.user_id);
    let erased = app.send(app.request(Method::POST, &erase)).await;
    assert_eq!(erased.status, 204, "{}", erased.text());
    app.applied().await;

    assert_eq!(places(&answers(&app, &known, &admin).await), BTreeMap::new());
    cleaned(&app).await;
    assert_eq!(places(&stored(&app).await), BTreeMap::new());
    assert_eq!(found(app.heard().as_bytes()), [""; 0], "in logs");
    let entries = app.get(&format!("/api/v1/magic-events/{}/registrations/", known.event)).await;
    assert!(entries.text().contains(&format!("Player {}", known.user_id)), "{}", entries.text());

    nothing_works(&app, &known).await;
    let again = app.send(app.request(Method::POST, &erase)).await;
    assert_eq!(again.status, 204, "it is the same the second time");
    app.rebuild().await;
    assert_eq!(places(&app.documents().await), BTreeMap::new());
    restores_without(&app, &known, &old_backup).await;
    app.stop().await;
}

/// What the person could do before is refused, and the names are free.
async fn nothing_works(app: &TestApp, known: &Known) {
    let Known { user_id, double, .. } = known;
    assert_eq!(app.ask(&known.token, "/api/v1/account/registrations/").await.status, 401);
    assert_ne!(app.ask(&known.session, "/admin/account/").await.status, 200);
    assert_eq!(Visitor::new(app).sign_in("otti.quill", PASSWORD).await.status, 422);
    for path in [known.page.clone(), known.link.clone()] {
        assert_eq!(app.ask(&Credential::Nothing, &path).await.status, 404, "{path}");
    }
    for user in [user_id, double] {
        app.get(&format!("/api/v1/users/{user}/")).await.problem(404);
        let change = json!({ "best_identifier": "Ottoline" });
        app.patch(&format!("/api/v1/users/{user}/"), &change).await.problem(404);
        app.post(&format!("/api/v1/users/{user}/password-link/"), &json!({})).await.problem(404);
        let entry = json!({ "user_id": user.0 });
        app.post(&format!("/api/v1/magic-events/{}/registrations/", known.event), &entry).await.problem(400);
    }
    assert!(app.backup().await.iter().all(|item| !item.starts_with(&format!("PersonKey(UserId({user_id})"))));
    let namesake = json!({ "username": "otti.quil2", "best_identifier": "Guest" });
    assert_ne!(id(&app.post("/api/v1/users/", &namesake).await.created()), user_id.0);
}

/// A backup that was made before holds the person. It is refused without the list, and restored without the person.
async fn restores_without(app: &TestApp, known: &Known, backup: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, data) = (folder.path().join("old.backup"), folder.path().join("data"));
    std::fs::write(&file, backup).expect("a file");
    let run = |more: &[&str]| {
        let mut command = std::process::Command::new(e2e::program::program().expect("the program"));
        for name in e2e::program::foreign_options() {
            command.env_remove(name);
        }
        command.arg("restore").arg(&file).arg("--data-dir").arg(&data).args(more).output().expect("an end")
    };
    let text = |output: &std::process::Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let refused = run(&[]);
    assert!(!refused.status.success() && text(&refused).contains("no list of erasures"), "{}", text(&refused));
    let list = app.folder().join("erasures.jsonl").display().to_string();
    let restored = run(&["--erasures", &list]);
    assert!(restored.status.success() && text(&restored).contains("2 erased people"), "{}", text(&restored));
    let raw = std::fs::read(data.join("events.sqlite")).expect("the log");
    assert_eq!(found(&raw), [""; 0]);
    let database = storage::Database::Sqlite(data.join("events.sqlite"));
    let store = storage::open_events(&database, storage::Access::Write).await.expect("the log");
    let events = store.read_stream(proto_events::StreamId::user(known.user_id), 0).await.expect("events");
    let decoded: Vec<_> = events.iter().map(|event| format!("{:?}", event.decode().expect("an event"))).collect();
    assert_eq!(found(decoded.join("").as_bytes()), [""; 0]);
    assert!(decoded.last().expect("an event").contains("Erased"), "{decoded:?}");
    assert_eq!(store.unfinished_erasures().await.expect("erasures"), []);
    store.close().await;
    std::fs::remove_dir_all(&data).expect("a folder");
    let all = run(&["--without-erasures"]);
    assert!(all.status.success() && text(&all).contains("are known again"), "{}", text(&all));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_line_erases_while_the_app_runs_and_an_administrator_on_a_page() {
    let (app, _) = app().await;
    let person = app.managed_person("quillfeather", app.organization).await;
    assert!(!places(&stored(&app).await).is_empty(), "the search finds the name");
    app.command(&["users", "erase", &person.user_id.to_string(), "--yes"]).await;
    app.applied().await;
    cleaned(&app).await;
    assert_eq!(places(&stored(&app).await), BTreeMap::new());
    let shown = String::from_utf8(app.command(&["erasures", "show"]).await).expect("text");
    assert_eq!(shown.lines().count(), 1, "{shown}");

    let admin = app.with_password(app.member(app.organization, "boss", Role::Admin).await).await;
    let guest = app.managed_person("guest.quillfeather", app.organization).await;
    let mut visitor = Visitor::new(&app);
    visitor.sign_in(&admin.username, PASSWORD).await;
    let path = format!("/admin/people/{}/erase/", guest.user_id);
    assert!(visitor.open("/admin/people/?q=guest").await.text().contains(&path));
    assert!(visitor.open(&path).await.text().contains("cannot be undone"));
    let done = visitor.fill(&path, &[("current_password", PASSWORD)]).await;
    assert_eq!(done.status, 303, "{}", done.text());
    app.applied().await;
    assert!(!visitor.open("/admin/people/?q=guest").await.text().contains("quillfeather"));
    app.stop().await;
}

#[tokio::test]
async fn people_of_others_are_erased_by_the_operator_alone() {
    let app = TestApp::start().await;
    let there = app.store("Harbour Games").await;
    let other = Credential::Key(there.key.clone());
    let kim = app.managed_person("kim", app.organization).await;
    let erase = format!("/api/v1/users/{}/erase/", kim.user_id);
    app.tell(&other, Method::POST, &erase, &json!({})).await.problem(404);
    let details = json!({ "name": "Harbour Modern", "event_format": "MODERN" });
    let harbour = id(&app.tell(&other, Method::POST, "/api/v1/magic-events/", &details).await.created());
    let phone = Credential::Token(app.token(&kim, None).await);
    let entries = format!("/api/v1/magic-events/{harbour}/registrations/");
    app.tell(&phone, Method::POST, &entries, &json!({})).await.created();
    app.applied().await;
    let refused = app.send(app.request(Method::POST, &erase)).await.problem(409);
    assert!(refused.to_string().contains("another organization"), "{refused}");
    app.command(&["users", "erase", &kim.user_id.to_string(), "--yes"]).await;
    app.applied().await;
    let shown = app.ask(&other, &entries).await;
    let shown = shown.text();
    assert!(shown.contains(&format!("Player {}", kim.user_id)) && !shown.contains("KIM"), "{shown}");
    app.stop().await;
}
