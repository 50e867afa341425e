//! Events with a cut after the first day.

use domain::tournament::standings::Standing;

use crate::support::Script;

/// Six players, one round a day. After the first day 1, 3 and 5 have 3 points each, but 5 misses the cut.
pub(crate) fn two_days() -> Script {
    Script::new(6).swiss(1, &["1v2 2-0", "3v4 2-0", "5v6 2-0"]).cut(1, &[1, 3, 4, 2]).swiss(2, &["1v3 2-0", "2v4 2-0"])
}

/// Returns a player's line without the rank, which may differ.
fn unranked(script: &Script, number: i32, player: i64) -> Standing {
    Standing { rank: 0, ..script.line(number, player) }
}

#[test]
fn who_is_cut_keeps_the_tiebreakers_of_the_cut() {
    let script = two_days();
    for cut in [5, 6] {
        assert_eq!(unranked(&script, 2, cut), unranked(&script, 1, cut));
    }
    // Players who play on do not keep theirs. Opponents of 1 are 2 (3 of 6 points) and 3 (3 of 6): .5 instead of .33.
    assert_eq!(script.line(1, 1).opponent_match_win.units, 33_000_000);
    assert_eq!(script.line(2, 1).opponent_match_win.units, 50_000_000);
}

#[test]
fn an_opponents_later_results_do_not_reach_who_was_cut() {
    // 3 beat 1 on day one and missed the cut; 1 plays on and wins. Without the cut, OMW of 3 would be 3/6.
    let script = Script::new(4).swiss(1, &["3v1 2-0", "2v4 2-0"]).cut(1, &[1, 2]).swiss(2, &["1v2 2-0"]);
    assert_eq!(script.line(2, 3).opponent_match_win.units, 33_000_000);
    let without = Script::new(4).swiss(1, &["3v1 2-0", "2v4 2-0"]).swiss(2, &["1v2 2-0"]);
    assert_eq!(without.line(2, 3).opponent_match_win.units, 50_000_000);
}

#[test]
fn on_equal_points_who_was_cut_stands_below() {
    // After day two 1 has 6 points, 2, 3 and 5 have 3, 4 and 6 have none. 6 met only 5, who had won everything at the
    // cut (OMW 1); 4 met 3 and 2, who have 3 of 6 (OMW .5). Still, 6 ranks below 4.
    let script = two_days();
    let (four, six) = (script.line(2, 4), script.line(2, 6));
    assert_eq!((four.opponent_match_win.units, six.opponent_match_win.units), (50_000_000, 100_000_000));
    assert_eq!((four.rank, six.rank), (5, 6));
    assert_eq!(script.line(2, 5).rank, 4);
    assert!(script.line(1, 5).rank <= 3, "at the cut itself, missing it does not lower the rank");
}

#[test]
fn a_later_cut_is_better_to_miss() {
    // 3 misses the first cut, 2 the second; neither has a point. 3 met 1, who had won everything (OMW 1); 2 met 4, who
    // had 3 of 6 at the second cut (OMW .5).
    let script = Script::new(4)
        .swiss(1, &["1v3 2-0", "4v2 2-0"])
        .cut(1, &[1, 2, 4])
        .swiss(2, &["1v4 2-0", "2 loss"])
        .cut(2, &[1, 4])
        .swiss(3, &["1v4 2-0"]);
    let (two, three) = (script.line(3, 2), script.line(3, 3));
    assert_eq!((two.opponent_match_win.units, three.opponent_match_win.units), (50_000_000, 100_000_000));
    assert_eq!((two.rank, three.rank), (3, 4));
}

#[test]
fn a_cut_into_a_playoff_freezes_nothing() {
    let swiss = Script::new(4).swiss(1, &["1v2 2-0", "3v4 1-1"]).draw_ties(&[1, 2, 3, 4]);
    let script = swiss.clone().cut(1, &[1, 3]).playoff(2, &["1v3 2-0"]);
    let order = swiss.order(1);
    assert_eq!(script.order(1), order);
    assert_eq!(script.order(2), [1, 3, 4, 2]);
    for player in 1..=4 {
        let (before, after) = (swiss.line(1, player), script.line(2, player));
        assert_eq!(before.opponent_match_win, after.opponent_match_win);
    }
}

#[test]
fn who_was_let_in_after_the_cut_counts_like_everybody_who_plays() {
    let script = Script::new(4).swiss(1, &["1v2 2-0", "3v4 2-0"]).cut(1, &[1, 2]).swiss(2, &["1v3 0-2", "2v4 ?"]);
    assert_eq!(script.line(2, 3).score.points, 6);
    assert_eq!(script.order(2)[0], 3);
}
