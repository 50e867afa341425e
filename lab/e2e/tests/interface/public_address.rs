//! The public address in answers: stored views contain a mark instead, which no client sees, and another address takes
//! effect at the next start without rendering anything again.

use std::collections::{BTreeMap, BTreeSet};

use e2e::crawl::addresses;
use e2e::people::{Credential, Person};
use e2e::permissions::routes;
use e2e::scrape::Scrape;
use e2e::things::Things;
use e2e::{Options, PICTURE, Reply, TestApp, scene, with_body};
use proto_events::ids::UserId;
use proto_events::vocabulary::Role;
use reqwest::Method;

const INVITATIONS: &str = "/api/v1/invitations/";
const LISTS: &str = "/api/v1/decklists/?page_size=2";
const EVENTS: &str = "/api/v1/magic-events/";
const EXPORT: &str = "/api/export-decklists/?num_days=36500";
const MOVED: &str = "https://cards.example/store";

/// Returns whether the answer contains the mark, as JSON writes it or as it is. Pictures have such bytes of their own.
pub(crate) fn has_mark(reply: &Reply) -> bool {
    let is_picture = ["image/jpeg", "image/png"].contains(&reply.header("content-type"));
    !is_picture && (reply.body.contains(&0) || reply.body.windows(7).any(|bytes| bytes == br#""\u0000"#))
}

#[tokio::test(flavor = "multi_thread")]
async fn no_answer_of_any_route_contains_the_mark() {
    let (app, scene, _) = scene::with_finished_event().await;
    let things = Things::of_scene(&app, &scene).await;
    let administrator = app.member(app.organization, "administrator", Role::Admin).await;
    let session = Credential::Cookie(app.session(&administrator, Some(app.organization)).await);
    let (mut marked, mut answered) = (Vec::new(), BTreeSet::new());
    let own = own_pages(&app, &things).await;
    for route in routes().iter().filter(|route| route.method == "GET") {
        let key = things.credential(route, &app.key);
        let usual = [key, session.clone(), Credential::Nothing].map(|credential| (credential, things.path(route)));
        let own = own.iter().filter(|(template, ..)| *template == route.template);
        for (credential, path) in usual.into_iter().chain(own.map(|(_, who, path)| (who.clone(), path.clone()))) {
            let reply = app.ask(&credential, &path).await;
            if reply.status == 200 {
                answered.insert(route.id);
            }
            if has_mark(&reply) {
                marked.push(reply.asked);
            }
        }
    }
    assert_eq!(marked, [""; 0]);
    let unanswered = routes().iter().filter(|it| it.method == "GET" && !answered.contains(it.id)).count();
    // An invitation to accept, a token to revoke, links to set a password, to confirm an address and to unsubscribe, an
    // installation to set up, a second step of signing in, a person who has one, and a sign-in provider (two pages): this scene
    // has none.
    assert!(unanswered <= 10 && answered.len() > 50, "{unanswered} routes without an answer, {answered:?}");
    app.stop().await;
}

/// Requests for a picture, for the pages of a player who is signed in, and for those behind a private link: the template
/// of the route, who asks, and the address.
async fn own_pages(app: &TestApp, things: &Things) -> Vec<(&'static str, Credential, String)> {
    let (event, entry, player) =
        (things.stages.playing.event, things.stages.playing.entries[0], things.stages.playing.players[0]);
    let path = format!("/api/v1/magic-events/{event}/picture/");
    let shown = app.send(with_body(app.request(Method::PUT, &path), &PICTURE.into())).await.json();
    let picture = shown["picture"]["sha256"].as_str().expect("a picture").to_owned();
    let player = Person { user_id: UserId(player), username: String::new() };
    let player = Credential::Cookie(app.session(&player, None).await);
    let link = app.private_link(event, entry).await;
    app.applied().await;
    vec![
        ("/pictures/{file}", Credential::Nothing, format!("/pictures/{picture}")),
        ("/me/{id}/", player.clone(), format!("/me/{event}/")),
        ("/me/{id}/team/", player.clone(), format!("/me/{event}/team/")),
        ("/me/{id}/live/", player, format!("/me/{event}/live/")),
        ("/e/{event}/{code}/", Credential::Nothing, link.clone()),
        ("/e/{event}/{code}/events/", Credential::Nothing, format!("{link}events/")),
        ("/e/{event}/{code}/notifications/", Credential::Nothing, format!("{link}notifications/")),
        ("/e/{event}/{code}/live/", Credential::Nothing, format!("{link}live/")),
        ("/e/{event}/{code}/team/", Credential::Nothing, format!("{link}team/")),
    ]
}

/// The answers that contain the address, and the list of events, by path. Bodies do not contain the host that was asked,
/// because its port differs from run to run.
async fn answers(app: &TestApp) -> BTreeMap<String, (String, String)> {
    let all = addresses(app).await.into_iter().chain([INVITATIONS, LISTS].map(str::to_owned));
    let mut answers = BTreeMap::new();
    for path in all {
        let reply = app.get(&path).await;
        assert_eq!(reply.status, 200, "{path}");
        let body = reply.text().replace(&format!("http://{}", app.address()), "");
        if body.contains(&app.public_url()) || path == EVENTS {
            answers.insert(path, (reply.header("etag").to_owned(), body));
        }
    }
    answers
}

/// Returns the number of renderings of all views.
async fn rebuilds(app: &TestApp) -> f64 {
    let mut all = Scrape::default();
    for address in app.metrics_addresses() {
        all.add(Scrape::parse(app.send(app.request_to(&address, "/metrics")).await.text()));
    }
    all.value("crosstable_projection_rebuilds_total", &[]).expect("a counter")
}

/// Fails unless the second tag is right for the same document with another address.
#[track_caller]
fn assert_tag(path: &str, before: &str, after: &str) {
    let is_version = before.trim_matches('"').parse::<i64>().is_ok();
    assert_eq!(before == after, is_version, "{path}: {before}, then {after}");
    // The tag of a list ends with the address; the rest names the generation and the state of the list.
    if let (Some((state, _)), true) = (before.rsplit_once('-'), before.starts_with("W/")) {
        assert_eq!(after.rsplit_once('-').expect("a tag of a list").0, state, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_public_address_takes_effect_at_the_next_start_and_renders_nothing() {
    let options = |public_url: Option<&str>| {
        let public_url = public_url.map(str::to_owned);
        Options { public_url, metrics: true, ..Options::default() }
    };
    let app = TestApp::with(options(None)).await;
    let scene = scene::build(&app).await;
    app.import(&e2e::archive::own_fixtures()[1]).await;
    let invited = app.person("invited").await;
    app.invite(app.organization, &invited).await;
    let before = answers(&app).await;
    let list = format!("/api/v1/decklists/{}/", scene.text_list.0);
    for path in [&list, INVITATIONS, LISTS, EVENTS, EXPORT] {
        assert!(before.contains_key(path), "{path} of {:?}", before.keys());
    }
    let (rendered, known) = (rebuilds(&app).await, app.public_url());

    let app = app.restart(options(Some(MOVED))).await;
    let after = answers(&app).await;
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
    for ((path, (tag, body)), (new_tag, new_body)) in before.iter().zip(after.values()) {
        // Links of pages begin with the path of the address.
        assert_eq!(body, &new_body.replace(MOVED, &known).replace("=\"/store/", "=\"/"), "{path}");
        assert_tag(path, tag, new_tag);
    }
    // In several processes, each new process counts from 0.
    assert!(rebuilds(&app).await <= rendered, "the views were rendered again");
    let again = app.restart(options(None)).await;
    assert_eq!(answers(&again).await, before, "the earlier address gives the earlier answers and tags");
    again.stop().await;
}
