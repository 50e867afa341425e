//! Two scorekeepers at one event: neither overwrites the other's change without seeing it.

use proto_events::vocabulary::Role;

use super::{event, page, register, start_round};
use crate::world::World;

#[tokio::test]
async fn the_second_sees_which_setting_the_first_has_changed_and_other_settings_are_kept() {
    let world = World::start().await;
    let mut ada = world.admin().await;
    let mut lee = world.browser_of("lee", Role::Organizer).await;
    let cup = event(&mut ada, "Cup").await;
    let settings = page(cup, "settings");
    let [of_ada, of_lee] = [ada.get(&settings).await, lee.get(&settings).await];
    let format = ("format", "MODERN");
    let usual = |name: &'static str, capacity: &'static str| {
        vec![
            ("name", name),
            format,
            ("capacity", capacity),
            ("team_size", "1"),
            ("cut", "0"),
            ("power_pair_last_round", "yes"),
            ("draft_pod_size", "8"),
            ("decklist_grace_seconds", "0"),
        ]
    };
    ada.fill_in(&of_ada, &settings, &usual("Cup", "16")).await.goes_to(&settings);
    let lees = usual("Open", "32");
    let second = lee.fill_in(&of_lee, &settings, &lees).await;
    second.says(422, &["Ada Ahorn has changed “places” to 16. You entered: 32.", "value=\"Open\"", "value=\"32\""]);
    assert_eq!(world.details(cup).await["capacity"], 16);
    let third = lee.fill_in(&of_lee, &settings, &usual("Open", "")).await;
    third.goes_to(&settings);
    let details = world.details(cup).await;
    assert_eq!((&details["name"], &details["capacity"]), (&"Open".into(), &16.into()), "both changes are kept");
    lee.fill_in(&lee.clone().get(&settings).await, &settings, &lees).await.goes_to(&settings);
    assert_eq!(world.details(cup).await["capacity"], 32, "who has seen it may replace it");
}

#[tokio::test]
async fn the_second_sees_what_the_first_did_with_a_player() {
    let world = World::start().await;
    let mut ada = world.admin().await;
    let mut lee = world.browser_of("lee", Role::Scorekeeper).await;
    let cup = event(&mut ada, "Cup").await;
    register(&mut ada, cup, &["Finn Park", "Bo Reed", "Cy Marsh"]).await;
    start_round(&mut ada, cup).await;
    let finn = world.player_page(cup, "Finn Park").await;
    let [of_ada, of_lee] = [ada.get(&finn).await, lee.get(&finn).await];
    let note = |text: &'static str| [("change", "fields"), ("notes", text)];
    let to_players = page(cup, "players");
    ada.fill_in(&of_ada, &finn, &note("Was late")).await.goes_to(&to_players);
    let second = lee.fill_in(&of_lee, &finn, &note("Left early")).await;
    second.says(
        422,
        &["Ada Ahorn has changed “Notes” to “Was late”. You entered: “Left early”.", "value=\"Left early\""],
    );
    ada.fill_in(&of_ada, &finn, &[("change", "drop")]).await.goes_to(&to_players);
    let late = lee.fill_in(&of_lee, &finn, &[("change", "disqualify")]).await;
    late.says(422, &["The status of this player has changed", "Ada Ahorn dropped Finn Park."]);
}

#[tokio::test]
async fn a_button_of_an_old_page_takes_no_step() {
    let world = World::start().await;
    let mut ada = world.admin().await;
    let mut lee = world.browser_of("lee", Role::Scorekeeper).await;
    let cup = event(&mut ada, "Cup").await;
    register(&mut ada, cup, &["Finn Park", "Bo Reed"]).await;
    let round = page(cup, "round");
    let first = ada.get(&round).await;
    ada.fill_in(&first, &page(cup, "status"), &[("step", "first-round")]).await.goes_to(&round);
    let old = lee.get(&round).await;
    ada.fill_in(&ada.clone().get(&round).await, &round, &[("step", "publish")]).await.goes_to(&round);
    let again = lee.fill_in(&old, &round, &[("step", "again")]).await;
    again.says(422, &["Someone else took the next step", "Ada Ahorn published the pairings of round 1."]);
}

#[tokio::test]
async fn the_end_of_an_event_names_what_is_open_and_has_a_way_back() {
    let world = World::start().await;
    let mut ada = world.admin().await;
    let cup = event(&mut ada, "Cup").await;
    register(&mut ada, cup, &["Finn Park", "Bo Reed"]).await;
    start_round(&mut ada, cup).await;
    let finish = page(cup, "finish");
    ada.get(&finish).await.says(200, &["Round 1 is not complete.", "2 players have handed in no decklist."]);
    let round = ada.get(&page(cup, "round")).await;
    ada.fill_in(&round, &page(cup, "round"), &[("step", "complete-draws")]).await.goes_to(&page(cup, "round"));
    let over = ada.get(&finish).await;
    over.says(200, &["1 round is complete.", "Finish the event"]);
    ada.fill_in(&over, &page(cup, "status"), &[("step", "finish")]).await.goes_to(&page(cup, "standings"));
    let finished = ada.get(&finish).await;
    finished.says(200, &["Status: Event finished", "The event is part of the export.", "Resume the event"]);
    ada.fill_in(&finished, &finish, &[("step", "back")]).await.goes_to(&finish);
    ada.get(&finish).await.says(200, &["Status: Event in progress"]);
    let mut judge = world.browser_of("jo", Role::Judge).await;
    let seen = judge.get(&finish).await;
    seen.says(200, &["1 round is complete."]);
    assert!(!seen.body.contains("/finish/\" method") && !seen.body.contains(">Finish the event</button>"));
}
