//! Checks the matching against all possible matchings, and against its own duals.

use proptest::prelude::*;

use super::{Matcher, NONE, least_cost_matching};
use crate::pairing::random::SeededRandom;

/// Costs of the edges of a complete graph. Calls `cost` once for each edge.
fn symmetric(size: usize, mut cost: impl FnMut(usize, usize) -> usize) -> Vec<Vec<i128>> {
    let mut costs = vec![vec![0; size]; size];
    for (first, second) in (0..size).flat_map(|second| (0..second).map(move |first| (first, second))) {
        let cost = i128::try_from(cost(first, second)).unwrap();
        costs[first][second] = cost;
        costs[second][first] = cost;
    }
    costs
}

/// Random costs, from few values (many ties, many blossoms) or many.
fn costs(size: usize, values: usize, seed: u64) -> Vec<Vec<i128>> {
    let mut random = SeededRandom::new(seed);
    symmetric(size, |_, _| random.below(values))
}

/// Costs as in a late round: players on a line, each of whom may not meet many of the others.
fn late_round(size: usize, met: usize, seed: u64) -> Vec<Vec<i128>> {
    let mut random = SeededRandom::new(seed);
    let points: Vec<usize> = (0..size).map(|_| random.below(6)).collect();
    symmetric(size, |first, second| {
        let rematch = if random.below(size) < met { 1_000 } else { 0 };
        rematch + points[first].abs_diff(points[second])
    })
}

fn total(costs: &[Vec<i128>], mates: &[usize]) -> i128 {
    for (vertex, mate) in mates.iter().enumerate() {
        assert_ne!(*mate, NONE);
        assert_ne!(*mate, vertex);
        assert_eq!(mates[*mate], vertex);
    }
    mates.iter().enumerate().map(|(vertex, mate)| costs[vertex][*mate]).sum::<i128>() / 2
}

fn least_of_all(costs: &[Vec<i128>], left: &[usize]) -> i128 {
    let Some((first, rest)) = left.split_first() else { return 0 };
    let with = |second: &usize| {
        let left: Vec<usize> = rest.iter().copied().filter(|other| other != second).collect();
        costs[*first][*second] + least_of_all(costs, &left)
    };
    rest.iter().map(with).min().unwrap()
}

/// Runs the matcher and checks its proof: no edge costs less than its duals, matched edges cost exactly that, and all
/// but one vertex of every blossom have mates within it.
fn proven(costs: &[Vec<i128>]) -> i128 {
    let size = costs.len();
    let mut matcher = Matcher::new(size, |first, second| costs[first][second]);
    matcher.start_greedily();
    while matcher.mates.contains(&NONE) {
        assert!(matcher.stage());
    }
    let mut slacks = vec![vec![0; size]; size];
    for (first, row) in slacks.iter_mut().enumerate() {
        for (second, slack) in row.iter_mut().enumerate().filter(|(second, _)| *second != first) {
            *slack = matcher.slack(first, second);
        }
    }
    for blossom in (size..matcher.nodes.len()).filter(|blossom| !matcher.spare.contains(blossom)) {
        let vertices = matcher.vertices(blossom);
        let dual = matcher.nodes[blossom].dual;
        assert!(dual >= 0);
        assert!(vertices.len() % 2 == 1);
        let out = vertices.iter().filter(|vertex| !vertices.contains(&matcher.mates[**vertex])).count();
        assert_eq!(out, 1);
        for first in &vertices {
            vertices.iter().filter(|second| *second != first).for_each(|second| slacks[*first][*second] += dual);
        }
    }
    for (first, row) in slacks.iter().enumerate() {
        for (second, slack) in row.iter().enumerate().filter(|(second, _)| *second != first) {
            assert!(*slack >= 0, "{first} and {second} cost less than their duals");
            assert!(*slack == 0 || matcher.mates[first] != second, "{first} and {second} cost more than their duals");
        }
    }
    total(costs, &matcher.mates)
}

proptest! {
    #[test]
    fn no_matching_of_few_costs_less(half in 1_usize..=4, values in 1_usize..60, seed: u64) {
        let costs = costs(2 * half, values, seed);
        let all: Vec<usize> = (0..2 * half).collect();
        prop_assert_eq!(proven(&costs), least_of_all(&costs, &all));
    }

    #[test]
    fn the_duals_prove_matchings_of_many(half in 1_usize..=30, values in prop_oneof![Just(2_usize), Just(5), Just(1_000_000)], seed: u64) {
        proven(&costs(2 * half, values, seed));
    }

    #[test]
    fn the_duals_prove_matchings_of_late_rounds(half in 1_usize..=20, met in 1_usize..40, seed: u64) {
        proven(&late_round(2 * half, met, seed));
    }
}

#[test]
fn nobody_is_matched_with_nobody() {
    assert!(least_cost_matching(0, |_, _| 0).is_empty());
}
