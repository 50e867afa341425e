mod standings;

use std::io::Write as _;

use serde_json::{Value, json};

use super::find::{self, Drawn};
use super::round::{Order, Sources};
use super::{EventData, EventView, Hours, event, round};
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

pub(super) fn head() -> Value {
    json!({
        "event_id": 40, "name": "Winter <Cup> & Co", "store": "Moxhall", "format": "LEGACY",
        "start": "2026-03-07T10:00:00Z", "status": "DECKLISTS_PUBLISHED",
    })
}

fn shown(which: &Value) -> Value {
    json!({ "organization_id": 3, "round_id": 203, "which": which })
}

fn lists() -> Value {
    json!({ "102": "https://decks.example/302" })
}

/// Returns an event with this data, whose store has no page.
fn of(data: &str) -> EventData<'_> {
    EventData { page: data.as_bytes(), store: None }
}

fn sources<'a>(data: &'a str, standings: Option<&'a [u8]>) -> event::Sources<'a> {
    event::Sources { event: of(data), round: None, standings, before: None, hours: Hours::Within, live_id: "id" }
}

/// Returns the page of a round in progress with these matches.
fn round_with(matches: impl Into<Value>) -> Value {
    let matches: Value = matches.into();
    json!({
        "name": { "number": 2 }, "status": "IN_PROGRESS", "team_matches": [], "matches": matches, "seatings": [],
        "standings": null,
    })
}

fn event_page(page: &Value, standings: Option<&[u8]>, view: EventView, drawn: Drawn) -> String {
    let data = page.to_string();
    event::draw(Language::English, ["", "/crosstable"], view, sources(&data, standings), drawn).unwrap()
}

fn drawn_event(page: &Value, standings: Option<&[u8]>) -> String {
    drawn_view(page, standings, EventView::Overview)
}

fn drawn_view(page: &Value, standings: Option<&[u8]>, view: EventView) -> String {
    drawn(&event_page(page, standings, view, Drawn::WHOLE))
}

fn round_page(page: &Value, order: Order, drawn: Drawn) -> String {
    let link = |number: i32, status: &str| {
        let has_pairings = status != "UPCOMING";
        json!({ "number": number, "name": { "number": number }, "status": status, "has_pairings": has_pairings })
    };
    let event = json!({
        "head": head(), "brackets": [], "standings": null, "lists": lists(), "dropped": [101],
        "rounds": [link(1, "COMPLETE"), link(2, "IN_PROGRESS"), link(3, "UPCOMING")],
    });
    let (data, event) = (page.to_string(), event.to_string());
    let sources = Sources { number: 2, data: data.as_bytes(), event: of(&event), live_id: "id" };
    round::draw(Language::English, ["", "/crosstable"], sources, order, drawn).unwrap()
}

fn drawn_round(page: &Value) -> String {
    drawn(&round_page(page, Order::ByName, Drawn::WHOLE))
}

fn drawn_by_table(page: &Value) -> String {
    drawn(&round_page(page, Order::ByTable, Drawn::WHOLE))
}

/// The page without its head and its frame.
fn drawn(html: &str) -> String {
    assert!(!html.contains("<!--"));
    let scripts: Vec<_> = html.split("<script src=\"").skip(1).collect();
    assert!(scripts.iter().all(|script| script.starts_with("/crosstable/assets/")), "only scripts of this service");
    assert_eq!(html.matches("<script").count(), html.matches("defer></script>").count(), "no script within the page");
    assert!(html.contains("width=device-width") && !html.contains("style=") && !html.contains("<style"));
    let (_, html) = html.split_once("<main").unwrap();
    let (html, _) = html.split_once("</main>").unwrap();
    html.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_event_with_a_bracket_and_published_lists() {
    let side = |name: &str, games: Option<i32>, won: bool| json!({ "name": name, "games": games, "won": won });
    let game = |sides: [Value; 2], lower: bool| json!({ "sides": sides, "is_consolation": lower });
    let page = json!({
        "head": head(),
        "rounds": [
            { "number": 0, "name": { "kind": "PLAYER_MEETING" }, "status": "COMPLETE", "has_pairings": true },
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
    let views = [EventView::Overview, EventView::Standings, EventView::Bracket, EventView::Decks, EventView::Players];
    for view in views {
        let page = drawn_view(&page, Some(&lines), view);
        assert!(!page.contains("<b>Poe") && !page.contains("<Cup>"), "{page}");
        insta::assert_snapshot!(format!("finished_{view:?}").to_lowercase(), page);
    }
}

#[test]
fn players_who_show_a_page_are_linked_in_the_bracket() {
    let side = |name: &str, page: Option<i64>| json!({ "name": name, "page": page, "games": null, "won": false });
    let game = json!({ "sides": [side("Ann Lee", Some(71)), side("Bo Kim", None)], "is_consolation": false });
    let brackets = json!([[{ "name": { "bracket": 1 }, "matches": [game] }]]);
    let page = json!({ "head": head(), "rounds": [], "brackets": brackets, "standings": null });
    let drawn = drawn_view(&page, None, EventView::Bracket);
    assert!(drawn.contains("<i></i><a href=\"/crosstable/players/71/\">Ann Lee</a>"), "{drawn}");
    assert!(drawn.contains("<i></i><span>Bo Kim</span>"), "{drawn}");
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
    assert!(page.contains("7 March 2026, 11:00 (Berlin)"), "{page}");
    assert!(page.contains("Entry: 10 €, &#60;b&#62;paid"), "{page}");
}

#[test]
fn a_round_says_when_its_time_is_over() {
    let clock = |ends_at: Value| json!({ "length_seconds": 3000, "elapsed_seconds": 555, "running_since": ends_at, "ends_at": ends_at });
    let page = |clock: Value| {
        let mut page = round_with(json!([]));
        (page["clock"], page["end_of_round_rule"]) = (clock, "Five more turns.".into());
        page
    };
    let running = drawn_round(&page(clock("2026-03-07T11:50:00Z".into())));
    assert!(running.contains("Ends at 11:50. Then: Five more turns. <"), "{running}");
    let paused = drawn_round(&page(clock(Value::Null)));
    assert!(paused.contains(">40:45</span><span class=\"quiet\">The clock is paused."), "{paused}");
}

#[test]
fn a_round_with_every_kind_of_result() {
    let game = |table: i32, second: Value, result: &str, games: Value| json!({ "table": table, "first": "Ann Lee", "second": second, "result": result, "games": games, "first_points": 3, "second_points": 0 });
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
            game(9, named("Hal Sun"), "draw", games(0, 0, 3)),
        ],
        "seatings": [], "standings": shown(&json!({ "during": 2 })),
    });
    insta::assert_snapshot!(drawn_round(&page));
    insta::assert_snapshot!(drawn_by_table(&page));
}

#[test]
fn match_that_both_lose_says_so_on_page() {
    let lost = json!({ "table": 1, "first": "Ann Lee", "second": { "named": "Bo Kim" }, "result": "both_lost" });
    assert!(drawn_by_table(&round_with([lost])).contains("Both lost"));
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
    insta::assert_snapshot!(drawn_round(&page));
}

#[test]
fn an_open_match_of_teams_shows_the_seats_won_so_far() {
    let mut page = round_with(json!([]));
    page["team_matches"] = json!([{
        "table": 1, "first": "Goblins", "second": { "named": "Elves" }, "result": "open",
        "games": { "first": 1, "second": 0, "drawn": 0 },
    }]);
    let by_name = drawn_round(&page);
    assert!(by_name.contains("<small>vs Elves</small><span>1–0</span>"), "{by_name}");
    assert!(by_name.contains("<small>vs Goblins</small><span>0–1</span>"), "{by_name}");
    assert!(drawn_by_table(&page).contains("<td>Goblins<td>1–0<td>Elves"), "no one has won");
}

#[test]
fn members_of_teams_that_play_together_are_listed_by_their_own_names() {
    let mut page = round_with(json!([]));
    page["team_matches"] = json!([{
        "table": 1, "first": "Foxes (Ann Lee, Bo Kim)", "second": { "named": "Owls (Cy Roe, Di Poe)" },
        "result": "open", "members": [["Ann Lee", "Bo Kim"], ["Cy Roe", "Di Poe"]],
    }]);
    let drawn = drawn_round(&page);
    let places = ["Kim, Bo", "Lee, Ann", "Poe, Di", "Roe, Cy"].map(|name| drawn.find(&format!("<li><b>{name}</b>")));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{drawn}");
    assert_eq!(drawn.matches("<small>vs Owls (Cy Roe, Di Poe)").count(), 2);
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
    insta::assert_snapshot!(drawn_round(&page));
    assert!(drawn_by_table(&page).contains("<th scope=\"row\">Pod 2<td><bdi>Ann Lee</bdi>, <bdi>Bo &#38; Kim</bdi>"));
}

fn large_round(matches: usize) -> Value {
    let game = |table: usize| {
        let [first, second] =
            [format!("Ann No {table}"), format!("{} No {table}", ["Bo", "Cy", "Di", "Ed"][table % 4])];
        json!({ "table": table, "first": first, "second": { "named": second }, "result": "open" })
    };
    round_with((1..=matches).map(game).collect::<Vec<_>>())
}

#[test]
fn a_large_round_has_pages_with_letters_and_a_search_shows_its_lines_alone() {
    let round = large_round(256);
    let whole = drawn_round(&round);
    assert_eq!(whole.matches("<li><b>").count(), 100);
    assert!(whole.contains("<a href=\"#l0-0\">A</a>"), "{whole}");
    let second = "/crosstable/events/40/rounds/2/?page=3";
    assert!(whole.contains(&format!("<a href=\"{second}#l0-3\">B</a>")), "{whole}");
    assert!(whole.contains(&format!("<a href=\"{second}\">A–B</a>")), "{whole}");
    let last = drawn(&round_page(&round, Order::ByName, Drawn::Page(6)));
    assert_eq!(last.matches("<li><b>").count(), 12, "{last}");
    let finder = round_page(&round, Order::ByName, Drawn::Finder);
    let found = drawn(&find::page(Language::English, &finder, "bo no 8"));
    assert!(found.contains("<li><b>Bo No 8</b><span>Table 8</span><small>vs Ann No 8</small>"), "{found}");
    assert_eq!(found.matches("<li><b>").count(), 4, "those with 8, 80, 84 and 88: {found}");
    assert!(found.len() < 4_000, "{}", found.len());
    let by_table = round_page(&round, Order::ByTable, Drawn::Finder);
    let found = drawn(&find::page(Language::English, &by_table, "cy no 257"));
    assert!(found.contains("name=\"by\" value=\"table\"") && found.contains("cy no 257"), "{found}");
    assert!(!found.contains("<tr><td>"), "{found}");
}

#[test]
fn a_small_round_is_shown_below_what_was_found() {
    let finder = round_page(&large_round(8), Order::ByTable, Drawn::Finder);
    let found = drawn(&find::page(Language::English, &finder, "cy no 5"));
    assert_eq!(found.matches("<tr><td>5<td>Ann No 5").count(), 2, "{found}");
    let none = drawn(&find::page(Language::English, &finder, "zoe"));
    assert_eq!(none.matches("<tr><td>").count(), 8, "{none}");
}

#[test]
fn an_unconfirmed_result_is_marked() {
    let page = round_with([json!({
        "table": 1, "first": "Ann Lee", "second": { "named": "Bo Kim" }, "result": "first", "is_unconfirmed": true,
        "games": { "first": 2, "second": 0, "drawn": 0 },
    })]);
    for page in [drawn_round(&page), drawn_by_table(&page)] {
        assert!(page.contains("unconfirmed</small>") && page.contains("counts once an opponent confirms it"), "{page}");
    }
}

#[test]
fn registration_out_of_its_times_is_not_offered() {
    let mut head = head();
    head["status"] = "REGISTRATION_OPEN".into();
    head["about"] = json!({ "registration_opens": "2026-03-01T09:00:00Z" });
    let places = json!({ "capacity": 8, "taken": 8 });
    let data = json!({ "head": head, "rounds": [], "brackets": [], "standings": null, "places": places }).to_string();
    for (hours, badge, is_offered) in [
        (Hours::Within, "Registration open<", true),
        (Hours::After, "Registration closed<", false),
        (Hours::Before, "Registration opens: 1 March 2026, 09:00 UTC<", false),
    ] {
        let sources = event::Sources { hours, ..sources(&data, None) };
        let page = event::draw(Language::English, ["", ""], EventView::Overview, sources, Drawn::WHOLE).unwrap();
        assert!(page.contains(badge) && page.contains("Join the waitlist") == is_offered, "{page}");
    }
}

#[test]
fn an_event_shows_where_it_is_and_who_is_registered() {
    let mut head = head();
    head["status"] = "REGISTRATION_OPEN".into();
    (head["convention"], head["location"]) = ("Cardfest".into(), "Old Depot, 1 Depot Road".into());
    let page = drawn_event(
        &json!({
            "head": head, "rounds": [], "brackets": [], "standings": null,
            "places": { "capacity": 8, "taken": 2, "names": ["Zo\u{eb} Roe", "Ann <i>Lee</i>"] },
        }),
        None,
    );
    assert!(page.contains("</svg>Cardfest, Old Depot, 1 Depot Road</li>"), "{page}");
    assert!(page.contains("6 of 8 places left") && page.contains("<li>Ann &#60;i&#62;Lee"), "{page}");
    assert!(page.contains("href=\"/crosstable/me/40/sign-up/\">Register<"), "{page}");
    assert!(page.find("Lee") < page.find("Roe"), "sorted by name");
}

/// Names as different from each other as those of people are.
fn names(count: usize) -> Vec<String> {
    const SYLLABLES: [&str; 24] = [
        "an", "bel", "cor", "dan", "el", "fi", "gor", "han", "is", "jo", "kar", "lu", "mi", "nor", "ol", "pet", "ro",
        "sa", "tim", "ul", "vik", "wen", "yas", "zo",
    ];
    let mut state = 7_u64;
    let mut syllable = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        SYLLABLES[usize::try_from(state >> 33).unwrap() % SYLLABLES.len()]
    };
    let mut word = |syllables: usize| {
        let word: String = (0..syllables).map(|_| syllable()).collect();
        word[..1].to_uppercase() + &word[1..]
    };
    (0..count).map(|number| format!("{} {}", word(2), word(2 + number % 2))).collect()
}

pub(super) fn packed(content: &[u8]) -> usize {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(content).unwrap();
    packed.finish().unwrap().len()
}

#[test]
fn pages_of_512_players_are_small() {
    let names = names(512);
    let lines = names.iter().enumerate().map(|(index, name)| {
        let share = |step: usize| f64::from(u32::try_from((index * step) % 6_667).unwrap()) / 10_000.0 + 0.33;
        json!({
            "name": name, "match_points": 27 - index / 20, "record": format!("{}-{}-0", 9 - index / 60, index / 60),
            "opponent_match_win_percentage": share(7), "game_win_percentage": share(13),
            "opponent_game_win_percentage": share(29), "user_event_status_ids": [index],
        })
    });
    let standings = json!({ "standings": lines.collect::<Vec<_>>() }).to_string().into_bytes();
    let game = |(table, players): (usize, &[String])| {
        json!({
            "table": table + 1, "first": players[0], "second": { "named": players[1] }, "result": "first",
            "games": { "first": 2, "second": table % 2, "drawn": 0 }, "first_points": 27 - table / 10,
            "second_points": 27 - table / 10,
        })
    };
    let mut round = round_with(names.chunks(2).enumerate().map(game).collect::<Vec<_>>());
    round["status"] = "COMPLETE".into();
    let event = json!({ "head": head(), "rounds": [], "brackets": [], "standings": shown(&json!("final")) });
    let pages = [
        event_page(&event, Some(&standings), EventView::Standings, Drawn::WHOLE),
        event_page(&event, Some(&standings), EventView::Players, Drawn::WHOLE),
        round_page(&round, Order::ByName, Drawn::WHOLE),
        round_page(&round, Order::ByTable, Drawn::WHOLE),
    ];
    let sizes = pages.map(|page| packed(page.as_bytes()));
    assert!(sizes.iter().all(|size| *size < 20_000), "{sizes:?}");
}

#[test]
fn a_name_that_data_does_not_know_is_an_error_and_no_page() {
    let draw = |data: &str, standings: Option<&[u8]>| {
        event::draw(Language::English, ["", ""], EventView::Overview, sources(data, standings), Drawn::WHOLE)
    };
    assert!(draw("{}", None).is_err());
    let page = json!({ "head": head(), "rounds": [], "brackets": [], "standings": null }).to_string();
    assert!(draw(&page, Some(b"[]")).is_err());
    let sources = Sources { number: 1, data: b"{}", event: of(&page), live_id: "" };
    assert!(round::draw(Language::English, ["", ""], sources, Order::ByName, Drawn::WHOLE).is_err());
}
