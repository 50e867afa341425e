//! The matches of an event, recorded independently of the service, and an independent calculation of standings.

use e2e::archive::{Archive, Match, Round as Played, Row};
use e2e::generate::Dice;
use e2e::reckon::{self, Reckoned};
use serde_json::{Value, json};

use crate::organizer::hall::{Round, Score, Table};

/// The recorded matches.
pub(crate) struct Ledger {
    /// Registrations, by their number in the calculation.
    entries: Vec<i64>,
    rounds: Vec<Played>,
    /// Winner and loser of each match of the playoff, a list for each round; for a bye only the winner.
    playoff: Vec<Vec<(i64, Option<i64>)>>,
}

/// A line of calculated standings.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) entry: i64,
    pub(crate) row: Row,
    reckoned: Reckoned,
}

impl Ledger {
    /// A ledger for these players, without matches.
    pub(crate) fn new(entries: impl IntoIterator<Item = i64>) -> Self {
        Self { entries: entries.into_iter().collect(), rounds: Vec::new(), playoff: Vec::new() }
    }

    fn number_of(&self, entry: i64) -> usize {
        self.entries.iter().position(|known| *known == entry).unwrap_or_else(|| panic!("{entry} does not play"))
    }

    /// Records a Swiss round.
    pub(crate) fn note(&mut self, round: &Round, scores: &[(Table, Score)]) {
        let byes = round.tables.iter().filter(|table| !table.is_match());
        let byes = byes.map(|table| self.alone(table.players[0], table.is_loss));
        let met = scores.iter().map(|(table, score)| self.met(table, *score));
        let matches = byes.chain(met).collect();
        self.rounds.push(Played { number: round.number, kind: "swiss".into(), name: None, matches });
    }

    /// Corrects a recorded result.
    pub(crate) fn correct(&mut self, number: i32, table: &Table, score: Score) {
        let right = self.met(table, score);
        let round = self.rounds.iter_mut().find(|round| round.number == number).unwrap();
        *round.matches.iter_mut().find(|game| (game.p1, game.p2) == (right.p1, right.p2)).unwrap() = right;
    }

    fn met(&self, table: &Table, [first, second, drawn]: Score) -> Match {
        let [g1, g2, gd] = [first, second, drawn].map(|games| Some(i64::from(games)));
        let winner = if first > second { 1 } else { 2 * u8::from(second > first) };
        let [p1, p2] = [table.players[0], table.players[1]].map(|entry| self.number_of(entry));
        Match { p1, p2: Some(p2), g1, g2, gd, bye: false, loss: false, winner }
    }

    fn alone(&self, entry: i64, loss: bool) -> Match {
        let [g1, g2, gd] = [if loss { 0 } else { 2 }, 0, 0].map(Some);
        Match { p1: self.number_of(entry), p2: None, g1, g2, gd, bye: !loss, loss, winner: if loss { 2 } else { 1 } }
    }

    /// Records a round of the playoff.
    pub(crate) fn note_playoff(&mut self, round: &Round, scores: &[(Table, Score)]) {
        let mut matches: Vec<_> = round.byes().into_iter().map(|entry| (entry, None)).collect();
        matches.extend(scores.iter().map(|(table, score)| {
            let [winner, loser] = if score[0] > score[1] { [0, 1] } else { [1, 0] };
            (table.players[winner], Some(table.players[loser]))
        }));
        self.playoff.push(matches);
    }

    /// Whether two players have met before.
    pub(crate) fn met_before(&self, one: i64, other: i64) -> bool {
        let pair = [self.number_of(one), self.number_of(other)];
        let mut games = self.rounds.iter().flat_map(|round| &round.matches);
        games.any(|game| game.p2.is_some_and(|second| [game.p1, second] == pair || [second, game.p1] == pair))
    }

    /// Number of a player's byes so far.
    pub(crate) fn byes_of(&self, entry: i64) -> usize {
        let number = self.number_of(entry);
        self.rounds.iter().flat_map(|round| &round.matches).filter(|game| game.bye && game.p1 == number).count()
    }

    /// A player's match points so far.
    pub(crate) fn points_of(&self, entry: i64) -> i64 {
        let number = self.number_of(entry);
        let games = self.rounds.iter().flat_map(|round| &round.matches).flat_map(reckon::points_of);
        games.filter(|(player, _)| *player == number).map(|(_, points)| points).sum()
    }

    /// The standings of listed players after a round, best first.
    pub(crate) fn standings(&self, up_to: i32, is_listed: impl Fn(i64) -> bool) -> Vec<Line> {
        let rounds = self.rounds.iter().filter(|round| round.number <= up_to).cloned().collect();
        let mut reckoned: Vec<(i64, Reckoned)> = self
            .entries
            .iter()
            .copied()
            .zip(reckon::standings(&Archive::of_swiss(self.entries.len(), rounds)))
            .collect();
        reckoned.retain(|(entry, _)| is_listed(*entry));
        reckoned.sort_by(|(_, one), (_, other)| one.order(other));
        let lines = reckoned.into_iter().zip(1..);
        lines.map(|((entry, reckoned), rank)| Line { entry, row: reckoned.publish(rank, up_to), reckoned }).collect()
    }

    /// The expected final order, given the order of the Swiss rounds: by the last round of the playoff, then by that
    /// order.
    pub(crate) fn final_order(&self, swiss: &[i64]) -> Vec<i64> {
        let came_to = |entry: i64| {
            let in_it = |matches: &[(i64, Option<i64>)]| matches.iter().any(|it| it.0 == entry || it.1 == Some(entry));
            let last = self.playoff.iter().rposition(|matches| in_it(matches));
            let lost = last.is_some_and(|last| self.playoff[last].iter().any(|it| it.1 == Some(entry)));
            (std::cmp::Reverse(last.map_or(0, |last| last + 1)), lost)
        };
        let mut order = swiss.to_vec();
        order.sort_by_key(|entry| came_to(*entry));
        order
    }

    /// Numbers of playoff matches that a player won and lost.
    pub(crate) fn playoff_record(&self, entry: i64) -> [usize; 2] {
        let matches = || self.playoff.iter().flatten();
        let won = matches().filter(|(winner, loser)| *winner == entry && loser.is_some()).count();
        [won, matches().filter(|(_, loser)| *loser == Some(entry)).count()]
    }
}

/// Compares served standings with the calculated ones. If the calculation gives equal ranks, the random tiebreaker
/// decides.
#[track_caller]
pub(crate) fn assert_standings(served: &[(i64, Value)], lines: &[Line]) {
    assert_eq!(served.len(), lines.len(), "the number of lines");
    let of = |entry: i64| lines.iter().find(|line| line.entry == entry).unwrap_or_else(|| panic!("{entry} is listed"));
    for (place, (entry, line)) in served.iter().enumerate() {
        let row = &of(*entry).row;
        let whole = json!([place + 1, row.points, row.w, row.l, row.d, format!("{}-{}-{}", row.w, row.l, row.d)]);
        let names = ["rank", "match_points", "wins", "losses", "draws", "record"];
        assert_eq!(json!(names.map(|name| &line[name])), whole, "{line}");
        for (name, expected) in [
            ("opponent_match_win_percentage", row.omw),
            ("game_win_percentage", row.gw),
            ("opponent_game_win_percentage", row.ogw),
        ] {
            let told = line[name].as_f64().unwrap();
            assert!((told - expected).abs() < 5e-9, "{name} is {told}, not {expected}: {line}");
        }
    }
    let order: Vec<&Line> = served.iter().map(|(entry, _)| of(*entry)).collect();
    let is_sorted = order.windows(2).all(|pair| pair[0].reckoned.by_play(&pair[1].reckoned).is_le());
    assert!(is_sorted, "best first: {order:?}");
}

/// Draws a random score: draws are rare, and the player who registered earlier wins more often.
pub(crate) fn chance(dice: &mut Dice, table: &Table) -> Score {
    let first_is_better = table.players[0] < table.players[1];
    match (dice.roll(24), first_is_better) {
        (0, _) => OUT_OF_TIME,
        (1, _) => [1, 1, 0],
        (2..=5, true) | (6..=14, false) => [1, 2, 0],
        (6..=14, true) | (2..=5, false) => [2, 1, 0],
        (_, true) => [2, 0, 0],
        (_, false) => [0, 2, 0],
    }
}

const OUT_OF_TIME: Score = [1, 1, 1];

/// Draws a random score without a draw.
pub(crate) fn winner(dice: &mut Dice) -> Score {
    [[2, 0, 0], [2, 1, 0], [1, 2, 0], [0, 2, 0]][usize::try_from(dice.roll(4)).unwrap()]
}
