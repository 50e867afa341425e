//! How a playoff with a fixed bracket is drawn: its parts, and their columns with the matches from the top.

use super::RoundName;
use super::playoff::{Node, Side};
use crate::pairing::EntrantId;
use crate::pairing::bracket::{Part, Source};

/// A part of a playoff: all of a single elimination, or the bracket of winners, that of losers, or the final.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawnPart {
    /// The part. A match for third place stands in the last column of the main part.
    pub part: Part,
    /// Its columns: the names of their rounds, and their matches as indices of the playoff's nodes.
    pub columns: Vec<(RoundName, Vec<usize>)>,
}

/// Returns the parts of a playoff in the order in which they are drawn, without matches that will not be played. `last` is
/// the number of the last round so far. Rounds of a single elimination have their names, those of a double elimination the
/// numbers of the rounds in which they are played if no one leaves.
pub fn drawn_parts(nodes: &[Node], last: i32) -> Vec<DrawnPart> {
    let rounds = expected_rounds(nodes, last);
    let is_double = nodes.iter().any(|node| node.part == Part::Final);
    let parts = [Part::Main, Part::Losers, Part::Final].into_iter().map(|part| {
        let count = nodes.iter().filter(|node| node.part == part).map(|node| node.column + 1).max().unwrap_or(0);
        let columns = (1..=count).filter_map(|column| {
            let is_in = |node: &Node| match node.part {
                Part::ThirdPlace => part == Part::Main && column == count,
                own => own == part && node.column + 1 == column,
            };
            let drawn = nodes.iter().enumerate().filter(|(_, node)| is_in(node) && is_drawn(node));
            let drawn: Vec<usize> = drawn.map(|(at, _)| at).collect();
            let first = drawn.iter().map(|at| rounds[*at]).min()?;
            let of_single = RoundName::Bracket(1 << (count - column).min(16));
            Some((if is_double { RoundName::Number(first) } else { of_single }, drawn))
        });
        DrawnPart { part, columns: columns.collect() }
    });
    parts.filter(|part| !part.columns.is_empty()).collect()
}

/// Returns the match, as an index of the nodes, that was paired in this round for these players or teams.
pub fn node_of(nodes: &[Node], round: i32, entrants: &[EntrantId]) -> Option<usize> {
    let is_same =
        |node: &Node| node.entrants().count() == entrants.len() && node.entrants().all(|id| entrants.contains(&id));
    nodes.iter().position(|node| node.round == Some(round) && is_same(node))
}

/// Returns the number of the round in which each match is played.
fn expected_rounds(nodes: &[Node], last: i32) -> Vec<i32> {
    let mut rounds: Vec<i32> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let before = node.sides.iter().map(|side| match side {
            Side::Open(Source::WinnerOf(at) | Source::LoserOf(at)) => rounds.get(*at).copied().unwrap_or(last),
            Side::Open(Source::Seed(_)) | Side::Entrant(_) | Side::Empty => last,
        });
        let expected = before.max().unwrap_or(last).max(last).saturating_add(1);
        rounds.push(node.round.unwrap_or(expected));
    }
    rounds
}

/// Whether a match is played, or was. A second final that no one needs is not, nor is a match without players.
fn is_drawn(node: &Node) -> bool {
    node.round.is_some() || !(node.is_over || node.sides == [Side::Empty; 2])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::bracket::{Graph, Order};

    /// A playoff of four before its first round, which is the fourth of the event.
    fn nodes(graph: &Graph) -> Vec<Node> {
        let open = |source: Source| match source {
            Source::Seed(seed) => Side::Entrant(EntrantId(10 + i64::try_from(seed).unwrap())),
            other => Side::Open(other),
        };
        let nodes = graph.matches.iter().map(|it| Node {
            part: it.part,
            column: it.column,
            sides: it.sources.map(open),
            round: None,
            winner: None,
            is_over: false,
        });
        nodes.collect()
    }

    /// `Main: Semifinals 2, Final 1 | …`
    fn drawn(nodes: &[Node]) -> String {
        let column = |(name, matches): &(RoundName, Vec<usize>)| format!("{name} {}", matches.len());
        let part = |part: DrawnPart| {
            format!("{:?}: {}", part.part, part.columns.iter().map(column).collect::<Vec<_>>().join(", "))
        };
        drawn_parts(nodes, 3).into_iter().map(part).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn third_place_is_next_to_the_final() {
        assert_eq!(drawn(&nodes(&Graph::single(4, Order::BySeed, true))), "Main: Semifinals 2, Final 2");
        assert_eq!(drawn(&nodes(&Graph::single(4, Order::BySeed, false))), "Main: Semifinals 2, Final 1");
    }

    #[test]
    fn columns_of_a_double_elimination_have_the_rounds_in_which_they_are_played() {
        let mut all = nodes(&Graph::double(4, Order::BySeed, true));
        let whole = "Main: Round 4 2, Round 5 1 | Losers: Round 5 1, Round 6 1 | Final: Round 7 1, Round 8 1";
        assert_eq!(drawn(&all), whole);
        all[0].round = Some(4);
        assert_eq!(node_of(&all, 4, &[EntrantId(13), EntrantId(10)]), Some(0));
        assert_eq!(node_of(&all, 4, &[EntrantId(13)]), None);
        assert_eq!(node_of(&all, 5, &[EntrantId(13), EntrantId(10)]), None);
        let second = all.last_mut().unwrap();
        second.is_over = true;
        assert_eq!(drawn(&all).rsplit(" | ").next(), Some("Final: Round 7 1"), "no one needs a second final");
    }
}
