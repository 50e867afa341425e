//! The graphs of brackets.

use domain::pairing::bracket::{Graph, Order, Part, Source};

/// Returns the bracket of each kind: with a match for third place or without, double with a second final or without.
fn every(seeds: usize) -> [Graph; 5] {
    [
        Graph::single(seeds, Order::BySeed, false),
        Graph::single(seeds, Order::BySeat, true),
        Graph::double(seeds, Order::BySeed, false),
        Graph::double(seeds, Order::BySeed, true),
        Graph::double(seeds, Order::BySeat, true),
    ]
}

#[test]
fn every_line_begins_once_and_every_source_precedes_its_match() {
    for (seeds, graph) in (2..=257).flat_map(|seeds| every(seeds).map(|graph| (seeds, graph))) {
        let seeds_in = graph.matches.iter().flat_map(|it| it.sources).filter_map(|source| match source {
            Source::Seed(seed) => Some(seed),
            _ => None,
        });
        let mut lines: Vec<usize> = seeds_in.collect();
        lines.sort_unstable();
        assert_eq!(lines, (0..seeds.next_power_of_two()).collect::<Vec<_>>());
        for (at, played) in graph.matches.iter().enumerate() {
            let from = played.sources.iter().filter_map(|source| match source {
                Source::Seed(_) => None,
                Source::WinnerOf(from) | Source::LoserOf(from) => Some(*from),
            });
            assert!(from.into_iter().all(|from| from < at), "{played:?}");
        }
    }
}

#[test]
fn every_winner_and_every_loser_with_a_life_goes_to_one_match() {
    for (seeds, graph) in (2..=257).flat_map(|seeds| every(seeds).map(|graph| (seeds, graph))) {
        let (mut won, mut lost) = (vec![0; graph.matches.len()], vec![0; graph.matches.len()]);
        let mut semifinals = Vec::new();
        for (part, source) in graph.matches.iter().flat_map(|it| it.sources.map(|source| (it.part, source))) {
            match source {
                Source::Seed(_) => {}
                Source::WinnerOf(from) => won[from] += 1,
                Source::LoserOf(from) if part == Part::ThirdPlace => semifinals.push(from),
                Source::LoserOf(from) => lost[from] += 1,
            }
        }
        let finals = graph.matches.iter().filter(|it| it.part == Part::Final).count();
        let last = graph.matches.iter().rposition(|it| it.part != Part::ThirdPlace);
        for (at, played) in graph.matches.iter().enumerate() {
            let ends = Some(at) == last || played.part == Part::ThirdPlace;
            let has_life = match played.part {
                Part::Main => finals > 0,
                Part::Final => finals == 2 && played.column == 0,
                Part::Losers | Part::ThirdPlace => false,
            };
            assert_eq!((won[at], lost[at]), (i32::from(!ends), i32::from(has_life)), "{seeds} {played:?}");
        }
        let before_last = |at: &usize| graph.matches[*at].part == Part::Main && won[*at] == 1;
        assert!(semifinals.iter().all(before_last) && [0, 2].contains(&semifinals.len()), "{seeds} {semifinals:?}");
    }
}

#[test]
fn the_number_of_matches_of_a_full_bracket_follows_from_its_lives() {
    for seeds in (1..=8).map(|power| 1_usize << power) {
        let counts = every(seeds).map(|graph| graph.matches.len());
        let third = usize::from(seeds > 2);
        assert_eq!(counts, [seeds - 1, seeds - 1 + third, 2 * seeds - 2, 2 * seeds - 1, 2 * seeds - 1]);
    }
    let of_three = Graph::single(3, Order::BySeed, true).matches;
    assert!(
        of_three.iter().all(|it| it.part == Part::Main),
        "one of three has a bye, and so no one to play for third place"
    );
}

/// Who beat another in the winners' bracket can meet the same player again only in the losers' bracket, where the ways of
/// both come together, or in the final. This computes the first column where that can happen in a full bracket. Of all
/// crossings that exchange places by bits, none is better for up to 128.
#[test]
fn two_who_met_meet_late_again() {
    let mut first = Vec::new();
    for power in 2..=8 {
        let graph = Graph::double(1 << power, Order::BySeed, false);
        let (mut winner_to, mut loser_to) = (vec![None; graph.matches.len()], vec![None; graph.matches.len()]);
        for (at, source) in (0..).zip(&graph.matches).flat_map(|(at, it)| it.sources.map(|source| (at, source))) {
            match source {
                Source::Seed(_) => {}
                Source::WinnerOf(from) => winner_to[from] = Some(at),
                Source::LoserOf(from) => loser_to[from] = Some(at),
            }
        }
        let way = |from: Option<usize>| std::iter::successors(from, |at| winner_to[*at]).collect::<Vec<usize>>();
        let main = |at: &usize| graph.matches[*at].part == Part::Main;
        let later = |at: usize| way(winner_to[at]).into_iter().filter(main).map(move |later| (at, later));
        let pairs = (0..graph.matches.len()).filter(main).flat_map(later);
        let meet = |(one, other): (usize, usize)| {
            let (one, other) = (way(loser_to[one]), way(loser_to[other]));
            graph.matches[*one.iter().find(|at| other.contains(at)).unwrap()].column
        };
        let columns = graph.matches.iter().filter(|it| it.part == Part::Losers).map(|it| it.column).max().unwrap();
        first.push((1 << power, columns - pairs.map(meet).min().unwrap()));
    }
    assert_eq!(first, [(4, 0), (8, 1), (16, 2), (32, 3), (64, 3), (128, 4), (256, 5)], "columns before the last one");
}
