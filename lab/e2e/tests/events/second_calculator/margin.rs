//! Scores and margins: a win is a point. The margin of a match is 200 with the difference of scores, within 0 and 400.

use super::event::{Event, Row};
use super::fraction::Fraction;

pub(super) fn rows(event: &Event, until: usize) -> Vec<Row> {
    let points: Vec<(i128, i128)> = event.players().map(|player| event.points(player, until, [1, 0, 0])).collect();
    let per_round: Vec<Fraction> = points.iter().map(|(won, rounds)| Fraction::new(*won, 1.max(*rounds))).collect();
    let row = |player: usize| {
        let margins = event.tables(player, 0..until).map(|(own, others)| match others.first() {
            Some(other) => (200 + own.score - other.score).clamp(0, 400),
            None => 0,
        });
        let byes = i128::try_from(event.byes(player, 0..until)).unwrap();
        let margin = Fraction::from(margins.sum::<i128>() + 300 * byes);
        let strength = Fraction::mean(event.met(player, 0..until, &per_round), Fraction::ZERO);
        let values = vec![("margin", margin), ("sos", strength)];
        Row { points: points[player].0, values, order: vec![margin, strength] }
    };
    event.players().map(row).collect()
}
