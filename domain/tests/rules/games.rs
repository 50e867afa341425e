//! Compares standings of other games with the published ones: Pokémon, X-Wing and Netrunner. The files are in the folder
//! that `ORACLE_GAMES` names, or next to the repository. Without them, the test does nothing.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use domain::rule_sets::rules;
use domain::tournament::standings::{Standing, standings_after};
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use proto_events::tournament::{Fraction, MarginRules, ScoreRules, StandingsRules};
use proto_events::vocabulary::{RuleSet, Tiebreaker};
use serde_json::Value;

use crate::explain::assert_sheet_agrees;
use crate::oracle::{int, play, rounds};
use crate::support::{Script, details, id, line, round};

/// Rows, and neighbours in the published order.
#[derive(Default)]
struct Counted {
    rows: usize,
    neighbours: usize,
    in_order: usize,
}

#[test]
fn standings_of_other_games_equal_the_published_ones() {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/games/train");
    let folder = std::env::var_os("ORACLE_GAMES").map_or_else(beside, PathBuf::from);
    let (mut complaints, mut compared) = (Vec::new(), 0);
    for (game, rule_set) in
        [("pokemon", RuleSet::Pokemon), ("xwing", RuleSet::Score), ("netrunner", RuleSet::Netrunner)]
    {
        let Ok(files) = std::fs::read_dir(folder.join(game)) else { continue };
        let mut counted = Counted::default();
        for file in files {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            compare(&serde_json::from_str(&text).unwrap(), rule_set, &mut counted, &mut complaints);
        }
        let Counted { rows, neighbours, in_order } = counted;
        // Some sources publish shared ranks, and some sorted otherwise.
        assert!(in_order * 10 >= neighbours * 9, "{game}: {in_order} of {neighbours} neighbours are in order");
        compared += rows;
    }
    assert!(compared > 0 || std::env::var_os("ORACLE_GAMES").is_none(), "the folder holds no tournament");
    assert!(complaints.is_empty(), "{} of {compared} rows\n{}", complaints.len(), complaints.join("\n"));
}

fn compare(file: &Value, rule_set: RuleSet, counted: &mut Counted, complaints: &mut Vec<String>) {
    let rows = file["standings"].as_array().unwrap();
    let is_unknown =
        |played: &Value| rule_set == RuleSet::Pokemon && played["winner"].is_null() && played["loss"] != true;
    if matches(file).any(|(_, played)| is_unknown(played)) {
        // At the end of a round, the product has no match without a result.
        return;
    }
    let tournament = load(file, rule_set).fold();
    let one_phase = file["rule"]["phases"].as_array().is_none_or(|phases| phases.len() == 1);
    let last = rounds(file).map(|round| int(&round["number"])).max().unwrap();
    let swiss = rounds(file).filter(|round| round["kind"] == "swiss").map(|round| int(&round["number"])).max().unwrap();
    let standings = standings_after(&tournament, round(if one_phase { swiss } else { last })).unwrap();
    let finals = standings_after(&tournament, round(last)).unwrap();
    for row in rows {
        let player = player(row);
        let has_line = standings.iter().any(|line| id(line.competitor) == player);
        let ours = match has_line {
            true => Standing { playoff_wins: 0, playoff_losses: 0, ..line(&standings, player) },
            // A disqualified player has no line in later rounds.
            false => line(&standings_after(&tournament, round(int(&row["drop"]))).unwrap(), player),
        };
        let playoff = if has_line { line(&finals, player) } else { ours.clone() };
        let ours = Standing { playoff_wins: playoff.playoff_wins, playoff_losses: playoff.playoff_losses, ..ours };
        let wrong = differences(file, rule_set, row, &ours);
        if !wrong.is_empty() {
            complaints.push(format!("{} player {player}: {}", file["id"], wrong.join(", ")));
        }
        counted.rows += 1;
    }
    compare_order(file, &standings, counted);
    assert_sheet_agrees(&tournament, round(last));
}

fn compare_order(file: &Value, standings: &[Standing], counted: &mut Counted) {
    let in_playoff: HashSet<i64> = matches(file)
        .filter(|(round, _)| round["kind"] == "playoff")
        .flat_map(|(_, played)| players(played).collect::<Vec<_>>())
        .collect();
    let rank = |player: i64| standings.iter().position(|line| id(line.competitor) == player);
    let published = file["standings"].as_array().unwrap().iter().map(player);
    let ranks: Vec<usize> = published.filter(|player| !in_playoff.contains(player)).filter_map(rank).collect();
    counted.neighbours += ranks.len().saturating_sub(1);
    counted.in_order += ranks.windows(2).filter(|pair| pair[0] < pair[1]).count();
}

fn differences(file: &Value, rule_set: RuleSet, row: &Value, ours: &Standing) -> Vec<String> {
    let value = |of: Tiebreaker| ours.values.iter().find(|(it, _)| *it == of).unwrap().1.as_f64();
    let points = f64::from(ours.score.points);
    let stated = |name: &str| row[name].as_f64().unwrap();
    let compared = match rule_set {
        RuleSet::Pokemon => {
            // The source counts byes of the playoff as wins.
            let is_bye = |(round, played): &(&Value, &Value)| round["kind"] == "playoff" && played["bye"] == true;
            let byes = matches(file).filter(is_bye).filter(|(_, played)| played["p1"] == row["p"]).count();
            let wins = ours.score.wins + ours.playoff_wins + i32::try_from(byes).unwrap();
            let record = [wins, ours.score.losses + ours.playoff_losses, ours.score.draws].map(f64::from);
            let mut compared: Vec<_> =
                ["w", "l", "d"].iter().zip(record).map(|(name, ours)| (*name, ours, stated(name), 0.0)).collect();
            if row["reset"] != true {
                let tolerance = file["rule"]["tol"].as_f64().unwrap();
                compared.push(("mw", ours.match_win.as_f64(), stated("mw"), tolerance));
                compared.push(("omw", value(Tiebreaker::OpponentMatchWin), stated("omw"), tolerance));
                compared.push(("oomw", value(Tiebreaker::OpponentOpponentMatchWin), stated("oomw"), tolerance));
            }
            compared
        }
        RuleSet::Score => {
            let text = row["sos"].as_str().unwrap();
            let decimals = i32::try_from(text.split_once('.').map_or(0, |(_, rest)| rest.len())).unwrap();
            let tolerance = if decimals < 2 { 0.0051 } else { 0.5 * 10_f64.powi(-decimals) + 1e-9 };
            vec![
                ("score", points, stated("score"), 0.0),
                ("margin", value(Tiebreaker::Margin), stated("mov"), 0.0),
                ("sos", value(Tiebreaker::Strength), text.parse().unwrap(), tolerance),
            ]
        }
        _ => vec![
            ("points", points, stated("points"), 0.0),
            ("sos", value(Tiebreaker::Strength), stated("sos"), 6e-5),
            ("esos", value(Tiebreaker::ExtendedStrength), stated("esos"), 6e-5),
        ],
    };
    let wrong = compared.into_iter().filter(|(_, ours, theirs, tolerance)| (ours - theirs).abs() > *tolerance);
    wrong.map(|(name, ours, theirs, _)| format!("{name} {ours} for {theirs}")).collect()
}

fn load(file: &Value, rule_set: RuleSet) -> Script {
    let mut details = details();
    details.rules = of_file(file, rule_set);
    let rows = file["standings"].as_array().unwrap();
    let order = rows.iter().map(|row| RegistrationId(player(row))).collect();
    let size = i64::try_from(file["players"].as_array().unwrap().len()).unwrap();
    let mut script = Script::with(size, details).then(TournamentEvent::TiesDrawn { order });
    let first_phase = file["rule"]["phases"].as_array().filter(|phases| phases.len() > 1).map(|phases| int(&phases[0]));
    let uncapped = file["rule"]["uncapped"].as_array();
    for played in rounds(file) {
        let number = int(&played["number"]);
        let tables: Vec<&Value> = played["matches"].as_array().unwrap().iter().collect();
        script = self::play(script, number, played["kind"] == "playoff", &tables, &mut HashSet::new());
        for row in rows.iter().filter(|row| row["drop"] == number) {
            let is_disqualified = uncapped.is_some_and(|uncapped| uncapped.contains(&row["p"]));
            script = if is_disqualified { script.disqualify(player(row)) } else { script.drop(player(row)) };
        }
        if first_phase == Some(number) {
            let is_later = |round: &Value| round["kind"] == "swiss" && int(&round["number"]) > number;
            let later = matches(file).filter(|(round, _)| is_later(round));
            script = script
                .cut(number, &later.flat_map(|(_, played)| players(played).collect::<Vec<_>>()).collect::<Vec<_>>());
        }
    }
    script
}

/// Returns the product's rule set, with the margins, the score of a bye and the weights of rounds that the file states.
fn of_file(file: &Value, rule_set: RuleSet) -> StandingsRules {
    let (rule, mut rules) = (&file["rule"], rules(rule_set));
    if let Some([base, lowest, highest]) = rule["margin"].as_array().map(Vec::as_slice) {
        let [base, lowest, highest] = [base, lowest, highest].map(int);
        let margin = Some(MarginRules { base, lowest, highest, bye: int(&rule["bye_margin"]) });
        rules.scores = rules.scores.map(|scores| ScoreRules { margin, ..scores });
    }
    if rule_set == RuleSet::Netrunner {
        rules.scores = rules.scores.map(|scores| ScoreRules { bye_score: int(&rule["bye_score"]), ..scores });
        let tenths = |round: &Value| {
            round["weight"].as_f64().map_or(10, |weight| format!("{:.0}", weight * 10.0).parse().unwrap())
        };
        rules.round_weights =
            rounds(file).map(|round| Fraction { numerator: tenths(round), denominator: 10 }).collect();
    }
    rules
}

fn matches(file: &Value) -> impl Iterator<Item = (&Value, &Value)> {
    rounds(file).flat_map(|round| round["matches"].as_array().unwrap().iter().map(move |played| (round, played)))
}

fn players(played: &Value) -> impl Iterator<Item = i64> {
    ["p1", "p2"].into_iter().filter_map(|side| played[side].as_i64()).map(|player| player + 1)
}

fn player(row: &Value) -> i64 {
    row["p"].as_i64().unwrap() + 1
}
