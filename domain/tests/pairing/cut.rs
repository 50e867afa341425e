//! Playoffs.

use std::collections::BTreeMap;

use domain::pairing::EntrantId;
use domain::pairing::bracket::{Graph, Order, Source};
use domain::pairing::cut::playoff_round;

/// The rounds of a bracket in which the better seed wins: `1v4 2v3 | 1v2`, with `1` for a bye.
fn rounds(seeds: usize, order: Order) -> String {
    let (mut sides, mut rounds) = (Vec::<Vec<usize>>::new(), BTreeMap::<_, Vec<String>>::new());
    for game in Graph::single(seeds, order, false).matches {
        let side = |source| match source {
            Source::Seed(seed) => Some(seed + 1).filter(|seed| *seed <= seeds),
            Source::WinnerOf(at) | Source::LoserOf(at) => sides[at].first().copied(),
        };
        let mut table: Vec<usize> = game.sources.into_iter().filter_map(side).collect();
        table.sort_unstable();
        let told = table.iter().map(ToString::to_string).collect::<Vec<_>>().join("v");
        rounds.entry(game.column).or_default().push(told);
        sides.push(table);
    }
    rounds.into_values().map(|tables| tables.join(" ")).collect::<Vec<_>>().join(" | ")
}

#[test]
fn winners_of_a_bracket_meet_their_neighbours_and_the_best_have_byes() {
    for (seeds, order, expected) in [
        (2, Order::BySeed, "1v2"),
        (3, Order::BySeed, "1 2v3 | 1v2"),
        (4, Order::BySeed, "1v4 2v3 | 1v2"),
        (5, Order::BySeed, "1 4v5 2 3 | 1v4 2v3 | 1v2"),
        (6, Order::BySeed, "1 4v5 2 3v6 | 1v4 2v3 | 1v2"),
        (8, Order::BySeed, "1v8 4v5 2v7 3v6 | 1v4 2v3 | 1v2"),
        (12, Order::BySeed, "1 8v9 4 5v12 2 7v10 3 6v11 | 1v8 4v5 2v7 3v6 | 1v4 2v3 | 1v2"),
        (16, Order::BySeed, "1v16 8v9 4v13 5v12 2v15 7v10 3v14 6v11 | 1v8 4v5 2v7 3v6 | 1v4 2v3 | 1v2"),
        (4, Order::BySeat, "1v3 2v4 | 1v2"),
        (6, Order::BySeat, "1v5 3 2v6 4 | 1v3 2v4 | 1v2"),
        (8, Order::BySeat, "1v5 3v7 2v6 4v8 | 1v3 2v4 | 1v2"),
    ] {
        assert_eq!(rounds(seeds, order), expected, "{seeds}");
    }
    for seeds in 3..200 {
        assert!(rounds(seeds, Order::BySeed).ends_with(" | 1v2"), "{seeds}");
    }
}

#[test]
fn a_reseeded_round_is_that_of_the_seeds_who_are_left() {
    let tables = |ids: &[i64]| -> Vec<Vec<i64>> {
        let ids: Vec<EntrantId> = ids.iter().copied().map(EntrantId).collect();
        playoff_round(&ids).into_iter().map(|table| table.into_iter().map(|id| id.0).collect()).collect()
    };
    assert_eq!(tables(&[1, 2, 3, 4, 5, 6, 7, 8]), [[1, 8], [4, 5], [2, 7], [3, 6]]);
    assert_eq!(tables(&[2, 3, 5]), [vec![2], vec![3, 5]]);
    for players in 2..200 {
        let mut left: Vec<i64> = (1..=players).collect();
        while left.len() > 2 {
            let tables = tables(&left);
            let mut paired = tables.concat();
            paired.sort_unstable();
            assert_eq!(paired, left);
            left = tables.iter().map(|table| table[0]).collect();
            left.sort_unstable();
        }
        assert_eq!(tables(&left), [[1, 2]], "{players}");
    }
}
