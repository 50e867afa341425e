//! Compares standings of real tournaments with the published ones, if the folder with their files exists.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use domain::tournament::Tournament;
use domain::tournament::standings::{Standing, standings_after};
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use proto_events::tournament::{
    Fraction, Games, MatchResult, Pairing, PairingKind, StandingsRules, StatedGameWin, Winner,
};
use proto_events::vocabulary::{PhaseType, RoundType, Tiebreaker};
use serde_json::Value;

use crate::explain::assert_adds_up;
use crate::support::{Script, details, id, line, match_id, round};

#[test]
fn every_published_row_and_the_published_order_come_out() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/oracle/tournaments");
    let Ok(files) = std::fs::read_dir(folder) else { return };
    let mut rows = 0;
    let mut complaints = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let archive: Value = serde_json::from_str(&text).unwrap();
        let tournament = load(&archive).fold();
        rows += archive["standings"].as_array().unwrap().len();
        compare(&archive, &tournament, &mut complaints);
    }
    assert!(rows > 0, "the folder holds no tournament");
    assert!(complaints.is_empty(), "{} of {rows} rows\n{}", complaints.len(), complaints.join("\n"));
}

fn compare(archive: &Value, tournament: &Tournament, complaints: &mut Vec<String>) {
    let rule = &archive["rule"];
    let fields: HashSet<&str> =
        rule["fields"].as_array().unwrap().iter().map(|field| field.as_str().unwrap()).collect();
    let swiss = standings_after(tournament, round(int(&archive["swiss_rounds"]))).unwrap();
    let last = rounds(archive).map(|round| int(&round["number"])).max().unwrap();
    assert_adds_up(tournament, round(last));
    let last = standings_after(tournament, round(last)).unwrap();
    for row in archive["standings"].as_array().unwrap() {
        let player = 1 + i64::from(int(&row["p"]));
        // The record of the last round adds the playoff to the Swiss rounds.
        let ours = line(&last, player);
        assert_eq!(Standing { rank: 0, playoff_wins: 0, playoff_losses: 0, ..ours.clone() }, {
            Standing { rank: 0, ..line(&swiss, player) }
        });
        if let Some(what) = difference(rule, &fields, row, &ours) {
            complaints.push(format!(
                "{} {}: {what}",
                archive["id"],
                archive["players"][usize::try_from(int(&row["p"])).unwrap()]
            ));
        }
    }
    if fields.contains("rank") {
        let ours = if rule["rank_scope"] == "final" { &last } else { &swiss };
        let ours: Vec<i64> = ours.iter().map(|standing| id(standing.competitor)).collect();
        let published: Vec<i64> = published_order(archive).map(|player| player.0).collect();
        let wrong = ours.iter().zip(&published).enumerate().find(|(_, (ours, theirs))| ours != theirs);
        complaints.extend(wrong.map(|(at, pair)| format!("{} at rank {}: {pair:?}", archive["id"], at + 1)));
    }
}

fn difference(rule: &Value, fields: &HashSet<&str>, row: &Value, ours: &Standing) -> Option<String> {
    let mut wrong = Vec::new();
    if ours.score.points != int(&row["points"]) {
        wrong.push(format!("points {} for {}", ours.score.points, row["points"]));
    }
    let (wins, losses) = if rule["wld_includes_playoffs"] == true {
        (ours.score.wins + ours.playoff_wins, ours.score.losses + ours.playoff_losses)
    } else {
        (ours.score.wins, ours.score.losses)
    };
    let record = [wins, losses, ours.score.draws];
    if fields.contains("w") && record != [int(&row["w"]), int(&row["l"]), int(&row["d"])] {
        wrong.push(format!("record {record:?} for {}-{}-{}", row["w"], row["l"], row["d"]));
    }
    let stated = fields.contains("ogw_from_gw");
    for (name, ours, checked) in [
        ("omw", ours.opponent_match_win, fields.contains("omw")),
        ("gw", ours.game_win, stated || fields.contains("gw")),
        ("ogw", ours.opponent_game_win, stated || fields.contains("ogw")),
    ] {
        let theirs = row[name].as_f64().unwrap_or(f64::NAN);
        if checked && (ours.as_f64() - theirs).abs() > rule["tol"].as_f64().unwrap() {
            wrong.push(format!("{name} {} for {theirs}", ours.as_f64()));
        }
    }
    (!wrong.is_empty()).then(|| wrong.join(", "))
}

fn load(archive: &Value) -> Script {
    let mut details = details();
    details.rules = rules(&archive["rule"]);
    let players = i64::try_from(archive["players"].as_array().unwrap().len()).unwrap();
    let mut script =
        Script::with(players, details).then(TournamentEvent::TiesDrawn { order: published_order(archive).collect() });
    let mut cuts: Vec<i32> = archive["phase_cuts"].as_array().into_iter().flatten().map(int).collect();
    let mut beaten = HashSet::new();
    let mut played: Vec<&Value> = rounds(archive).collect();
    played.sort_by_key(|round| (round["kind"] == "playoff", int(&round["number"])));
    for number in played.iter().map(|round| int(&round["number"])).collect::<BTreeSet<_>>() {
        let of_number = played.iter().filter(|round| int(&round["number"]) == number);
        let playoff = of_number.clone().any(|round| round["kind"] == "playoff");
        let matches: Vec<&Value> = of_number.flat_map(|round| round["matches"].as_array().unwrap()).collect();
        script = play(script, number, playoff, &matches, &mut beaten);
        if let Some(at) = cuts.iter().position(|cut| *cut == number) {
            script = script.cut(cuts.remove(at), &advancing(archive, number));
        }
    }
    if archive["rule"]["fields"].as_array().unwrap().contains(&"ogw_from_gw".into()) {
        script = script.then(stated(archive));
    }
    script.finish()
}

pub(crate) fn play(
    script: Script,
    number: i32,
    playoff: bool,
    matches: &[&Value],
    beaten: &mut HashSet<i64>,
) -> Script {
    let phase = if playoff { PhaseType::SingleElimination } else { PhaseType::Swiss };
    let (mut pairings, mut results, mut losers) = (Vec::new(), Vec::new(), Vec::new());
    for (index, played) in matches.iter().enumerate() {
        let players: Vec<i64> = ["p1", "p2"]
            .iter()
            .filter_map(|side| Some(1 + i64::from(int(played.get(side).filter(|p| !p.is_null())?))))
            .collect();
        let kind = match (&played["bye"], &played["loss"]) {
            (Value::Bool(true), _) => PairingKind::Bye,
            (_, Value::Bool(true)) => PairingKind::AssignedLoss,
            _ => PairingKind::Versus,
        };
        let is_consolation = playoff && players.iter().any(|player| beaten.contains(player));
        let match_id = match_id(number, index);
        if kind == PairingKind::Versus {
            let result = result(played);
            results.push(TournamentEvent::ResultReported { match_id, result });
            if playoff {
                losers.push(players[usize::from(result.winner == Winner::First)]);
            }
        }
        let players = players.into_iter().map(RegistrationId).collect();
        let (table_number, pod_number, is_ghost) = (1, 0, false);
        pairings.push(Pairing { match_id, kind, table_number, pod_number, players, is_ghost, is_consolation });
    }
    beaten.extend(losers);
    let round_id = round(number);
    let script = script
        .add_round(phase, number, RoundType::PlayVsOpponent)
        .then(TournamentEvent::MatchesPaired { round_id, pairings })
        .then(TournamentEvent::RoundStarted { round_id });
    results.into_iter().fold(script, Script::then).complete(number)
}

fn result(played: &Value) -> MatchResult {
    let winner = match int(&played["winner"]) {
        1 => Winner::First,
        2 => Winner::Second,
        3 => Winner::Neither,
        _ => Winner::Draw,
    };
    let games = played.get("g1").map(|first| Games {
        first: int(first),
        second: int(&played["g2"]),
        drawn: int(&played["gd"]),
    });
    let scores = played.get("s1").map(|first| [first, &played["s2"]].map(|score| score.as_i64().unwrap_or(0)));
    MatchResult {
        scores: scores.map(|it| it.map(|score| i32::try_from(score).unwrap())),
        ..MatchResult::new(winner, games)
    }
}

fn rules(rule: &Value) -> StandingsRules {
    let (numerator, denominator) = if rule["floor"] == "1/3" { (1, 3) } else { (33, 100) };
    let tiebreakers = rule["tiebreaks"]
        .as_array()
        .map(|names| names.iter().map(|name| Tiebreaker::from_wire_name(name.as_str().unwrap()).unwrap()).collect());
    StandingsRules {
        floor: Fraction { numerator, denominator },
        own_game_win_floored: rule["own_gw_floored"] != false,
        game_win_without_games: rule["no_games_gw"].as_f64(),
        tiebreakers: tiebreakers.unwrap_or(StandingsRules::default().tiebreakers),
        decimals: if int(&rule["decimals"]) <= 8 { 8 } else { 16 },
        ..StandingsRules::default()
    }
}

fn stated(archive: &Value) -> TournamentEvent {
    let rows = archive["standings"].as_array().unwrap().iter();
    let game_wins = rows.map(|row| StatedGameWin {
        registration_id: RegistrationId(1 + i64::from(int(&row["p"]))),
        game_win: row["gw"].as_f64().unwrap(),
    });
    TournamentEvent::GameWinsStated {
        after_round_number: int(&archive["swiss_rounds"]),
        game_wins: game_wins.collect(),
    }
}

fn advancing(archive: &Value, cut: i32) -> Vec<i64> {
    let rows = archive["standings"].as_array().unwrap().iter();
    rows.filter(|row| int(&row["as_of_round"]) > cut).map(|row| 1 + i64::from(int(&row["p"]))).collect()
}

fn published_order(archive: &Value) -> impl Iterator<Item = RegistrationId> {
    let rows = archive["standings"].as_array().unwrap().iter();
    let places: BTreeMap<i32, i64> = rows.map(|row| (int(&row["rank"]), i64::from(int(&row["p"])))).collect();
    places.into_values().map(|player| RegistrationId(1 + player))
}

pub(crate) fn rounds(archive: &Value) -> impl Iterator<Item = &Value> {
    archive["rounds"].as_array().unwrap().iter()
}

pub(crate) fn int(value: &Value) -> i32 {
    i32::try_from(value.as_i64().unwrap_or_else(|| panic!("{value} is not a number"))).unwrap()
}
