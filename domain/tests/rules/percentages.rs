//! Points and percentages of small tournaments, calculated by hand.

use domain::tournament::records::records;
use domain::tournament::standings::Standing;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::{PhaseType, RoundType};

use crate::support::Script;

/// MW, OMW, GW and OGW, in units of 10^-8.
fn percentages(line: &Standing) -> [i64; 4] {
    [line.match_win, line.opponent_match_win, line.game_win, line.opponent_game_win].map(|it| it.units)
}

/// Three rounds of four players:
///   round 1: 1 beats 2 2-0, 3 and 4 draw 1-1-1
///   round 2: 1 beats 3 2-1, 2 beats 4 2-1
///   round 3: 1 and 4 draw intentionally 0-0-3, 3 beats 2 2-0
fn four_players() -> Script {
    Script::new(4)
        .swiss(1, &["1v2 2-0", "3v4 1-1-1"])
        .swiss(2, &["1v3 2-1", "4v2 1-2"])
        .swiss(3, &["1v4 0-0-3", "2v3 0-2"])
}

#[test]
fn points_records_and_games_add_up() {
    let standings = four_players().standings(3);
    let lines: Vec<_> = standings
        .iter()
        .map(|it| {
            (
                it.score.points,
                (it.score.wins, it.score.losses, it.score.draws),
                (it.score.games_won, it.score.games_lost, it.score.games_drawn),
            )
        })
        .collect();
    // 1: 3+3+1 = 7, 3: 1+0+3 = 4, 2: 0+3+0 = 3, 4: 1+0+1 = 2.
    assert_eq!(
        lines,
        [(7, (2, 0, 1), (4, 1, 3)), (4, (1, 1, 1), (4, 3, 1)), (3, (1, 2, 0), (2, 5, 0)), (2, (0, 1, 2), (2, 3, 4)),]
    );
    assert_eq!(four_players().order(3), [1, 3, 2, 4]);
}

#[test]
fn percentages_are_rounded_first_and_then_averaged() {
    let script = four_players();
    // MW: 1: 7/9 = .77777778, 2: 3/9 = .33333333, 3: 4/9 = .44444444, 4: 2/9 = .22222222, which counts as .33.
    // GW = (3 won + drawn) / (3 games):
    //   1: (12+3)/24 = .625, 2: 6/21 = .28571429, which counts as .33,
    //   3: (12+1)/24 = .54166667, 4: (6+4)/27 = .37037037.
    // All players have met each other:
    //   OMW of 1 = (.33333333 + .44444444 + .33)/3 = 1.10777777/3 = .36925926
    //   OGW of 1 = (.33 + .54166667 + .37037037)/3 = 1.24203704/3 = .41401235
    assert_eq!(percentages(&script.line(3, 1)), [77_777_778, 36_925_926, 62_500_000, 41_401_235]);
    //   OMW of 4 = (.77777778 + .33333333 + .44444444)/3 = 1.55555555/3 = .51851852
    //   OGW of 4 = (.625 + .33 + .54166667)/3 = 1.49666667/3 = .49888889
    assert_eq!(percentages(&script.line(3, 4)), [33_000_000, 51_851_852, 37_037_037, 49_888_889]);
    //   OMW of 2 = (.77777778 + .44444444 + .33)/3 = 1.55222222/3 = .51740741
    //   OGW of 2 = (.625 + .54166667 + .37037037)/3 = 1.53703704/3 = .51234568
    assert_eq!(percentages(&script.line(3, 2)), [33_333_333, 51_740_741, 33_000_000, 51_234_568]);
    // Points of the opponents of 4: 7, 3 and 4: 14/3.
    assert_eq!(script.line(3, 4).opponent_average_match_points.units, 466_666_667);
}

#[test]
fn where_players_only_sit_down_between_rounds_standings_are_those_before() {
    let (first, then) = (Script::new(4).swiss(1, &["1v2 2-0", "3v4 2-1"]), RoundType::PlayerMeeting);
    let between = first.clone().add_round(PhaseType::DraftPod, -1, then);
    let script = between.swiss(2, &["1v3 2-0", "2v4 2-0"]);
    assert_eq!(script.standings(-1), first.standings(1));
    let before = Script::new(4).add_round(PhaseType::Swiss, 0, then).swiss(1, &["1v2 2-0", "3v4 2-1"]);
    assert_eq!(before.standings(0), []);
}

#[test]
fn a_bye_is_a_match_won_two_nil_and_no_opponent() {
    let script = Script::new(3).swiss(1, &["1v2 2-0", "3 bye"]).swiss(2, &["1v3 1-2", "2 bye"]);
    let three = script.line(2, 3);
    assert_eq!((three.score.wins, three.score.losses, three.score.draws, three.score.points), (2, 0, 0, 6));
    // Games of 3: 2-0 from the bye and 2-1. GW = 12/15 = .8. The only opponent is 1, with 3/6 and 9/15 = .6 (2-0, 1-2).
    assert_eq!(percentages(&three), [100_000_000, 50_000_000, 80_000_000, 60_000_000]);
}

#[test]
fn an_assigned_loss_is_a_round_without_games_or_opponent() {
    let script = Script::new(3).swiss(1, &["1v2 2-1", "3 loss"]).swiss(2, &["3v1 2-0", "2 bye"]);
    let three = script.line(2, 3);
    assert_eq!((three.score.wins, three.score.losses, three.score.points), (1, 1, 3));
    assert_eq!((three.score.games_won, three.score.games_lost, three.score.games_drawn), (2, 0, 0));
    // MW 3/6. The only opponent is 1: MW 3/6, games 2-1 and 0-2, GW 6/15 = .4.
    assert_eq!(percentages(&three), [50_000_000, 50_000_000, 100_000_000, 40_000_000]);
}

#[test]
fn who_met_nobody_has_the_floor() {
    let only_byes = Script::new(1).swiss(1, &["1 bye"]).line(1, 1);
    assert_eq!(percentages(&only_byes), [100_000_000, 33_000_000, 100_000_000, 33_000_000]);
    assert_eq!(only_byes.opponent_average_match_points.units, 0);
    let nothing = Script::new(3).swiss(1, &["1v2 2-0"]).line(1, 3);
    assert_eq!(percentages(&nothing), [33_000_000, 33_000_000, 33_000_000, 33_000_000]);
}

#[test]
fn what_is_not_reported_counts_nothing_before_the_end_and_is_a_draw_after() {
    let open = Script::new(4).open(PhaseType::Swiss, 1, &["1v2 2-0", "3v4 ?"]);
    let three = open.line(1, 3);
    assert_eq!((three.score.draws, three.score.points, three.opponent_average_match_points.units), (0, 0, 0));
    let three = open.complete(1).line(1, 3);
    assert_eq!((three.score.draws, three.score.points, three.score.games_drawn), (1, 1, 0));
    // MW 1/3; no games, so the floor; the opponent 4 likewise.
    assert_eq!(percentages(&three), [33_333_333, 33_333_333, 33_000_000, 33_000_000]);
}

#[test]
fn a_bye_counts_as_soon_as_the_round_has_begun() {
    let open = Script::new(3).open(PhaseType::Swiss, 1, &["1v2 ?", "3 bye"]);
    assert_eq!(open.line(1, 3).score.points, 3);
}

#[test]
fn ghost_matches_count_for_nobody() {
    let script = Script::new(3).swiss(1, &["1v2 2-0", "3v2 2-0 ghost"]);
    assert_eq!(script.line(1, 3).score.points, 0);
    assert_eq!(script.line(1, 2).score.losses, 1);
}

#[test]
fn equal_means_are_equal_whatever_they_are_made_of() {
    // Opponents of 1 have MW 1/3, 1/3 and 1, opponents of 2 have 1/3, 2/3 and 2/3. Both means are 5/9, but with
    // rounding first they are .55555555 and .55555556. The next tiebreaker decides.
    let rounded = |a: i64, b: i64, c: i64| {
        let sum = [a, b, c].map(|n| i128::from(domain::fraction::Rounded::ratio(n, 3, 8).units)).iter().sum();
        domain::fraction::Rounded::mean(sum, 3, 8).units
    };
    assert_eq!((rounded(1, 1, 3), rounded(1, 2, 2)), (55_555_555, 55_555_556));
    // In rounds: 1 and 2 have lost three matches each; 1 has won a game, 2 none.
    //   opponents of 1: 3 with 3 of 9 points, 4 with 3 of 9, 5 with 9 of 9
    //   opponents of 2: 6 with 3 of 9, 7 with 6 of 9, 8 with 6 of 9; players from 11 on fill the field.
    let script = Script::new(24)
        .swiss(1, &["1v3 1-2", "2v6 0-2", "4v11 0-2", "5v12 2-0", "7v13 2-0", "8v14 2-0"])
        .swiss(2, &["1v4 0-2", "2v7 0-2", "3v15 0-2", "5v16 2-0", "6v17 0-2", "8v18 0-2"])
        .swiss(3, &["1v5 0-2", "2v8 0-2", "3v19 0-2", "4v20 0-2", "6v21 0-2", "7v22 0-2"]);
    let (one, two) = (script.line(3, 1), script.line(3, 2));
    assert_eq!((one.opponent_match_win.units, two.opponent_match_win.units), (55_555_555, 55_555_556));
    // Own GW counts as .33 for both (1 of 7 games, 0 of 6), so OGW decides:
    //   of 1: 3 has 2-5, 4 has 2-4, 5 has 6-0: .33, .33333333, 1
    //   of 2: 6 has 2-4, 7 has 4-2, 8 has 4-2: .33333333, .66666667, .66666667
    // 1.66333333/3 = .55444444 and 1.66666667/3 = .55555556: 2 is ahead. If 3 lost round 2 by 1-2 (games 3-5, GW
    // .375), the mean of 1 is 1.70833333/3, and 1 is ahead, although its OMW has a lower last digit.
    assert!(two.rank < one.rank);
    let closer = script.correct(2, 2, "1-2");
    assert_eq!(closer.line(3, 1).opponent_match_win.units, 55_555_555);
    assert!(closer.line(3, 1).rank < closer.line(3, 2).rank);
}

#[test]
fn records_are_those_of_all_swiss_rounds_so_far() {
    let script = four_players().register(5).open(PhaseType::Swiss, 4, &["1v2 ?", "3v4 2-0"]);
    let records = records(&script.fold());
    assert!(!records.contains_key(&RegistrationId(5)), "never paired");
    let of = |player| {
        let record = records[&RegistrationId(player)];
        (record.wins, record.losses, record.draws, record.points)
    };
    assert_eq!([of(3), of(1)], [(2, 1, 1, 7), (2, 0, 1, 7)]);
}
