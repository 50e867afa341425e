//! Two scorekeepers at one event: neither overwrites the other's change without seeing it.

use proto_events::vocabulary::Role;

use super::{page, playing, registered};

/// Returns the fields of the settings of an event that has this name and this number of places.
fn usual(name: &'static str, capacity: &'static str) -> Vec<(&'static str, &'static str)> {
    vec![
        ("name", name),
        ("format", "MODERN"),
        ("capacity", capacity),
        ("team_size", "1"),
        ("cut", "0"),
        ("power_pair_last_round", "yes"),
        ("draft_pod_size", "8"),
        ("decklist_grace_seconds", "0"),
    ]
}

fn note(text: &str) -> [(&str, &str); 2] {
    [("change", "fields"), ("notes", text)]
}

#[tokio::test]
async fn the_second_sees_which_setting_the_first_has_changed_and_other_settings_are_kept() {
    let (world, mut ada, cup) = registered(&[]).await;
    let mut lee = world.browser_of("lee", Role::Organizer).await;
    let settings = page(cup, "settings");
    let [of_ada, of_lee] = [ada.get(&settings).await, lee.get(&settings).await];
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
    let (world, mut ada, cup) = playing(&["Finn Park", "Bo Reed", "Cy Marsh"]).await;
    let mut lee = world.browser_of("lee", Role::Scorekeeper).await;
    let finn = world.player_page(cup, "Finn Park").await;
    let [of_ada, of_lee] = [ada.get(&finn).await, lee.get(&finn).await];
    ada.fill_in(&of_ada, &finn, &note("Was late")).await.goes_to(&finn);
    let second = lee.fill_in(&of_lee, &finn, &note("Left early")).await;
    second.says(422, &["Ada Ahorn has changed “Notes” to “Was late”. You entered: “Left early”."]);
    assert_eq!(second.textarea("notes"), "Left early");
    ada.fill_in(&of_ada, &finn, &[("change", "drop")]).await.goes_to(&page(cup, "players"));
    let late = lee.fill_in(&of_lee, &finn, &[("change", "disqualify")]).await;
    late.says(422, &["The status of this player has changed", "Ada Ahorn dropped Finn Park."]);
}

#[tokio::test]
async fn of_two_who_save_at_the_same_moment_the_second_is_asked() {
    let (world, mut ada, cup) = registered(&["Finn Park"]).await;
    let mut lee = world.browser_of("lee", Role::Organizer).await;
    let (settings, finn) = (page(cup, "settings"), world.player_page(cup, "Finn Park").await);
    let [of_ada, of_lee] = [ada.get(&settings).await, lee.get(&settings).await];
    let [sixteen, many] = [usual("Cup", "16"), usual("Cup", "32")];
    let saved = tokio::join!(ada.fill_in(&of_ada, &settings, &sixteen), lee.fill_in(&of_lee, &settings, &many));
    assert_eq!(saved.0.status.min(saved.1.status), 303);
    assert_eq!(saved.0.status.max(saved.1.status), 422, "two numbers of places");
    let [of_ada, of_lee] = [ada.get(&finn).await, lee.get(&finn).await];
    let [late, early] = [note("Was late"), note("Left early")];
    let saved = tokio::join!(ada.fill_in(&of_ada, &finn, &late), lee.fill_in(&of_lee, &finn, &early));
    assert_eq!(saved.0.status.min(saved.1.status), 303);
    assert_eq!(saved.0.status.max(saved.1.status), 422, "two notes");
}

#[tokio::test]
async fn a_conflict_names_the_person_who_changed_that_field() {
    let (world, mut ada, cup) = registered(&["Finn Park"]).await;
    let mut lee = world.browser_of("lee", Role::Organizer).await;
    let mut mo = world.browser_of("mo", Role::Organizer).await;
    let (settings, finn) = (page(cup, "settings"), world.player_page(cup, "Finn Park").await);
    let of_lee = lee.get(&finn).await;
    ada.fill(&finn, &note("Was late")).await.goes_to(&finn);
    mo.fill(&finn, &[("change", "check-in")]).await.goes_to(&page(cup, "players"));
    lee.fill_in(&of_lee, &finn, &note("Left early")).await.says(422, &["Ada Ahorn has changed “Notes” to “Was late”."]);
    let of_lee = lee.get(&settings).await;
    ada.fill(&settings, &usual("Cup", "16")).await.goes_to(&settings);
    mo.fill(&settings, &usual("Open", "16")).await.goes_to(&settings);
    let second = lee.fill_in(&of_lee, &settings, &usual("Masters", "32")).await;
    let [by_ada, by_mo] = ["Ada Ahorn has changed “places” to 16.", "mo the ORGANIZER has changed “name” to “Open”."];
    second.says(422, &[by_ada, by_mo]);
}

#[tokio::test]
async fn texts_of_several_lines_stay_as_they_are_until_someone_changes_them() {
    let (world, mut desk, cup) = registered(&["Finn Park"]).await;
    let (settings, finn) = (page(cup, "settings"), world.player_page(cup, "Finn Park").await);
    desk.fill(&finn, &[("change", "fields"), ("notes", "Was late\r\nLeft early")]).await.goes_to(&finn);
    let before = world.version(cup).await;
    let shown = desk.get(&finn).await;
    let notes = shown.textarea("notes").replace('\n', "\r\n");
    assert_eq!(notes, "Was late\r\nLeft early", "as a browser sends it");
    let byes = [("change", "fields"), ("notes", notes.as_str()), ("bye_rounds", "2")];
    desk.fill_in(&shown, &finn, &byes).await.goes_to(&finn);
    assert_eq!(world.version(cup).await, before + 1, "only byes are changed");
    assert_eq!(world.entry(cup, "Finn Park").await.internal_notes, "Was late\nLeft early");

    for name in ["fee_note", "end_of_round_rule"] {
        let fields = [usual("Cup", "16"), vec![(name, "One\r\nTwo")]].concat();
        desk.fill(&settings, &fields).await.goes_to(&settings);
        let before = world.version(cup).await;
        let shown = desk.get(&settings).await;
        assert_eq!(shown.textarea(name), "One\nTwo");
        desk.fill_in(&shown, &settings, &fields).await.goes_to(&settings);
        assert_eq!(world.version(cup).await, before, "{name}: nothing is changed");
    }
}

#[tokio::test]
async fn a_button_of_an_old_page_takes_no_step() {
    let (world, mut ada, cup) = registered(&["Finn Park", "Bo Reed"]).await;
    let mut lee = world.browser_of("lee", Role::Scorekeeper).await;
    let round = page(cup, "round");
    ada.fill_on(&round, &page(cup, "status"), &[("step", "first-round")]).await.goes_to(&round);
    let old = lee.get(&round).await;
    ada.fill_in(&ada.clone().get(&round).await, &round, &[("step", "publish")]).await.goes_to(&round);
    let again = lee.fill_in(&old, &round, &[("step", "again")]).await;
    again.says(422, &["Someone else took the next step", "Ada Ahorn published the pairings of round 1."]);
}

#[tokio::test]
async fn the_end_of_an_event_names_what_is_open_and_has_a_way_back() {
    let (world, mut ada, cup) = playing(&["Finn Park", "Bo Reed"]).await;
    let finish = page(cup, "finish");
    ada.get(&finish).await.says(200, &["Round 1 is not complete."]);
    let round = ada.get(&page(cup, "round")).await;
    ada.fill_in(&round, &page(cup, "round"), &[("step", "complete-draws"), ("sure", "yes")])
        .await
        .goes_to(&page(cup, "round"));
    let over = ada.get(&finish).await;
    over.says(200, &["1 round is complete.", "Finish the event"]);
    assert_eq!(over.body.matches(">Finish the event</button>").count(), 1, "not also as the next step");
    ada.fill_in(&over, &page(cup, "status"), &[("step", "finish")]).await.goes_to(&page(cup, "standings"));
    let finished = ada.get(&finish).await;
    finished.says(200, &["· Event finished", "The event is part of the export.", "Resume the event"]);
    ada.fill_in(&finished, &finish, &[("step", "back")]).await.goes_to(&finish);
    ada.get(&finish).await.says(200, &["· Event in progress"]);
    let mut judge = world.browser_of("jo", Role::Judge).await;
    let seen = judge.get(&finish).await;
    seen.says(200, &["1 round is complete."]).lacks(&["/finish/\" method", ">Finish the event</button>"]);
}
