use serde_json::json;

use super::{event, round};
use crate::texts::Language;

fn standings(names: &[&str]) -> Vec<u8> {
    let line = |(index, name): (usize, &&str)| {
        json!({
            "rank": index + 1, "player_id": 11 + index, "name": name, "match_points": 6, "record": "2-1-0",
            "match_win_percentage": 0.66666667, "opponent_match_win_percentage": 0.5, "game_win_percentage": 0.8,
            "opponent_game_win_percentage": 0.33333333, "user_event_status_ids": [101 + index],
        })
    };
    let lines: Vec<_> = names.iter().enumerate().map(line).collect();
    json!({ "round_number": 3, "standings": lines }).to_string().into_bytes()
}

fn head() -> serde_json::Value {
    json!({
        "event_id": 40, "name": "Winter <Cup> & Co", "store": "Moxhall", "format": "LEGACY",
        "start": "2026-03-07T10:00:00Z", "status": "DECKLISTS_PUBLISHED",
    })
}

fn shown(which: &serde_json::Value) -> serde_json::Value {
    json!({ "organization_id": 3, "round_id": 203, "which": which })
}

fn lists() -> serde_json::Value {
    json!({ "102": "https://decks.example/302" })
}

fn drawn_event(page: &serde_json::Value, standings: Option<&[u8]>) -> String {
    drawn(&event::draw(Language::English, "/crosstable", page.to_string().as_bytes(), standings, "id").unwrap())
}

fn drawn_round(page: &serde_json::Value, standings: Option<&[u8]>) -> String {
    let event =
        json!({ "head": head(), "rounds": [], "brackets": [], "standings": null, "lists": lists() }).to_string();
    drawn(
        &round::draw(Language::English, "/crosstable", page.to_string().as_bytes(), event.as_bytes(), standings, "id")
            .unwrap(),
    )
}

/// The page without its style sheet.
fn drawn(html: &str) -> String {
    let scripts: Vec<_> = html.split("src=\"").skip(1).collect();
    assert!(scripts.iter().all(|script| script.starts_with("/crosstable/assets/")), "only scripts of this service");
    assert_eq!(html.matches("<script").count(), html.matches("defer></script>").count(), "no script within the page");
    assert!(html.contains("width=device-width") && html.contains("prefers-color-scheme"));
    let (_, html) = html.split_once("</style>").unwrap();
    html.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_event_with_a_bracket_and_published_lists() {
    let side = |name: &str, games: Option<i32>, won: bool| json!({ "name": name, "games": games, "won": won });
    let game = |sides: [serde_json::Value; 2], lower: bool| json!({ "sides": sides, "is_consolation": lower });
    let page = json!({
        "head": head(),
        "rounds": [
            { "number": 0, "name": { "kind": "PLAYER_MEETING" }, "status": "COMPLETE" },
            { "number": 1, "name": { "number": 1 }, "status": "COMPLETE" },
            { "number": 2, "name": { "bracket": 2 }, "status": "COMPLETE" },
            { "number": 3, "name": { "bracket": 1 }, "status": "IN_PROGRESS" },
        ],
        "brackets": [[
            { "name": { "bracket": 2 }, "matches": [
                game([side("Ann Lee", Some(2), true), side("Bo Kim", Some(1), false)], false),
                game([side("Cy Roe", None, false), side("Di <b>Poe</b>", None, false)], false),
            ] },
            { "name": { "bracket": 1 }, "matches": [game([side("Ann Lee", None, false), side("", None, false)], true)] },
        ]],
        "standings": shown(&json!("final")),
        "lists": lists(),
    });
    let lines = standings(&["Ann Lee", "Bo Kim", "Di <b>Poe</b>"]);
    let page = drawn_event(&page, Some(&lines));
    assert!(!page.contains("<b>Poe") && !page.contains("<Cup>"), "{page}");
    insta::assert_snapshot!(page);
}

#[test]
fn an_event_before_any_round() {
    let page = json!({ "head": head(), "rounds": [], "brackets": [], "standings": null });
    insta::assert_snapshot!(drawn_event(&page, None));
}

#[test]
fn an_event_shows_its_fee_and_its_start_in_its_time_zone() {
    let mut head = head();
    (head["time_zone"], head["fee_note"]) = ("Europe/Berlin".into(), "10 €, <b>paid</b> at the counter".into());
    let page = drawn_event(&json!({ "head": head, "rounds": [], "brackets": [], "standings": null }), None);
    assert!(page.contains("7 March 2026, 11:00 (Europe/Berlin)"), "{page}");
    assert!(page.contains("Entry: 10 €, &#60;b&#62;paid"), "{page}");
}

#[test]
fn a_round_says_when_its_time_is_over() {
    let clock = |ends_at: serde_json::Value| json!({ "length_seconds": 3000, "elapsed_seconds": 555, "running_since": ends_at, "ends_at": ends_at });
    let page = |clock: serde_json::Value| {
        json!({
            "name": { "number": 2 }, "status": "IN_PROGRESS", "team_matches": [], "matches": [], "seatings": [],
            "standings": null, "clock": clock, "end_of_round_rule": "Five more turns",
        })
    };
    let running = drawn_round(&page(clock("2026-03-07T11:50:00Z".into())), None);
    assert!(running.contains("The time is over at 11:50 (UTC). Then: Five more turns."), "{running}");
    let paused = drawn_round(&page(clock(serde_json::Value::Null)), None);
    assert!(paused.contains("The clock is paused. Time left: 40:45."), "{paused}");
}

#[test]
fn a_round_with_every_kind_of_result() {
    let game = |table: i32, second: serde_json::Value, result: &str, games: serde_json::Value| json!({ "table": table, "first": "Ann Lee", "second": second, "result": result, "games": games });
    let named = |name: &str| json!({ "named": name });
    let games = |first: i32, second: i32, drawn: i32| json!({ "first": first, "second": second, "drawn": drawn });
    let page = json!({
        "name": { "number": 2 }, "status": "IN_PROGRESS", "team_matches": [],
        "matches": [
            game(1, named("Bo Kim"), "first", games(2, 1, 0)),
            game(2, named("Cy Roe"), "second", games(0, 2, 0)),
            game(3, named("Di Poe"), "draw", games(1, 1, 1)),
            game(4, named("Ed Fox"), "draw", json!(null)),
            game(5, named("Flo Ray"), "second", json!(null)),
            game(6, named("Gus Orr"), "open", json!(null)),
            game(7, json!("bye"), "first", games(2, 0, 0)),
            game(8, json!("assigned_loss"), "open", json!(null)),
        ],
        "seatings": [], "standings": shown(&json!({ "during": 2 })),
    });
    insta::assert_snapshot!(drawn_round(&page, Some(&standings(&["Ann Lee", "Bo Kim"]))));
}

#[test]
fn a_round_of_teams() {
    let game = |first: &str, second: &str| {
        let second = json!({ "named": second });
        json!({ "table": 1, "first": first, "second": second, "result": "first", "games": { "first": 2, "second": 1, "drawn": 0 } })
    };
    let page = json!({
        "name": { "number": 1 }, "status": "COMPLETE", "team_matches": [game("Goblins", "Elves")],
        "matches": [game("Ann Lee", "Bo Kim")], "seatings": [], "standings": shown(&json!({ "after": 1 })),
    });
    insta::assert_snapshot!(drawn_round(&page, Some(&standings(&["Goblins", "Elves"]))));
}

#[test]
fn a_draft_pod() {
    let page = json!({
        "name": { "kind": "DRAFT_POD" }, "status": "UPCOMING", "team_matches": [], "matches": [],
        "seatings": [
            { "place": { "pod": 2 }, "players": ["Ann Lee", "Bo & Kim"] },
            { "place": { "table": 9 }, "players": ["Cy Roe"] },
        ],
        "standings": null,
    });
    insta::assert_snapshot!(drawn_round(&page, None));
}

#[test]
fn a_name_that_data_does_not_know_is_an_error_and_no_page() {
    assert!(event::draw(Language::English, "", b"{}", None, "").is_err());
    let page = json!({ "head": head(), "rounds": [], "brackets": [], "standings": null }).to_string();
    assert!(event::draw(Language::English, "", page.as_bytes(), Some(b"[]"), "").is_err());
    assert!(round::draw(Language::English, "", b"{}", page.as_bytes(), None, "").is_err());
}
