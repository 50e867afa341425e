//! The public address in answers: another address takes effect at the next start without rendering anything again. Stored views
//! contain a mark instead, which no client sees: `has_mark` is asked in the tests of all routes.

use std::collections::BTreeMap;

use e2e::crawl::addresses;
use e2e::scrape::Scrape;
use e2e::{Options, TestApp, scene};

const INVITATIONS: &str = "/api/v1/invitations/";
const LISTS: &str = "/api/v1/decklists/?page_size=2";
const EVENTS: &str = "/api/v1/magic-events/";
const EXPORT: &str = "/api/export-decklists/?num_days=36500";
const MOVED: &str = "https://cards.example/store";

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
