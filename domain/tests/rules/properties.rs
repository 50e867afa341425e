//! Properties of all tournaments.

use domain::tournament::standings::{Standing, standings_after};
use proptest::prelude::*;
use proto_events::TournamentEvent;
use proto_events::vocabulary::PhaseType;

use crate::explain::assert_adds_up;
use crate::support::{Script, envelopes, id, round};
use domain::tournament::Tournament;

const RESULTS: [&str; 12] = ["2-0", "2-1", "0-2", "1-2", "1-1", "1-1-1", "0-0-3", "1-0", "0-1-1", "0-0", "?", "3-0"];

/// The rounds of a tournament: a random order of the players, a result for each match, and whether the last player of
/// an odd field has a bye or an assigned loss.
pub(crate) type Plan = Vec<PlannedRound>;
pub(crate) type PlannedRound = (Vec<i64>, Vec<usize>, bool);

pub(crate) fn plans() -> impl Strategy<Value = (i64, Plan)> {
    (1_i64..=13).prop_flat_map(|players| {
        let field: Vec<i64> = (1..=players).collect();
        let tables = field.len() / 2;
        let round = (Just(field).prop_shuffle(), proptest::collection::vec(0..RESULTS.len(), tables), any::<bool>());
        (Just(players), proptest::collection::vec(round, 1..=6))
    })
}

pub(crate) fn play(players: i64, plan: &[PlannedRound]) -> Script {
    let rounds = (1..).zip(plan);
    rounds.fold(Script::new(players), |script, (number, planned)| open(script, number, planned).complete(number))
}

/// Adds a round in progress as planned. In an odd field, the last player has a bye or an assigned loss.
fn open(script: Script, number: i32, (order, results, bye): &PlannedRound) -> Script {
    let mut tables: Vec<String> = order
        .chunks_exact(2)
        .zip(results)
        .map(|(pair, result)| format!("{}v{} {}", pair[0], pair[1], RESULTS[*result]))
        .collect();
    if let [left_over] = order.chunks_exact(2).remainder() {
        tables.push(format!("{left_over} {}", if *bye { "bye" } else { "loss" }));
    }
    let tables: Vec<&str> = tables.iter().map(String::as_str).collect();
    script.open(PhaseType::Swiss, number, &tables)
}

/// Reverses the results of each round, so that the last reported comes first.
fn in_reverse(events: &[TournamentEvent]) -> Vec<TournamentEvent> {
    let reported = |event: &TournamentEvent| matches!(event, TournamentEvent::ResultReported { .. });
    let runs = events.chunk_by(|a, b| reported(a) && reported(b));
    runs.flat_map(|run| run.iter().rev().cloned()).collect()
}

fn after_last(players: i64, plan: &Plan) -> Vec<Standing> {
    play(players, plan).standings(i32::try_from(plan.len()).unwrap())
}

proptest! {
    #[test]
    fn the_order_in_which_results_come_in_changes_nothing((players, plan) in plans()) {
        let script = play(players, &plan);
        let turned = Tournament::from_events(&envelopes(&in_reverse(&script.events))).unwrap();
        for number in 1..=i32::try_from(plan.len()).unwrap() {
            prop_assert_eq!(standings_after(&turned, round(number)).unwrap(), script.standings(number));
        }
    }

    /// Everybody has one line, in the order of points, which agree with the record, and fractions lie within the floor and
    /// one.
    #[test]
    fn lines_are_complete_and_in_order((players, plan) in plans()) {
        let standings = after_last(players, &plan);
        let ranks: Vec<i64> = standings.iter().map(|line| line.rank.into()).collect();
        prop_assert_eq!(&ranks, &(1..=players).collect::<Vec<_>>());
        let mut listed: Vec<i64> = standings.iter().map(|line| id(line.competitor)).collect();
        listed.sort_unstable();
        prop_assert_eq!(listed, ranks);
        prop_assert!(standings.is_sorted_by(|above, below| above.score.points >= below.score.points));
        for line in standings {
            prop_assert_eq!(line.score.points, 3 * line.score.wins + line.score.draws);
            for it in [line.match_win, line.opponent_match_win, line.game_win, line.opponent_game_win] {
                prop_assert!((33_000_000..=100_000_000).contains(&it.units), "{:?}", line);
            }
        }
    }

    /// A bye or assigned loss never enters an average. Rounds in which only a player without opponents has one change
    /// neither the lines of the others nor the player's own averages.
    #[test]
    fn a_bye_never_enters_an_average((players, plan) in plans(), byes in proptest::collection::vec(any::<bool>(), 1..4)) {
        let newcomer = players + 1;
        let script = play(players, &plan).register(newcomer);
        let last = i32::try_from(plan.len()).unwrap();
        let told = (last + 1..).zip(&byes);
        let later = told.fold(script.clone(), |script, (number, bye)| {
            script.swiss(number, &[&format!("{newcomer} {}", if *bye { "bye" } else { "loss" })])
        });
        let end = last + i32::try_from(byes.len()).unwrap();
        for player in 1..=players {
            let (before, after) = (script.line(last, player), later.line(end, player));
            prop_assert_eq!(Standing { rank: 0, ..before }, Standing { rank: 0, ..after });
        }
        let line = later.line(end, newcomer);
        let means = [line.opponent_match_win, line.opponent_game_win, line.opponent_average_match_points];
        prop_assert_eq!(means.map(|mean| mean.units), [33_000_000, 33_000_000, 0]);
    }

    /// This holds also during the last round, after a disqualification, and for players who missed a cut.
    #[test]
    fn what_explains_a_line_adds_up_to_it((players, plan) in plans(), gone in 1_i64..=13, cut in 1_i64..=13) {
        let rounds = i32::try_from(plan.len()).unwrap();
        let (last, before) = plan.split_last().unwrap();
        let script = play(players, before).disqualify(gone.min(players));
        let script = script.cut(rounds - 1, &(1..=cut.min(players)).collect::<Vec<_>>());
        let tournament = open(script, rounds, last).fold();
        for number in 1..=rounds {
            assert_adds_up(&tournament, round(number));
        }
    }

    #[test]
    fn later_rounds_leave_earlier_standings_alone((players, plan) in plans()) {
        let whole = play(players, &plan);
        for rounds in 1..=plan.len() {
            let part = plan[..rounds].to_vec();
            prop_assert_eq!(whole.standings(i32::try_from(rounds).unwrap()), after_last(players, &part));
        }
    }
}
