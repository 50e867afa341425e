//! The desk's tab for judges, and the page of a match as judges use it.

use chrono::TimeDelta;
use proto_events::vocabulary::Role;

use crate::browser::{Browser, Reply};
use crate::desk::playing;
use crate::world::World;

const EVENT: &str = "/desk/events/1/";

const PLAYERS: [&str; 4] = ["Ann Lee", "Bo Kim", "Cy Roe", "Di Poe"];

fn at(below: &str) -> String {
    format!("{EVENT}{below}")
}

/// Sends a form of the tab, and returns the page that follows.
async fn send(browser: &mut Browser, fields: &[(&str, &str)]) -> Reply {
    browser.fill_and_follow(&at("judges/"), fields).await
}

fn id_of(page: &Reply, button: &str) -> String {
    page.between(&format!("name=\"{button}\" value=\""), "\"")
}

/// Returns a judge's browser, the round, and a match whose deck check was drawn.
async fn checking() -> (World, Browser, String, String) {
    let (world, ..) = playing(&PLAYERS).await;
    let mut judge = world.browser_of("jo", Role::Judge).await;
    let round = id_of(&judge.get(&at("judges/")).await, "round");
    let table = id_of(&send(&mut judge, &[("round", &round), ("count", "1")]).await, "checked");
    (world, judge, round, table)
}

/// Returns the fields of a form on the page of a match.
fn of_match<'a>(table: &'a str, more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    [&[("from", "match"), ("match", table)], more].concat()
}

#[tokio::test]
async fn a_judge_takes_and_closes_calls() {
    let (world, ..) = playing(&PLAYERS).await;
    let mut judge = world.browser_of("jo", Role::Judge).await;
    judge.get(&at("judges/")).await.says(200, &["No open calls.", "aria-current=\"page\">Judges"]);
    let called = send(&mut judge, &[("call", "new"), ("table", "1"), ("note", "A <question>")]).await;
    called.says(200, &["Table 1", "A &#60;question&#62;", "0 min"]);
    let id = id_of(&called, "take");
    let taken = send(&mut judge, &[("take", &id)]).await;
    taken.says(200, &["Taken by jo the JUDGE"]);
    let mut other = world.browser_of("kim", Role::Judge).await;
    other.fill(&at("judges/"), &[("take", &id)]).await.says(422, &["Another judge has taken this call"]);
    send(&mut other, &[("close", &id)]).await.says(200, &["No open calls.", "1 call closed."]);
}

#[tokio::test]
async fn a_judge_records_withdraws_and_restores_penalties() {
    let (world, ..) = playing(&PLAYERS).await;
    let mut judge = world.browser_of("jo", Role::Judge).await;
    let unknown = [("player", "Nemo"), ("infraction", "Tardiness"), ("penalty", "GAME_LOSS"), ("note", "Late")];
    let refused = judge.fill(&at("judges/"), &unknown).await;
    refused.says(422, &["No player of this event is named Nemo", "value=\"Tardiness\"", "value=\"Late\""]);
    let tardy = [("player", " ann  lee"), ("infraction", "Tardiness"), ("penalty", "GAME_LOSS"), ("note", "Late")];
    let round = id_of(&judge.get(&at("judges/")).await, "round");
    let issued = send(&mut judge, &[&tardy[..], &[("round", round.as_str())]].concat()).await;
    issued.says(200, &["Game loss for Ann Lee is recorded.", "Enter the result", "Round 1, Table"]);
    let id = id_of(&issued, "withdraw");
    let withdrawn = send(&mut judge, &[("withdraw", &id)]).await;
    withdrawn.says(200, &["Withdrawn"]);
    assert_eq!(id_of(&withdrawn, "restore"), id);
    send(&mut judge, &[("restore", &id)]).await.lacks(&["Withdrawn"]);

    let out = [("player", "Bo Kim"), ("infraction", "Cheating"), ("penalty", "DISQUALIFICATION"), ("round", "")];
    let by_judge = send(&mut judge, &out).await;
    by_judge.says(200, &["The player is still in the event"]);
    by_judge.lacks(&["value=\"disqualify\""]);
    let location = judge.fill(&at("judges/"), &out).await;
    let mut admin = world.admin().await;
    admin.get(location.header("location")).await.says(200, &["value=\"disqualify\""]);
    let (before, _) = by_judge.body.split_once("\">Bo Kim</a>").unwrap();
    let player = before.rsplit("<a href=\"").next().unwrap();
    admin.get(player).await.says(200, &["Penalties", "Record the penalty"]);
}

#[tokio::test]
async fn a_judge_checks_decks_and_gives_time() {
    let (_world, mut judge, round, table) = checking().await;
    send(&mut judge, &[("checked", &table)]).await.says(200, &["badge good\">Checked"]);
    let all = send(&mut judge, &[("round", &round), ("count", "5")]).await;
    assert_ne!(id_of(&all, "checked"), table);
    judge.fill(&at("judges/"), &[("round", &round), ("count", "1")]).await.says(422, &["have a deck check"]);
    judge.fill(&at("judges/"), &[("round", &round), ("count", "many")]).await.says(422, &["whole number"]);

    let page = at(&format!("matches/{table}/"));
    for _ in 0..2 {
        let extended = of_match(&table, &[("minutes", "4"), ("form_id", "")]);
        judge.fill_on(&page, &at("judges/"), &extended).await.goes_to(&page);
    }
    judge.get(&page).await.says(200, &["Extra time: 8 min"]);
    let by_table = judge.fill(&at("judges/"), &[("table", "99"), ("minutes", "4")]).await;
    by_table.says(422, &["There is no match at table 99"]);
    judge.fill(&at("judges/"), &[("table", "1"), ("minutes", "four")]).await.says(422, &["in minutes, such as 4"]);
    judge.fill(&at("judges/"), &of_match(&table, &[("feature", &table)])).await.goes_to(&page);
    judge.get(&page).await.says(200, &["Remove feature match", "Cancel the deck check"]);
}

#[tokio::test]
async fn the_tab_does_only_what_its_forms_say() {
    let (world, ..) = playing(&PLAYERS).await;
    let mut judge = world.browser_of("jo", Role::Judge).await;
    judge.fill(&at("judges/"), &[("note", "nothing")]).await.says(422, &["This no longer exists"]);
    for name in ["take", "close", "withdraw", "restore", "check", "feature"] {
        for id in ["4000000", "1/../2", ""] {
            let refused = judge.fill(&at("judges/"), &[(name, id)]).await;
            assert_eq!(refused.status, 422, "{name} {id}: {}", refused.body);
        }
    }
}

#[tokio::test]
async fn a_match_page_times_a_deck_check_and_offers_its_extra_time() {
    let (world, mut judge, _, table) = checking().await;
    let page = at(&format!("matches/{table}/"));
    world.clock.advance(TimeDelta::seconds(390));
    judge.get(&page).await.says(200, &["Deck check running", ">6 min<", "data-since=\"2026-03-15T10:20:30.000Z\""]);
    judge.fill(&at("judges/"), &of_match(&table, &[("checked", &table)])).await.goes_to(&page);
    let checked = judge.get(&page).await;
    checked.says(200, &["The deck check took 6 min.", "id=\"proposed\" name=\"minutes\" value=\"10\""]);
    checked.lacks(&["Deck check running"]);
    judge.fill(&at("judges/"), &of_match(&table, &[("minutes", "9")])).await.goes_to(&page);
    judge.get(&page).await.says(200, &["Extra time: 9 min"]).lacks(&["The deck check took"]);
}

#[tokio::test]
async fn penalties_are_suggested_by_those_of_the_day() {
    let (world, mut judge, round, table) = checking().await;
    let page = at(&format!("matches/{table}/"));
    let shown = judge.get(&page).await;
    shown.says(200, &["Slow Play – Warning; no. 2: Game loss", "Tardiness – Game loss"]);
    let player = id_of(&shown, "registration");
    let slow = [
        ("registration", player.as_str()),
        ("round", round.as_str()),
        ("infraction", "Slow Play"),
        ("penalty", "WARNING"),
    ];
    let slow = of_match(&table, &[&[("form_id", "first-form")], &slow[..]].concat());
    let issued = send(&mut judge, &slow).await;
    issued.says(200, &["Warning for ", "is recorded.", "Penalties today", "Slow Play – no. 2 today: Game loss"]);
    send(&mut judge, &slow).await.says(200, &["Warning for "]);
    let again = judge.get(&page).await;
    assert_eq!(again.body.matches("Warning: Slow Play").count(), 1, "the same form records one: {}", again.body);
    let mut own = slow;
    own[2].1 = "second-form";
    own.push(("other_infraction", "Ate a card"));
    send(&mut judge, &own).await.says(200, &["Warning: Ate a card"]);
    world.clock.advance(TimeDelta::days(1));
    world.admin().await.get(&page).await.lacks(&[" today: "]);
}

#[tokio::test]
async fn a_judge_is_called_to_a_match_on_its_page() {
    let (_world, mut judge, _, table) = checking().await;
    let called = send(&mut judge, &of_match(&table, &[("call", "new"), ("note", "A second opinion")])).await;
    called.says(200, &["Call open", "A second opinion"]).lacks(&["Call a judge"]);
    let id = id_of(&called, "take");
    let from_floor = judge.fill(&at("judges/"), &[("from", "floor-7"), ("take", &id)]).await;
    from_floor.goes_to("/desk/floor/?convention=7");
    judge.fill(&at("judges/"), &[("from", "floor"), ("close", &id)]).await.goes_to("/desk/floor/");
    judge.get("/desk/floor/").await.says(200, &["No open calls.", "No event is running."]);
}
