use domain::tournament::Tournament;
use domain::tournament::standings::standings_after;
use proto_events::vocabulary::PhaseType;
use serde_json::{Value, json};

use super::*;
use crate::computed::recomputed;
use crate::tests::{assert_refused, read_value, refusal, sound};

/// Five players; each meets the opponent on both sides; byes in either seat; a final of two.
fn double_sided() -> Value {
    serde_json::from_str(include_str!("../../tests/files/cobra-double-sided.json")).unwrap()
}

/// Four players with one side in each round, and a double elimination.
fn single_sided() -> Value {
    serde_json::from_str(include_str!("../../tests/files/cobra-single-sided.json")).unwrap()
}

fn archive(file: &Value) -> Archive {
    sound(file).archive
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

/// A file of players with the ids and ranks from 1, one Swiss round that the better ranks win, and these games of a
/// playoff: the winner, then the loser. `places` has the players by published place, with the seeds backwards.
fn with_playoff(players: i32, playoff: &[&[(i32, i32)]], places: &[i32]) -> Value {
    let swiss = (1..=players / 2).map(|first| {
        let seat = |id, score| json!({"id": id, "combinedScore": score});
        json!({"player1": seat(first, 6), "player2": seat(players + 1 - first, 0), "eliminationGame": false})
    });
    let game = |(winner, loser): &(i32, i32)| {
        let seat = |id, won| json!({"id": id, "winner": won});
        json!({"player1": seat(loser, false), "player2": seat(winner, true), "eliminationGame": true})
    };
    let rounds = playoff.iter().map(|games| games.iter().map(game).collect::<Value>());
    let rounds = std::iter::once(swiss.collect()).chain(rounds).collect::<Value>();
    let points = |id| if id <= players / 2 { 6 } else { 0 };
    let player = |id| json!({"id": id, "name": format!("Player {id}"), "rank": id, "matchPoints": points(id)});
    let finalists = (1..).zip(places).map(|(rank, id)| json!({"id": id, "name": "?", "rank": rank, "seed": 100 - id}));
    json!({
        "name": "Cut", "date": "2026-05-30", "cutToTop": players, "preliminaryRounds": 1, "uploadedFrom": "Cobra",
        "players": (1..=players).map(player).collect::<Value>(), "rounds": rounds,
        "eliminationPlayers": finalists.collect::<Value>(),
    })
}

/// Imports a file of which nothing is left out.
fn imported(file: &Value) -> (Tournament, Vec<i64>) {
    assert!(sound(file).left_out().is_empty());
    ordered(file)
}

/// Imports a file. Returns the tournament, and its final order by number of player.
fn ordered(file: &Value) -> (Tournament, Vec<i64>) {
    let (tournament, _) = recomputed(&read_value(file).unwrap()).unwrap();
    let last = tournament.rounds().next_back().unwrap().1.id;
    let order = standings_after(&tournament, last).unwrap();
    let first = tournament.registrations[0].id.0;
    let order = order.iter().map(|line| line.competitor.0 + 1 - first).collect();
    (tournament, order)
}

/// The number of players, the rounds with winner and loser of each game, the kind, and the ids of players by place.
type DoubleElimination = (i32, Vec<&'static [(i32, i32)]>, PlayoffKind, Vec<i64>);

/// Brackets of a double elimination, their kinds, and the places that follow from their rounds.
fn double_eliminations() -> [DoubleElimination; 3] {
    let four: [&[_]; 5] = [&[(1, 4), (3, 2)], &[(1, 3), (2, 4)], &[(2, 3)], &[(2, 1)], &[(1, 2)]];
    let six: [&[_]; 7] =
        [&[(4, 5), (3, 6)], &[(1, 4), (2, 3), (6, 5)], &[(1, 2), (3, 6)], &[(3, 4)], &[(2, 3)], &[(2, 1)], &[(2, 1)]];
    let eight: [&[_]; 6] = [
        &[(1, 8), (4, 5), (2, 7), (3, 6)],
        &[(1, 4), (2, 3), (8, 5), (7, 6)],
        &[(1, 2), (3, 8), (4, 7)],
        &[(3, 4)],
        &[(2, 3)],
        &[(1, 2)],
    ];
    let reset = PlayoffKind::DoubleEliminationReset;
    [
        (4, four.to_vec(), reset, vec![1, 2, 3, 4]),
        (6, six.to_vec(), reset, vec![2, 1, 3, 4, 6, 5]),
        (8, eight.to_vec(), PlayoffKind::DoubleElimination, vec![1, 2, 3, 4, 7, 8, 5, 6]),
    ]
}

#[test]
fn a_double_elimination_is_imported_with_the_rounds_of_the_file() {
    for (players, rounds, kind, places) in double_eliminations() {
        let (tournament, order) = imported(&with_playoff(players, &rounds, &[]));
        assert_eq!((order, tournament.details.playoff), (places, kind), "{players} players");
        assert_eq!(tournament.details.top_cut, players);
        let phases: Vec<_> = tournament.phases.iter().map(|phase| (phase.round_type, phase.rounds.len())).collect();
        assert_eq!(phases, [(PhaseType::Swiss, 1), (PhaseType::DoubleElimination, rounds.len())]);
        assert!(tournament.rounds().flat_map(|(_, round)| &round.matches).all(|it| !it.pairing.is_consolation));
    }
}

#[test]
fn published_places_and_seeds_count_above_rounds_and_swiss_order() {
    for (players, rounds, _, mut places) in double_eliminations() {
        let last = places.len() - 1;
        places.swap(last - 1, last);
        let published: Vec<i32> = places.iter().map(|id| i32::try_from(*id).unwrap()).collect();
        let (tournament, order) = imported(&with_playoff(players, &rounds, &published));
        assert_eq!(order, places);
        let seeds: Vec<i64> = tournament.cuts[0].advancing.iter().map(|id| id.0).collect();
        assert!(seeds.is_sorted_by(|one, other| one > other), "{seeds:?}");
    }
}

#[test]
fn places_of_a_playoff_without_rounds_are_the_published_ones() {
    let mut file = with_playoff(4, &[], &[3, 1]);
    let told = |file: &Value| read_value(file).unwrap().left_out().join("; ");
    let expected = "the playoff of 4 players, of which the file has no rounds; places are those";
    assert_eq!(told(&file), format!("{expected} in eliminationPlayers"));
    assert_eq!(ordered(&file).1, [3, 1, 2, 4]);
    file["eliminationPlayers"][1]["rank"] = Value::Null;
    assert_eq!(told(&file), format!("{expected} of the Swiss rounds"));
}

#[test]
fn a_place_without_a_player_leaves_the_places_to_the_rounds() {
    let mut file = with_playoff(4, &[&[(1, 4), (3, 2)], &[(3, 1)]], &[1, 3, 2, 4]);
    file["eliminationPlayers"][3] = json!({"id": null, "rank": 4, "seed": null});
    let read = read_value(&file).unwrap();
    assert!(read.left_out()[0].starts_with("the places in eliminationPlayers"), "{:?}", read.left_out());
    assert_eq!((read.archive.final_places, read.archive.seeds), (vec![], vec![]));
    for (field, value, expected) in [
        ("id", 9, "eliminationPlayers[2].id: is in no line of the list of players"),
        ("id", 1, "eliminationPlayers[2].id: is that of another player of the playoff already"),
        ("rank", 1, "eliminationPlayers[2].rank: is that of another player of the playoff already"),
        ("seed", 99, "eliminationPlayers[2].seed: is that of another player of the playoff already"),
    ] {
        let mut file = file.clone();
        file["eliminationPlayers"][2][field] = json!(value);
        assert!(refusal(&file).contains(expected), "{field}: {}", refusal(&file));
    }
}

#[test]
fn a_match_for_third_place_makes_no_double_elimination() {
    let (tournament, order) = imported(&with_playoff(4, &[&[(1, 4), (3, 2)], &[(2, 4), (3, 1)]], &[]));
    assert_eq!((order, tournament.details.playoff), (vec![3, 1, 2, 4], PlayoffKind::ThirdPlace));
    let lower: Vec<bool> =
        tournament.rounds().last().unwrap().1.matches.iter().map(|it| it.pairing.is_consolation).collect();
    assert_eq!(lower, [true, false]);
}

#[test]
fn a_single_sided_round_gives_three_points_and_a_file_without_an_address_is_named_by_its_day() {
    let archive = archive(&single_sided());
    assert_eq!((archive.swiss_rounds, archive.top_cut, archive.rounds.len()), (3, 4, 7));
    assert_eq!((archive.playoff, archive.left_out.len()), (PlayoffKind::DoubleElimination, 1));
    assert_eq!(archive.rule.standings.points_for_win, 3);
    assert_eq!(archive.source_id, "Lantern Store Championship 2026-05-30");
}

#[test]
fn an_address_of_several_parts_is_the_id_with_its_host() {
    for (address, id) in [
        ("https://cobra.example/HARB/", "HARB"),
        ("https://cobra.example/424100.json", "424100"),
        ("https://one.example/tournaments/22/rounds.json", "one.example/tournaments/22/rounds"),
        ("https://other.example/tournaments/22", "other.example/tournaments/22"),
    ] {
        let mut file = double_sided();
        file["links"] = json!([{"rel": "uploadedfrom", "href": address}]);
        assert_eq!(archive(&file).source_id, id);
    }
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
    assert_refused(
        &double_sided(),
        [
            ("/players/2/id", json!(501), "players[2].id: 501 is another player already"),
            ("/players/1/name", json!(null), "players[1].name: must be a string"),
            ("/players/0/matchPoints", json!("six"), "players[0].matchPoints: must be an integer"),
            ("/rounds/0/0/player1", json!(7), "rounds[0][0].player1: must be an object"),
            ("/rounds/0/0/player2/id", json!(501), "rounds[0][0].player2: must be another player"),
            ("/rounds/3/0/player2/winner", json!(false), "rounds[3][0]: has no winner"),
            ("/rounds/0/1", json!("?"), "rounds[0][1]: must be an object"),
            ("/date", json!("soon"), "date: must be a date"),
            ("/rounds", json!([]), "rounds: must not be empty"),
        ],
    );
}
