//! A simple second calculation of standings, to check the service's own.
//!
//! Published values are hundred-millionths: own percentages are rounded half away from zero first, then their means.
//! The order is by the exact means.

use std::cmp::Ordering;

use crate::archive::{Archive, Match, Row};

const UNITS: i64 = 100_000_000;
/// Units of exact shares. The number is divisible by 100 and by three times every number up to 45, so shares of up to
/// 15 rounds are integers.
const EXACT: i128 = 300 * 9_419_588_158_802_421_600;

/// One player's numbers, in units of 10^-8.
#[derive(Debug, Clone, Default)]
pub struct Reckoned {
    player: usize,
    points: i64,
    record: [i64; 3],
    rounds: i64,
    games: [i64; 3],
    opponents: Vec<usize>,
    own_gw: i64,
    omw: i64,
    ogw: i64,
    exact_omw: Mean,
    exact_ogw: Mean,
}

/// A sum of exact shares, and their number.
#[derive(Debug, Clone, Copy, Default)]
struct Mean {
    sum: i128,
    count: i128,
}

impl Mean {
    fn order(self, other: Self) -> Ordering {
        (self.sum * other.count).cmp(&(other.sum * self.count))
    }
}

impl Reckoned {
    /// Sorts the best player first.
    pub fn order(&self, other: &Self) -> Ordering {
        self.by_play(other).then(self.player.cmp(&other.player))
    }

    /// The same without the random tiebreaker: players are equal if nothing else decides.
    pub fn by_play(&self, other: &Self) -> Ordering {
        let better = self.points.cmp(&other.points).then(self.exact_omw.order(other.exact_omw));
        let better = better.then(self.own_gw.cmp(&other.own_gw)).then(self.exact_ogw.order(other.exact_ogw));
        better.reverse()
    }

    /// The row as a platform would publish it.
    pub fn publish(&self, rank: i64, as_of_round: i32) -> Row {
        let [w, l, d] = self.record;
        let (omw, gw, ogw) = (fraction(self.omw), fraction(self.own_gw), fraction(self.ogw));
        Row { rank, p: self.player, points: self.points, w, l, d, omw, gw, ogw, as_of_round }
    }
}

#[allow(clippy::cast_precision_loss, reason = "eight digits fit a float")]
fn fraction(units: i64) -> f64 {
    units as f64 / UNITS as f64
}

fn rounded(numerator: i64, denominator: i64) -> i64 {
    (2 * numerator + denominator) / (2 * denominator)
}

/// The floor as a fraction: `0.33` or `1/3`.
pub fn floor_of(text: &str) -> f64 {
    fraction(floor_units(text))
}

fn floor_units(text: &str) -> i64 {
    match text.split_once('/') {
        Some((above, below)) => {
            rounded(above.parse::<i64>().expect("a number") * UNITS, below.parse().expect("a number"))
        }
        None => rounded(text.strip_prefix("0.").expect("a fraction").parse::<i64>().expect("digits") * UNITS, 100),
    }
}

/// The match points that each player gets for a match.
pub fn points_of(game: &Match) -> Vec<(usize, i64)> {
    let of = |place: u8| match game.winner {
        0 => 1,
        winner if winner == place => 3,
        _ => 0,
    };
    let second = game.p2.map(|player| (player, of(2)));
    std::iter::once((game.p1, of(1))).chain(second).collect()
}

/// Every player's numbers over all Swiss rounds, by player.
pub fn standings(archive: &Archive) -> Vec<Reckoned> {
    let mut rows: Vec<_> =
        (0..archive.players.len()).map(|player| Reckoned { player, ..Reckoned::default() }).collect();
    for game in archive.swiss().flat_map(|round| &round.matches) {
        count(&mut rows, game);
    }
    let floor = Share { units: floor_units(&archive.rule.floor), exact: exact_floor(&archive.rule.floor) };
    let match_wins: Vec<_> = rows.iter().map(|row| Share::of(row.points, 3 * row.rounds)).collect();
    let games = |row: &Reckoned| Share::of(3 * row.games[0] + row.games[2], 3 * row.games.iter().sum::<i64>());
    let game_wins: Vec<_> = rows.iter().map(games).collect();
    for (player, row) in rows.iter_mut().enumerate() {
        row.own_gw = match game_wins[player] {
            Some(share) if archive.rule.own_gw_floored => share.units.max(floor.units),
            Some(share) => share.units,
            None => without_games(archive),
        };
        (row.omw, row.exact_omw) = mean(&row.opponents, &match_wins, floor);
        (row.ogw, row.exact_ogw) = mean(&row.opponents, &game_wins, floor);
    }
    rows
}

#[allow(clippy::cast_possible_truncation, reason = "a small fraction")]
fn without_games(archive: &Archive) -> i64 {
    archive.rule.no_games_gw.map_or(0, |game_win| (game_win * 1e8).round() as i64)
}

fn exact_floor(text: &str) -> i128 {
    if text == "1/3" { EXACT / 3 } else { i128::from(floor_units(text)) * EXACT / i128::from(UNITS) }
}

/// A percentage, rounded and exact.
#[derive(Debug, Clone, Copy)]
struct Share {
    units: i64,
    exact: i128,
}

impl Share {
    fn of(numerator: i64, denominator: i64) -> Option<Self> {
        let exact = || i128::from(numerator) * EXACT / i128::from(denominator);
        (denominator > 0).then(|| Self { units: rounded(numerator * UNITS, denominator), exact: exact() })
    }
}

fn count(rows: &mut [Reckoned], game: &Match) {
    let games = if game.bye { [2, 0, 0] } else { [game.g1, game.g2, game.gd].map(Option::unwrap_or_default) };
    for (place, (player, points)) in points_of(game).into_iter().enumerate() {
        let row = &mut rows[player];
        row.points += points;
        row.rounds += 1;
        row.record[match points {
            3 => 0,
            0 => 1,
            _ => 2,
        }] += 1;
        let [won, lost, drawn] = if place == 0 { games } else { [games[1], games[0], games[2]] };
        for (sum, more) in row.games.iter_mut().zip([won, lost, drawn]) {
            *sum += more;
        }
        if let Some(second) = game.p2 {
            row.opponents.push(if place == 0 { second } else { game.p1 });
        }
    }
}

fn mean(opponents: &[usize], shares: &[Option<Share>], floor: Share) -> (i64, Mean) {
    let floored = opponents.iter().map(|&opponent| match shares[opponent] {
        Some(share) if share.exact > floor.exact => share,
        _ => floor,
    });
    let floored: Vec<_> = if opponents.is_empty() { vec![floor] } else { floored.collect() };
    let count = i64::try_from(floored.len()).expect("a count");
    let units = floored.iter().map(|share| share.units).sum();
    let exact = Mean { sum: floored.iter().map(|share| share.exact).sum(), count: count.into() };
    (rounded(units, count), exact)
}
