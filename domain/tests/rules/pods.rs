//! Rule sets: standings of pods, values that freeze, percentages that begin anew, and tiebreakers other than those of Magic.

use domain::rule_sets::{columns, faults, is_changed, rules};
use domain::tournament::standings::explain::explanations;
use domain::tournament::standings::{Standing, bye_points, match_points};
use proptest::prelude::*;
use proto_events::TournamentEvent;
use proto_events::tournament::{MatchResult, ScoreRules, StandingsRules, TournamentDetails, Winner};
use proto_events::vocabulary::{RuleSet, Tiebreaker};

use crate::explain::assert_sheet_agrees;
use crate::properties::{plans, play};
use crate::support::{Script, details, id, round};

fn under(players: i64, rules: StandingsRules) -> Script {
    Script::with(players, TournamentDetails { rules, pod_size: 4, ..details() })
}

fn value(script: &Script, number: i32, player: i64, of: Tiebreaker) -> f64 {
    script.line(number, player).values.iter().find(|(it, _)| *it == of).unwrap().1.as_f64()
}

/// A round of pods: the players in random order, and how each pod ends.
type PodRound = (Vec<i64>, Vec<usize>);

fn pods() -> impl Strategy<Value = (i64, Vec<PodRound>)> {
    (3_i64..=14).prop_flat_map(|players| {
        let field: Vec<i64> = (1..=players).collect();
        let round = (Just(field).prop_shuffle(), proptest::collection::vec(0..RESULTS.len(), 5));
        (Just(players), proptest::collection::vec(round, 1..=4))
    })
}

/// Places by seat: a winner, draws of all and of some, places, no result, and a loss of all.
const RESULTS: [&str; 7] = ["p12222", "p22122", "p11111", "p13133", "p12345", "?", "both-lose"];

/// Returns the pods of a round in words, with the seats in this order or reversed. Too few for a pod have byes.
fn tables(order: &[i64], results: &[usize], is_reversed: bool) -> Vec<String> {
    let pods = order.chunks(4).zip(results);
    let table = |(pod, result): (&[i64], &usize)| {
        let mut seats: Vec<String> = pod.iter().map(ToString::to_string).collect();
        if seats.len() < 3 {
            return seats.iter().map(|player| format!("{player} bye")).collect();
        }
        let mut said = RESULTS[*result].to_owned();
        said.truncate(if said.starts_with('p') { 1 + seats.len() } else { said.len() });
        if is_reversed {
            seats.reverse();
            if let Some(places) = said.strip_prefix('p') {
                said = format!("p{}", places.chars().rev().collect::<String>());
            }
        }
        vec![format!("{} {said}", seats.join("v"))]
    };
    pods.flat_map(table).collect()
}

fn play_pods(players: i64, plan: &[(Vec<i64>, Vec<usize>)], is_reversed: bool) -> Script {
    (1..).zip(plan).fold(under(players, rules(RuleSet::Commander)), |script, (number, (order, results))| {
        let tables = tables(order, results, is_reversed);
        script.swiss(number, &tables.iter().map(String::as_str).collect::<Vec<_>>())
    })
}

proptest! {
    /// Given pods, when they are played, then each player has met each other one, points follow from the record, and the
    /// order of seats does not matter.
    #[test]
    fn pods_count_every_opponent_and_no_seat((players, plan) in pods()) {
        let (script, last) = (play_pods(players, &plan, false), i32::try_from(plan.len()).unwrap());
        prop_assert_eq!(play_pods(players, &plan, true).standings(last), script.standings(last));
        let tournament = script.fold();
        assert_sheet_agrees(&tournament, round(last));
        let lines = explanations(&tournament, round(last), None).unwrap();
        for (line, standing) in lines.iter().zip(script.standings(last)) {
            let player = id(standing.competitor);
            let pod = |order: &Vec<i64>| order.chunks(4).find(|pod| pod.contains(&player)).unwrap().len();
            let met: usize = plan.iter().map(|(order, _)| pod(order)).filter(|size| *size > 2).map(|size| size - 1).sum();
            let opponents = line.opponent_game_win_percentage.opponents;
            prop_assert_eq!(opponents, i64::try_from(met).unwrap());
            let score = standing.score;
            prop_assert_eq!(score.points, 5 * score.wins + score.draws);
            prop_assert_eq!(score.wins + score.losses + score.draws, last);
            prop_assert_eq!(line.opponent_match_win_percentage.opponents - opponents, 3 * i64::from(score.byes));
        }
    }

    /// Given a player who drops under the rules of Pokémon, when the others play on, then the player keeps all values, and
    /// has at most three quarters.
    #[test]
    fn values_freeze_at_a_drop((players, plan) in plans(), gone in 1_i64..=13) {
        let (gone, last) = (gone.min(players), i32::try_from(plan.len()).unwrap());
        let pokemon = TournamentDetails { rules: rules(RuleSet::Pokemon), ..details() };
        let dropped = play(players, &plan).then(TournamentEvent::DetailsChanged { details: pokemon }).drop(gone);
        let others: Vec<i64> = (1..=players).filter(|player| *player != gone).collect();
        let tables: Vec<String> = others.chunks(2).map(|pair| match pair {
            [one, other] => format!("{one}v{other} 2-0"),
            pair => format!("{} bye", pair[0]),
        }).collect();
        let later = dropped.clone().swiss(last + 1, &tables.iter().map(String::as_str).collect::<Vec<_>>());
        let values = |line: Standing| (line.match_win, line.opponent_match_win, line.values);
        prop_assert_eq!(values(later.line(last + 1, gone)), values(dropped.line(last, gone)));
        prop_assert!(later.line(last + 1, gone).match_win.as_f64() <= 0.75);
        assert_sheet_agrees(&later.fold(), round(last + 1));
    }
}

#[test]
fn shared_places_share_points_rounded_down() {
    let rules = StandingsRules { points_by_place: vec![5, 3, 2, 1], ..rules(RuleSet::Commander) };
    let draw = |places| MatchResult { places: Some(places), ..MatchResult::new(Winner::Draw, None) };
    let points = |result: &MatchResult| [0, 1, 2, 3].map(|seat| match_points(&rules, result, seat, 4));
    assert_eq!(points(&draw([1, 1, 4, 3, 0])), [4, 4, 1, 2]);
    let won = MatchResult { places: Some([2, 1, 2, 2, 0]), ..MatchResult::new(Winner::Second, None) };
    assert_eq!(points(&won), [2, 5, 2, 2]);
    // A pod without a result is a draw of all.
    assert_eq!(points(&MatchResult::new(Winner::Draw, None)), [2; 4]);
    assert_eq!(points(&MatchResult::new(Winner::Neither, None)), [0; 4]);
    assert_eq!(bye_points(&StandingsRules { points_by_place: vec![7, 3, 2, 1], ..rules.clone() }), 7);
}

#[test]
fn drop_in_a_playoff_leaves_the_percentages_of_the_swiss_rounds() {
    let swiss = under(4, rules(RuleSet::Pokemon)).swiss(1, &["1v2 2-0", "3v4 2-0"]).swiss(2, &["1v3 2-0", "2v4 2-0"]);
    let over = swiss.cut(2, &[1, 2]).playoff(3, &["1v2 0-2"]);
    assert_eq!(over.clone().drop(1).line(3, 1).match_win.as_f64(), 1.0);
    assert_eq!(over.clone().drop(1).standings(3), over.standings(3));
}

#[test]
fn bye_score_counts_whole_and_large_scores_fit() {
    let scores = Some(ScoreRules { points_are_scores: true, bye_score: 9_999, margin: None });
    let rules = StandingsRules { scores, byes_count: false, decimals: 16, ..StandingsRules::default() };
    let script = under(3, rules).swiss(1, &["1v2 1-1", "3 bye"]).swiss(2, &["1v3 2-0", "2 bye"]);
    // Without the bye, 2 has one of three points.
    assert_eq!(script.line(2, 2).match_win.as_f64(), 0.333_333_33);
    assert_eq!(script.line(2, 1).opponent_average_match_points.as_f64(), 9_999.5);
}

#[test]
fn percentages_begin_anew_after_a_cut_if_the_rules_say_so() {
    // On day one, 1 and 2 win all. On day two, 2 beats 1.
    let after = |rules| {
        let day_one = under(4, rules).swiss(1, &["1v3 2-0", "2v4 2-0"]).cut(1, &[1, 2]);
        let script = day_one.swiss(2, &["2v1 2-0"]);
        [1, 2, 3].map(|player| {
            let line = script.line(2, player);
            [line.match_win, line.opponent_match_win].map(domain::fraction::Rounded::as_f64)
        })
    };
    let pokemon = rules(RuleSet::Pokemon);
    assert_eq!(after(pokemon.clone()), [[0.25, 1.0], [1.0, 0.25], [0.25, 1.0]]);
    let all_rounds = StandingsRules { restarts_after_cut: false, ..pokemon };
    assert_eq!(after(all_rounds), [[0.5, 0.625], [1.0, 0.375], [0.25, 1.0]]);
}

#[test]
fn head_to_head_decides_only_if_all_who_are_tied_have_met() {
    let rules = StandingsRules { tiebreakers: vec![Tiebreaker::HeadToHead], ..StandingsRules::default() };
    let pair =
        under(3, rules.clone()).draw_ties(&[1, 2, 3]).swiss(1, &["2v1 2-0", "3 loss"]).swiss(2, &["1 bye", "3v2 1-1"]);
    assert_eq!(pair.order(2), [2, 1, 3]);
    let pair = pair.swiss(3, &["2 loss", "1v3 1-1"]);
    assert_eq!(pair.line(3, 1).score.points, pair.line(3, 2).score.points);
    assert_eq!(pair.order(3), [2, 1, 3]);
    let strangers =
        under(4, rules).draw_ties(&[1, 2, 3, 4]).swiss(1, &["4v1 2-0", "2v3 2-0"]).swiss(2, &["1 bye", "3 bye"]);
    assert_eq!(strangers.order(2), [1, 2, 3, 4]);
}

#[test]
fn sums_over_opponents_are_those_of_chess() {
    use Tiebreaker::{Buchholz, BuchholzCut1, CumulativeTiebreaker, SonnebornBerger, Wins};
    let tiebreakers = vec![Buchholz, BuchholzCut1, SonnebornBerger, CumulativeTiebreaker, Wins];
    let rules =
        StandingsRules { points_for_win: 2, tiebreakers, rule_set: RuleSet::Score, ..StandingsRules::default() };
    // Points: 1 has 5, 2 has 3, 3 has 4 (with a bye), 4 and 5 have 1 each.
    let script = under(5, rules)
        .swiss(1, &["1v2 2-0", "3v4 1-1", "5 loss"])
        .swiss(2, &["1v4 2-0", "2v5 2-0", "3 bye"])
        .swiss(3, &["1v5 1-1", "2v3 1-1", "4 loss"]);
    let of = |player| {
        [Buchholz, BuchholzCut1, SonnebornBerger, CumulativeTiebreaker, Wins].map(|it| value(&script, 3, player, it))
    };
    // 1 met 2 (3 points), 4 (1) and 5 (1): won, won, drew. After the rounds, it had 2, 4 and 5 points.
    assert_eq!(of(1), [5.0, 4.0, 3.0 + 1.0 + 0.5, 2.0 / 16.0 + 4.0 / 4.0 + 5.0, 2.0]);
    // 3 drew with 4 (1 point) and 2 (3); for the bye its own points stand, but at most three draws.
    assert_eq!(of(3), [7.0, 6.0, 0.5 + 3.0 + 1.5, 1.0 / 16.0 + 3.0 / 4.0 + 4.0, 1.0]);
}

#[test]
fn rule_sets_are_stored_and_told_apart_from_changed_ones() {
    for rule_set in RuleSet::ALL {
        let rules = rules(*rule_set);
        let stored = serde_json::to_string(&rules).unwrap();
        assert_eq!(serde_json::from_str::<StandingsRules>(&stored).unwrap(), rules);
        assert!(!is_changed(&rules) && faults(&rules).is_empty(), "{rule_set}");
        assert!(is_changed(&StandingsRules { points_for_win: 7, ..rules.clone() }), "{rule_set}");
        assert!(!columns(&rules).is_empty(), "{rule_set}");
    }
    // Logs of events of Magic stay as they were.
    let magic = serde_json::to_value(rules(RuleSet::Magic)).unwrap();
    assert_eq!(magic.as_object().unwrap().len(), 8, "{magic}");
    let details = serde_json::to_value(details()).unwrap();
    assert!(details.get("pod_size").is_none() && details.get("short_pods").is_none(), "{details}");
    assert_eq!(serde_json::from_value::<TournamentDetails>(details).unwrap().pod_size, 2);
}
