//! A fixed bracket while it is played: its rounds move those who play on through its matches.

use std::collections::{HashMap, HashSet};

use super::nodes::{Ending, Node, Played, Side};
use super::places::{Place, places};
use crate::pairing::EntrantId;
use crate::pairing::bracket::{Graph, Part, Source};

/// Where a match leads to: the index of another one, and its side.
type Target = Option<(usize, usize)>;

/// A bracket while it is played.
#[derive(Debug)]
pub(super) struct Course {
    /// The matches.
    pub(super) nodes: Vec<Node>,
    /// The seeds. A player who replaces another takes that seed.
    pub(super) seeds: Vec<EntrantId>,
    /// Those who are out, in order.
    pub(super) out: Vec<EntrantId>,
    /// The losers of all matches, in order.
    pub(super) defeats: Vec<EntrantId>,
    winner_to: Vec<Target>,
    loser_to: Vec<Target>,
    /// Who would be on an empty side, without dropping or losing.
    absent: Vec<(usize, usize, EntrantId)>,
}

impl Course {
    /// Returns a bracket before its first round.
    pub(super) fn new(graph: &Graph, seeds: Vec<EntrantId>) -> Self {
        let (mut winner_to, mut loser_to) = (vec![None; graph.matches.len()], vec![None; graph.matches.len()]);
        for (at, of) in graph.matches.iter().enumerate() {
            for (side, source) in of.sources.iter().enumerate() {
                match *source {
                    Source::Seed(_) => {}
                    Source::WinnerOf(from) => winner_to[from] = Some((at, side)),
                    Source::LoserOf(from) => loser_to[from] = Some((at, side)),
                }
            }
        }
        let nodes = graph.matches.iter().map(|of| Node::new(of, &seeds)).collect();
        let (out, defeats, absent) = (Vec::new(), Vec::new(), Vec::new());
        Self { nodes, seeds, out, defeats, winner_to, loser_to, absent }
    }

    /// Whether a match decides who wins the playoff.
    pub(super) fn is_final(&self, at: usize) -> bool {
        let node = &self.nodes[at];
        node.part == Part::Final || (node.part == Part::Main && self.winner_to[at].is_none())
    }

    /// Takes out those who left before a round. Byes alone make no round of a double elimination, and none for a player
    /// who is the only one left, except in the final.
    pub(super) fn settle(&mut self, has_left: impl Fn(EntrantId) -> bool) {
        for at in 0..self.nodes.len() {
            for side in 0..2 {
                let id = self.nodes[at].sides[side].entrant();
                if let Some(id) = id.filter(|id| self.nodes[at].is_to_come() && has_left(*id)) {
                    self.nodes[at].sides[side] = Side::Empty;
                    self.absent.push((at, side, id));
                }
            }
            self.close_if_empty(at);
            if !self.nodes[at].is_for_first_place() {
                self.pass(at);
            }
        }
        let is_double = self.nodes.iter().any(|node| node.part == Part::Final);
        loop {
            let open = || self.nodes.iter().filter(|node| node.is_for_first_place() && !node.is_over);
            let is_match = |node: &Node| node.round.is_some() || node.is_ready() && node.alone().is_none();
            let may_pass = is_double || open().flat_map(Node::entrants).count() == 1;
            let byes = (0..self.nodes.len()).filter(|at| self.nodes[*at].is_ready() && !self.is_final(*at));
            let byes: Vec<usize> = byes.collect();
            if !may_pass || byes.is_empty() || open().any(is_match) {
                return;
            }
            byes.into_iter().for_each(|at| self.pass(at));
        }
    }

    fn close_if_empty(&mut self, at: usize) {
        if self.nodes[at].is_to_come() && self.nodes[at].sides == [Side::Empty; 2] {
            self.close(at, None, &[]);
        }
    }

    /// Lets a player through who is alone in a match.
    fn pass(&mut self, at: usize) {
        if let Some(side) = self.nodes[at].alone().filter(|_| self.nodes[at].is_to_come()) {
            self.close(at, Some(side), &[]);
        }
    }

    /// Ends a match, and moves its winner and losers.
    fn close(&mut self, at: usize, winner: Option<usize>, lost: &[EntrantId]) {
        (self.nodes[at].is_over, self.nodes[at].winner) = (true, winner);
        if !self.nodes[at].is_for_first_place() {
            return;
        }
        self.defeats.extend(lost);
        let won = winner.and_then(|side| self.nodes[at].sides[side].entrant());
        let lost_once = |id: &EntrantId| self.defeats.iter().filter(|defeat| *defeat == id).count() == 1;
        match self.loser_to[at] {
            // A second final follows if the first one was the first defeat of its loser.
            Some(again) if self.nodes[at].part == Part::Final => {
                let loser = lost.iter().copied().find(|id| winner != Some(0) && lost_once(id));
                self.out.extend(lost.iter().filter(|id| Some(**id) != loser));
                self.give(Some(again), loser);
                self.give(self.winner_to[at], won.filter(|_| loser.is_some()));
                return;
            }
            Some((to, side)) if self.nodes[to].is_for_first_place() => {
                // Staff may have moved a player up who had lost before.
                let (down, out): (Vec<EntrantId>, Vec<EntrantId>) = lost.iter().partition(|id| lost_once(id));
                self.out.extend(out);
                self.give(Some((to, side)), down.first().copied());
                down.into_iter().skip(1).for_each(|id| self.fall(at, id));
            }
            to => {
                self.give(to, lost.first().copied().filter(|_| lost.len() == 1));
                self.out.extend(lost);
            }
        }
        if let (None, Some((to, side)), Some(id)) = (won, self.winner_to[at], lost.first()) {
            self.absent.push((to, side, *id));
        }
        self.give(self.winner_to[at], won);
    }

    /// Puts an entrant on a side that is open, or leaves it empty. An entrant that comes too late is out.
    fn give(&mut self, to: Target, id: Option<EntrantId>) {
        let Some((at, side)) = to else { return };
        let node = &mut self.nodes[at];
        if node.is_to_come() && matches!(node.sides[side], Side::Open(_)) {
            node.sides[side] = id.map_or(Side::Empty, Side::Entrant);
            self.close_if_empty(at);
        } else if node.is_for_first_place() {
            self.out.extend(id);
        }
    }

    /// Moves the second one of two who both lost. As no winner comes to the next match, no loser comes from it, and that
    /// place in the losers' bracket is free.
    fn fall(&mut self, from: usize, id: EntrantId) {
        let Some((next, side)) = self.winner_to[from] else { return self.out.push(id) };
        let is_open = |(to, side): &(usize, usize)| matches!(self.nodes[*to].sides[*side], Side::Open(_));
        match self.loser_to[next].filter(is_open) {
            _ if self.nodes[next].part == Part::Final => self.give(Some((next, side)), Some(id)),
            Some(free) => self.give(Some(free), Some(id)),
            None => self.fall(next, id),
        }
    }

    /// Plays a round. Returns whether each table has a match. A player who is paired by hand takes the side of the match
    /// that the table stands for.
    pub(super) fn play(&mut self, round: i32, tables: &[Played]) -> bool {
        let (consolation, main): (Vec<&Played>, Vec<&Played>) = tables.iter().partition(|table| table.is_consolation);
        let places = places(&self.nodes, &main);
        self.seat(&main, &places);
        let mut here = vec![Vec::new(); self.nodes.len()];
        for (table, place) in main.iter().zip(&places) {
            if let Some(place) = place {
                here[place.node].push(*table);
            }
        }
        for (at, tables) in here.iter().enumerate().filter(|(_, tables)| !tables.is_empty()) {
            self.end(round, at, tables);
        }
        self.end_for_third(round, &consolation);
        places.iter().all(Option::is_some)
    }

    /// Seats the players of a round in its matches.
    fn seat(&mut self, tables: &[&Played], places: &[Option<Place>]) {
        let coming = self.nodes.iter().filter(|node| node.is_to_come() && node.is_for_first_place());
        let inside: HashSet<EntrantId> = coming.flat_map(Node::entrants).collect();
        let seats = tables.iter().zip(places).filter_map(|(table, place)| Some((table, (*place)?)));
        let seats = seats.flat_map(|(table, place)| table.sides.iter().zip(place.sides.map(|side| (place.node, side))));
        let seats: Vec<(EntrantId, (usize, usize))> = seats.map(|(id, seat)| (*id, seat)).collect();
        let (seat_of, played): (HashMap<_, _>, HashSet<usize>) = seats.iter().map(|seat| (*seat, seat.1.0)).unzip();
        let is_seated = |id: EntrantId| seat_of.contains_key(&id);
        for &(id, (node, side)) in &seats {
            let before = std::mem::replace(&mut self.nodes[node].sides[side], Side::Entrant(id));
            if let Side::Open(Source::WinnerOf(from)) = before
                && !played.contains(&from)
            {
                self.cut_off(from, &is_seated);
            }
            let mut absent =
                self.absent.iter().filter(|(at, of, _)| before == Side::Empty && (*at, *of) == (node, side));
            let absent = absent.next().map(|(.., id)| *id);
            let replaced = before.entrant().or(absent).filter(|before| !is_seated(*before));
            if !inside.contains(&id) {
                self.out.retain(|out| *out != id);
                self.take_seed(id, replaced);
            }
            self.out.extend(replaced.filter(|id| !self.out.contains(id)));
        }
        // Who plays in a match leaves any other one.
        for (at, node) in self.nodes.iter_mut().enumerate().filter(|(_, node)| node.is_to_come()) {
            for (number, side) in node.sides.iter_mut().enumerate() {
                let seat = side.entrant().and_then(|id| seat_of.get(&id));
                if seat.is_some_and(|seat| *seat != (at, number)) {
                    *side = Side::Empty;
                }
            }
        }
    }

    /// Gives a newcomer the seed of a player.
    fn take_seed(&mut self, newcomer: EntrantId, replaced: Option<EntrantId>) {
        let seed = |id: EntrantId| self.seeds.iter().position(|seed| *seed == id);
        match (seed(newcomer), replaced.and_then(seed)) {
            (Some(former), Some(place)) => self.seeds.swap(former, place),
            (None, Some(place)) => self.seeds[place] = newcomer,
            (None, None) => self.seeds.push(newcomer),
            (Some(_), None) => {}
        }
    }

    /// Ends a match whose winner can go nowhere, as another player has that place.
    fn cut_off(&mut self, at: usize, is_seated: &impl Fn(EntrantId) -> bool) {
        if !self.nodes[at].is_to_come() {
            return;
        }
        for side in self.nodes[at].sides {
            match side {
                Side::Entrant(id) if !is_seated(id) => self.out.push(id),
                Side::Open(Source::WinnerOf(from)) => self.cut_off(from, is_seated),
                _ => {}
            }
        }
        let winner = self.nodes[at].entrants().find(|id| is_seated(*id));
        self.nodes[at].winner = winner.and_then(|id| self.nodes[at].side_of(id));
        self.nodes[at].is_over = true;
        self.give(self.loser_to[at], None);
    }

    /// Ends a match by the results of its tables: one of two players, or tables of players without opponents.
    fn end(&mut self, round: i32, at: usize, tables: &[&Played]) {
        self.nodes[at].round = Some(round);
        if tables.iter().any(|table| table.ending == Ending::Open) {
            return;
        }
        let is_here = |id: EntrantId| tables.iter().any(|table| table.sides.contains(&id));
        let has_lost = |id: EntrantId| tables.iter().any(|table| table.lost.contains(&id));
        let sides = self.nodes[at].sides;
        let of = |is_meant: &dyn Fn(EntrantId) -> bool| -> Vec<usize> {
            (0..2).filter(|side| sides[*side].entrant().is_some_and(is_meant)).collect()
        };
        let (through, away) = (of(&|id| is_here(id) && !has_lost(id)), of(&|id| !is_here(id)));
        if through.len() == 2 || tables.iter().any(|table| table.ending == Ending::Drawn) {
            self.nodes[at].round = None;
            return;
        }
        let winner = through.first().or(away.first()).copied();
        for side in (0..2).filter(|side| winner != Some(*side)) {
            match sides[side] {
                Side::Entrant(id) if is_here(id) => continue,
                Side::Entrant(id) => self.out.push(id),
                Side::Open(Source::WinnerOf(from)) => self.cut_off(from, &is_here),
                Side::Open(_) | Side::Empty => {}
            }
            self.nodes[at].sides[side] = Side::Empty;
        }
        let lost: Vec<EntrantId> = sides.into_iter().filter_map(Side::entrant).filter(|id| has_lost(*id)).collect();
        self.close(at, winner, &lost);
    }

    /// Plays the match for third place.
    fn end_for_third(&mut self, round: i32, tables: &[&Played]) {
        let Some(node) = self.nodes.iter_mut().find(|node| !node.is_for_first_place() && node.is_to_come()) else {
            return;
        };
        let is_meant = |table: &&&Played| table.sides.iter().any(|id| node.side_of(*id).is_some());
        let Some(table) = tables.iter().filter(|table| table.sides.len() == 2).find(is_meant) else { return };
        let is_turned = (0..2).any(|seat| node.side_of(table.sides[seat]) == Some(1 - seat));
        for (seat, id) in table.sides.iter().enumerate() {
            let side = if is_turned { 1 - seat } else { seat };
            node.sides[side] = Side::Entrant(*id);
            node.winner = node.winner.or((!table.lost.is_empty() && !table.lost.contains(id)).then_some(side));
        }
        (node.round, node.is_over) = (Some(round), table.ending != Ending::Open);
    }
}
