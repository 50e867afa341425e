//! A booster draft: a player meeting, pods, rounds inside the pods, and pairings made by hand.

use e2e::TestApp;
use e2e::browser::Browser;
use proto_events::vocabulary::Role;
use serde_json::json;

use crate::evening::Evening;
use crate::given::{event, member, signed_in};

const PLAYERS: [&str; 8] =
    ["Ada Lowe", "Bo Reed", "Cleo Fox", "Dan Hill", "Eve Moss", "Finn Park", "Gia Stone", "Hal Brook"];

/// Publishes the pairings, starts the round and completes it with draws where no result is in.
async fn passes(evening: &Evening<'_>, browser: &Browser, round: &str) {
    browser.press("Publish the pairings").await;
    evening.taps(&format!("Start {round}"), &format!("Complete {round}")).await;
    browser.press(&format!("Complete {round}")).await;
}

/// The round's matches, each as the names at its table.
async fn matches(browser: &Browser, round: &str) -> Vec<String> {
    browser.rows(round).await.into_iter().map(|row| row[1].clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_has_a_meeting_pods_and_matches_made_by_hand() {
    let app = TestApp::start().await;
    let ada = member(&app, "ada", Role::Organizer).await;
    let details = json!({ "name": "Draft", "event_format": "BOOSTER_DRAFT", "swiss_rounds": 3 });
    let event = event(&app, &details, &PLAYERS).await;
    let browser = signed_in(&app, &ada).await;
    let evening = Evening::of(&app, &browser, &PLAYERS);
    browser.open(&format!("/desk/events/{event}/round/")).await;
    browser.touch("More options").await;
    browser.press("Seat a player meeting by name").await;
    browser.comes_to_show("Player meeting: the pairings are ready.").await;
    assert!(matches(&browser, "Player meeting").await[0].starts_with("Ada Lowe, Bo Reed"));
    passes(&evening, &browser, "Player meeting").await;
    evening.taps("Seat draft pods", "Draft: the pairings are ready.").await;
    let pod = matches(&browser, "Draft").await;
    assert_eq!(pod.len(), 1, "eight players are one pod");
    assert!(pod[0].ends_with("Pod 1") && PLAYERS.iter().all(|name| pod[0].contains(name)), "{pod:?}");
    passes(&evening, &browser, "Draft").await;
    evening.taps("Pair Round 1", "Round 1: the pairings are ready.").await;
    let first = matches(&browser, "Round 1").await;
    assert!(first.iter().all(|names| names.ends_with("Pod 1")), "{first:?}");

    // A match is removed, and the two are paired again by hand.
    browser.follow("Pair by hand").await;
    browser.press("Remove the match at table 1").await;
    browser.comes_to_show("Automatic pairing would do this differently").await;
    let alone = PLAYERS.iter().filter(|name| first[0].contains(**name)).collect::<Vec<_>>();
    for name in &alone {
        browser.sees(&format!("{name} has no match.")).await;
    }
    browser.look_at("desk-by-hand").await;
    browser.fill("This player", alone[1]).await;
    browser.fill("plays", alone[0]).await;
    browser.press("Pair").await;
    browser.comes_to_show("Everyone in play has a match.").await;
    browser.follow("Back to the round").await;
    let again = matches(&browser, "Round 1").await;
    assert!(again[0].contains(alone[0]) && again[0].contains(alone[1]), "{again:?}");

    // The round is played with draws, and in the next one two are exchanged who then meet again.
    browser.press("Publish the pairings").await;
    evening.taps("Start Round 1", "4 tables have not reported").await;
    browser.press("Complete, missing results as draws").await;
    browser.press("Yes, complete the round").await;
    evening.taps("Pair Round 2", "Round 2: the pairings are ready.").await;
    let second = matches(&browser, "Round 2").await;
    let [stays, comes] = [*alone[0], *alone[1]];
    let match_of = |name: &str| second.iter().find(|names| names.contains(name)).unwrap();
    let leaves = PLAYERS.into_iter().find(|name| *name != stays && match_of(stays).contains(name)).unwrap();
    assert_ne!(leaves, comes, "who has met does not meet again");
    let table_of = |name: &str| second.iter().position(|names| names.contains(name)).unwrap() + 1;
    browser.follow("Swap two players").await;
    browser.fill("This player", &format!("Table {}: {leaves}", table_of(leaves))).await;
    browser.fill("swaps with", &format!("Table {}: {comes}", table_of(comes))).await;
    browser.press("Swap two players").await;
    browser.comes_to_show("have met before.").await;
    browser.follow("Back to the round").await;
    let changed = matches(&browser, "Round 2").await;
    assert!(changed.iter().any(|names| names.contains(stays) && names.contains(comes)), "{changed:?}");
    app.stop().await;
}
