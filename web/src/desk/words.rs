//! Rounds and results in the words of the desk, and results as scorekeepers type them: the table, then what the event's
//! matches are decided by.
//!
//! * Games: those won by the first player and by the second, and drawn ones. `12 2 1`, `12 2-1` and `1221` are the same;
//!   `12 1 1 1` has one drawn game.
//! * Scores: `12 150-90`.
//! * In a pod, the winner's seat: `12 3`, or `123`. `12 d` is a draw of all, `12 d 1 3` one of the seats 1 and 3, and
//!   `12 1-3-2-4` the place of each seat. Where points go by place, a winner alone is not enough.
//!
//! `12 x` says that all lose.

use std::cmp::Ordering;

use domain::tournament::{Match, Round, Tournament};
use domain::usual_rounds::UsualRounds;
use proto_events::tournament::{Games, MatchResult, PODS_SEATS_MAX, PairingKind, Winner};
use proto_events::vocabulary::ProgressStatus;
use write_api::matches::score::Score;

use crate::parts::format::games_won;
use crate::texts::Texts;

/// Says what is usual for a number of players or teams.
pub(crate) fn usual_rounds(texts: &Texts, usual: UsualRounds) -> String {
    let UsualRounds { players, swiss_rounds, top_cut } = usual;
    let values = [("players", players.into()), ("rounds", swiss_rounds.into()), ("cut", top_cut.into())];
    texts.with_all("desk-usual-rounds", values)
}

/// What the result of a match is typed as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EntryForm {
    Games,
    Scores,
    /// The winner of a pod of so many players, or its places.
    Pod(usize),
    /// All places in a pod of so many players, because points go by place.
    Places(usize),
}

impl EntryForm {
    pub(crate) fn usual(event: &Tournament) -> Self {
        Self::with_seats(event, usize::try_from(event.details.pod_size).unwrap_or_default(), false)
    }

    pub(crate) fn of(event: &Tournament, table: &Match) -> Self {
        let placed = event.placed(table.id());
        let is_in_playoff = placed.is_some_and(|placed| placed.phase.round_type.is_playoff());
        Self::with_seats(event, table.pairing.players.len(), is_in_playoff)
    }

    /// Returns the form of a match of so many players. In the playoff, places give no points.
    fn with_seats(event: &Tournament, seats: usize, is_in_playoff: bool) -> Self {
        let rules = &event.details.rules;
        match seats {
            3.. if !rules.points_by_place.is_empty() && !is_in_playoff => Self::Places(seats),
            3.. => Self::Pod(seats),
            _ if rules.scores.is_some() => Self::Scores,
            _ => Self::Games,
        }
    }

    /// Returns the key of the text that says how a result is typed.
    pub(crate) fn hint(self) -> &'static str {
        match self {
            Self::Games => "desk-entry-hint",
            Self::Scores => "desk-entry-hint-scores",
            Self::Pod(_) => "desk-entry-hint-pod",
            Self::Places(_) => "desk-entry-hint-places",
        }
    }

    pub(crate) fn unreadable(self) -> &'static str {
        if self == Self::Games { "desk-result-unreadable" } else { self.hint() }
    }
}

/// A result as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) table: i32,
    pub(crate) result: MatchResult,
}

impl Entry {
    /// Reads a line for a table of a form; `None` if it cannot be meant as a result.
    pub(crate) fn read(line: &str, form: impl Fn(i32) -> EntryForm) -> Option<Self> {
        let is_between = |letter: char| letter.is_whitespace() || ['-', '–', ':', ',', '/'].contains(&letter);
        let parts: Vec<&str> = line.split(is_between).filter(|part| !part.is_empty()).collect();
        if let [together] = parts[..] {
            return Self::read_together(together, form);
        }
        let (table, parts) = parts.split_first()?;
        let table = number(table)?;
        let result = match (form(table), parts) {
            (_, ["x" | "X"]) => MatchResult::new(Winner::Neither, None),
            (EntryForm::Games, [first, second]) => games(first, second, "0")?,
            (EntryForm::Games, [first, second, drawn]) => games(first, second, drawn)?,
            (EntryForm::Scores, [first, second]) => of_scores([number(first)?, number(second)?], Winner::Draw),
            // The winner of equal scores is typed after them.
            (EntryForm::Scores, [first, second, seat @ ("1" | "2")]) if number(first)? == number(second)? => {
                let winner = if *seat == "1" { Winner::First } else { Winner::Second };
                of_scores([number(first)?, number(second)?], winner)
            }
            (EntryForm::Pod(seats), parts) => of_places(places(seats, parts)?),
            // A draw of all but one leaves one place, too.
            (EntryForm::Places(seats), parts) if parts.len() == seats || matches!(parts, ["d" | "D"]) => {
                of_places(places(seats, parts)?)
            }
            _ => return None,
        };
        Some(Self { table, result })
    }

    /// Reads the digits of a table and of games or of the winner's seat.
    fn read_together(together: &str, form: impl Fn(i32) -> EntryForm) -> Option<Self> {
        let split = |digits: usize| {
            let at = together.len().checked_sub(digits).filter(|at| *at > 0 && together.is_ascii())?;
            let (table, typed) = together.split_at(at);
            Some((number(table)?, typed))
        };
        if let Some((table, seat)) = split(1)
            && let EntryForm::Pod(seats) = form(table)
        {
            return Some(Self { table, result: of_places(places(seats, &[seat])?) });
        }
        let (table, won) = split(2)?;
        let result = games(&won[..1], &won[1..], "0")?;
        (form(table) == EntryForm::Games).then_some(Self { table, result })
    }
}

fn number(part: &str) -> Option<i32> {
    part.parse::<u16>().ok().map(i32::from)
}

fn games(first: &str, second: &str, drawn: &str) -> Option<MatchResult> {
    Some(Games { first: number(first)?, second: number(second)?, drawn: number(drawn)? }.into())
}

/// Returns the result in which the side with the higher score won, or this one with equal scores.
fn of_scores(scores: [i32; 2], tied: Winner) -> MatchResult {
    let winner = match scores[0].cmp(&scores[1]) {
        Ordering::Greater => Winner::First,
        Ordering::Less => Winner::Second,
        Ordering::Equal => tied,
    };
    MatchResult { scores: Some(scores), ..MatchResult::new(winner, None) }
}

type Places = [u8; PODS_SEATS_MAX];

/// Returns the places of a pod in which one seat won, or some drew; seats count from 0.
fn won_by(seats: usize, best: &[usize]) -> Places {
    std::array::from_fn(|seat| match seat < seats {
        false => 0,
        true if best.contains(&seat) => 1,
        true => 2,
    })
}

/// Reads the places in a pod of so many players.
fn places(seats: usize, parts: &[&str]) -> Option<Places> {
    let one_of = |part: &&str| part.parse::<usize>().ok().filter(|typed| (1..=seats).contains(typed));
    let seats_of =
        |parts: &[&str]| parts.iter().map(|part| one_of(part).map(|typed| typed - 1)).collect::<Option<Vec<_>>>();
    match parts {
        ["d" | "D"] => Some(won_by(seats, &(0..seats).collect::<Vec<_>>())),
        ["d" | "D", drawn @ ..] => Some(won_by(seats, &seats_of(drawn)?)).filter(|_| drawn.len() > 1),
        [winner] => Some(won_by(seats, &[one_of(winner)? - 1])),
        _ if parts.len() == seats => {
            let mut places = Places::default();
            for (place, part) in places.iter_mut().zip(parts) {
                *place = u8::try_from(one_of(part)?).ok()?;
            }
            Some(places).filter(|places| places.contains(&1))
        }
        _ => None,
    }
}

/// Returns the result of these places in a pod: one alone in the first place won, several drew. Each place becomes one
/// more than the number of players with a better one.
fn of_places(typed: Places) -> MatchResult {
    let better = |place: u8| typed.iter().filter(|other| (1..place).contains(*other)).fold(1, |rank: u8, _| rank + 1);
    let places = typed.map(|place| if place == 0 { 0 } else { better(place) });
    let mut best = (0..PODS_SEATS_MAX).filter(|seat| places[*seat] == 1);
    let winner = match (best.next(), best.next()) {
        (Some(seat), None) => Winner::of_seat(seat).unwrap_or(Winner::Draw),
        _ => Winner::Draw,
    };
    MatchResult { places: Some(places), ..MatchResult::new(winner, None) }
}

pub(crate) fn as_score(table: &Match, result: &MatchResult) -> Score {
    let players = || table.pairing.players.iter().copied();
    let games = result.games.filter(|_| result.winner != Winner::Neither);
    let tied = result.scores.filter(|[first, second]| first == second).and(result.winner.seat());
    let places = result.places.or_else(|| tied.map(|seat| won_by(2, &[seat])));
    Score {
        games_won: games.map_or_else(Vec::new, |games| players().zip([games.first, games.second]).collect()),
        games_drawn: games.map(|games| games.drawn),
        both_lose: Some(result.winner == Winner::Neither),
        places: places.map_or_else(Vec::new, |places| players().zip(places.map(i32::from)).collect()),
        scores: result.scores.map_or_else(Vec::new, |scores| players().zip(scores).collect()),
        ..Score::default()
    }
}

/// Returns the matches that the round in progress waits for.
pub(crate) fn open_matches(round: &Round) -> impl Iterator<Item = &Match> {
    round.unreported().filter(|_| round.status == ProgressStatus::InProgress)
}

/// Returns whether the players of a pairing go to a table: a bye and an assigned loss are without one.
pub(crate) fn has_table(kind: PairingKind) -> bool {
    !matches!(kind, PairingKind::Bye | PairingKind::AssignedLoss)
}

/// How a result is written that both lost: a loss for each.
const LOSS_OF_BOTH: &str = "L–L";

/// Writes a result as the first player's games, the second's, and drawn ones: `2–1`, `1–1–1`; as both scores; of a pod as
/// the winner's seat, the seats that drew, or all places.
pub(crate) fn score(texts: &Texts, result: &MatchResult) -> String {
    match (result.games, result.scores, result.places) {
        _ if result.winner == Winner::Neither => LOSS_OF_BOTH.into(),
        (_, _, Some(places)) if result.ranks_losers() => {
            let reached = places.iter().filter(|place| **place > 0);
            reached.map(ToString::to_string).collect::<Vec<_>>().join("–")
        }
        (_, _, Some(places)) if result.winner == Winner::Draw => drawn(texts, places),
        (_, Some([first, second]), _) => games_won(first, second, 0),
        (Some(games), ..) => games_won(games.first, games.second, games.drawn),
        (None, ..) => match result.winner {
            Winner::Draw | Winner::Neither => "=".into(),
            Winner::First if result.places.is_none() => "1–0".into(),
            Winner::Second if result.places.is_none() => "0–1".into(),
            winner => winner.seat().map_or_else(String::new, |seat| texts.with("desk-pod-seat", "seat", seat + 1)),
        },
    }
}

fn drawn(texts: &Texts, places: Places) -> String {
    let drew = |place: u8| place == 1;
    if places.into_iter().all(|place| place == 0 || drew(place)) {
        return texts.say("desk-pod-draw");
    }
    let seats = (1..).zip(places).filter(|(_, place)| drew(*place)).map(|(seat, _): (usize, _)| seat.to_string());
    texts.with("desk-pod-draw-of", "seats", seats.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    fn read(line: &str) -> Option<(i32, i32, i32, i32)> {
        let entry = Entry::read(line, |_| EntryForm::Games)?;
        entry.result.games.map(|games| (entry.table, games.first, games.second, games.drawn))
    }

    #[test]
    fn a_result_is_typed_in_several_ways() {
        for line in ["12 2 1", "1221", " 12  2-1 ", "12 2–1", "12:2:1", "12, 2, 1", "12/2/1"] {
            assert_eq!(read(line), Some((12, 2, 1, 0)), "{line}");
        }
        assert_eq!(read("4 1 1 1"), Some((4, 1, 1, 1)));
        let lost = Entry::read("12 x", |_| EntryForm::Games).unwrap();
        assert_eq!((lost.table, lost.result.winner), (12, Winner::Neither));
        assert_eq!(read("420"), Some((4, 2, 0, 0)));
        assert_eq!(read("30020"), Some((300, 2, 0, 0)));
    }

    #[test]
    fn what_cannot_be_a_result_is_not_guessed() {
        for line in
            ["", "4", "42", "4 2", "4 2 1 0 0", "table 4", "4 two 1", "-", "４２１", "4 2 -1 1 1", "9999999 2 1"]
        {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn result_of_a_pod_is_the_seat_the_draw_or_the_places() {
        let pod = |line: &str| Entry::read(line, |table| EntryForm::Pod(if table == 9 { 3 } else { 4 }));
        let written = |line: &str| {
            let entry = pod(line).unwrap();
            (entry.table, entry.result.places.unwrap_or_default(), score(Texts::of(Language::English), &entry.result))
        };
        for (line, table, places, said) in [
            ("12 3", 12, [2, 2, 1, 2, 0], "Seat 3"),
            ("123", 12, [2, 2, 1, 2, 0], "Seat 3"),
            ("91", 9, [1, 2, 2, 0, 0], "Seat 1"),
            ("12", 1, [2, 1, 2, 2, 0], "Seat 2"),
            ("12 d", 12, [1, 1, 1, 1, 0], "Draw"),
            ("12 D 1 3", 12, [1, 3, 1, 3, 0], "Draw: seats 1, 3"),
            ("12 1-3-2-4", 12, [1, 3, 2, 4, 0], "1–3–2–4"),
            ("9 2 1 2", 9, [2, 1, 2, 0, 0], "Seat 2"),
            ("12 x", 12, [0; 5], "L–L"),
        ] {
            assert_eq!(written(line), (table, places, said.to_owned()), "{line}");
        }
        for line in ["1", "12 5", "9 4", "12 0", "12 d 1", "12 d 5 1", "12 1-3-2", "12 2-2-2-3", "12 1-3-2-5", "12 y"] {
            assert_eq!(pod(line), None, "{line}");
        }
    }

    #[test]
    fn winner_alone_is_refused_where_points_go_by_place() {
        let places = |line: &str| {
            let entry = Entry::read(line, |_| EntryForm::Places(4))?;
            Some((entry.table, entry.result.places.unwrap_or_default()))
        };
        assert_eq!(places("12 1-3-2-4"), Some((12, [1, 3, 2, 4, 0])));
        assert_eq!(places("12 1 2 2 2"), Some((12, [1, 2, 2, 2, 0])));
        assert_eq!(places("12 d"), Some((12, [1, 1, 1, 1, 0])));
        assert_eq!(places("12 d 1 3 4"), Some((12, [1, 4, 1, 1, 0])));
        assert_eq!(places("12 x"), Some((12, [0; 5])));
        for line in ["12 3", "123", "12 d 1 3", "12 1-3-2"] {
            assert_eq!(places(line), None, "{line}");
        }
    }

    #[test]
    fn result_of_scores_is_won_by_the_higher_one() {
        let read = |line: &str| Entry::read(line, |_| EntryForm::Scores).map(|entry| (entry.table, entry.result));
        let result = |winner, scores| MatchResult { scores: Some(scores), ..MatchResult::new(winner, None) };
        assert_eq!(read("12 90-150"), Some((12, result(Winner::Second, [90, 150]))));
        assert_eq!(read("12 5 5"), Some((12, result(Winner::Draw, [5, 5]))));
        assert_eq!(read("12 5 5 2"), Some((12, result(Winner::Second, [5, 5]))));
        assert_eq!((read("1221"), read("12 1 2 3"), read("12 5 4 2")), (None, None, None));
    }
}
