use proto_events::tournament::PairingKind;
use serde_json::json;

use super::*;
use crate::tests::{refusal, sound};

/// Nine players, three Swiss rounds with byes and a drop, a top 4; a single answer.
fn first_form() -> Value {
    serde_json::from_str(include_str!("../../tests/files/eventlink-v1.json")).unwrap()
}

/// Twelve players, four rounds, a drop; an answer for each round.
fn second_form() -> Value {
    serde_json::from_str(include_str!("../../tests/files/eventlink-rounds.json")).unwrap()
}

fn told(mut file: Value, pointer: &str, value: Value) -> String {
    *file.pointer_mut(pointer).unwrap() = value;
    refusal(&file)
}

/// Members that are left out have other paths in each form of a file.
fn without_paths(archive: Archive) -> Archive {
    assert!(archive.left_out[0].contains("gameState"), "{:?}", archive.left_out);
    Archive { left_out: Vec::new(), ..archive }
}

#[test]
fn a_single_answer_is_read_with_byes_and_playoff() {
    let file = sound(&first_form());
    assert_eq!(file.about(), "Quill Friday Pioneer, 2025-09-12, Pioneer, eventlink:5127731");
    let archive = &file.archive;
    assert_eq!((archive.players.len(), archive.swiss_rounds, archive.top_cut, archive.rounds.len()), (9, 3, 4, 5));
    assert!(archive.players.contains(&"Tomás Farkas".to_owned()), "{:?}", archive.players);
    let byes = |round: usize| archive.rounds[round].matches.iter().filter(|it| it.kind == PairingKind::Bye).count();
    assert_eq!([byes(0), byes(1), byes(2)], [1, 1, 0]);
    assert_eq!(archive.standings.len(), 9);
    assert!(archive.standings.iter().all(|row| row.as_of_round == 3 && row.omw > Some(0.3)));
    let unwrapped = &first_form()["data"];
    assert_eq!(without_paths(sound(unwrapped).archive), without_paths(archive.clone()));
}

#[test]
fn answers_by_round_are_read_from_an_object_or_a_list() {
    let file = sound(&second_form());
    assert_eq!(file.about(), "Quill Standard Showdown, 2025-11-15, Standard, eventlink:7c1d90aa52");
    let archive = &file.archive;
    assert_eq!((archive.players.len(), archive.swiss_rounds, archive.top_cut, archive.rounds.len()), (12, 4, 0, 4));
    assert_eq!(archive.standings.len(), 12);
    let second = second_form();
    let mut answers = second["rounds"].as_array().unwrap().clone();
    for answer in &mut answers {
        *answer = json!({"data": answer.take()});
    }
    answers.push(json!({"data": {"event": second["event"]}}));
    assert_eq!(without_paths(sound(&Value::Array(answers)).archive), without_paths(archive.clone()));
}

#[test]
fn one_answer_may_have_all_rounds_and_a_later_one_counts() {
    let mut file = second_form();
    let all: Vec<Value> = (0..4).map(|it| file["rounds"][it]["gameStateV2AtRound"]["rounds"][0].clone()).collect();
    file["rounds"][3]["gameStateV2AtRound"]["rounds"] = json!(all);
    file["rounds"][0]["gameStateV2AtRound"]["rounds"][0]["matches"][0]["results"][0]["wins"] = json!(7);
    assert_eq!(sound(&file).archive, sound(&second_form()).archive);
    file["rounds"] = json!([file["rounds"][3]["gameStateV2AtRound"]]);
    assert_eq!(sound(&file).archive.rounds, sound(&second_form()).archive.rounds);
}

#[test]
fn standings_are_computed_if_there_are_none_and_a_lost_bye_is_an_assigned_loss() {
    let mut file = first_form();
    let state = &mut file["data"]["event"]["gameState"];
    state["standings"] = Value::Null;
    let matches = state["rounds"][0]["matches"].as_array_mut().unwrap();
    let bye = matches.iter_mut().find(|it| it["isBye"] == true).unwrap();
    bye["teams"][0]["results"][0]["wins"] = json!(0);
    bye["teams"][0]["results"][0]["losses"] = json!(2);
    let archive = sound(&file).archive;
    assert_eq!((archive.standings.len(), archive.rule.standings.tiebreakers.len()), (9, 3));
    assert!(archive.rounds[0].matches.iter().any(|it| it.kind == PairingKind::AssignedLoss));
}

#[test]
fn members_that_are_not_read_are_named_in_a_second_event_and_in_teams_beside_their_ids() {
    let mut file = second_form();
    let read = sound(&file).archive.left_out;
    let played = &mut file["rounds"][0]["gameStateV2AtRound"]["rounds"][0]["matches"][0];
    let team = json!({"players": [{"age": 30}], "results": [{"place": 1}], "sponsor": "x", "teamId": "7"});
    played["teams"] = json!([team]);
    let second = json!({"data": {"event": {"prize": 9, "eventFormat": {"rules": "x", "name": "y"}}}});
    file["rounds"].as_array_mut().unwrap().push(second);
    let named = sound(&file).archive.left_out.concat();
    let matches = "rounds[].gameStateV2AtRound.rounds[].matches[].teams[]";
    for member in ["players[].age", "results[].place", "sponsor"].map(|name| format!("{matches}.{name}")) {
        assert!(named.contains(&member), "{named}");
    }
    for member in ["rounds[].data.event.prize", "rounds[].data.event.eventFormat.rules"] {
        assert!(named.contains(member) && !read.concat().contains(member), "{named}");
    }
}

#[test]
fn what_is_broken_is_refused_with_its_path() {
    let state = "/data/event/gameState";
    for (pointer, value, expected) in [
        ("/data/event/title", json!(""), "data.event.title: must not be empty"),
        ("/data/event/actualStartTime", json!("soon"), "data.event.actualStartTime: must be a date"),
        ("/data/event/status", json!("ROUNDACTIVE"), "data.event.status: is \"ROUNDACTIVE\"; import a"),
        (&format!("{state}/rounds/1/number"), json!(0), "data.event.gameState.rounds[1].number: must be from 1 to 100"),
        (&format!("{state}/rounds/1/matches"), json!([]), "round 2 of 5 has no matches; add them"),
        (&format!("{state}/currentRoundNumber"), json!(6), "round 6 of 6 has no matches; add them"),
        (
            &format!("{state}/rounds/0/matches/0/teams"),
            json!([]),
            "data.event.gameState.rounds[0].matches[0]: has 0 teams",
        ),
        (
            &format!("{state}/standings/0/rank"),
            json!("first"),
            "data.event.gameState.standings[0].rank: must be an integer",
        ),
        (state, Value::Null, "has no answer with rounds; add those of the query"),
    ] {
        let told = told(first_form(), pointer, value);
        assert!(told.starts_with(expected), "{pointer}: expected {expected}, told {told}");
    }
    let same = first_form().pointer(&format!("{state}/rounds/0/matches/0")).unwrap().clone();
    let twice = told(first_form(), &format!("{state}/rounds/0/matches/1"), same);
    assert!(twice.contains("rounds[0].matches[1]: \"") && twice.contains("has another match in round 1"), "{twice}");
}

#[test]
fn a_match_without_a_result_is_refused_in_both_forms() {
    let mut first = first_form();
    let played = &mut first["data"]["event"]["gameState"]["rounds"][2]["matches"][1];
    (played["leftTeamWins"], played["rightTeamWins"]) = (Value::Null, Value::Null);
    for team in [0, 1] {
        played["teams"][team]["results"] = Value::Null;
    }
    let first = refusal(&first);
    let expected = "in round 3 has no result; import a finished tournament";
    assert!(first.starts_with("data.event.gameState.rounds[2].matches[1]: the match of \""), "{first}");
    assert!(first.contains(expected), "{first}");
    let pointer = "/rounds/2/gameStateV2AtRound/rounds/0/matches/1/results";
    for none in [json!(null), json!([])] {
        let second = told(second_form(), pointer, none);
        assert!(second.starts_with("rounds[2].gameStateV2AtRound.rounds[0].matches[1]: the match of"), "{second}");
        assert!(second.contains(expected), "{second}");
    }
}

#[test]
fn missing_rounds_unknown_teams_and_missing_answers_are_refused() {
    let mut file = second_form();
    file["rounds"].as_array_mut().unwrap().remove(1);
    assert_eq!(refusal(&file), "round 2 of 4 has no matches; add them, or correct the numbers of the rounds");
    let id = "/rounds/0/gameStateV2AtRound/rounds/0/matches/0/teamIds/0";
    let unknown = told(second_form(), id, json!("7"));
    assert!(unknown.contains("matches[0].teamIds[0]: must be the id of a team of this answer, is \"7\""), "{unknown}");
    let answers = &second_form()["rounds"];
    assert!(
        refusal(answers).starts_with("has no answer with the event; add that of the query"),
        "{}",
        refusal(answers)
    );
    let mut empty = first_form();
    empty["data"]["event"]["gameState"]["rounds"] = json!([]);
    empty["data"]["event"]["gameState"]["currentRoundNumber"] = json!(0);
    assert_eq!(refusal(&empty), "rounds: must not be empty");
}

#[test]
fn teams_of_several_players_are_refused() {
    let expected = "has 2 players; only tournaments of single players can be imported";
    let pair = json!([{"firstName": "Ana", "lastName": "Lee"}, {"firstName": "Bo", "lastName": "Lee"}]);
    let second = told(second_form(), "/rounds/0/gameStateV2AtRound/teams/3/players", pair.clone());
    assert_eq!(second, format!("rounds[0].gameStateV2AtRound.teams[3]: {expected}"));
    let pointer = "/data/event/gameState/rounds/0/matches/1/teams/1/players";
    assert_eq!(
        told(first_form(), pointer, pair),
        format!("data.event.gameState.rounds[0].matches[1].teams[1]: {expected}")
    );
}

#[test]
fn an_answer_that_is_an_error_is_refused_with_its_message() {
    let error = json!({"errors": [{"message": "Not authorized"}, {"message": "Other"}], "data": null});
    let expected = "errors[0]: the answer is an error: Not authorized; ask again";
    assert_eq!(refusal(&error), expected);
    let mut answers = second_form();
    answers["rounds"][2] = error;
    assert_eq!(refusal(&answers), format!("rounds[2].{expected}"));
}

#[test]
fn players_without_a_name_have_their_display_name_or_id() {
    let players = "/rounds/0/gameStateV2AtRound/teams/0/players";
    let named = |person: Value| {
        let mut file = second_form();
        *file.pointer_mut(players).unwrap() = json!([person]);
        sound(&file).archive.players[0].clone()
    };
    assert_eq!(named(json!({"firstName": " Ana ", "lastName": null, "displayName": "ana77"})), "Ana");
    assert_eq!(named(json!({"firstName": "", "lastName": " ", "displayName": "ana77"})), "ana77");
    assert_eq!(named(json!({"personaId": "QX7"})), "QX7");
}
