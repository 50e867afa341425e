//! Magic Tournament Rules, appendix C. Other games have the same rules with another floor.

use super::event::{Event, Row};
use super::fraction::Fraction;

pub(super) fn rows(event: &Event, until: usize, floor: Fraction) -> Vec<Row> {
    let share = |(gained, count): (i128, i128)| Fraction::new(gained, (3 * count).max(1)).max(floor);
    let points = |player| event.points(player, until, [3, 0, 1]);
    let match_wins: Vec<Fraction> = event.players().map(|player| share(points(player))).collect();
    let game_wins: Vec<Fraction> = event.players().map(|player| share(game_points(event, player, until))).collect();
    let row = |player: usize| {
        let mean = |values: &[Fraction]| Fraction::mean(event.met(player, 0..until, values), floor);
        let (omw, gw, ogw) = (mean(&match_wins), game_wins[player], mean(&game_wins));
        let values = vec![("mw", match_wins[player]), ("omw", omw), ("gw", gw), ("ogw", ogw)];
        Row { points: points(player).0, values, order: vec![omw, gw, ogw] }
    };
    event.players().map(row).collect()
}

/// Returns a player's game points and the number of games. A bye is won by two games; a late loss has no games.
fn game_points(event: &Event, player: usize, until: usize) -> (i128, i128) {
    let byes = i128::try_from(event.byes(player, 0..until)).unwrap();
    event.tables(player, 0..until).fold((6 * byes, 2 * byes), |(points, games), (own, others)| {
        let lost: i128 = others.iter().map(|other| other.games_won).sum();
        (points + 3 * own.games_won + own.games_drawn, games + own.games_won + lost + own.games_drawn)
    })
}
