//! Brackets as graphs: each side of a match is a seed, or comes from another match as its winner or its loser.
//!
//! The winners' bracket has the next power of two of lines; lines without a seed are byes, which go to the best seeds.
//! By seed the first matches are 1v8, 4v5, 2v7, 3v6, in this order. In a draft playoff the seats at the draft table
//! decide: 1v5, 3v7, 2v6, 4v8. Each player first meets the one across the table. The winners of adjacent matches meet
//! next.
//!
//! In a double elimination, those who lose in the winners' bracket go on in the losers' bracket. Its rounds alternate: in
//! one its players play each other, in the next they meet those who come down. They cross to another part, so
//! that two who met before meet late again.

use serde::{Deserialize, Serialize};

/// The order of the lines of a winners' bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The seeds of each match of the first round have the same sum.
    BySeed,
    /// Those who meet first sit as far apart as possible at the draft table.
    BySeat,
}

/// Where a side of a match comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// A seed, from 0. There are fewer seeds than lines: without such a seed, the side is empty.
    Seed(usize),
    /// The winner of a match, by its index.
    WinnerOf(usize),
    /// The loser of a match, by its index.
    LoserOf(usize),
}

/// The part of a bracket that a match belongs to.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The winners' bracket; all of a single elimination with its final.
    #[default]
    Main,
    /// The losers' bracket.
    Losers,
    /// The final of a double elimination, and its second final.
    Final,
    /// The match of those who lost the semifinals.
    ThirdPlace,
}

impl Part {
    /// Whether it is the part that every playoff has.
    pub fn is_main(&self) -> bool {
        *self == Self::Main
    }
}

/// A match of a bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BracketMatch {
    /// Its part.
    pub part: Part,
    /// Its column within the part, from 0.
    pub column: usize,
    /// Where its sides come from.
    pub sources: [Source; 2],
}

/// The matches of a bracket, by part and column. Sources precede the matches that they lead to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Graph {
    /// The matches.
    pub matches: Vec<BracketMatch>,
}

impl Graph {
    /// Returns a single elimination of so many, if wanted with a match for third place.
    pub fn single(seeds: usize, order: Order, third_place: bool) -> Self {
        let mut graph = Self::default();
        graph.add_main(seeds, order);
        if let (true, [.., BracketMatch { sources: [Source::WinnerOf(one), Source::WinnerOf(other)], .. }]) =
            (third_place && seeds > 3, graph.matches.as_slice())
        {
            let sources = [Source::LoserOf(*one), Source::LoserOf(*other)];
            graph.add(Part::ThirdPlace, 0, sources);
        }
        graph
    }

    /// Returns a double elimination of so many. With `reset`, a second final is played if the first one is the first
    /// defeat of its loser.
    pub fn double(seeds: usize, order: Order, reset: bool) -> Self {
        let mut graph = Self::default();
        let columns = graph.add_main(seeds, order);
        let Some((last, early)) = columns.split_last() else { return graph };
        let last = last[0];
        let mut left: Vec<Source> = early.first().into_iter().flatten().map(|lost| Source::LoserOf(*lost)).collect();
        let mut column = 0;
        for (level, lost) in (1_usize..).zip(columns.iter().skip(1)) {
            let (met, crossing) = (graph.add_pairs(Part::Losers, column, &left), crossing(level, lost.len()));
            let come = |at: usize| Source::LoserOf(lost[at ^ crossing]);
            let sources = met.iter().enumerate().map(|(at, won)| [Source::WinnerOf(*won), come(at)]);
            let sources: Vec<_> = sources.collect();
            left = sources.into_iter().map(|it| Source::WinnerOf(graph.add(Part::Losers, column + 1, it))).collect();
            column += 2;
        }
        let challenger = left.first().copied().unwrap_or(Source::LoserOf(last));
        let decider = graph.add(Part::Final, 0, [Source::WinnerOf(last), challenger]);
        if reset {
            graph.add(Part::Final, 1, [Source::WinnerOf(decider), Source::LoserOf(decider)]);
        }
        graph
    }

    /// Adds a winners' bracket, and returns its matches by column.
    fn add_main(&mut self, seeds: usize, order: Order) -> Vec<Vec<usize>> {
        let lines = lines(seeds, order).into_iter().map(Source::Seed);
        let (mut left, mut columns): (Vec<Source>, Vec<Vec<usize>>) = (lines.collect(), Vec::new());
        while left.len() > 1 {
            let column = self.add_pairs(Part::Main, columns.len(), &left);
            left = column.iter().map(|won| Source::WinnerOf(*won)).collect();
            columns.push(column);
        }
        columns
    }

    /// Adds the matches of adjacent sides, and returns them.
    fn add_pairs(&mut self, part: Part, column: usize, sides: &[Source]) -> Vec<usize> {
        sides.as_chunks().0.iter().map(|pair| self.add(part, column, *pair)).collect()
    }

    fn add(&mut self, part: Part, column: usize, sources: [Source; 2]) -> usize {
        self.matches.push(BracketMatch { part, column, sources });
        self.matches.len() - 1
    }
}

/// Returns how those who come down from a column of the winners' bracket with so many matches cross: each meets the one
/// whose place differs by these bits. Counting with the first bit as the last one, those of different columns are kept
/// apart as long as possible.
fn crossing(level: usize, matches: usize) -> usize {
    let bits = matches.ilog2();
    (0..bits).map(|bit| ((level >> bit) & 1) << (bits - 1 - bit)).sum()
}

/// Returns the lines of a bracket, from 0, some of them without a seed.
pub(super) fn lines(seeds: usize, order: Order) -> Vec<usize> {
    let mut lines = vec![0];
    while lines.len() < seeds {
        let next = 2 * lines.len() - 1;
        lines = match order {
            Order::BySeed => lines.into_iter().flat_map(|seed| [seed, next - seed]).collect(),
            Order::BySeat => {
                let even = lines.iter().map(|seat| 2 * seat);
                even.clone().chain(even.map(|seat| seat + 1)).collect()
            }
        };
    }
    lines
}
