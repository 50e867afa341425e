//! The floor: a judge with a phone sees all tables of all running events, and works through one of them.

use e2e::TestApp;
use e2e::browser::Look;
use e2e::things::Things;
use proto_events::vocabulary::Role;
use serde_json::json;

use crate::given::{asks, member, signed_in};

#[tokio::test(flavor = "multi_thread")]
async fn a_judge_works_through_a_table_on_a_phone_and_the_floor_follows_all_events() {
    let app = TestApp::start().await;
    let things = Things::of_own(&app).await;
    let judge = member(&app, "floor-judge", Role::Judge).await;
    app.applied().await;
    let phone = signed_in(&app, &judge).await;
    phone.look(Look::Phone).await;
    let playing = &things.stages.playing;
    phone.scripts(false).await;
    phone.open("/desk/floor/").await;
    for text in ["A question", "Played Legacy", "Begun Legacy", "No round is in progress."] {
        phone.sees(text).await;
    }
    let tiles = phone.texts("ul.floor:not(.chips) a").await;
    assert_eq!(tiles.len(), 2, "{tiles:?}");
    assert!(tiles[0].starts_with('1') && tiles[0].contains("Result in"), "{tiles:?}");
    assert!(tiles[1].starts_with('2') && tiles[1].contains("Call open, Playing"), "{tiles:?}");

    phone.open("/desk/floor/?state=done").await;
    assert_eq!(phone.texts("ul.floor:not(.chips) a").await.len(), 1);
    phone.open("/desk/floor/?table=99").await;
    phone.sees("No table is in this state, or has this number.").await;
    phone.open("/desk/floor/").await;
    phone.press("Take").await;
    phone.sees("Taken by").await;
    assert_eq!(phone.path().await, "/desk/floor/");
    phone.press("Close").await;
    phone.sees("No open calls.").await;
    let colours = phone.styles("ul.floor:not(.chips) a", "backgroundColor").await;
    assert!(colours.len() == 2 && colours[0] != colours[1], "a table with a result, and one that plays: {colours:?}");

    let clock = json!({ "length_seconds": 240, "action": "start" });
    asks(&app, playing.event, &format!("rounds/{}/clock/", playing.round), &clock).await;
    phone.scripts(true).await;
    phone.open("/desk/floor/").await;
    phone.sees("Last table: 1").await;
    phone.look_at("desk-floor").await;
    asks(&app, playing.event, "calls/", &json!({ "note": "Water at the stage" })).await;
    phone.comes_to_show("Water at the stage").await;

    phone.scripts(false).await;
    phone.reload().await;
    phone.fill("Table", "2").await;
    phone.press("Go to table").await;
    phone.press("Start a deck check").await;
    phone.sees("Deck check running").await;
    phone.press("Deck check done").await;
    phone.sees("The deck check took 0 min.").await;
    phone.press("Add extra time").await;
    phone.sees("Extra time: ").await;
    phone.follow("All tables (floor)").await;
    let tiles = phone.texts("ul.floor:not(.chips) a").await;
    assert!(tiles[1].contains("Extra time, Playing"), "{tiles:?}");
    phone.open(&format!("/desk/events/{}/matches/{}/", playing.event, playing.tables[1])).await;
    assert!(!phone.has_button("Enter").await, "judges enter no results");
    phone.scripts(true).await;
    phone.open(&format!("/desk/events/{}/matches/{}/?from=floor", playing.event, playing.tables[1])).await;
    phone.look_at("desk-floor-match").await;
    app.stop().await;
}
