//! The results that a match can have. They follow from the number of games that it is played for.

use proto_events::tournament::Games;

/// The numbers of games that an event can be played for.
pub const BEST_OF: [i32; 2] = [1, 3];
/// The most drawn games of a match. An intentional draw counts as three of them.
pub const DRAWN: i32 = 3;
/// Games won by the better and by the other player, in a match for one game.
const OF_ONE: &[(i32, i32)] = &[(1, 0), (0, 0)];
/// The same in a match for two wins.
const OF_THREE: &[(i32, i32)] = &[(2, 0), (2, 1), (1, 0), (1, 1), (0, 0)];

fn wins(best_of: i32) -> &'static [(i32, i32)] {
    if best_of == 1 { OF_ONE } else { OF_THREE }
}

/// Returns whether a match can end with these games. An event that does not say what it is played for takes any.
pub fn is_possible(best_of: Option<i32>, games: Games) -> bool {
    let Games { first, second, drawn } = games;
    let won = (first.max(second), first.min(second));
    let drawn_games = if won == (0, 0) { 1..=DRAWN } else { 0..=DRAWN };
    best_of.is_none_or(|best_of| wins(best_of).contains(&won) && drawn_games.contains(&drawn))
}

/// Returns the wins of both players in the possible results with a decided game, the larger number first.
pub fn decided(best_of: i32) -> impl Iterator<Item = (i32, i32)> {
    wins(best_of).iter().copied().filter(|won| *won != (0, 0))
}

/// Returns the usual results, to choose from: the wins of the first player, draws, the wins of the second player.
pub fn choices(best_of: Option<i32>) -> Vec<Games> {
    let wins = wins(best_of.unwrap_or(3));
    let decided = || wins.iter().filter(|(most, least)| most > least);
    let first = decided().map(|(most, least)| Games { first: *most, second: *least, drawn: 0 });
    let second = decided().rev().map(|(most, least)| Games { first: *least, second: *most, drawn: 0 });
    let even = wins.iter().filter(|(most, least)| most == least);
    // A match that is even after some games ends with a drawn one; without games, it was drawn by agreement.
    let even = even.map(|(most, _)| Games { first: *most, second: *most, drawn: if *most == 0 { DRAWN } else { 1 } });
    first.chain(even).chain(second).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games((first, second, drawn): (i32, i32, i32)) -> Games {
        Games { first, second, drawn }
    }

    #[test]
    fn more_than_half_of_the_games_win_and_no_more_are_played() {
        for (best_of, possible, impossible) in [
            (
                3,
                &[(2, 0, 0), (1, 2, 0), (2, 1, 1), (1, 0, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0), (0, 0, 3), (0, 0, 1)][..],
                &[(3, 0, 0), (2, 2, 0), (2, 3, 0), (9, 9, 9), (1, 0, 4)][..],
            ),
            (1, &[(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 3)], &[(2, 0, 0), (1, 1, 0), (1, 2, 0)]),
        ] {
            for it in possible.iter().chain(impossible) {
                assert_eq!(is_possible(Some(best_of), games(*it)), possible.contains(it), "{it:?} of {best_of}");
                assert!(is_possible(None, games(*it)), "an event that does not say takes {it:?}");
            }
        }
        assert_eq!(decided(1).collect::<Vec<_>>(), [(1, 0)]);
    }

    #[test]
    fn every_choice_is_possible_and_both_players_have_the_same() {
        for best_of in [None, Some(1), Some(3)] {
            let choices = choices(best_of);
            assert!(choices.iter().all(|games| is_possible(best_of, *games)), "{choices:?}");
            for Games { first, second, drawn } in &choices {
                assert!(choices.contains(&games((*second, *first, *drawn))), "{choices:?}");
            }
        }
        assert_eq!(choices(Some(1)), [(1, 0, 0), (0, 0, 3), (0, 1, 0)].map(games));
        assert_eq!(choices(None).len(), 8);
    }
}
