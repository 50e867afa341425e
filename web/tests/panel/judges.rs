//! The desk's tab for judges, and the page of a match as judges use it.

use chrono::TimeDelta;
use proto_events::vocabulary::Role;

use crate::browser::{Browser, Reply};
use crate::desk::playing;

const EVENT: &str = "/desk/events/1/";

const PLAYERS: [&str; 4] = ["Ann Lee", "Bo Kim", "Cy Roe", "Di Poe"];

fn at(below: &str) -> String {
    format!("{EVENT}{below}")
}

/// Sends a form of the tab, and returns the page that follows.
async fn send(browser: &mut Browser, fields: &[(&str, &str)]) -> Reply {
    let sent = browser.fill(&at("judges/"), fields).await;
    browser.follow(&sent).await
}

/// Returns the value of the first button with this name.
fn id_of(page: &Reply, button: &str) -> String {
    let start = format!("name=\"{button}\" value=\"");
    let (_, rest) = page.body.split_once(&start).unwrap_or_else(|| panic!("no {button} in {}", page.body));
    rest.split('"').next().unwrap().to_owned()
}

impl Reply {
    #[track_caller]
    fn says_not(&self, text: &str) {
        assert!(!self.body.contains(text), "`{text}` is in\n{}", self.body);
    }
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
    send(&mut judge, &[("restore", &id)]).await.says_not("Withdrawn");

    let out = [("player", "Bo Kim"), ("infraction", "Cheating"), ("penalty", "DISQUALIFICATION"), ("round", "")];
    let by_judge = send(&mut judge, &out).await;
    by_judge.says(200, &["The player is still in the event"]);
    by_judge.says_not("value=\"disqualify\"");
    let location = judge.fill(&at("judges/"), &out).await;
    let mut admin = world.admin().await;
    admin.get(location.header("location")).await.says(200, &["value=\"disqualify\""]);
    let (before, _) = by_judge.body.split_once("\">Bo Kim</a>").unwrap();
    let player = before.rsplit("<a href=\"").next().unwrap();
    admin.get(player).await.says(200, &["Penalties", "Record the penalty"]);
}

#[tokio::test]
async fn a_judge_checks_decks_and_gives_time() {
    let (world, ..) = playing(&PLAYERS).await;
    let mut judge = world.browser_of("jo", Role::Judge).await;
    let page = judge.get(&at("judges/")).await;
    let round = id_of(&page, "round");
    let drawn = send(&mut judge, &[("round", &round), ("count", "1")]).await;
    let table = id_of(&drawn, "checked");
    send(&mut judge, &[("checked", &table)]).await.says(200, &["badge good\">Checked"]);
    let all = send(&mut judge, &[("round", &round), ("count", "5")]).await;
    assert_ne!(id_of(&all, "checked"), table);
    judge.fill(&at("judges/"), &[("round", &round), ("count", "1")]).await.says(422, &["have a deck check"]);
    judge.fill(&at("judges/"), &[("round", &round), ("count", "many")]).await.says(422, &["whole number"]);

    let page = at(&format!("matches/{table}/"));
    for _ in 0..2 {
        let extended = [("from", "match"), ("match", table.as_str()), ("minutes", "4")];
        let shown = judge.get(&page).await;
        judge.fill_in(&shown, &at("judges/"), &[&extended[..], &[("form_id", "")]].concat()).await.goes_to(&page);
    }
    judge.get(&page).await.says(200, &["Extra time: 8 min"]);
    let by_table = judge.fill(&at("judges/"), &[("table", "99"), ("minutes", "4")]).await;
    by_table.says(422, &["There is no match at table 99"]);
    judge.fill(&at("judges/"), &[("table", "1"), ("minutes", "four")]).await.says(422, &["in minutes, such as 4"]);
    let featured = [("from", "match"), ("match", table.as_str()), ("feature", table.as_str())];
    judge.fill(&at("judges/"), &featured).await.goes_to(&page);
    judge.get(&page).await.says(200, &["Remove feature match", "Cancel the deck check"]);
}

#[tokio::test]
async fn the_tab_is_for_staff_alone_and_does_what_its_forms_say() {
    let (world, ..) = playing(&PLAYERS).await;
    let mut reader = world.browser_of("rita", Role::ReadOnly).await;
    assert_eq!(reader.get(&at("judges/")).await.status, 403);
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
    let (world, ..) = playing(&PLAYERS).await;
    let mut judge = world.browser_of("jo", Role::Judge).await;
    let round = id_of(&judge.get(&at("judges/")).await, "round");
    let table = id_of(&send(&mut judge, &[("round", &round), ("count", "1")]).await, "checked");
    let page = at(&format!("matches/{table}/"));
    world.clock.advance(TimeDelta::seconds(390));
    judge.get(&page).await.says(200, &["Deck check running", ">6 min<", "data-since=\"2026-03-15T10:20:30.000Z\""]);
    let of_match = [("from", "match"), ("match", table.as_str())];
    let done = judge.fill(&at("judges/"), &[&of_match[..], &[("checked", table.as_str())]].concat()).await;
    done.goes_to(&page);
    let checked = judge.get(&page).await;
    checked.says(200, &["The deck check took 6 min.", "id=\"proposed\" name=\"minutes\" value=\"10\""]);
    checked.says_not("Deck check running");
    judge.fill(&at("judges/"), &[&of_match[..], &[("minutes", "9")]].concat()).await.goes_to(&page);
    let extended = judge.get(&page).await;
    extended.says(200, &["Extra time: 9 min"]);
    extended.says_not("The deck check took");
}

#[tokio::test]
async fn penalties_are_suggested_by_those_of_the_day() {
    let (world, ..) = playing(&PLAYERS).await;
    let mut judge = world.browser_of("jo", Role::Judge).await;
    let drawn = id_of(&judge.get(&at("judges/")).await, "round");
    let table = id_of(&send(&mut judge, &[("round", &drawn), ("count", "1")]).await, "checked");
    let page = at(&format!("matches/{table}/"));
    let shown = judge.get(&page).await;
    shown.says(200, &["Slow Play – Warning; no. 2: Game loss", "Tardiness – Game loss"]);
    let player =
        shown.body.split("name=\"registration\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let slow = [
        ("form_id", "first-form"),
        ("from", "match"),
        ("match", table.as_str()),
        ("registration", player.as_str()),
        ("round", drawn.as_str()),
        ("infraction", "Slow Play"),
        ("penalty", "WARNING"),
    ];
    let issued = send(&mut judge, &slow).await;
    issued.says(200, &["Warning for ", "is recorded.", "Penalties today", "Slow Play – no. 2 today: Game loss"]);
    send(&mut judge, &slow).await.says(200, &["Warning for "]);
    let again = judge.get(&page).await;
    assert_eq!(again.body.matches("Warning: Slow Play").count(), 1, "the same form records one: {}", again.body);
    let mut own = slow.to_vec();
    own[0].1 = "second-form";
    own.push(("other_infraction", "Ate a card"));
    send(&mut judge, &own).await.says(200, &["Warning: Ate a card"]);
    world.clock.advance(TimeDelta::days(1));
    let mut admin = world.admin().await;
    admin.get(&page).await.says_not(" today: ");
}

#[tokio::test]
async fn a_judge_is_called_to_a_match_on_its_page() {
    let (world, ..) = playing(&PLAYERS).await;
    let mut judge = world.browser_of("jo", Role::Judge).await;
    let round = id_of(&judge.get(&at("judges/")).await, "round");
    let table = id_of(&send(&mut judge, &[("round", &round), ("count", "1")]).await, "checked");
    let of_match = [("from", "match"), ("match", table.as_str())];
    let called = [&of_match[..], &[("call", "new"), ("note", "A second opinion")]].concat();
    let called = send(&mut judge, &called).await;
    called.says(200, &["Call open", "A second opinion"]);
    called.says_not("Call a judge");
    let id = id_of(&called, "take");
    let from_floor = judge.fill(&at("judges/"), &[("from", "floor-7"), ("take", &id)]).await;
    from_floor.goes_to("/desk/floor/?convention=7");
    judge.fill(&at("judges/"), &[("from", "floor"), ("close", &id)]).await.goes_to("/desk/floor/");
    judge.get("/desk/floor/").await.says(200, &["No open calls.", "No event is running."]);
    let mut reader = world.browser_of("rita", Role::ReadOnly).await;
    assert_eq!(reader.get("/desk/floor/").await.status, 403);
}
