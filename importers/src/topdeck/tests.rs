use serde_json::{Value, json};

use super::*;
use crate::tests::{assert_refused, read_value, refusal, sound};

/// Seven players; byes are not listed, one player has no account, one dropped; a top 4.
fn bulk() -> Value {
    serde_json::from_str(include_str!("../../tests/files/topdeck-bulk.json")).unwrap()
}

/// Five players; byes have a table; a final of two.
fn detail() -> Value {
    serde_json::from_str(include_str!("../../tests/files/topdeck-detail.json")).unwrap()
}

fn archive(file: &Value) -> Archive {
    sound(file).archive
}

/// Returns round and player of each match without an opponent of this kind.
fn alone_in(archive: &Archive, kind: PairingKind) -> Vec<(i32, &str)> {
    let of_round = |round: &ArchiveRound| {
        let matches = round.matches.iter().filter(|played| played.kind == kind);
        matches.map(|played| (round.number, played.p1)).collect::<Vec<_>>()
    };
    let found = archive.rounds.iter().flat_map(of_round);
    found.map(|(number, player)| (number, archive.players[player].as_str())).collect()
}

fn points(archive: &Archive) -> Vec<(&str, i32)> {
    archive.standings.iter().map(|row| (archive.players[row.player].as_str(), row.points)).collect()
}

/// Takes a table of the bulk file out.
fn without_table(file: &mut Value, round: usize, table: usize) {
    file[0]["rounds"][round]["tables"].as_array_mut().unwrap().remove(table);
}

#[test]
fn the_bulk_form_is_read_and_players_without_a_table_had_a_bye() {
    let archive = archive(&bulk());
    assert_eq!((archive.platform.as_str(), archive.source_id.as_str()), ("topdeck", "harbor-hall-legacy-12"));
    assert_eq!((archive.name.as_str(), archive.format.as_str()), ("Harbor Hall Legacy 12", "Legacy"));
    assert_eq!(archive.date.to_rfc3339(), "2026-05-23T09:00:00+00:00");
    assert_eq!((archive.swiss_rounds, archive.top_cut, archive.players.len()), (3, 4, 7));
    use RoundKind::{Playoff, Swiss};
    let shape = archive.rounds.iter().map(|round| (round.kind, round.number, round.matches.len()));
    assert_eq!(
        shape.collect::<Vec<_>>(),
        [(Swiss, 1, 4), (Swiss, 2, 4), (Swiss, 3, 3), (Playoff, 4, 2), (Playoff, 5, 1)]
    );
    assert_eq!(alone_in(&archive, PairingKind::Bye), [(1, "Gil Ostby"), (2, "Dov Lind")]);
    assert_eq!(
        points(&archive)[..5],
        [("Cleo Marsk", 6), ("Ada Holm", 7), ("Gil Ostby", 7), ("Dov Lind", 6), ("Finn Aske", 4)]
    );
    assert_eq!(archive.left_out, ["the members eventData"]);
}

#[test]
fn winners_are_known_by_id_or_by_name_and_draws_have_no_games() {
    let archive = archive(&bulk());
    let result = |round: usize, table: usize| {
        let MatchResult { winner, games, .. } = archive.rounds[round].matches[table].result;
        (winner, games.map(|it| [it.first, it.second, it.drawn]))
    };
    assert_eq!(result(1, 0), (Winner::Second, Some([1, 2, 0])));
    assert_eq!(result(2, 2), (Winner::First, Some([2, 1, 0])), "a guest has no winner_id");
    assert_eq!(result(0, 2), (Winner::Draw, None));
}

#[test]
fn the_detail_form_lists_byes_points_and_percentages() {
    let archive = archive(&detail());
    assert_eq!(archive.source_id, "Quay Street Pauper 2026-06-13");
    assert_eq!((archive.swiss_rounds, archive.top_cut, archive.rounds.len()), (3, 2, 4));
    let byes = [(1, "Mio Falk"), (2, "Jana Kvist"), (3, "Lea Norum")];
    assert_eq!(alone_in(&archive, PairingKind::Bye), byes);
    assert!(archive.rule.published.points && archive.rule.games_unknown);
    assert_eq!(points(&archive)[..2], [("Jana Kvist", 6), ("Ivo Brandt", 7)]);
    assert!(archive.standings[1].gw > Some(0.7), "{:?}", archive.standings[1]);
}

#[test]
fn lists_have_text_and_page() {
    let archive = archive(&bulk());
    let list = |name: &str| {
        let player = archive.players.iter().position(|player| player == name).unwrap();
        (archive.decklists.get(&player).map(String::as_str), archive.deck_urls.get(&player).map(String::as_str))
    };
    let cleo = "4 Brainstorm\n52 Island\n4 Mishra's Bauble\n\nSideboard\n4 Force of Will\n11 Swamp";
    assert_eq!(list("Cleo Marsk"), (Some(cleo), None));
    let ada = "4 Lightning Bolt\n52 Mountain\n4 Urza's Saga";
    assert_eq!(list("Ada Holm"), (Some(ada), Some("https://decks.example/list/4711")));
    let gil = "4 Swords to Plowshares\n56 Plains\n\nSideboard\n2 Council's Judgment";
    assert_eq!(list("Gil Ostby"), (Some(gil), None));
    assert_eq!(list("Dov Lind"), (None, Some("https://decks.example/list/9")));
    assert_eq!((list("Finn Aske"), list("Eva Torne")), ((None, None), (None, None)));
}

#[test]
fn a_player_who_left_has_no_bye_unless_the_standings_have_one() {
    let ben = 6;
    let byes = |change: Value| {
        let mut file = bulk();
        file[0]["standings"][ben].as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let archive = archive(&file);
        alone_in(&archive, PairingKind::Bye).iter().filter(|(_, name)| *name == "Ben Orell").count()
    };
    assert_eq!(byes(json!({})), 0);
    assert_eq!(byes(json!({"byes": 0})), 0);
    assert_eq!(byes(json!({"byes": 1})), 1);
    assert_eq!(byes(json!({"wins": 1})), 1);
}

#[test]
fn the_published_order_tells_byes_from_late_arrivals_and_drops() {
    // Without round 1 table 1 and the playoff, Ada and Ben have no table in round 1, and both play on.
    let mut file = bulk();
    file[0]["rounds"].as_array_mut().unwrap().truncate(3);
    without_table(&mut file, 0, 0);
    let rows = |names: [(&str, i32, i32, i32); 7]| -> Value {
        let row = |(name, wins, losses, draws)| json!({"name": name, "wins": wins, "losses": losses, "draws": draws});
        names.map(row).to_vec().into()
    };
    // Ada is above players with 6 points, and Ben is below one with 1 point.
    file[0]["standings"] = rows([
        ("Ada Holm", 1, 0, 1),
        ("Gil Ostby", 1, 0, 1),
        ("Cleo Marsk", 2, 1, 0),
        ("Dov Lind", 1, 1, 0),
        ("Finn Aske", 1, 1, 1),
        ("Eva Torne", 0, 2, 1),
        ("Ben Orell", 0, 1, 0),
    ]);
    let read = archive(&file);
    assert_eq!(alone_in(&read, PairingKind::Bye), [(1, "Ada Holm"), (1, "Gil Ostby"), (2, "Dov Lind")]);
    assert_eq!(read.left_out[0], "the playoff of 4 players, of which the file has no rounds");
    // Last round: Eva without a table is above Finn, who has four points.
    without_table(&mut file, 2, 2);
    file[0]["standings"] = rows([
        ("Gil Ostby", 1, 0, 1),
        ("Ada Holm", 1, 0, 1),
        ("Cleo Marsk", 2, 1, 0),
        ("Eva Torne", 0, 1, 1),
        ("Finn Aske", 1, 1, 1),
        ("Dov Lind", 0, 1, 0),
        ("Ben Orell", 0, 1, 0),
    ]);
    let read = archive(&file);
    assert!(alone_in(&read, PairingKind::Bye).contains(&(3, "Eva Torne")), "{:?}", read.rounds[2]);
}

#[test]
fn a_file_that_lists_byes_lists_all_of_them() {
    let mut file = detail();
    file["rounds"][0]["tables"].as_array_mut().unwrap().remove(2);
    for row in 0..5 {
        file["standings"][row]["points"] = Value::Null;
    }
    let read = archive(&file);
    assert_eq!(alone_in(&read, PairingKind::Bye), [(2, "Jana Kvist"), (3, "Lea Norum")]);
    assert!(!read.rule.published.points);
    file["standings"][2]["byes"] = json!(1);
    assert!(alone_in(&archive(&file), PairingKind::Bye).contains(&(1, "Mio Falk")));
}

#[test]
fn losses_above_those_at_the_tables_are_assigned() {
    let mut file = bulk();
    file[0]["standings"][6]["losses"] = json!(3);
    assert_eq!(alone_in(&archive(&file), PairingKind::AssignedLoss), [(3, "Ben Orell")]);
}

#[test]
fn match_that_ended_without_a_winner_was_lost_by_both() {
    let mut file = bulk();
    for field in ["winner", "winner_id"] {
        file[0]["rounds"][0]["tables"][2][field] = Value::Null;
    }
    for (row, losses) in [(4, 2), (5, 3)] {
        file[0]["standings"][row]["draws"] = json!(0);
        file[0]["standings"][row]["losses"] = json!(losses);
    }
    let read = archive(&file);
    let lost = read.rounds[0].matches[2];
    let names = [Some(lost.p1), lost.p2].map(|player| player.map(|player| read.players[player].as_str()));
    assert_eq!((names, lost.result.winner), ([Some("Eva Torne"), Some("Finn Aske")], Winner::Neither));
    assert!(alone_in(&read, PairingKind::AssignedLoss).is_empty());
    // A file may also count such a match for neither.
    file[0]["standings"][4]["losses"] = json!(1);
    assert_eq!(archive(&file).rounds, read.rounds);
}

#[test]
fn records_that_contradict_the_tables_are_named() {
    let mut file = bulk();
    file[0]["standings"][1]["wins"] = json!(5);
    let found = read_value(&file).unwrap().contradictions();
    assert_eq!(found, ["standings[1] (Ada Holm): record: 4-0-1, but the rounds give 2-0-1"]);
    let mut file = detail();
    file["standings"][2]["points"] = json!(9);
    let found = read_value(&file).unwrap().contradictions();
    assert_eq!(found[0], "standings[2] (Mio Falk): points: 9, but the rounds give 5");
}

#[test]
fn other_points_for_a_win_are_found_and_the_playoff_may_count() {
    let mut file = detail();
    // Five for a win and one for a draw: Jana has a bye and a win, and in one place the final counts as well.
    for (row, points) in [15, 11, 7, 6, 5].into_iter().enumerate() {
        file["standings"][row]["points"] = json!(points);
    }
    let read = archive(&file);
    assert_eq!((read.rule.standings.points_for_win, read.rule.standings.points_for_draw), (5, 1));
    assert_eq!(points(&read)[0], ("Jana Kvist", 10));
    for row in 0..5 {
        file["standings"][row]["points"] = json!(40 + row * row);
    }
    let read = archive(&file);
    assert_eq!(read.rule.standings.points_for_win, 3);
    assert!(read.left_out[0].starts_with("the points"), "{:?}", read.left_out);
}

#[test]
fn namesakes_are_told_apart_by_id_and_a_file_without_the_list_is_read() {
    let mut file = detail();
    for pointer in ["/standings/3/name", "/rounds/0/tables/1/players/1/name", "/rounds/1/tables/1/players/1/name"] {
        *file.pointer_mut(pointer).unwrap() = json!("Mio Falk");
    }
    *file.pointer_mut("/rounds/2/tables/2/players/0/name").unwrap() = json!("Mio Falk");
    assert_eq!(archive(&file).rounds, archive(&detail()).rounds);
    assert_eq!(archive(&bulk()[0]), archive(&bulk()));
}

/// Seven players at tables of four and three, and a final; a win gives 5 points, a draw 1.
fn pods() -> Value {
    let standing = |(place, name, points): (i32, &str, i32)| json!({"standing": place, "name": name, "points": points});
    let table = |number: i32, players: &[&str], winner: &str| {
        let seats: Vec<Value> = players.iter().map(|name| json!({"name": name})).collect();
        json!({"table": number, "players": seats, "winner": winner, "status": "Completed"})
    };
    let rows =
        [(1, "Cem", 6), (2, "Ann", 5), (3, "Fay", 5), (4, "Dan", 1), (5, "Ben", 1), (6, "Eve", 1), (7, "Gus", 0)];
    json!({
        "data": {"name": "Pods", "game": "Magic: The Gathering", "format": "EDH", "startDate": 1_764_950_400},
        "standings": rows.map(standing),
        "rounds": [
            {"round": 1, "tables": [table(1, &["Ann", "Ben", "Cem", "Dan"], "Cem"), table(2, &["Eve", "Fay", "Gus"], "Fay")]},
            {"round": 2, "tables": [table(1, &["Cem", "Eve", "Ben", "Dan"], "Draw"), table(2, &["Ann", "Fay", "Gus"], "Ann")]},
            {"round": "Top 4", "tables": [table(1, &["Cem", "Ann", "Fay", "Dan"], "Dan")]},
        ],
    })
}

#[test]
fn tables_of_more_than_two_are_pods_with_a_winner_or_a_draw_of_all() {
    let archive = archive(&pods());
    assert_eq!((archive.pod_size(), archive.swiss_rounds, archive.top_cut), (4, 2, 4));
    let named = |player: usize| archive.players[player].as_str();
    let of = |round: usize, table: usize| archive.rounds[round].matches[table];
    assert_eq!(of(0, 0).players().map(named).collect::<Vec<_>>(), ["Ann", "Ben", "Cem", "Dan"]);
    assert_eq!((of(0, 0).winner().map(named), of(0, 1).winner().map(named)), (Some("Cem"), Some("Fay")));
    assert_eq!((of(0, 0).result.places, of(0, 0).result.games), (Some([2, 2, 1, 2, 0]), None));
    assert_eq!((of(1, 0).result.winner, of(1, 0).result.places), (Winner::Draw, Some([1, 1, 1, 1, 0])));
    let rules = &archive.rule.standings;
    assert_eq!((rules.rule_set, rules.points_for_win, rules.points_for_draw), (RuleSet::Commander, 5, 1));
    let mut refused_winner = pods();
    refused_winner["rounds"][0]["tables"][0]["winner"] = json!("Gus");
    assert!(refusal(&refused_winner).contains("tables[0].winner: must be one of the table's players"));
}

#[test]
fn formats_of_other_games_have_the_name_of_the_game() {
    let mut file = bulk();
    file[0]["game"] = json!("Riftbound");
    assert_eq!(archive(&file).format, "Riftbound Legacy");
    file[0]["format"] = json!("");
    assert_eq!(archive(&file).format, "Riftbound");
}

#[test]
fn a_draw_in_the_playoff_was_won_by_the_better_place_and_milliseconds_are_a_date() {
    let mut file = bulk();
    for field in ["winner", "winner_id"] {
        file[0]["rounds"][4]["tables"][0][field] = json!("Draw");
    }
    file[0]["startDate"] = json!(1_779_526_800_000_i64);
    let read = read_value(&file).unwrap().archive;
    assert_eq!(read.rounds[4].matches[0].result.winner, Winner::Second);
    assert_eq!(read.date, archive(&bulk()).date);
}

#[test]
fn what_is_broken_is_told_by_its_path() {
    let person = json!({"name": "Nils Berg", "id": "x"});
    assert_refused(
        &bulk(),
        [
            ("/0/rounds", Value::Null, "[0].rounds: is missing; ask for the tournament with its rounds"),
            ("/0/rounds", json!([]), "rounds: must not be empty"),
            ("/0/rounds/0/round", json!(0), "[0].rounds[0].round: must be from 1 to 100, is 0"),
            ("/0/rounds/0/round", json!("101"), "[0].rounds[0].round: must be a round from 1 to 100"),
            ("/0/rounds/1/round", json!(1), "rounds[1].number: Swiss round 1 is in rounds[0] already"),
            ("/0/rounds/0/tables/0/players", json!([1, 2]), "[0].rounds[0].tables[0].players[0]: must be an object"),
            (
                "/0/rounds/0/tables/0/players",
                json!([person, person, person, person, person, person]),
                "[0].rounds[0].tables[0].players: has 6 players; a table may have up to 5",
            ),
            (
                "/0/rounds/0/tables/0/players",
                json!([person, person]),
                "tables[0].players: \"Nils Berg\" cannot meet themselves",
            ),
            ("/0/rounds/0/tables/0/players/1", json!({"id": null}), "players[1].name: is missing; ask for the column"),
            ("/0/rounds/0/tables/0/winner_games", json!("two"), "tables[0].winner_games: must be an integer"),
            (
                "/0/rounds/2/tables/2/winner",
                json!("Nils Berg"),
                "tables[2].winner: must be one of the table's players or \"Draw\"",
            ),
            ("/0/standings", Value::Null, "[0].standings: must be a list"),
            (
                "/0/standings/1/name",
                json!("Cleo Marsk"),
                "[0].standings[1].name: \"Cleo Marsk\" is the name of two players",
            ),
            ("/0/standings/0/wins", json!("4"), "[0].standings[0].wins: must be an integer"),
            ("/0/standings/0/decklist", json!(4), "[0].standings[0].decklist: must be a text, an address or null"),
            (
                "/0/standings/0/deckObj/Mainboard/Island/count",
                json!(-1),
                "deckObj.Mainboard.Island.count: must be from 0",
            ),
            ("/0/standings/0/deckObj", json!([]), "[0].standings[0].deckObj: must be an object"),
            ("/0/startDate", json!("soon"), "[0].startDate: must be a date"),
            ("/0/startDate", json!(5), "[0].startDate: must lie in the years"),
            ("/0/tournamentName", Value::Null, "[0].tournamentName: must be a string"),
        ],
    );
}

#[test]
fn matches_without_an_end_and_files_of_several_tournaments_are_refused() {
    let mut file = bulk();
    let table = &mut file[0]["rounds"][0]["tables"][0];
    (table["winner"], table["winner_id"], table["status"]) = (Value::Null, Value::Null, json!("Active"));
    assert!(refusal(&file).contains("[0].rounds[0].tables[0]: has no result; import a finished tournament"));
    let mut file = bulk();
    let table = &mut file[0]["rounds"][4]["tables"][0];
    (table["winner"], table["winner_id"]) = (Value::Null, Value::Null);
    assert!(refusal(&file).contains("[0].rounds[4].tables[0]: has no result"));
    let several = json!([bulk()[0], bulk()[0], detail()]);
    assert!(refusal(&several).contains("has 3 tournaments, and a file may have one: ask for one TID"));
    let mut file = detail();
    file["standings"][1]["id"] = file["standings"][0]["id"].clone();
    assert!(refusal(&file).contains("standings[1].id: \"janaKvist"));
}
