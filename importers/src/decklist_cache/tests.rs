use serde_json::{Value, json};

use proto_events::tournament::Winner;

use super::*;
use crate::CheckedArchive;
use crate::tests::{assert_refused, read_value};

/// Seven players; draws are listed twice, and the playoff goes on with the numbers of the Swiss rounds.
fn numbered() -> Value {
    serde_json::from_str(include_str!("../../tests/files/decklist-cache-numbered.json")).unwrap()
}

/// Five players; only winners are known, an empty opponent is a bye, and the playoff has a name.
fn winners() -> Value {
    serde_json::from_str(include_str!("../../tests/files/decklist-cache-winners.json")).unwrap()
}

fn checked(file: &Value) -> CheckedArchive {
    read_value(file).unwrap()
}

fn shape(archive: &Archive) -> Vec<(RoundKind, i32, usize)> {
    archive.rounds.iter().map(|round| (round.kind, round.number, round.matches.len())).collect()
}

#[test]
fn a_numbered_playoff_is_found_and_matches_listed_twice_count_once() {
    let file = checked(&numbered());
    let archive = &file.archive;
    use RoundKind::{Playoff, Swiss};
    assert_eq!(shape(archive), [(Swiss, 1, 4), (Swiss, 2, 4), (Swiss, 3, 4), (Playoff, 4, 2), (Playoff, 5, 1)]);
    assert_eq!((archive.platform.as_str(), archive.source_id.as_str()), ("melee", "990017"));
    assert_eq!((archive.swiss_rounds, archive.top_cut, archive.players.len()), (3, 4, 7));
    assert_eq!(archive.format, "Legacy");
    assert_eq!(file.contradictions(), [""; 0]);
}

#[test]
fn players_who_are_written_in_another_case_in_a_round_are_the_same() {
    let mut file = numbered();
    let last = file["Rounds"].as_array_mut().unwrap().last_mut().unwrap();
    for played in last["Matches"].as_array_mut().unwrap() {
        played["Player1"] = played["Player1"].as_str().unwrap().to_uppercase().into();
    }
    assert_eq!(checked(&file).archive.rounds, checked(&numbered()).archive.rounds);
}

#[test]
fn lists_have_text_and_page() {
    let archive = checked(&numbered()).archive;
    let champion = archive.standings[0].player;
    let text = "4 Ponder\n4 Brainstorm\n52 Island\n\nSideboard\n4 Force of Will\n11 Swamp";
    assert_eq!(archive.decklists[&champion], text);
    let second = archive.standings[1].player;
    assert_eq!(archive.deck_urls[&second], "https://melee.example/Decklist/View/2");
}

#[test]
fn a_file_of_winners_has_no_games_and_byes_are_wins() {
    let file = checked(&winners());
    let archive = &file.archive;
    use RoundKind::{Playoff, Swiss};
    assert_eq!(shape(archive), [(Swiss, 1, 3), (Swiss, 2, 3), (Swiss, 3, 3), (Playoff, 4, 1)]);
    let played = archive.rounds.iter().flat_map(|round| &round.matches);
    let (byes, others): (Vec<&ArchiveMatch>, Vec<_>) = played.partition(|played| played.kind == PairingKind::Bye);
    assert_eq!(byes.len(), 3);
    assert!(byes.iter().all(|bye| bye.result.winner == Winner::First));
    assert!(others.iter().all(|played| played.result.games.is_none()));
    assert_eq!(file.contradictions(), [""; 0]);
}

#[test]
fn a_missing_opponent_has_many_spellings() {
    let alone = |played: Value| {
        let mut file = numbered();
        file["Rounds"][0]["Matches"] = json!([played]);
        let archive = checked(&file).archive;
        let played = archive.rounds[0].matches[0];
        (archive.players[played.p1].clone(), played.kind)
    };
    for (first, second, result, kind) in [
        (json!("Ana Lee"), json!(null), "2-0-0", PairingKind::Bye),
        (json!("Ana Lee"), json!("-"), "0-2-0", PairingKind::AssignedLoss),
        (json!("Bye"), json!("Ana  Lee "), "0-2-0", PairingKind::Bye),
        (json!("Bye"), json!("Ana Lee"), "2-0-0", PairingKind::AssignedLoss),
        (json!("Ana Lee"), json!(""), "0-0-1", PairingKind::Bye),
    ] {
        let found = alone(json!({"Player1": first, "Player2": second, "Result": result}));
        assert_eq!(found, ("Ana Lee".to_owned(), kind), "{first} {second} {result}");
    }
}

#[test]
fn match_that_both_lost_is_one_match_without_a_winner() {
    let mut file = numbered();
    file["Rounds"][0]["Matches"] = json!([
        {"Player1": "Ana Lee", "Player2": "Bo Ek", "Result": "0-0-0"},
        {"Player1": "Bo Ek", "Player2": "Ana Lee", "Result": "0-2-0"},
    ]);
    let archive = checked(&file).archive;
    let [lost] = archive.rounds[0].matches[..] else { panic!("{:?}", archive.rounds[0]) };
    let names = [Some(lost.p1), lost.p2].map(|player| player.map(|player| archive.players[player].as_str()));
    assert_eq!((names, lost.result.winner), ([Some("Ana Lee"), Some("Bo Ek")], Winner::Neither));
}

#[test]
fn a_tie_in_the_playoff_was_won_by_whoever_played_on() {
    let mut file = numbered();
    file["Rounds"][3]["RoundName"] = json!("Semifinals");
    file["Rounds"][4]["RoundName"] = json!("Finals");
    file["Rounds"][3]["Matches"][0]["Result"] = json!("1-1-0");
    file["Rounds"][4]["Matches"][0]["Result"] = json!("1-1-1");
    let archive = checked(&file).archive;
    let champion = archive.standings[0].player;
    let semifinal = archive.rounds[3].matches[0];
    let goes_on = archive.rounds[4].matches[0];
    assert!([Some(goes_on.p1), goes_on.p2].contains(&Some(semifinal.p1)));
    assert_eq!(semifinal.result.winner, Winner::First);
    assert_eq!((goes_on.p1, goes_on.result.winner), (champion, Winner::First));
}

#[test]
fn what_is_broken_is_told_by_its_path() {
    assert_refused(
        &numbered(),
        [
            (
                "/Rounds/0/Matches/0/Result",
                json!("two"),
                "Rounds[0].Matches[0].Result: must be games won, lost and drawn",
            ),
            ("/Rounds/0/Matches/0/Player1", json!(7), "Rounds[0].Matches[0].Player1: must be a string, is 7"),
            ("/Rounds/1/RoundName", json!("Round 1"), "rounds[1].number: Swiss round 1 is in rounds[0] already"),
            ("/Rounds", json!([]), "rounds: must not be empty"),
            ("/Standings/0/OMWP", json!(7), "Standings[0].OMWP: must be from -1 to 1, is 7"),
            ("/Standings/0/Points", json!("9"), "Standings[0].Points: must be an integer"),
            ("/Tournament/Date", json!("yesterday"), "Tournament.Date: must be a date"),
            ("/Decks/0/Mainboard/0/Count", json!(-4), "Decks[0].Mainboard[0].Count: must be from 0"),
        ],
    );
}
