//! Reads the results of a tournament, one match a row. A match may be listed twice, once from each side.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use proto_events::tournament::{Games, PODS_SEATS_MAX, Winner};

use super::columns::{Column, Columns, Record, folded};
use super::outcome::{self, Outcome, key};
use super::players::player_name;
use super::round_name::{self, RoundKey};
use super::sheet::Sheet;
use crate::archive::{
    Archive, ArchiveMatch, ArchiveRound, ROUNDS, alone, check_player_count, last_swiss_round, lost_by_both, pod, versus,
};
use crate::computed::with_computed_standings;
use crate::problems::{Path, ProblemSink};
use crate::roster::Roster;
use crate::rounds::{NamedRound, check_no_round_is_missing, in_order, with_rounds};

/// The players by seat.
const SEATS: [Column; PODS_SEATS_MAX] =
    [Column::Player, Column::SecondPlayer, Column::ThirdPlayer, Column::FourthPlayer, Column::FifthPlayer];

/// Results of a file: all rounds, or the one that is stated.
pub(super) struct Results {
    pub(super) sheet: Sheet,
    pub(super) columns: Columns,
    pub(super) stated: Option<RoundKey>,
}

/// Reads all rows of all files. Problems of a file without a name are not prefixed with it.
pub(super) fn read(files: &[(&str, Results)], problems: &ProblemSink) -> Option<Archive> {
    let mut players = Roster::default();
    let mut rounds: BTreeMap<RoundKey, Round> = BTreeMap::new();
    let mut are_complete = true;
    for (name, results) in files {
        let own = ProblemSink::default();
        if results.stated.is_some_and(|round| rounds.contains_key(&round)) {
            own.add(Path::Root, "is of the same round as an earlier file; leave one of the two out");
        } else {
            are_complete &= results.read_rows(&mut players, &mut rounds, &own).is_some();
        }
        problems.extend(name, own);
    }
    if !are_complete {
        return None;
    }
    let rounds = numbered(rounds);
    check_no_round_is_missing(&rounds, last_swiss_round(&rounds), problems);
    check_player_count(players.names.len(), problems)?;
    let mut archive = with_computed_standings(with_rounds(players.names, rounds));
    let left_out: BTreeSet<String> =
        files.iter().flat_map(|(_, results)| results.columns.unread(Column::is_of_results)).collect();
    archive.left_out.extend(left_out);
    Some(archive)
}

impl Results {
    /// Reads the rows of a file. `None` if a column is missing.
    fn read_rows(
        &self,
        players: &mut Roster,
        rounds: &mut BTreeMap<RoundKey, Round>,
        problems: &ProblemSink,
    ) -> Option<()> {
        let Self { sheet, columns, stated } = self;
        let stated = stated.filter(|_| !columns.has(Column::Round));
        check_columns(sheet, columns, stated.is_some(), problems)?;
        for row in &sheet.rows {
            let record = Record { row, columns, problems };
            let round = stated.or_else(|| read_round(record));
            let played = Meeting::read(record, players);
            if let (Some(round), Some(played)) = (round, played) {
                played.check(round, record);
                rounds.entry(round).or_default().add(played, &players.names, problems);
            }
        }
        Some(())
    }
}

/// Checks that the columns say who met whom, when, and who won.
fn check_columns(sheet: &Sheet, columns: &Columns, is_round_stated: bool, problems: &ProblemSink) -> Option<()> {
    let has_games = columns.has(Column::FirstGames) && columns.has(Column::SecondGames);
    let has_places = columns.has(Column::Place(0));
    let has_result = has_games || has_places || columns.has(Column::Result) || columns.has(Column::Winner);
    let missing = [
        (columns.has(Column::Round) || is_round_stated, "the round, such as \"Round\"; or add --round with its number"),
        (columns.has(Column::Player), "the first player, such as \"Player 1\""),
        (columns.has(Column::SecondPlayer), "the second player, such as \"Player 2\""),
        (has_result, "the result, such as \"Result\", or \"P1 wins\" and \"P2 wins\""),
    ];
    let missing: Vec<&str> = missing.into_iter().filter(|(has, _)| !has).map(|(_, name)| name).collect();
    for name in &missing {
        let message = format!("there is no column for {name}. This file has: {}", columns.listed());
        problems.add(Path::Line(sheet.header.line), message);
    }
    missing.is_empty().then_some(())
}

fn read_round(record: Record<'_>) -> Option<RoundKey> {
    let name = record.cell(Column::Round);
    let round = round_name::read(name, record.cell(Column::Phase));
    if round.is_none() {
        let message = format!(
            "must be a round from 1 to {ROUNDS}, or a round of the playoff, such as Top 8, Quarterfinals or Final; \
             is {name:?}"
        );
        record.problem(Column::Round, message);
    }
    round
}

/// A row: the players who met, or one with a bye or a loss.
#[derive(Debug, Clone, Copy)]
struct Meeting {
    line: usize,
    table: Option<i32>,
    /// The players by seat.
    seats: [Option<usize>; PODS_SEATS_MAX],
    outcome: Outcome,
}

impl Meeting {
    fn read(record: Record<'_>, players: &mut Roster) -> Option<Self> {
        if says_yes(record, Column::Practice) {
            record.problem(Column::Practice, "is a match for practice, which does not count; delete the row");
            return None;
        }
        let names = SEATS.map(|column| Some(record.cell(column)).filter(|name| !is_missing(name)));
        if let Some((name, seat)) = record.seat_beyond(PODS_SEATS_MAX) {
            let message = format!("has {seat} players; a table may have up to {PODS_SEATS_MAX}");
            record.problems.add(Path::Cell(record.row.line, name), message);
            return None;
        }
        let [first, second, others @ ..] = names;
        if others.iter().any(Option::is_some) {
            return Self::read_pod(record, names, players);
        }
        let outcome = read_outcome(record, [first, second])?;
        let mut player = |name: Option<&str>, column: Column| -> Option<usize> {
            let name = player_name(name?, record, column);
            Some(players.player_by(key(&name), name))
        };
        match (player(first, Column::Player), player(second, Column::SecondPlayer)) {
            (Some(first), Some(second)) if first == second => {
                record.problem(Column::SecondPlayer, "must be another player than the first");
                None
            }
            (Some(first), second) => Some(Self::of(record, [Some(first), second, None, None, None], outcome)),
            (None, Some(second)) => Some(Self::of(record, [Some(second), None, None, None, None], outcome.flipped())),
            (None, None) => {
                record.problem(Column::Player, "is empty, and so is the opponent; delete the row");
                None
            }
        }
    }

    fn of(record: Record<'_>, seats: [Option<usize>; PODS_SEATS_MAX], outcome: Outcome) -> Self {
        Self { line: record.row.line, table: record.cell(Column::Table).parse().ok(), seats, outcome }
    }

    /// Reads a row of three to five players.
    fn read_pod(record: Record<'_>, names: [Option<&str>; PODS_SEATS_MAX], players: &mut Roster) -> Option<Self> {
        let taken = &names[..names.iter().flatten().count()];
        if let Some(empty) = taken.iter().position(Option::is_none) {
            let message = "is empty, but a player follows; put the players of a table into the first columns";
            record.problem(SEATS[empty], message);
            return None;
        }
        let outcome = read_pod_outcome(record, taken)?;
        let mut seats = [None; PODS_SEATS_MAX];
        for (seat, (name, column)) in taken.iter().flatten().zip(SEATS).enumerate() {
            let name = player_name(name, record, column);
            let player = Some(players.player_by(key(&name), name));
            if seats.contains(&player) {
                record.problem(column, "must be another player than those before");
                return None;
            }
            seats[seat] = player;
        }
        Some(Self::of(record, seats, outcome))
    }

    /// Checks that the outcome fits the players and the round.
    fn check(&self, round: RoundKey, record: Record<'_>) {
        if self.players().count() < 2 {
            return;
        }
        let winner = self.outcome.result().map(|result| result.winner);
        let message = match (self.outcome, winner, round) {
            (Outcome::Nothing, ..) => "is empty; import the file once every match has a result, such as 2-1",
            (Outcome::Bye, ..) => "is a bye, but the row names an opponent; delete the opponent",
            (Outcome::BothLost, _, RoundKey::Playoff(_)) | (_, Some(Winner::Draw), RoundKey::Playoff(_)) => {
                "has no winner, but it is a match of the playoff; write who won, such as 1-0"
            }
            _ => return,
        };
        let possible = [Column::Result, Column::FirstGames, Column::Winner, Column::Place(0)];
        let column = possible.into_iter().find(|column| record.columns.has(*column)).unwrap_or(Column::Result);
        record.problem(column, message);
    }

    fn players(&self) -> impl Iterator<Item = usize> + use<> {
        self.seats.into_iter().flatten()
    }

    /// Returns the same meeting from the view of the opponent.
    fn seen_by_opponent(mut self) -> Self {
        if self.players().count() == 2 {
            self.seats.swap(0, 1);
            self.outcome = self.outcome.flipped();
        }
        self
    }

    fn played(self) -> ArchiveMatch {
        let players: Vec<usize> = self.players().collect();
        match (&players[..], self.outcome.result()) {
            ([player], result) => {
                let is_loss = result.is_some_and(|result| result.winner == Winner::Second);
                alone(*player, is_loss || self.outcome == Outcome::BothLost)
            }
            ([first, second], Some(result)) => versus(*first, *second, result),
            ([first, second], None) => lost_by_both(*first, *second),
            (players, None) => pod(players, Winner::Neither),
            (players, Some(result)) => ArchiveMatch { result, ..pod(players, result.winner) },
        }
    }
}

/// Returns whether a cell names no player.
fn is_missing(name: &str) -> bool {
    matches!(name, "" | "-" | "–" | "—" | "--") || folded(name) == "bye"
}

/// Reads the result: its own column, else the games of each player; the winner's column completes or confirms it.
fn read_outcome(record: Record<'_>, names: [Option<&str>; 2]) -> Option<Outcome> {
    if says_yes(record, Column::Lost) {
        return Some(Outcome::BothLost);
    }
    let result = record.cell(Column::Result);
    let games = [Column::FirstGames, Column::SecondGames, Column::DrawnGames].map(|column| record.cell(column));
    let read = if !result.is_empty() || games.iter().all(|count| count.is_empty()) {
        let read = outcome::read(result, names);
        if read.is_none() {
            record.problem(Column::Result, outcome::refusal(result));
        }
        read
    } else {
        let read = outcome::games(games);
        if read.is_none() {
            let message = format!("must be numbers of games from 0 to 999, are {games:?}");
            record.problem(Column::FirstGames, message);
        }
        read
    }?;
    let stated = record.cell(Column::Winner);
    let no_games = Outcome::Played(Games { first: 0, second: 0, drawn: 0 }.into());
    let is_open = read == Outcome::Nothing || read == no_games;
    if stated.is_empty() || is_missing(stated) {
        let is_drawn = !matches!(folded(record.cell(Column::Drawn)).as_str(), "false" | "no" | "0");
        return Some(if is_open && !is_drawn { Outcome::Nothing } else { read });
    }
    let winner = outcome::winner(stated, &names);
    let message = match (winner, read.result()) {
        (Some(winner), Some(result)) if result.winner == winner => return Some(read),
        (Some(winner), _) if is_open => return Some(Outcome::won(winner)),
        (None, _) => format!("must name one of the two players or say draw, is {stated:?}"),
        (Some(_), _) => format!("{stated:?} did not win by the result; correct one of the two"),
    };
    record.problem(Column::Winner, message);
    None
}

fn says_yes(record: Record<'_>, column: Column) -> bool {
    matches!(folded(record.cell(column)).as_str(), "true" | "yes" | "1" | "x")
}

/// Reads the result of a pod: its places, else the winner. A row with both must say the same twice.
fn read_pod_outcome(record: Record<'_>, names: &[Option<&str>]) -> Option<Outcome> {
    if says_yes(record, Column::Lost) {
        return Some(Outcome::BothLost);
    }
    let column = if record.cell(Column::Winner).is_empty() { Column::Result } else { Column::Winner };
    let stated = record.cell(column);
    let Some(winner) = outcome::of_pod(stated, names) else {
        record.problem(column, format!("must name one of the players of the table or say draw, is {stated:?}"));
        return None;
    };
    let cells = std::array::from_fn(|seat| record.cell(Column::Place(seat)));
    if cells.iter().all(|cell| cell.is_empty()) {
        return Some(winner);
    }
    let Some(read) = outcome::places(cells, names.len()) else {
        let message = format!("must be the places of all players, from 1 to {}, are {cells:?}", names.len());
        record.problem(Column::Place(0), message);
        return None;
    };
    match (winner, read) {
        (Outcome::Nothing, _) => Some(read),
        (Outcome::Played(stated), Outcome::Played(placed)) if stated.winner == placed.winner => Some(read),
        _ => {
            record.problem(column, format!("{stated:?} did not win by the places; correct one of the two"));
            None
        }
    }
}

#[derive(Default)]
struct Round {
    meetings: Vec<Meeting>,
    /// Index of the meeting of each player.
    by_player: HashMap<usize, usize>,
}

impl Round {
    /// Adds a row, unless it says the same as an earlier one.
    fn add(&mut self, played: Meeting, names: &[String], problems: &ProblemSink) {
        for player in played.players() {
            let Some(earlier) = self.by_player.get(&player).map(|index| self.meetings[*index]) else { continue };
            let says = |meeting: Meeting| (meeting.seats, meeting.outcome);
            if [earlier, earlier.seen_by_opponent()].map(says).contains(&says(played)) {
                return;
            }
            let message = format!(
                "{:?} has another match or result in the same round in line {}; correct one of the two lines",
                names[player], earlier.line
            );
            problems.add(Path::Line(played.line), message);
            return;
        }
        self.by_player.extend(played.players().map(|player| (player, self.meetings.len())));
        self.meetings.push(played);
    }
}

/// Returns the rounds with their numbers, playoff rounds after the others, and with their matches by table.
fn numbered(rounds: BTreeMap<RoundKey, Round>) -> Vec<ArchiveRound> {
    let round = |(key, Round { mut meetings, .. }): (RoundKey, Round)| {
        let number = if let RoundKey::Swiss(number) = key { Some(number) } else { None };
        meetings.sort_by_key(|played| (played.table.is_none(), played.table));
        NamedRound { number, matches: meetings.into_iter().map(Meeting::played).collect() }
    };
    in_order(rounds.into_iter().map(round).collect())
}
