//! Copied events with their players; usual rounds; pages of players; guests with another name.

use proto_events::vocabulary::Role;

use super::{event, event_with, page, register, registered};
use crate::world::World;

#[tokio::test]
async fn a_copy_is_a_week_later_and_registers_who_is_ticked() {
    let (world, mut desk) = World::with_admin().await;
    let start = [("name", "Cup"), ("format", "MODERN"), ("time_zone", "Europe/Berlin"), ("starts", "2026-03-06T18:30")];
    let cup = event_with(&mut desk, &start).await;
    register(&mut desk, cup, &["Ada <Lowe>", "Bo Reed"]).await;
    let copy = page(cup, "copy");
    let form = desk.get(&copy).await;
    form.says(200, &["Proposed for Friday, ", "T18:30\"", "Ada &#60;Lowe&#62;</label>"]);
    let ada = world.entry(cup, "Ada <Lowe>").await.user_id.to_string();
    let refused = desk.fill(&copy, &[("name", ""), ("format", "MODERN"), ("regular", &ada)]).await;
    refused.says(422, &[&format!("value=\"{ada}\" checked")]);
    let fields = [("name", "Next Cup"), ("format", "MODERN"), ("regular", ada.as_str()), ("regular", "999999")];
    let made = desk.fill_in(&form, &copy, &fields).await;
    desk.follow(&made)
        .await
        .says(200, &["Some of the players could not be registered.", ">Ada &#60;Lowe&#62;</a>", "1 player"]);
    let again = desk.fill_in(&form, &copy, &fields).await;
    assert_eq!(made.header("location"), again.header("location"), "the same form creates one event");
}

#[tokio::test]
async fn event_of_another_rule_set_has_its_columns_and_can_be_compared_with_others() {
    let (world, mut desk) = World::with_admin().await;
    let fields = [("name", "Cup"), ("format", "MODERN"), ("rules.rule_set", "POKEMON"), ("rules.points_for_draw", "0")];
    let cup = event_with(&mut desk, &fields).await;
    let rules = world.details(cup).await["rules"].clone();
    assert_eq!((&rules["rule_set"], &rules["points_for_draw"]), (&"POKEMON".into(), &0.into()));
    assert_eq!(rules["tiebreakers"], serde_json::json!(["late", "omw", "oomw", "head_to_head"]));
    let settings = page(cup, "settings");
    let form = desk.get(&settings).await;
    let said =
        ["<option value=\"POKEMON\" selected>Pokémon", "name=\"rules.points_for_draw\" type=\"number\" value=\"0\""];
    form.says(200, &said);
    form.says(200, &["name=\"rules.tiebreakers\" type=\"text\" value=\"\""]);
    let usual = [("name", "Cup"), ("format", "MODERN"), ("rules.rule_set", "POKEMON")];
    let with = |tiebreakers| [&usual[..], &[("rules.tiebreakers", tiebreakers)]].concat();
    desk.fill_in(&form, &settings, &with("omw, luck")).await.says(422, &["Tiebreakers, in order: "]);
    desk.fill_in(&form, &settings, &with("OMW, oomw")).await.goes_to(&settings);
    let rules = world.details(cup).await["rules"].clone();
    assert_eq!((&rules["tiebreakers"], &rules["points_for_draw"]), (&serde_json::json!(["omw", "oomw"]), &1.into()));
    assert_eq!(rules["drop_cap"]["numerator"], 3, "rules that are not in the form stay");
    register(&mut desk, cup, &["Finn Park", "Bo Reed", "Cy Marsh", "Di Holm"]).await;
    super::start_round(&mut desk, cup).await;
    let standings = desk.get(&page(cup, "standings")).await;
    standings
        .says(200, &["<abbr title=\"Opponents’ opponents’ match-win percentage\">OOMW %</abbr>", "data-l=\"OOMW %\""]);
    assert!(!standings.body.contains("OGW"));
    desk.get(&page(cup, "print/standings")).await.says(200, &[">OOMW %</th>"]);
    let recomputed = desk.get(&format!("{}?rule_set=MAGIC", page(cup, "recompute"))).await;
    recomputed.says(200, &[">OGW %</abbr>", "data-l=\"Real rank\"", "<option value=\"MAGIC\" selected>"]);
    assert!(!recomputed.body.contains("value=\"NETRUNNER\""), "no scores were entered");
    assert_eq!(world.details(cup).await["rules"], rules, "nothing has changed");
}

#[tokio::test]
async fn standings_of_pools_are_by_pool_on_paper_too() {
    let (_world, mut desk) = World::with_admin().await;
    let cup = event_with(&mut desk, &[("name", "Cup"), ("format", "MODERN"), ("pool_size", "3")]).await;
    register(&mut desk, cup, &["Finn Park", "Bo Reed", "Cy Marsh", "Di Holm", "Ed Orr"]).await;
    super::start_round(&mut desk, cup).await;
    let paper = desk.get(&page(cup, "print/standings")).await;
    paper.says(200, &["<th scope=\"rowgroup\" colspan=\"7\">Pool 1</th>", "colspan=\"7\">Pool 2</th>"]);
    let places = ["1", "2", "3"].map(|place| paper.body.matches(&format!("<b>{place}</b></td>\n<td>")).count());
    assert_eq!(places, [2, 2, 1], "{}", paper.body);
    desk.get(&page(cup, "standings")).await.says(200, &["<h3>Pool 1</h3>", "<h3>Pool 2</h3>"]);
}

#[tokio::test]
async fn the_usual_rounds_are_offered_until_rounds_are_planned() {
    let (world, mut desk, cup) = registered(&[]).await;
    let players = page(cup, "players");
    let names: Vec<_> =
        (0..9).map(|number| format!("Player {}", char::from(b'A' + number).to_string().repeat(6))).collect();
    register(&mut desk, cup, &names.iter().map(String::as_str).collect::<Vec<_>>()).await;
    desk.get(&players).await.says(200, &["9 players: 4 rounds, top 4."]);
    desk.fill(&page(cup, "settings"), &[("change", "usual")]).await.goes_to(&players);
    let details = world.details(cup).await;
    assert_eq!((&details["swiss_rounds"], &details["top_cut"]), (&4.into(), &4.into()));
    assert!(!desk.get(&players).await.body.contains("9 players: 4 rounds"));
}

#[tokio::test]
async fn players_are_found_by_name_and_listed_page_by_page() {
    let (_world, mut desk, cup) = registered(&[]).await;
    let list: String = (0..101).map(|n| format!("P{n:03} Number{n:03}\n")).collect();
    let preview = desk.fill(&page(cup, "players/paste"), &[("text", &list)]).await;
    let lines: Vec<_> = (1..=101).map(|line: usize| line.to_string()).collect();
    let mut fields = vec![("text", list.as_str()), ("step", "register")];
    fields.extend(lines.iter().map(|line| ("line", line.as_str())));
    desk.fill_in(&preview, &page(cup, "players/paste"), &fields).await.shows(200);
    let players = page(cup, "players");
    desk.get(&players).await.says(200, &["1–100 of 101", "rel=\"next\"", ">P099 Number099</a>"]);
    desk.get(&format!("{players}?page=2")).await.says(200, &["101–101 of 101", "rel=\"prev\"", ">P100 Number100</a>"]);
    desk.get(&format!("{players}?q=number042")).await.says(200, &[">P042 Number042</a>"]).lacks(&["P041"]);
    desk.get(&format!("{players}?q=%3Cscript%3E&page=-1")).await.says(200, &["No player by that name."]);
}

#[tokio::test]
async fn staff_renames_guests_alone_and_sees_how_to_reach_people() {
    let world = World::start().await;
    let mut desk = world.browser_of("lee", Role::Scorekeeper).await;
    let cup = event(&mut world.admin().await, "Cup").await;
    register(&mut desk, cup, &["Finn Park"]).await;
    let finn = world.player_page(cup, "Finn Park").await;
    desk.fill(&finn, &[("change", "rename"), ("best_identifier", "Finn <Parks>")]).await.goes_to(&finn);
    desk.get(&finn).await.says(200, &["Finn &#60;Parks&#62;</h2>"]);
    desk.fill(&finn, &[("change", "rename"), ("best_identifier", " ")]).await.shows(422);
    world.managed("kim", "Kim Kay").await;
    world.settled().await;
    register(&mut desk, cup, &["Kim Kay"]).await;
    let kim = world.player_page(cup, "Kim Kay").await;
    assert!(!desk.get(&kim).await.body.contains("best_identifier"));
    let refused = desk.fill(&kim, &[("change", "rename"), ("best_identifier", "Kim K.")]).await;
    assert_ne!(refused.status, 303, "a person who signs in has the own name");
}
