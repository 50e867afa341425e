//! The result of a match as CSV files write it, from the view of the first player: games (`2-1`, `2-1-0`), a word
//! (`win`, `draw`, `double loss`, `bye`), the name of the winner, or a sentence (`Ana won 2-1-0`, `0-0-3 Draw`).

use domain::names;
use proto_events::tournament::{Games, MatchResult, PODS_SEATS_MAX, Winner};

use super::columns::folded;
use crate::archive::{pod_result, winner_by_place};

/// Valid numbers of games.
const GAMES: std::ops::RangeInclusive<i32> = 0..=999;
/// Dashes between the games of two players.
const DASHES: [char; 4] = ['-', '–', '—', ':'];
/// Beginnings of the names of months: spreadsheets turn `2-1` into a date.
const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Played(MatchResult),
    BothLost,
    Bye,
    /// There is no result.
    Nothing,
}

impl Outcome {
    /// Returns the outcome of a match of which only the winner is known.
    pub(super) const fn won(winner: Winner) -> Self {
        Self::Played(MatchResult::new(winner, None))
    }

    /// Returns the same result from the view of the other player.
    pub(super) fn flipped(self) -> Self {
        let Self::Played(result) = self else { return self };
        let winner = match result.winner {
            Winner::First => Winner::Second,
            Winner::Second => Winner::First,
            other => other,
        };
        let games = result.games.map(|games| Games { first: games.second, second: games.first, ..games });
        Self::Played(MatchResult { winner, games, ..result })
    }

    /// Returns the result of a match that was played and not lost by both.
    pub(super) fn result(self) -> Option<MatchResult> {
        if let Self::Played(result) = self { Some(result) } else { None }
    }
}

/// Reads a result. `None` if it cannot be understood.
pub(super) fn read(text: &str, names: [Option<&str>; 2]) -> Option<Outcome> {
    let text = text.trim();
    scored(text)
        .or_else(|| word(&folded(text)))
        .or_else(|| named(text, names).map(Outcome::won))
        .or_else(|| sentence(text, names))
}

/// Reads `2-1` or `2-1-0`, with any of these dashes.
pub(crate) fn score(text: &str, dashes: &[char]) -> Option<Games> {
    let parts: Option<Vec<i32>> = text.split(dashes).map(|part| part.trim().parse().ok()).collect();
    let (first, second, drawn) = match parts?[..] {
        [first, second] => (first, second, 0),
        [first, second, drawn] => (first, second, drawn),
        _ => return None,
    };
    [first, second, drawn].iter().all(|count| GAMES.contains(count)).then_some(Games { first, second, drawn })
}

fn scored(text: &str) -> Option<Outcome> {
    score(text, &DASHES).map(|games| Outcome::Played(games.into()))
}

/// Reads games from columns of their own.
pub(super) fn games([first, second, drawn]: [&str; 3]) -> Option<Outcome> {
    let count = |text: &str| text.parse().ok().filter(|count| GAMES.contains(count));
    let drawn = if drawn.is_empty() { Some(0) } else { count(drawn) };
    let games = Games { first: count(first)?, second: count(second)?, drawn: drawn? };
    Some(Outcome::Played(games.into()))
}

fn word(folded: &str) -> Option<Outcome> {
    Some(match folded {
        "" | "notreported" | "unreported" | "pending" => Outcome::Nothing,
        "win" | "won" | "w" | "player1" | "p1" => Outcome::won(Winner::First),
        "loss" | "lost" | "lose" | "l" | "player2" | "p2" => Outcome::won(Winner::Second),
        "draw" | "drawn" | "d" | "tie" | "t" | "id" | "intentionaldraw" => Outcome::won(Winner::Draw),
        "doubleloss" | "dl" | "bothlost" | "alllost" | "lossloss" | "matchloss" => Outcome::BothLost,
        "bye" => Outcome::Bye,
        _ => return None,
    })
}

/// Returns which of the players this name is.
fn named(name: &str, names: [Option<&str>; 2]) -> Option<Winner> {
    let is = |other: Option<&str>| other.is_some_and(|other| same_name(name, other));
    match names.map(is) {
        [true, _] => Some(Winner::First),
        [_, true] => Some(Winner::Second),
        _ => None,
    }
}

fn same_name(one: &str, other: &str) -> bool {
    key(one) == key(other)
}

/// Returns a name as people compare names of one file: O'Neil and O’Neil are one player.
pub(super) fn key(name: &str) -> String {
    Some(names::folded(name)).filter(|words| !words.is_empty()).unwrap_or_else(|| names::key(name))
}

fn sentence(text: &str, names: [Option<&str>; 2]) -> Option<Outcome> {
    if let Some((games, last)) = text.rsplit_once(' ')
        && last.eq_ignore_ascii_case("draw")
    {
        return scored(games);
    }
    if let Some((name, games)) = text.rsplit_once(" won ") {
        let games = scored(games)?;
        return Some(if named(name, names)? == Winner::First { games } else { games.flipped() });
    }
    if let Some(name) = text.strip_suffix(" was assigned a bye").or(text.strip_suffix(" was awarded a bye")) {
        return named(name, names).map(|_| Outcome::Bye);
    }
    let forfeits: Option<Vec<&str>> = text.split(", ").map(|part| part.strip_suffix(" forfeited the match")).collect();
    match forfeits?[..] {
        [name] => Some(Outcome::won(named(name, names)?).flipped()),
        [one, other] if named(one, names)? != named(other, names)? => Some(Outcome::BothLost),
        _ => None,
    }
}

/// Reads the column that names the winner: a name, the number of a seat, or a word. `None` if it cannot be understood.
pub(super) fn winner(text: &str, names: &[Option<&str>]) -> Option<Winner> {
    let folded = folded(text);
    let numbered = folded.trim_start_matches("player").trim_start_matches('p').parse::<usize>().ok();
    let seat = names.iter().position(|name| name.is_some_and(|name| same_name(text, name)));
    match seat.or_else(|| numbered?.checked_sub(1).filter(|seat| *seat < names.len())) {
        Some(seat) => Winner::of_seat(seat),
        None => matches!(folded.as_str(), "0" | "draw" | "tie" | "none").then_some(Winner::Draw),
    }
}

/// Reads who won a pod, or that all lost, or nothing. `None` if it cannot be understood.
pub(super) fn of_pod(text: &str, names: &[Option<&str>]) -> Option<Outcome> {
    let winner = match (winner(text, names), word(&folded(text))) {
        (Some(winner), _) => winner,
        (None, Some(Outcome::Played(MatchResult { winner: Winner::Draw, .. }))) => Winner::Draw,
        (None, Some(other @ (Outcome::Nothing | Outcome::BothLost))) => return Some(other),
        (None, _) => return None,
    };
    Some(Outcome::Played(pod_result(names.len(), winner)))
}

/// Reads the places in a pod of so many players. `None` if one is missing or impossible.
pub(super) fn places(cells: [&str; PODS_SEATS_MAX], seats: usize) -> Option<Outcome> {
    let mut places = [0; PODS_SEATS_MAX];
    for (place, cell) in places.iter_mut().zip(cells).filter(|(_, cell)| !cell.is_empty()) {
        *place = cell.parse().ok().filter(|place| (1..=seats).contains(&usize::from(*place)))?;
    }
    let (taken, empty) = places.split_at(seats);
    let are_whole = !taken.contains(&0) && empty.iter().all(|place| *place == 0);
    let winner = winner_by_place(taken).filter(|_| are_whole)?;
    Some(Outcome::Played(MatchResult { places: Some(places), ..MatchResult::new(winner, None) }))
}

/// Returns why a result is refused, and what to write.
pub(super) fn refusal(text: &str) -> String {
    let lower = text.to_lowercase();
    let parts = || text.split(['-', '/', '.', ' ']).filter_map(|part| part.parse::<i32>().ok());
    let is_date = MONTHS.iter().any(|month| lower.contains(month)) || parts().any(|part| part > *GAMES.end());
    let hint = if is_date && text.chars().any(|letter| letter.is_ascii_digit()) {
        "; it looks like a date: spreadsheets turn 2-1 into one unless the column is formatted as text"
    } else {
        ""
    };
    format!("must be a result from the view of player 1, such as 2-1, 1-1-1, win, loss, draw or bye; is {text:?}{hint}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [Option<&str>; 2] = [Some("Ana Lee"), Some("Bo, the Second")];

    fn games(first: i32, second: i32, drawn: i32) -> Option<Outcome> {
        Some(Outcome::Played(Games { first, second, drawn }.into()))
    }

    #[test]
    fn results_are_read_in_all_their_forms() {
        let won = |winner| Some(Outcome::won(winner));
        for (text, expected) in [
            ("2-1", games(2, 1, 0)),
            (" 1 - 1 - 1 ", games(1, 1, 1)),
            ("2–0", games(2, 0, 0)),
            ("0:2", games(0, 2, 0)),
            ("win", won(Winner::First)),
            ("Loss", won(Winner::Second)),
            ("Intentional Draw", won(Winner::Draw)),
            ("double loss", Some(Outcome::BothLost)),
            ("*** BYE ***", Some(Outcome::Bye)),
            ("Not reported", Some(Outcome::Nothing)),
            ("", Some(Outcome::Nothing)),
            ("ana  lee", won(Winner::First)),
            ("Ana Lee won 2-1-0", games(2, 1, 0)),
            ("Bo, the Second won 2-0-1", games(0, 2, 1)),
            ("0-0-3 Draw", games(0, 0, 3)),
            ("Ana Lee was awarded a bye", Some(Outcome::Bye)),
            ("Ana Lee was assigned a bye", Some(Outcome::Bye)),
            ("Ana Lee forfeited the match", won(Winner::Second)),
        ] {
            assert_eq!(read(text, NAMES), expected, "{text}");
        }
        let both = [Some("Ana"), Some("Bo")];
        assert_eq!(read("Bo forfeited the match, Ana forfeited the match", both), Some(Outcome::BothLost));
    }

    #[test]
    fn other_texts_are_refused_and_dates_with_a_hint() {
        for text in ["2", "2-", "2-x", "1000-0", "-1-2", "2-1-0-0", "Cy won 2-0-0", "Cy forfeited the match", "yes"] {
            assert_eq!(read(text, NAMES), None, "{text}");
        }
        for text in ["2-Jan", "01. Feb", "2026-02-01"] {
            assert_eq!(read(text, NAMES), None, "{text}");
            assert!(refusal(text).contains("looks like a date"), "{text}");
        }
        assert!(!refusal("2-x").contains("date"));
    }

    #[test]
    fn games_may_have_columns_of_their_own() {
        assert_eq!(super::games(["2", "1", ""]), games(2, 1, 0));
        assert_eq!(super::games(["1", "1", "1"]), games(1, 1, 1));
        for columns in [["2", "", ""], ["two", "1", "0"], ["2", "1", "-1"]] {
            assert_eq!(super::games(columns), None, "{columns:?}");
        }
    }
}
