//! Pages that follow an event: changes appear without a reload, can be paused, and disturb no one who is typing.

use e2e::browser::Browser;
use e2e::people::Credential;
use e2e::things::Things;
use e2e::{Options, TestApp};
use proto_events::vocabulary::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::given::{member, signed_in};

pub(crate) async fn hall() -> (TestApp, Things) {
    let app = TestApp::start().await;
    let things = Things::of_own(&app).await;
    (app, things)
}

/// Reports 2–0 at the second table of the running event, or corrects the result to 0–2 or 1–2.
pub(crate) async fn report(app: &TestApp, things: &Things, [first, second]: [i64; 2]) {
    let stage = &things.stages.playing;
    let games = json!({ "games_won": { stage.entries[2].to_string(): first, stage.entries[3].to_string(): second } });
    let path = format!("/api/v1/magic-events/{}/matches/{}/result/", stage.event, stage.tables[1]);
    let reply = if first == 2 { app.post(&path, &games).await } else { app.put(&path, &games).await };
    assert!((200..300).contains(&reply.status), "{}", reply.text());
}

async fn opened(app: &TestApp, path: &str) -> Browser {
    let browser = Browser::start(&app.address()).await;
    browser.open(path).await;
    browser.remember_page().await;
    browser
}

#[tokio::test(flavor = "multi_thread")]
async fn a_public_page_shows_results_without_a_reload_until_it_is_paused() {
    let (app, things) = hall().await;
    let event = things.stages.playing.event;
    let browser = opened(&app, &format!("/events/{event}/rounds/1/?by=table")).await;
    browser.comes_to_show("Pause updates").await;
    report(&app, &things, [2, 0]).await;
    browser.comes_to_show("2–0").await;
    browser.comes_to_show("Updated at").await;
    let shift = browser.layout_shift().await;
    assert!(shift < 0.1, "the page moves: {shift}");
    browser.look_at("live-round").await;

    browser.tab_to("Pause updates").await;
    browser.hit(e2e::browser::Key::Enter).await;
    browser.comes_to_show("Updates are paused.").await;
    report(&app, &things, [0, 2]).await;
    browser.comes_to_show("There is news.").await;
    assert!(!browser.shows("0–2").await, "nothing is put in place");
    browser.is_for_everybody().await;
    assert!(browser.is_remembered_page().await, "the page was never loaded anew");
    browser.reload().await;
    browser.remember_page().await;
    browser.comes_to_show("Updates are paused.").await;
    browser.sees("0–2").await;
    report(&app, &things, [1, 2]).await;
    browser.comes_to_show("There is news.").await;
    browser.touch("Resume updates").await;
    browser.comes_to_show("1–2").await;

    browser.offline(true).await;
    let path = format!("/api/v1/magic-events/{event}/");
    assert_eq!(app.patch(&path, &json!({ "name": "Legacy of the Hall" })).await.status, 200);
    browser.offline(false).await;
    browser.comes_to_show("Legacy of the Hall").await;
    assert_eq!(app.patch(&path, &json!({ "is_unlisted": true })).await.status, 200);
    browser.comes_to_show("This page can no longer be opened").await;
    assert!(!browser.has_button("Pause updates").await);
    assert!(browser.is_remembered_page().await);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_without_a_stream_is_loaded_from_time_to_time() {
    let limits = vec!["--max-streams-per-address", "1"];
    let app = TestApp::with(Options { limits, ..Options::default() }).await;
    let things = Things::of_own(&app).await;
    let event = things.stages.playing.event;
    // Another reader at the same address has the only stream.
    let other = app.anonymous(&format!("/events/{event}/live/")).send().await.unwrap();
    let browser = opened(&app, &format!("/events/{event}/rounds/1/")).await;
    report(&app, &things, [2, 0]).await;
    browser.comes_to_show("2–0").await;
    assert!(browser.is_remembered_page().await);
    assert_eq!(other.status(), 200);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_a_round_shows_a_round_that_is_added() {
    let (app, things) = hall().await;
    let event = things.stages.between.event;
    let browser = opened(&app, &format!("/events/{event}/rounds/1/")).await;
    browser.comes_to_show("Pause updates").await;
    let rounds = format!("/api/v1/magic-events/{event}/rounds/");
    let round = app.post(&rounds, &json!({ "kind": "swiss" })).await.created();
    assert!((200..300).contains(&app.post(&format!("{rounds}{}/publish/", round["id"]), &json!({})).await.status));
    browser.comes_to_show("Round 2").await;
    assert!(browser.is_remembered_page().await);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_shows_its_table_when_the_pairings_are_published_and_not_before() {
    let (app, things) = hall().await;
    let stage = &things.stages.between;
    let path = app.private_link(stage.event, stage.entries[0]).await;
    let phone = opened(&app, &path).await;
    phone.sees("The next round is not published yet.").await;
    phone.comes_to_show("Pause updates").await;
    let below = |name: &str| format!("/api/v1/magic-events/{}/{name}", stage.event);
    let round = app.post(&below("rounds/"), &json!({ "kind": "swiss" })).await.created();
    // The phone learns of the new name, and not of the round.
    assert_eq!(app.patch(&below(""), &json!({ "name": "Legacy of the Hall" })).await.status, 200);
    phone.comes_to_show("Legacy of the Hall").await;
    phone.sees("The next round is not published yet.").await;
    let publish = below(&format!("rounds/{}/publish/", round["id"]));
    assert!((200..300).contains(&app.post(&publish, &json!({})).await.status));
    phone.comes_to_show("Table 1").await;
    assert!(phone.is_remembered_page().await);
    phone.look_at("live-phone").await;

    let revoke = below(&format!("registrations/{}/private-link/", stage.entries[0]));
    assert_eq!(app.send(app.request(Method::DELETE, &revoke)).await.status, 204);
    phone.comes_to_show("This page can no longer be opened").await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scorekeeper_who_types_sees_the_results_of_others() {
    let (app, things) = hall().await;
    let sue = member(&app, "scorekeeper", Role::Scorekeeper).await;
    let browser = signed_in(&app, &sue).await;
    browser.open(&format!("/desk/events/{}/round/", things.stages.playing.event)).await;
    browser.remember_page().await;
    browser.comes_to_show("Pause updates").await;
    browser.write("2 2").await;
    report(&app, &things, [2, 0]).await;
    browser.comes_to_show("2–0").await;
    assert_eq!((browser.value("Result").await, browser.focused().await), ("2 2".to_owned(), "Result".to_owned()));
    assert!(browser.is_remembered_page().await);
    browser.is_for_everybody().await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_appear_at_the_desk_and_links_of_new_rows_work() {
    let (app, things) = hall().await;
    let event = things.stages.open.event;
    let ada = member(&app, "organizer", Role::Organizer).await;
    let browser = signed_in(&app, &ada).await;
    browser.open(&format!("/desk/events/{event}/players/")).await;
    browser.remember_page().await;
    browser.comes_to_show("Pause updates").await;
    let entry = json!({ "best_identifier": "Zoe Quick" });
    let person = app.tell(&Credential::Key(app.key.clone()), Method::POST, "/api/v1/users/", &entry).await.created();
    let entry: Value = json!({ "user_id": person["id"] });
    app.post(&format!("/api/v1/magic-events/{event}/registrations/"), &entry).await.created();
    browser.comes_to_show("Zoe Quick").await;
    browser.follow("Zoe Quick").await;
    browser.comes_to_show("Private link").await;
    assert!(browser.is_remembered_page().await, "the link replaces the main part");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_scripts_there_is_nothing_to_pause() {
    let (app, things) = hall().await;
    let browser = Browser::start(&app.address()).await;
    browser.scripts(false).await;
    browser.open(&format!("/events/{}/rounds/1/", things.stages.playing.event)).await;
    browser.sees("Pairings").await;
    assert!(!browser.has_button("Pause updates").await);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_contested_result_is_listed_and_completing_the_round_asks_once() {
    let (app, things) = hall().await;
    let stage = &things.stages.playing;
    let sue = member(&app, "scorekeeper", Role::Scorekeeper).await;
    let browser = signed_in(&app, &sue).await;
    browser.open(&format!("/desk/events/{}/round/", stage.event)).await;
    browser.remember_page().await;
    browser.comes_to_show("Pause updates").await;
    report(&app, &things, [2, 0]).await;
    let phone = Browser::start(&app.address()).await;
    phone.open(&app.private_link(stage.event, stage.entries[3]).await).await;
    phone.press("No, contest it").await;
    phone.sees("This result is contested.").await;
    browser.comes_to_show("1 result is contested").await;
    browser.look_at("live-contested").await;
    browser.press("Complete Round 1").await;
    browser.comes_to_show("Complete the round anyway?").await;
    browser.is_for_everybody().await;
    browser.press("Yes, complete the round").await;
    browser.comes_to_show("Round 1 completed.").await;
    assert!(browser.is_remembered_page().await);
    app.stop().await;
}
