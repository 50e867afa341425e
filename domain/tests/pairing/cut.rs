//! Playoffs.

use domain::pairing::EntrantId;
use domain::pairing::bracket::{Graph, Order, Part, Source};
use domain::pairing::cut::{self, Bracket};
use proptest::prelude::*;

/// The tables of a round, of those who are still in.
fn playoff_round(bracket: Bracket, seeds: &[EntrantId], survivors: &[EntrantId], round: u32) -> Vec<Vec<EntrantId>> {
    let is_in = |seed: &&EntrantId| survivors.contains(seed);
    let order = match bracket {
        Bracket::Reseeded => return cut::playoff_round(&seeds.iter().filter(is_in).copied().collect::<Vec<_>>()),
        Bracket::BySeed => Order::BySeed,
        Bracket::BySeat => Order::BySeat,
    };
    let graph = Graph::single(seeds.len(), order, false);
    let column = graph.matches.iter().filter(|it| it.part == Part::Main && it.column + 1 == round as usize);
    let tables = column.map(|it| it.sources.iter().flat_map(|source| lines(&graph, *source)).collect());
    let seeded = |mut lines: Vec<usize>| -> Vec<EntrantId> {
        lines.sort_unstable();
        lines.iter().filter_map(|line| seeds.get(*line)).filter(is_in).copied().collect()
    };
    tables.map(seeded).filter(|table| !table.is_empty()).collect()
}

/// The lines that lead to a side.
fn lines(graph: &Graph, source: Source) -> Vec<usize> {
    match source {
        Source::Seed(line) => vec![line],
        Source::WinnerOf(at) => graph.matches[at].sources.iter().flat_map(|it| lines(graph, *it)).collect(),
        Source::LoserOf(_) => Vec::new(),
    }
}

/// Returns the number of rounds in a playoff of this many players.
fn playoff_rounds(players: usize) -> u32 {
    players.next_power_of_two().trailing_zeros()
}

fn ids(numbers: impl IntoIterator<Item = i64>) -> Vec<EntrantId> {
    numbers.into_iter().map(EntrantId).collect()
}

/// A round as text: `1v8 4v5`, and `1` for a bye.
fn round(bracket: Bracket, players: i64, survivors: &[i64], number: u32) -> String {
    let matches = playoff_round(bracket, &ids(1..=players), &ids(survivors.iter().copied()), number);
    let told = matches.iter().map(|table| table.iter().map(|id| id.0.to_string()).collect::<Vec<_>>().join("v"));
    told.collect::<Vec<_>>().join(" ")
}

fn first_round(bracket: Bracket, players: i64) -> String {
    round(bracket, players, &(1..=players).collect::<Vec<_>>(), 1)
}

#[test]
fn first_rounds_by_seed() {
    assert_eq!(first_round(Bracket::BySeed, 2), "1v2");
    assert_eq!(first_round(Bracket::BySeed, 4), "1v4 2v3");
    assert_eq!(first_round(Bracket::BySeed, 8), "1v8 4v5 2v7 3v6");
    assert_eq!(first_round(Bracket::BySeed, 16), "1v16 8v9 4v13 5v12 2v15 7v10 3v14 6v11");
    assert_eq!(first_round(Bracket::Reseeded, 8), "1v8 4v5 2v7 3v6");
}

#[test]
fn the_best_have_byes_in_a_short_field() {
    assert_eq!(first_round(Bracket::BySeed, 3), "1 2v3");
    assert_eq!(first_round(Bracket::BySeed, 5), "1 4v5 2 3");
    assert_eq!(first_round(Bracket::BySeed, 6), "1 4v5 2 3v6");
    assert_eq!(first_round(Bracket::BySeed, 12), "1 8v9 4 5v12 2 7v10 3 6v11");
}

#[test]
fn draft_playoffs_by_seat() {
    assert_eq!(first_round(Bracket::BySeat, 8), "1v5 3v7 2v6 4v8");
    assert_eq!(first_round(Bracket::BySeat, 4), "1v3 2v4");
    assert_eq!(first_round(Bracket::BySeat, 6), "1v5 3 2v6 4");
    assert_eq!(round(Bracket::BySeat, 8, &[5, 7, 2, 4], 2), "5v7 2v4");
}

#[test]
fn winners_of_a_fixed_bracket_meet_their_neighbours() {
    assert_eq!(round(Bracket::BySeed, 8, &[8, 4, 7, 3], 2), "4v8 3v7");
    assert_eq!(round(Bracket::BySeed, 8, &[8, 7], 3), "7v8");
    assert_eq!(round(Bracket::BySeed, 8, &[7], 4), "");
    assert_eq!(round(Bracket::BySeed, 6, &[1, 2, 5, 3], 2), "1v5 2v3");
}

#[test]
fn who_is_left_alone_in_a_part_of_the_bracket_has_a_bye() {
    assert_eq!(round(Bracket::BySeed, 8, &[1, 2, 3], 2), "1 2v3");
    assert_eq!(round(Bracket::Reseeded, 8, &[5, 2, 3], 2), "2 3v5");
}

proptest! {
    #[test]
    fn every_playoff_ends_with_one_winner(
        players in 1_i64..200,
        bracket in prop_oneof![Just(Bracket::BySeed), Just(Bracket::Reseeded), Just(Bracket::BySeat)],
        mut results: u64,
    ) {
        let seeds = ids(1..=players);
        let mut survivors = seeds.clone();
        for number in 1..=playoff_rounds(seeds.len()) {
            let matches = playoff_round(bracket, &seeds, &survivors, number);
            let mut there: Vec<EntrantId> = matches.concat();
            there.sort_unstable();
            survivors.sort_unstable();
            prop_assert_eq!(&there, &survivors);
            prop_assert!(number == 1 || matches.iter().all(|table| table.len() == 2));
            survivors = matches.iter().map(|table| {
                results = results.rotate_left(1);
                table.get(1).filter(|_| results % 2 == 1).copied().unwrap_or(table[0])
            }).collect();
        }
        prop_assert_eq!(survivors.len(), 1);
    }

    #[test]
    fn the_two_best_meet_in_the_final(players in 2_i64..200, bracket in prop_oneof![Just(Bracket::BySeed), Just(Bracket::Reseeded)]) {
        let seeds = ids(1..=players);
        let (mut survivors, rounds) = (seeds.clone(), playoff_rounds(seeds.len()));
        for number in 1..rounds {
            survivors = playoff_round(bracket, &seeds, &survivors, number).iter().map(|table| table[0]).collect();
        }
        let last = playoff_round(bracket, &seeds, &survivors, rounds);
        prop_assert_eq!(&last[0], &ids([1, 2]));
    }
}
