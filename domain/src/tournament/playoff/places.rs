//! Finds the match of a bracket that each table of a round stands for, also where staff paired other players.

use std::collections::HashMap;

use super::nodes::{Node, Played, Side};
use crate::pairing::EntrantId;
use crate::pairing::bracket::Source;

/// The match of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// Its index.
    pub(super) node: usize,
    /// The sides that the players of the table have in it.
    pub(super) sides: [usize; 2],
}

/// Returns the match of each table, if it has one. Tables with the players of a match go first, then those with one of its
/// players. Other tables take matches that no table has.
pub(super) fn places(nodes: &[Node], tables: &[&Played]) -> Vec<Option<Place>> {
    let seats = tables.iter().enumerate().flat_map(|(at, table)| table.sides.iter().map(move |id| (*id, at)));
    let mut search = Search { nodes, tables, table_of: seats.collect(), found: vec![None; tables.len()] };
    let mut is_played = vec![false; nodes.len()];
    search.find_pairs(&mut is_played, |node, table| table.sides.iter().all(|id| node.side_of(*id).is_some()));
    // A player may have gone on without a result.
    let has = |from: &usize, table: &Played| table.sides.iter().any(|id| nodes[*from].side_of(*id).is_some());
    let comes = |side: &Side, table: &Played| matches!(side, Side::Open(Source::WinnerOf(from)) if has(from, table));
    search.find_pairs(&mut is_played, |node, table| node.sides.iter().any(|side| comes(side, table)));
    search.find_pairs(&mut is_played, |_, _| true);
    search.find_singles(&mut is_played);
    let left = (0..tables.len()).filter(|table| search.found[*table].is_none() && tables[*table].sides.len() > 1);
    let left: Vec<usize> = left.collect();
    let free: Vec<usize> = (0..nodes.len()).filter(|at| nodes[*at].is_ready() && !is_played[*at]).collect();
    for (table, node) in left.into_iter().zip(free) {
        search.found[table] = Some(Place { node, sides: [0, 1] });
    }
    for is_seated in [false, true] {
        search.find_newcomers(is_seated);
    }
    search.found
}

struct Search<'a> {
    nodes: &'a [Node],
    tables: &'a [&'a Played],
    table_of: HashMap<EntrantId, usize>,
    found: Vec<Option<Place>>,
}

impl Search<'_> {
    /// Gives matches to tables with one of their players, if they fit.
    fn find_pairs(&mut self, is_played: &mut [bool], fits: impl Fn(&Node, &Played) -> bool) {
        for (at, node) in
            self.nodes.iter().enumerate().filter(|(_, node)| node.is_to_come() && node.is_for_first_place())
        {
            let of_players = node.entrants().filter_map(|id| self.table_of.get(&id).copied());
            let free = of_players.filter(|table| self.found[*table].is_none() && self.tables[*table].sides.len() > 1);
            let mut fitting = free.filter(|table| !is_played[at] && fits(node, self.tables[*table]));
            if let Some(table) = fitting.next() {
                let side = |seat: usize| node.side_of(self.tables[table].sides[seat]);
                let is_turned = side(0) == Some(1) || side(1) == Some(0);
                let sides = if is_turned { [1, 0] } else { [0, 1] };
                (self.found[table], is_played[at]) = (Some(Place { node: at, sides }), true);
            }
        }
    }

    /// Gives those who have no opponent their own matches, unless others play these.
    fn find_singles(&mut self, is_played: &mut [bool]) {
        for (at, node) in
            self.nodes.iter().enumerate().filter(|(_, node)| node.is_to_come() && node.is_for_first_place())
        {
            let sides = (0..2).filter_map(|side| Some((side, *self.table_of.get(&node.sides[side].entrant()?)?)));
            let sides = sides.filter(|(_, table)| !is_played[at] && self.tables[*table].sides.len() == 1);
            for (side, table) in sides.collect::<Vec<_>>() {
                (self.found[table], is_played[at]) = (Some(Place { node: at, sides: [side; 2] }), true);
            }
        }
    }

    /// Gives those who have no opponent, and no match, the sides of players who do not play in the round, or not there.
    fn find_newcomers(&mut self, is_seated: bool) {
        for table in 0..self.tables.len() {
            if self.found[table].is_some() || self.tables[table].sides.len() != 1 {
                continue;
            }
            let mut sides = (0..self.nodes.len()).flat_map(|node| [(node, 0), (node, 1)]);
            let free = sides.find(|(node, side)| {
                let id = self.nodes[*node].sides[*side].entrant();
                let table = id.map(|id| self.table_of.get(&id).and_then(|table| self.found[*table]));
                let is_free = match table {
                    Some(Some(place)) => is_seated && place.node != *node,
                    Some(None) => true,
                    None => false,
                };
                let is_taken = self.found.iter().flatten().any(|it| it.node == *node && it.sides.contains(side));
                self.nodes[*node].is_ready() && is_free && !is_taken
            });
            self.found[table] = free.map(|(node, side)| Place { node, sides: [side; 2] });
        }
    }
}
