//! The desk with scripts: people are offered while a name is typed, and nothing typed is lost when the network is gone.

use e2e::TestApp;
use e2e::browser::Key;
use e2e::crawl::id;
use proto_events::vocabulary::Role;
use serde_json::json;

use crate::given::{event, member, signed_in};

#[tokio::test(flavor = "multi_thread")]
async fn a_known_player_takes_four_keys_and_nothing_typed_is_lost() {
    let app = TestApp::start().await;
    let known = json!({ "best_identifier": "Adä Lowe" });
    let known = id(&app.post("/api/v1/users/", &known).await.created());
    let friday = event(&app, &json!({ "name": "Friday", "event_format": "LEGACY" }), &[""; 0]).await;
    let twos = event(&app, &json!({ "name": "Twos", "event_format": "LEGACY", "team_size": 2 }), &[""; 0]).await;
    app.applied().await;
    let browser = signed_in(&app, &member(&app, "organizer", Role::Organizer).await).await;
    browser.open(&format!("/desk/events/{friday}/players/")).await;
    browser.write("ada").await;
    browser.comes_to_show("1 person found.").await;
    browser.hit(Key::Down).await;
    browser.is_for_everybody().await;
    browser.hit(Key::Enter).await;
    browser.comes_to_show("1 player").await;
    assert_eq!(browser.focused().await, "Name of a player", "the next name can be typed");
    app.applied().await;
    let registered = app.get(&format!("/api/v1/magic-events/{friday}/registrations/")).await.list();
    assert_eq!(registered[0]["user"]["id"], json!(known));
    browser.write("Adä Lowe").await;
    browser.hit(Key::Enter).await;
    browser.comes_to_show("Adä Lowe is registered already.").await;

    browser.offline(true).await;
    browser.tab_to("Name of a player").await; // which selects what is there
    browser.write("Bo Reed").await;
    browser.hit(Key::Enter).await;
    browser.comes_to_show("No answer arrived").await;
    browser.is_for_everybody().await;
    browser.offline(false).await;
    browser.touch("Send again").await;
    browser.comes_to_show("2 players").await;
    assert!(!browser.shows("No answer arrived").await);
    browser.write("Cleo").await;
    browser.reload().await;
    assert_eq!(browser.value("Name of a player").await, "Cleo", "kept over a reload");
    browser.tab_to("Name of a player").await;
    browser.write("Cleo Fox").await;
    browser.hit(Key::Enter).await;
    browser.comes_to_show("Cleo Fox").await;

    browser.open(&format!("/desk/events/{twos}/teams/")).await;
    browser.fill("Seat 1", "Bo Reed").await;
    browser.fill("Seat 2", "Cy Marsh").await;
    browser.reload().await;
    assert_eq!(browser.value("Seat 1").await, "Bo Reed");
    assert_eq!(browser.value("Seat 2").await, "Cy Marsh");
    browser.open(&format!("/desk/events/{twos}/judges/")).await;
    browser.fill("Note", "Slow play").await;
    browser.reload().await;
    assert_eq!(browser.value("Note").await, "Slow play", "the note on a penalty");
    assert_eq!(browser.value("Reason").await, "", "not of a call");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn format_sets_what_is_usual_for_it_and_what_was_chosen_otherwise_stays() {
    let app = TestApp::start().await;
    let browser = signed_in(&app, &member(&app, "organizer", Role::Organizer).await).await;
    browser.open("/desk/events/new/").await;
    browser.fill("Format", "Trios Constructed").await;
    assert_eq!(browser.value("Team size").await, "3");
    for (format, team, pod) in [("Commander", "1", "4"), ("Modern", "1", "2")] {
        browser.fill("Format", format).await;
        let sizes = (browser.value("Team size").await, browser.value("Players at a table").await);
        assert_eq!(sizes, (team.to_owned(), pod.to_owned()), "{format}");
    }
    browser.fill("Team size", "3").await;
    browser.fill("Format", "Legacy").await;
    assert_eq!(browser.value("Team size").await, "3", "chosen for another format");
    app.stop().await;
}
