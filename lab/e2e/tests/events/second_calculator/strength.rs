//! Netrunner, double-sided: points are the scores of matches, a bye is 6. Opponents' points per round, and their means.
//! Rounds count by their weight, in rounds played and in both means: published values of an event with weights need it.

use super::event::{Event, Row};
use super::fraction::Fraction;

pub(super) fn rows(event: &Event, until: usize) -> Vec<Row> {
    let points = |player: usize| {
        let scores: i128 = event.tables(player, 0..until).map(|(own, _)| own.score).sum();
        scores + 6 * i128::try_from(event.byes(player, 0..until)).unwrap()
    };
    let per_round = |player: usize| {
        let weights = (0..until).filter(|round| event.tables(player, *round..round + 1).count() > 0);
        Fraction::new(points(player), weights.map(|round| event.weights[round]).sum::<i128>().max(1))
    };
    let per_round: Vec<Fraction> = event.players().map(per_round).collect();
    let strength = |player: usize| Fraction::mean(event.met(player, 0..until, &per_round), Fraction::ZERO);
    let strengths: Vec<Fraction> = event.players().map(strength).collect();
    let row = |player: usize| {
        let met = event.met(player, 0..until, &strengths);
        let (strength, extended) = (strengths[player], Fraction::mean(met, Fraction::ZERO));
        let values = vec![("sos", strength), ("esos", extended)];
        Row { points: points(player), values, order: vec![strength, extended] }
    };
    event.players().map(row).collect()
}
