use serde_json::{Value, json};

use super::*;
use crate::tests::read_value;

/// Five players; each meets the opponent on both sides; byes in either seat; a final of two.
fn double_sided() -> Value {
    serde_json::from_str(include_str!("../../tests/files/cobra-double-sided.json")).unwrap()
}

/// Four players with one side in each round, and a double elimination.
fn single_sided() -> Value {
    serde_json::from_str(include_str!("../../tests/files/cobra-single-sided.json")).unwrap()
}

fn archive(file: &Value) -> Archive {
    let checked = read_value(file).unwrap();
    assert_eq!(checked.contradictions(), []);
    checked.archive
}

fn refused(file: &Value) -> String {
    read_value(file).err().map_or_else(String::new, |error| error.to_string())
}

#[test]
fn a_double_sided_match_is_two_games_for_six_points() {
    let archive = archive(&double_sided());
    assert_eq!((archive.swiss_rounds, archive.top_cut, archive.rounds.len()), (3, 2, 4));
    assert_eq!((archive.platform.as_str(), archive.source_id.as_str()), ("cobra", "HARB"));
    assert_eq!(archive.rule.standings.points_for_win, 6);
    let first = &archive.rounds[0].matches;
    let games = |played: &ArchiveMatch| played.result.games.map(|it| [it.first, it.second, it.drawn]);
    assert_eq!(games(&first[0]), Some([2, 0, 0]));
    assert_eq!(games(&first[1]), Some([1, 1, 0]));
    assert_eq!((first[1].result.winner, first[2].kind), (Winner::Draw, PairingKind::Bye));
    let in_first_seat = &archive.rounds[1].matches[2];
    assert_eq!((archive.players[in_first_seat.p1].as_str(), in_first_seat.kind), ("Ula", PairingKind::Bye));
}

#[test]
fn a_double_elimination_is_left_out_and_told() {
    let archive = archive(&single_sided());
    assert_eq!((archive.swiss_rounds, archive.top_cut, archive.rounds.len()), (3, 0, 3));
    assert_eq!(archive.rule.standings.points_for_win, 3);
    assert!(archive.left_out[0].contains("playoff of 6 games, a double elimination"), "{:?}", archive.left_out);
    assert_eq!(archive.source_id, "Lantern Store Championship 2026-05-30");
}

#[test]
fn a_game_without_points_was_lost_by_both() {
    let mut file = double_sided();
    for player in ["player1", "player2"] {
        for score in ["combinedScore", "runnerScore", "corpScore"] {
            file["rounds"][2][0][player][score] = Value::Null;
        }
    }
    let archive = read_value(&file).unwrap().archive;
    let lost = archive.rounds[2].matches.iter().filter(|played| played.result.winner == Winner::Neither);
    assert_eq!(lost.count(), 1);
}

#[test]
fn an_id_of_no_player_is_an_empty_seat_and_sides_are_added_up() {
    let mut file = double_sided();
    file["rounds"][0][2]["player2"]["id"] = json!(0);
    for player in ["player1", "player2"] {
        file["rounds"][0][0][player].as_object_mut().unwrap().remove("combinedScore");
    }
    assert_eq!(archive(&file).rounds[0], archive(&double_sided()).rounds[0]);
}

#[test]
fn what_is_broken_is_told_by_its_path() {
    let told = |pointer: &str, value: Value| {
        let mut file = double_sided();
        *file.pointer_mut(pointer).unwrap() = value;
        refused(&file)
    };
    for (pointer, value, expected) in [
        ("/players/2/id", json!(501), "players[2].id: 501 is another player already"),
        ("/players/1/name", json!(null), "players[1].name: must be a string"),
        ("/players/0/matchPoints", json!("six"), "players[0].matchPoints: must be an integer"),
        ("/rounds/0/0/player1", json!(7), "rounds[0][0].player1: must be an object"),
        ("/rounds/0/0/player2/id", json!(501), "rounds[0][0].player2: must be another player"),
        ("/rounds/3/0/player2/winner", json!(false), "rounds[3][0]: has no winner"),
        ("/rounds/0/1", json!("?"), "rounds[0][1]: must be an object"),
        ("/date", json!("soon"), "date: must be a date"),
        ("/rounds", json!([]), "rounds: must not be empty"),
    ] {
        let told = told(pointer, value);
        assert!(told.contains(expected), "{pointer}: {told}");
    }
}
