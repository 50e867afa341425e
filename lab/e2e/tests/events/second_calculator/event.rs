//! Events as the second calculator reads them. Players are numbers from 0; a round is named by how many were played with it.

use std::ops::Range;

use super::fraction::Fraction;

/// A way to count points and to order players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum System {
    /// Pokémon.
    Resistance,
    /// Scores and margins of victory.
    Margin,
    /// Netrunner.
    Strength,
    /// Magic, with the lowest percentage.
    Magic(Fraction),
    /// Commander.
    Pods,
}

#[derive(Debug)]
pub(super) struct Event {
    /// The round after which each player dropped, and whether by disqualification.
    pub(super) exits: Vec<Option<(usize, bool)>>,
    /// The tables of each round. One player alone has a bye, or a loss for being late.
    pub(super) rounds: Vec<Vec<Vec<Seat>>>,
    /// Weight of each round in averages over opponents, if the system has weights.
    pub(super) weights: Vec<i128>,
    /// The last round of day one, and the players of day two.
    pub(super) cut: Option<(usize, Vec<usize>)>,
    /// Whether percentages start anew on day two.
    pub(super) starts_anew: bool,
}

/// A player at a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seat {
    pub(super) player: usize,
    pub(super) outcome: Outcome,
    pub(super) games_won: i128,
    pub(super) games_drawn: i128,
    pub(super) score: i128,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Won,
    Drew,
    Lost,
}

/// What the system gives for a player, with values under the names of the product's tiebreakers.
pub(super) struct Row {
    pub(super) points: i128,
    pub(super) values: Vec<(&'static str, Fraction)>,
    /// Players are ordered by points, then by these, higher first.
    pub(super) order: Vec<Fraction>,
}

impl Event {
    pub(super) fn players(&self) -> Range<usize> {
        0..self.exits.len()
    }

    /// Returns the player's own seat and the others at the table, for each round of `rounds`, which count from 0.
    pub(super) fn tables(&self, player: usize, rounds: Range<usize>) -> impl Iterator<Item = (Seat, Vec<Seat>)> {
        self.rounds[rounds].iter().flatten().filter_map(move |seats| {
            let own = seats.iter().find(|seat| seat.player == player)?;
            Some((*own, seats.iter().filter(|seat| seat.player != player).copied().collect()))
        })
    }

    /// Returns the values of a player's opponents, and the weight of the round. An opponent met twice is there twice.
    pub(super) fn met(&self, player: usize, rounds: Range<usize>, values: &[Fraction]) -> Vec<(Fraction, i128)> {
        let of_round = |round: usize| {
            let others = self.tables(player, round..round + 1).flat_map(|(_, others)| others);
            others.map(move |seat| (values[seat.player], self.weights[round]))
        };
        rounds.flat_map(of_round).collect()
    }

    pub(super) fn byes(&self, player: usize, rounds: Range<usize>) -> usize {
        self.alone(player, rounds, Outcome::Won)
    }

    pub(super) fn late_losses(&self, player: usize, rounds: Range<usize>) -> usize {
        self.alone(player, rounds, Outcome::Lost)
    }

    fn alone(&self, player: usize, rounds: Range<usize>, outcome: Outcome) -> usize {
        self.tables(player, rounds).filter(|(own, others)| others.is_empty() && own.outcome == outcome).count()
    }

    /// Returns the player's wins, losses and draws. A bye is a win.
    pub(super) fn record(&self, player: usize, until: usize) -> [i32; 3] {
        [Outcome::Won, Outcome::Lost, Outcome::Drew].map(|outcome| {
            let count = self.tables(player, 0..until).filter(|(own, _)| own.outcome == outcome).count();
            i32::try_from(count).unwrap()
        })
    }

    /// Returns points for the player's wins, losses and draws, and the number of rounds.
    pub(super) fn points(&self, player: usize, until: usize, [win, loss, draw]: [i32; 3]) -> (i128, i128) {
        let [won, lost, drawn] = self.record(player, until);
        ((won * win + lost * loss + drawn * draw).into(), (won + lost + drawn).into())
    }

    /// Whether the player won more matches against another than were lost.
    pub(super) fn has_beaten(&self, player: usize, other: usize, until: usize) -> bool {
        let meetings =
            self.tables(player, 0..until).filter(|(_, others)| others.iter().any(|seat| seat.player == other));
        let balance = meetings.map(|(own, others)| match (own.outcome, others[0].outcome) {
            (Outcome::Won, _) => 1,
            (_, Outcome::Won) => -1,
            _ => 0,
        });
        balance.sum::<i32>() > 0
    }

    /// Whether the player missed a cut before this round.
    pub(super) fn missed_cut(&self, player: usize, round: usize) -> bool {
        self.cut.as_ref().is_some_and(|(after, advancing)| *after < round && !advancing.contains(&player))
    }

    /// Whether the player dropped, or missed a cut, before this round.
    pub(super) fn is_out(&self, player: usize, round: usize) -> bool {
        self.exits[player].is_some_and(|(after, _)| after < round) || self.missed_cut(player, round)
    }
}
