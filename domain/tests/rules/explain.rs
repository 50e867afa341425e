//! Explanations add up to their lines, and sheets give the same explanations. The checks here also run on random
//! tournaments (`properties`) and real ones (`oracle`).

use domain::documents::Redactor;
use domain::fraction::Rounded;
use domain::tournament::Tournament;
use domain::tournament::sheet::Sheet;
use domain::tournament::standings::explain::{Ended, Explanation, Numbers, explanations};
use domain::tournament::standings::{Competitor, standings_after};
use proto_events::TournamentEvent;
use proto_events::ids::{RegistrationId, RoundId};
use proto_events::tournament::{Fraction, Games, StandingsRules, StatedGameWin, TournamentDetails};
use proto_events::vocabulary::{PhaseType, RoundType};

use crate::support::{Script, details, round};
use crate::teams::{play, teams};
use crate::two_days::two_days;

/// Checks the explanation of every line after a round, and that the sheet gives the same explanations.
pub(crate) fn assert_adds_up(tournament: &Tournament, round: RoundId) {
    let lines = standings_after(tournament, round).unwrap();
    let explained = explanations(tournament, round, |_| true).unwrap();
    assert_eq!(explained.iter().map(|line| &line.standing).collect::<Vec<_>>(), lines.iter().collect::<Vec<_>>());
    let rules = &tournament.details.rules;
    for line in &explained {
        assert_own_numbers_add_up(line, rules.own_game_win_floored);
        assert_means_add_up(line);
    }
    assert_sheet_agrees(tournament, round);
}

/// Checks that the sheet of a tournament gives the same explanations, and with them the same lines.
pub(crate) fn assert_sheet_agrees(tournament: &Tournament, round: RoundId) {
    let explained = explanations(tournament, round, |_| true).unwrap();
    let sheet = serde_json::to_string(&Sheet::of(&Redactor::whole(), tournament)).unwrap();
    let told = serde_json::from_str::<Sheet>(&sheet).unwrap().tournament();
    assert_eq!(explanations(&told, round, |_| true).unwrap(), explained, "{sheet}");
}

fn assert_own_numbers_add_up(line: &Explanation, is_floored: bool) {
    let (standing, own) = (&line.standing, &line.own);
    let contests = &line.contests;
    let count = |results: &[Ended]| i32::try_from(contests.iter().filter(|it| results.contains(&it.result)).count());
    assert_eq!(contests.iter().map(|contest| contest.match_points).sum::<i32>(), standing.score.points);
    assert_eq!(own.score.points, standing.score.points);
    assert_eq!(count(&[Ended::Won, Ended::Bye]), Ok(standing.score.wins));
    assert_eq!(count(&[Ended::Lost, Ended::AssignedLoss]), Ok(standing.score.losses));
    assert_eq!(count(&[Ended::Drawn]), Ok(standing.score.draws));
    assert_eq!(own.match_win.counted, standing.match_win);
    let games = |of: fn(Games) -> i32| -> i32 { contests.iter().filter_map(|it| it.games).map(of).sum() };
    let told = [games(|it| it.first), games(|it| it.second), games(|it| it.drawn)];
    assert_eq!(told, [standing.score.games_won, standing.score.games_lost, standing.score.games_drawn]);
    assert_eq!([own.score.games_won, own.score.games_lost, own.score.games_drawn], told);
    let decimals = line.floor.decimals;
    if own.possible_match_points > 0 {
        let share = Rounded::ratio(own.score.points.into(), own.possible_match_points.into(), decimals);
        assert_eq!((own.match_win.own, own.match_win.counted), (Some(share), share.max(line.floor)));
    }
    assert_eq!(own.game_win.counted, own.game_win.own.map_or(line.floor, |share| share.max(line.floor)));
    if let Some(share) = own.game_win.own {
        assert_eq!(standing.game_win, if is_floored { share.max(line.floor) } else { share });
    }
}

/// Checks that the averages are made from the opponents with a result, each counted once per meeting.
fn assert_means_add_up(line: &Explanation) {
    let decided = line.contests.iter().filter(|contest| contest.result != Ended::Open);
    let opponents: Vec<_> = decided.flat_map(|contest| contest.opponents.iter().copied()).collect();
    assert_eq!(i64::try_from(opponents.len()), Ok(line.opponents));
    let sum = |of: fn(&Numbers) -> i64| opponents.iter().map(of).sum::<i64>();
    let [match_wins, game_wins] = [sum(|it| it.match_win.counted.units), sum(|it| it.game_win.counted.units)];
    assert_eq!((i128::from(match_wins), i128::from(game_wins)), (line.match_win_sum, line.game_win_sum));
    assert_eq!(sum(|it| it.score.points.into()), line.match_point_sum);
    let decimals = line.floor.decimals;
    let mean = |sum: i128| {
        if opponents.is_empty() { line.floor } else { Rounded::mean(sum, line.opponents, decimals) }
    };
    assert_eq!(mean(line.match_win_sum), line.standing.opponent_match_win);
    assert_eq!(mean(line.game_win_sum), line.standing.opponent_game_win);
    let points = Rounded::ratio(line.match_point_sum, line.opponents, decimals);
    assert_eq!(points, line.standing.opponent_average_match_points);
}

/// Explains a competitor's line. `None` if there is no such line.
fn explain(tournament: &Tournament, round: RoundId, competitor: Competitor) -> Option<Explanation> {
    explanations(tournament, round, |line| line.competitor == competitor)?.pop()
}

fn explained(script: &Script, number: i32, player: i64) -> Explanation {
    explain(&script.fold(), round(number), Competitor::Player(RegistrationId(player))).expect("a line")
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
    let results = |player| explained(&script, 3, player).contests.iter().map(|it| it.result).collect::<Vec<_>>();
    assert_eq!(results(1), [Ended::Won, Ended::Won, Ended::Open]);
    assert_eq!(results(2), [Ended::Lost, Ended::AssignedLoss, Ended::Lost]);
    assert_eq!(results(5), [Ended::Bye, Ended::Lost, Ended::Won]);
    let one = explained(&script, 3, 1);
    assert_eq!(one.opponents, 2, "an opponent in an open match does not count yet");
    assert_eq!(one.contests[2].opponents.first().map(|it| it.competitor), Some(Competitor::Player(RegistrationId(3))));
}

#[test]
fn a_floor_shows_as_what_it_stands_for() {
    let two = explained(&Script::new(2).swiss(1, &["1v2 2-0"]), 1, 2).own;
    let shares = (two.match_win.own.map(|own| own.units), two.match_win.counted.units);
    assert_eq!(shares, (Some(0), 33_000_000));
}

#[test]
fn an_opponent_who_is_not_listed_counts_all_the_same() {
    let script = Script::new(3).swiss(1, &["1v2 2-0", "3 bye"]).disqualify(2).swiss(2, &["1v3 2-0"]);
    assert_eq!(explain(&script.fold(), round(2), Competitor::Player(RegistrationId(2))), None);
    let one = explained(&script, 2, 1);
    assert_eq!(one.contests[0].opponents.first().map(|it| it.score.points), Some(0));
    assert_eq!(one.opponents, 2);
}

#[test]
fn who_was_cut_is_explained_by_what_counted_then() {
    let script = Script::new(4).swiss(1, &["3v1 2-0", "2v4 2-0"]).cut(1, &[1, 2]).swiss(2, &["1v2 2-0"]);
    let (three, one) = (explained(&script, 2, 3), explained(&script, 2, 1));
    assert_eq!((three.as_of_round, three.contests.len()), (1, 1));
    assert_eq!((one.as_of_round, one.contests.len()), (2, 2));
    assert_eq!(three.contests[0].opponents.first().map(|it| it.score.points), Some(0), "1 had no points at the cut");
}

#[test]
fn before_play_there_is_nothing_to_explain() {
    let script = Script::new(2).add_round(PhaseType::Swiss, 1, RoundType::PlayVsOpponent);
    assert_eq!(explain(&script.fold(), round(1), Competitor::Player(RegistrationId(1))), None);
    assert_eq!(explain(&script.fold(), round(9), Competitor::Player(RegistrationId(1))), None);
}
