//! Commander: 5 points for a win and 1 for a draw. Each opponent of a pod counts; a bye adds three with a win rate of 1/5.

use super::event::{Event, Row};
use super::fraction::Fraction;

pub(super) fn rows(event: &Event, until: usize) -> Vec<Row> {
    let rate = |player: usize| {
        let (wins, rounds) = event.points(player, until, [1, 0, 0]);
        Fraction::new(wins, rounds.max(1))
    };
    let rates: Vec<Fraction> = event.players().map(rate).collect();
    let row = |player: usize| {
        let byes = vec![(Fraction::new(1, 5), 3); event.byes(player, 0..until)];
        let opponents = Fraction::mean(event.met(player, 0..until, &rates).into_iter().chain(byes), Fraction::ZERO);
        let values = vec![("mw", rates[player]), ("omw", opponents)];
        Row { points: event.points(player, until, [5, 0, 1]).0, values, order: vec![opponents] }
    };
    event.players().map(row).collect()
}
