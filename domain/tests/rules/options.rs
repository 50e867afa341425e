//! Options of an event: points, floor, own floors, tiebreakers, decimals, the draw, stated percentages.

use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use proto_events::tournament::{Fraction, StandingsRules, StatedGameWin, TournamentDetails};
use proto_events::vocabulary::Tiebreaker;

use crate::support::{Script, details};

fn under(players: i64, rules: StandingsRules) -> Script {
    Script::with(players, TournamentDetails { rules, ..details() })
}

#[test]
fn other_points_count_in_points_and_in_match_wins() {
    let rules =
        StandingsRules { points_for_win: 5, points_for_draw: 2, points_for_loss: 1, ..StandingsRules::default() };
    let script = under(4, rules).swiss(1, &["1v2 2-0", "3v4 1-1"]).swiss(2, &["1v3 1-1", "2v4 2-0"]);
    // 1: 5+2 = 7 of 10, 2: 1+5 = 6 of 10, 3: 2+2 = 4, 4: 2+1 = 3.
    let points: Vec<i32> = script.standings(2).iter().map(|line| line.score.points).collect();
    assert_eq!(points, [7, 6, 4, 3]);
    assert_eq!(script.line(2, 1).match_win.units, 70_000_000);
    // OMW of 1: (.6 + .4)/2.
    assert_eq!(script.line(2, 1).opponent_match_win.units, 50_000_000);
}

#[test]
fn the_floor_may_be_a_third() {
    let rules = StandingsRules { floor: Fraction { numerator: 1, denominator: 3 }, ..StandingsRules::default() };
    let script = under(2, rules).swiss(1, &["1v2 2-0"]);
    assert_eq!(script.line(1, 1).opponent_match_win.units, 33_333_333);
    assert_eq!(script.line(1, 2).game_win.units, 33_333_333);
}

#[test]
fn an_own_percentage_without_floor_still_counts_the_floor_for_opponents() {
    let rules = StandingsRules { own_game_win_floored: false, ..StandingsRules::default() };
    let script = under(4, rules).swiss(1, &["1v2 2-0", "3v4 ?"]);
    assert_eq!(script.line(1, 2).game_win.units, 0);
    assert_eq!(script.line(1, 1).opponent_game_win.units, 33_000_000);
    assert_eq!(script.line(1, 3).game_win.units, 0, "no games, no floor");
}

#[test]
fn who_has_no_games_may_have_a_percentage_of_its_own() {
    let rules =
        StandingsRules { own_game_win_floored: false, game_win_without_games: Some(-0.2), ..StandingsRules::default() };
    let script = under(3, rules).swiss(1, &["1v2 0-2", "3 loss"]);
    assert_eq!(script.line(1, 3).game_win.units, -20_000_000);
    // 1 and 3 have no points. OMW is 1 for 1 (from 2) and .33 for 3. Own GW of 1 is 0 of 2 games.
    assert_eq!(script.line(1, 1).game_win.units, 0);
}

#[test]
fn sixteen_decimals_are_kept_where_the_source_has_them() {
    let rules = StandingsRules { decimals: 16, ..StandingsRules::default() };
    let script = under(4, rules).swiss(1, &["1v2 1-1", "3v4 2-1"]);
    assert_eq!(script.line(1, 1).opponent_match_win.units, 3_333_333_333_333_333);
    assert!((script.line(1, 3).game_win.as_f64() - 2.0 / 3.0).abs() < 1e-15);
}

#[test]
fn tiebreakers_apply_in_the_order_of_the_event() {
    // 1 and 3 both win. 1 wins 2-1 and 3 wins 2-0, so GW of 3 is better. In round 2 both win again, 1 against a better
    // opponent, so OMW of 1 is better.
    let tables: (&[&str], &[&str]) = (
        &["1v2 2-1", "3v4 2-0", "5v6 2-0"],
        // 1 beats 5 (3 of 6 points), 3 beats 6 (0 of 6), so OMW is (.33+.5)/2 against .33.
        &["1v5 2-1", "3v6 2-0"],
    );
    let by = |tiebreakers: Vec<Tiebreaker>| {
        let rules = StandingsRules { tiebreakers, ..StandingsRules::default() };
        under(6, rules).swiss(1, tables.0).swiss(2, tables.1).order(2)
    };
    assert_eq!(by(vec![Tiebreaker::OpponentMatchWin, Tiebreaker::GameWin])[..2], [1, 3]);
    assert_eq!(by(vec![Tiebreaker::GameWin, Tiebreaker::OpponentMatchWin])[..2], [3, 1]);
}

#[test]
fn equals_stand_as_the_draw_was_made_and_who_is_not_in_it_behind() {
    let script = Script::new(4).swiss(1, &["1v2 1-1", "3v4 1-1"]);
    assert_eq!(script.clone().draw_ties(&[3, 1, 4, 2]).order(1), [3, 1, 4, 2]);
    assert_eq!(script.draw_ties(&[4]).order(1)[0], 4);
}

#[test]
fn without_a_draw_the_seed_decides_and_always_the_same_way() {
    let script = Script::new(40).swiss(1, &[]);
    let order = script.order(1);
    assert_eq!(order, script.order(1));
    assert_ne!(order, (1..=40).collect::<Vec<_>>(), "not by order of registration");
    let mut other = script.clone();
    other.events[0] = TournamentEvent::Created { details: details(), seed: 8 };
    assert_ne!(order, other.order(1), "another seed gives another draw");
}

fn stated(after_round_number: i32, game_wins: &[(i64, f64)]) -> TournamentEvent {
    let stated = |(player, game_win): &(i64, f64)| StatedGameWin {
        registration_id: RegistrationId(*player),
        game_win: *game_win,
    };
    TournamentEvent::GameWinsStated { after_round_number, game_wins: game_wins.iter().map(stated).collect() }
}

#[test]
fn where_only_winners_are_told_the_stated_game_wins_count_from_their_round_on() {
    let script = Script::new(4)
        .swiss(1, &["1v2 first", "3v4 second"])
        .swiss(2, &["1v4 first", "2v3 draw"])
        .then(stated(2, &[(1, 0.8), (2, 0.25), (3, 0.5), (4, 0.6)]));
    let one = script.line(2, 1);
    assert_eq!((one.score.wins, one.score.points, one.score.games_won, one.score.games_lost), (2, 6, 0, 0));
    assert_eq!(one.game_win.units, 80_000_000);
    // Opponents 2 and 4: (.33 + .6)/2 = .465, since the .25 of 2 counts as .33.
    assert_eq!(one.opponent_game_win.units, 46_500_000);
    // Before that round, games are unknown.
    assert_eq!((script.line(1, 1).game_win.units, script.line(1, 1).opponent_game_win.units), (33_000_000, 33_000_000));
}

#[test]
fn known_games_are_reckoned_whatever_is_stated() {
    let script = Script::new(2).swiss(1, &["1v2 2-1"]).then(stated(1, &[(1, 0.9)]));
    // 2 of 3 games.
    assert_eq!(script.line(1, 1).game_win.units, 66_666_667);
}

#[test]
fn one_match_with_unknown_games_makes_the_percentage_unknown() {
    let script = Script::new(3).swiss(1, &["1v2 first", "3 bye"]).swiss(2, &["1v3 2-0", "2 bye"]);
    assert_eq!(script.line(2, 1).game_win.units, 33_000_000);
    assert_eq!(script.line(2, 1).score.games_won, 2, "the known games are still shown");
}

#[test]
fn a_large_event_states_its_percentages_in_several_parts() {
    let script = Script::new(2).swiss(1, &["1v2 first"]).then(stated(1, &[(1, 0.9)])).then(stated(1, &[(2, 0.4)]));
    assert_eq!(script.line(1, 1).game_win.units, 90_000_000);
    assert_eq!(script.line(1, 2).game_win.units, 40_000_000);
}
