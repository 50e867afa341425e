//! Explanations add up to their lines, and sheets give the same explanations. The checks here also run on random
//! tournaments (`properties`) and real ones (`oracle`).

use domain::documents::{Redactor, TiebreakerValue};
use domain::fraction::Rounded;
use domain::tournament::Tournament;
use domain::tournament::sheet::Sheet;
use domain::tournament::standings::explain::{
    Ended, ExplainedPlayer, ExplainedRound, Mean, StandingsExplanation, explanations,
};
use domain::tournament::standings::{Standing, standings_after};
use proto_events::TournamentEvent;
use proto_events::ids::{RegistrationId, RoundId};
use proto_events::tournament::{Fraction, StandingsRules, StatedGameWin, TournamentDetails};
use proto_events::vocabulary::{PhaseType, RoundType};

use crate::support::{Script, details, round};
use crate::teams::{play, teams};
use crate::two_days::two_days;

/// Checks the explanation of every line after a round, and that the sheet gives the same explanations.
pub(crate) fn assert_adds_up(tournament: &Tournament, round: RoundId) {
    let lines = standings_after(tournament, round).unwrap();
    let explained = explanations(tournament, round, None).unwrap();
    assert_eq!(explained.len(), lines.len());
    for (line, standing) in explained.iter().zip(&lines) {
        assert_own_numbers_add_up(tournament, line, standing);
        assert_means_add_up(line, standing, tournament.details.rules.decimals);
    }
    assert_sheet_agrees(tournament, round);
}

/// Checks that the sheet of a tournament gives the same explanations, and with them the same lines.
pub(crate) fn assert_sheet_agrees(tournament: &Tournament, round: RoundId) {
    let explained = explanations(tournament, round, None).unwrap();
    let sheet = serde_json::to_string(&Sheet::of(&Redactor::whole(), tournament)).unwrap();
    let told = serde_json::from_str::<Sheet>(&sheet).unwrap().tournament();
    assert_eq!(explanations(&told, round, None).unwrap(), explained, "{sheet}");
}

/// Checks that a number is another one, rounded to some decimals.
fn assert_rounded(number: f64, exact: f64, decimals: u8) {
    let tolerance = 0.5 * 10_f64.powi(-i32::from(decimals)) + 1e-13 * exact.abs().max(1.0);
    assert!((number - exact).abs() <= tolerance, "{number} is not {exact} to {decimals} decimals");
}

fn assert_own_numbers_add_up(tournament: &Tournament, line: &StandingsExplanation, standing: &Standing) {
    let rules = &tournament.details.rules;
    let id = match tournament.player_of(standing.competitor) {
        Some(entry) => tournament.registration(entry).unwrap().user_id.0,
        None => standing.competitor.0,
    };
    assert_eq!((line.player_id, line.rank, line.match_points), (id, standing.rank, standing.score.points));
    let values: Vec<_> = standing.values.iter().map(TiebreakerValue::from).collect();
    assert_eq!(line.tiebreakers, values);
    let (match_win, game_win) = (&line.match_win_percentage, &line.game_win_percentage);
    let count = |results: &[Ended]| i32::try_from(line.rounds.iter().filter(|it| results.contains(&it.result)).count());
    assert_eq!(line.rounds.iter().map(|contest| contest.match_points).sum::<i32>(), standing.score.points);
    assert_eq!(match_win.points, standing.score.points);
    assert_eq!(count(&[Ended::Won, Ended::Bye]), Ok(standing.score.wins));
    assert_eq!(count(&[Ended::Lost, Ended::AssignedLoss]), Ok(standing.score.losses));
    assert_eq!(count(&[Ended::Drawn]), Ok(standing.score.draws));
    assert_rounded(match_win.value, standing.match_win.as_f64(), 16);
    let games = |of: fn(&ExplainedRound) -> Option<i32>| -> i32 { line.rounds.iter().filter_map(of).sum() };
    let told = [games(|it| it.games_won), games(|it| it.games_lost), games(|it| it.games_drawn)];
    assert_eq!(told, [standing.score.games_won, standing.score.games_lost, standing.score.games_drawn]);
    assert_eq!([game_win.games_won, game_win.games_lost, game_win.games_drawn], told);
    if match_win.possible_points > 0 {
        let share = f64::from(match_win.points) / f64::from(match_win.possible_points);
        let shown = match_win.before_floor.unwrap();
        assert_rounded(shown, share, rules.decimals);
        assert_rounded(match_win.value, shown.max(line.floor), 16);
    }
    assert_rounded(game_win.value, standing.game_win.as_f64(), 16);
    if let Some(share) = game_win.before_floor {
        assert_rounded(game_win.value, if rules.own_game_win_floored { share.max(line.floor) } else { share }, 16);
    }
}

fn opponents(round: &ExplainedRound) -> impl Iterator<Item = &ExplainedPlayer> {
    round.opponent.iter().chain(&round.opponents)
}

/// Checks that the averages are made from the opponents with a result, each counted once per meeting.
fn assert_means_add_up(line: &StandingsExplanation, standing: &Standing, decimals: u8) {
    let decided = line.rounds.iter().filter(|round| round.result != Ended::Open);
    let met: Vec<_> = decided.flat_map(opponents).collect();
    let floor = if met.is_empty() { line.floor } else { 0.0 };
    let check = |mean: &Mean, shown: Rounded, of: fn(&ExplainedPlayer) -> f64, without: f64| {
        let count = i32::try_from(met.len()).unwrap();
        assert_eq!(mean.opponents, i64::from(count));
        assert_rounded(mean.sum, met.iter().map(|it| of(it)).sum(), 16);
        assert_rounded(mean.value, shown.as_f64(), 16);
        assert_rounded(mean.value, if count == 0 { without } else { mean.sum / f64::from(count) }, decimals);
    };
    check(&line.opponent_match_win_percentage, standing.opponent_match_win, |it| it.match_win_percentage.value, floor);
    check(&line.opponent_game_win_percentage, standing.opponent_game_win, |it| it.game_win_percentage.value, floor);
    check(
        &line.opponent_average_match_points,
        standing.opponent_average_match_points,
        |it| it.match_points.into(),
        0.0,
    );
}

/// The id of a player of a [`Script`].
fn user(player: i64) -> i64 {
    1_000 + player
}

/// Explains a player's line. `None` if there is no such line.
fn explain(tournament: &Tournament, round: RoundId, player: i64) -> Option<StandingsExplanation> {
    explanations(tournament, round, Some(user(player)))?.pop()
}

fn explained(script: &Script, number: i32, player: i64) -> StandingsExplanation {
    explain(&script.fold(), round(number), player).expect("a line")
}

#[test]
fn it_adds_up_whatever_the_rules() {
    let third = Fraction { numerator: 1, denominator: 3 };
    let usual = StandingsRules::default();
    for rules in [
        StandingsRules { points_for_win: 5, points_for_draw: 2, points_for_loss: 1, ..usual.clone() },
        StandingsRules { floor: third, decimals: 16, ..usual.clone() },
        StandingsRules { own_game_win_floored: false, game_win_without_games: Some(-0.2), ..usual },
    ] {
        let script = Script::with(5, TournamentDetails { rules, ..details() })
            .draw_ties(&[5, 3, 1, 2, 4])
            .swiss(1, &["1v2 2-0", "3v4 first", "5 bye"])
            .swiss(2, &["5v1 1-2", "4v3 1-1", "2 loss"]);
        let stated = StatedGameWin { registration_id: RegistrationId(3), game_win: 2.0 / 3.0 };
        let script = script.then(TournamentEvent::GameWinsStated { after_round_number: 1, game_wins: vec![stated] });
        for number in [1, 2] {
            assert_adds_up(&script.fold(), round(number));
        }
    }
}

#[test]
fn it_adds_up_after_a_cut_in_a_playoff_and_for_teams() {
    assert_adds_up(&two_days().fold(), round(2));
    assert_adds_up(&two_days().add_round(PhaseType::DraftPod, -1, RoundType::DraftPod).fold(), round(-1));
    let playoff = Script::new(4).swiss(1, &["1v2 2-0", "3v4 2-1"]).cut(1, &[1, 3, 2, 4]);
    let playoff = playoff.playoff(2, &["1v4 2-0", "3v2 0-2"]).playoff(3, &["1v2 2-0", "3v4 2-0 consolation"]);
    assert_adds_up(&playoff.fold(), round(3));
    let trios = play(teams(5), 1, &[(1, 2, ["2-0", "1-2", "2-1"]), (3, 4, ["2-0", "?", "?"])], &[5]);
    assert_adds_up(&trios.fold(), round(1));
    let trios = play(trios.complete(1), 2, &[(1, 3, ["2-0", "0-2", "1-1"]), (5, 4, ["?", "?", "?"])], &[2]);
    assert_adds_up(&trios.complete(2).fold(), round(2));
}

#[test]
fn a_bye_an_assigned_loss_and_a_match_that_goes_on_are_named() {
    let script = Script::new(5)
        .swiss(1, &["1v2 2-0", "3v4 2-1", "5 bye"])
        .swiss(2, &["5v1 1-2", "4v3 1-1", "2 loss"])
        .open(PhaseType::Swiss, 3, &["1v3 ?", "5v2 2-0"]);
    let results = |player| explained(&script, 3, player).rounds.iter().map(|it| it.result).collect::<Vec<_>>();
    assert_eq!(results(1), [Ended::Won, Ended::Won, Ended::Open]);
    assert_eq!(results(2), [Ended::Lost, Ended::AssignedLoss, Ended::Lost]);
    assert_eq!(results(5), [Ended::Bye, Ended::Lost, Ended::Won]);
    let one = explained(&script, 3, 1);
    assert_eq!(one.opponent_match_win_percentage.opponents, 2, "an opponent in an open match does not count yet");
    assert_eq!(one.rounds[2].opponent.as_ref().map(|it| it.player_id), Some(user(3)));
}

#[test]
fn a_floor_shows_as_what_it_stands_for() {
    let two = explained(&Script::new(2).swiss(1, &["1v2 2-0"]), 1, 2).match_win_percentage;
    assert_eq!((two.before_floor, two.value), (Some(0.0), 0.33));
}

#[test]
fn an_opponent_who_is_not_listed_counts_all_the_same() {
    let script = Script::new(3).swiss(1, &["1v2 2-0", "3 bye"]).disqualify(2).swiss(2, &["1v3 2-0"]);
    assert_eq!(explain(&script.fold(), round(2), 2), None);
    let one = explained(&script, 2, 1);
    assert_eq!(one.rounds[0].opponent.as_ref().map(|it| it.match_points), Some(0));
    assert_eq!(one.opponent_match_win_percentage.opponents, 2);
}

#[test]
fn who_was_cut_is_explained_by_what_counted_then() {
    let script = Script::new(4).swiss(1, &["3v1 2-0", "2v4 2-0"]).cut(1, &[1, 2]).swiss(2, &["1v2 2-0"]);
    let (three, one) = (explained(&script, 2, 3), explained(&script, 2, 1));
    assert_eq!((three.as_of_round_number, three.rounds.len()), (1, 1));
    assert_eq!((one.as_of_round_number, one.rounds.len()), (2, 2));
    assert_eq!(three.rounds[0].opponent.as_ref().map(|it| it.match_points), Some(0), "1 had no points at the cut");
}

#[test]
fn before_play_there_is_nothing_to_explain() {
    let script = Script::new(2).add_round(PhaseType::Swiss, 1, RoundType::PlayVsOpponent);
    assert_eq!(explain(&script.fold(), round(1), 1), None);
    assert_eq!(explain(&script.fold(), round(9), 1), None);
}
