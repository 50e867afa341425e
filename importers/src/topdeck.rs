//! Reads a tournament from the JSON of TopDeck's interface for tournaments, version 2.
//!
//! It comes in two forms. The bulk form is a list of tournaments (`TID`, `tournamentName`, `standings`, `rounds`); a
//! file may have one of them, with or without the list around it. The detail form is an object with `data`, `standings`
//! and `rounds`. Rounds with numbers are Swiss, rounds with names (`Top 8`) are the playoff. A table has a list of
//! players, the winner's id and name, and the games of winner and loser; a draw has `Draw` as the winner, and no games.

mod decks;
mod people;
mod unseated;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::limits::SHORT_TEXT;
use domain::rule_sets;
use proto_events::tournament::{Games, MatchResult, PODS_SEATS_MAX, PairingKind, StandingsRules, Winner};
use proto_events::vocabulary::RuleSet;
use serde_json::Value;

use self::people::{People, Seat};
use self::unseated::{Scoring, Standing, Tally, add_unlisted, scoring, tallies};
use super::archive::{
    Archive, ArchiveMatch, ArchiveRound, COUNT, GAMES, MOST_ROUNDS, PLAYERS, RANK, ROUNDS, RoundKind, Row, alone,
    lost_by_both, pod, versus,
};
use super::dates;
use super::object::{Cursor, Object};
use super::rounds::{NamedRound, in_order, number_in_name, settle_ties, with_rounds};
use super::rule::{Published, Rule};

/// The winner of a drawn match.
const DRAW: &str = "Draw";
/// Dates above are in milliseconds: as seconds they lie more than a thousand years ahead.
const LAST_SECOND: i64 = 100_000_000_000;

/// The known members of a tournament. Its rounds say how many of them are Swiss.
const TOURNAMENT: &str = "data standings rounds TID tid id tournamentName name startDate game format topCut swissNum";
/// The known members of a row of the standings. The win rate follows from wins, losses and draws.
const STANDING: &str = "name id decklist deckObj standing wins losses draws byes points opponentWinRate gameWinRate \
                        opponentGameWinRate winRate";

pub(crate) fn is_one(file: &Value) -> bool {
    let has = |value: &Value, name: &str| value.get(name).is_some();
    let is_bulk = |value: &Value| has(value, "TID") || has(value, "tournamentName");
    match file {
        Value::Array(items) => items.first().is_some_and(is_bulk),
        file => is_bulk(file) || file.get("data").is_some_and(Value::is_object) && has(file, "standings"),
    }
}

/// Reads the fields. The result is valid only if no problem was added.
pub(crate) fn read(file: Cursor<'_>) -> Option<Archive> {
    let Value::Array(items) = file.value else { return read_tournament(&file.object(TOURNAMENT)?) };
    let [_] = items[..] else {
        let message = format!(
            "has {} tournaments, and a file may have one: ask for one TID, or save each item as its own file",
            items.len()
        );
        file.problem(message);
        return None;
    };
    file.list(1, |item| read_tournament(&item.object(TOURNAMENT)?)).pop()
}

fn read_tournament(file: &Object<'_>) -> Option<Archive> {
    let data = file.optional("data");
    let about = match &data {
        Some(data) => data.object(TOURNAMENT)?,
        None => *file,
    };
    let mut people = People::default();
    let (mut decklists, mut deck_urls) = (BTreeMap::new(), BTreeMap::new());
    let mut place = 0;
    let standings = file.list("standings", PLAYERS, |item| {
        let row = item.object(STANDING)?;
        place += 1;
        let standing = read_standing(&row, place, people.listed(&row)?);
        let deck = decks::read(&row);
        let player = standing.row.player;
        decklists.extend((!deck.text.is_empty()).then_some((player, deck.text)));
        deck_urls.extend(deck.page.map(|page| (player, page)));
        Some(standing)
    });
    let mut rounds = read_rounds(file, &mut people);
    let players = people.roster.names;
    let usual = Scoring::usual(&rounds);
    let scoring = scoring(&standings, &tallies(&rounds, players.len()), usual);
    add_unlisted(&mut rounds, &standings, players.len(), scoring);
    let tallies = tallies(&rounds, players.len());
    let mut archive = with_rounds(players, rounds);
    let counted = scoring.unwrap_or(usual);
    let row = |it: &Standing| row(it, &tallies[it.row.player], counted, archive.swiss_rounds);
    let rows: Vec<Row> = standings.iter().map(row).collect();
    settle_ties(&mut archive.rounds, &rows);
    let name = if about.has("tournamentName") { "tournamentName" } else { "name" };
    let name = about.text(name, SHORT_TEXT).trim().to_owned();
    let date = read_date(&about);
    Some(Archive {
        source_id: source_id(&about, file).unwrap_or_else(|| format!("{name} {}", date.format("%Y-%m-%d"))),
        name,
        date,
        format: read_format(&about),
        platform: "topdeck".to_owned(),
        rule: rule(&standings, &archive.rounds, scoring.is_some(), counted),
        left_out: left_out(&about, &standings, scoring, archive.top_cut),
        standings: rows,
        decklists,
        deck_urls,
        ..archive
    })
}

/// Reads a row of the standings. Without a rank, it has the rank of its place in the list.
fn read_standing(row: &Object<'_>, place: i32, player: usize) -> Standing {
    let count = |name: &str| row.integer_if_given(name, COUNT);
    let [wins, losses, draws, byes, points] = ["wins", "losses", "draws", "byes", "points"].map(count);
    let rank = row.integer_if_given("standing", RANK).unwrap_or(place);
    let rate = |name: &str| row.rate_if_given(name);
    let [omw, gw, ogw] = ["opponentWinRate", "gameWinRate", "opponentGameWinRate"].map(rate);
    Standing { row: Row { rank, player, omw, gw, ogw, ..Row::default() }, wins, losses, draws, byes, points }
}

/// Reads the rounds that have matches.
fn read_rounds(file: &Object<'_>, people: &mut People) -> Vec<ArchiveRound> {
    if file.value("rounds").is_none() {
        file.problem("rounds", "is missing; ask for the tournament with its rounds (\"rounds\": true)");
        return Vec::new();
    }
    let rounds = file.list("rounds", MOST_ROUNDS, |item| read_round(&item.object("round tables")?, people));
    in_order(rounds)
}

fn read_round(round: &Object<'_>, people: &mut People) -> Option<NamedRound> {
    let number = match round.required("round")?.value {
        Value::String(name) => {
            let (name, number) = (name.trim(), number_in_name(name));
            if number.is_some_and(|number| !(1..=ROUNDS).contains(&number)) {
                round.problem("round", format!("must be a round from 1 to {ROUNDS}, is {name:?}"));
            }
            number
        }
        _ => Some(round.integer("round", (1, ROUNDS))),
    };
    let kind = if number.is_some() { RoundKind::Swiss } else { RoundKind::Playoff };
    let tables = round.list("tables", PLAYERS, |item| {
        let table = item.object("table players winner winner_id winner_games loser_games status")?;
        Some(read_table(&table, kind, people))
    });
    let matches: Vec<ArchiveMatch> = tables.into_iter().flatten().collect();
    (!matches.is_empty()).then_some(NamedRound { number, matches })
}

/// Reads the matches of a table: one, or the byes of a round, which share a table.
fn read_table(table: &Object<'_>, kind: RoundKind, people: &mut People) -> Vec<ArchiveMatch> {
    // The lists are the same as in the standings.
    let seats = table.list("players", PLAYERS, |item| people.seated(&item.object("name id decklist deckObj")?));
    let says = |name: &str, words: [&str; 2]| {
        let value = table.value(name).and_then(Value::as_str).unwrap_or_default().trim();
        words.iter().any(|word| value.eq_ignore_ascii_case(word))
    };
    if seats.len() == 1 || says("table", ["Byes", "Bye"]) || says("status", ["Byes", "Bye"]) {
        return seats.iter().map(|seat| alone(seat.player, false)).collect();
    }
    if seats.is_empty() {
        return Vec::new();
    }
    if seats.len() > PODS_SEATS_MAX {
        let message = format!("has {} players; a table may have up to {PODS_SEATS_MAX}", seats.len());
        table.problem("players", message);
        return Vec::new();
    }
    let players: Vec<usize> = seats.iter().map(|seat| seat.player).collect();
    let twice = seats.iter().enumerate().find(|(at, seat)| players[..*at].contains(&seat.player));
    if let Some((_, seat)) = twice {
        table.problem("players", format!("{:?} cannot meet themselves", seat.name));
        return Vec::new();
    }
    let has_ended = says("status", ["Completed", "Complete"]);
    match (read_winner(table, &seats), &players[..]) {
        (Some(Some(winner)), [first, second]) => {
            vec![versus(*first, *second, MatchResult::new(winner, read_games(table, winner)))]
        }
        (Some(Some(winner)), players) => vec![pod(players, winner)],
        // A match that has ended without a winner was lost by all.
        (Some(None), [first, second]) if has_ended && kind == RoundKind::Swiss => vec![lost_by_both(*first, *second)],
        (Some(None), players) if has_ended && kind == RoundKind::Swiss => vec![pod(players, Winner::Neither)],
        (Some(None), _) => {
            table.problem_here("has no result; import a finished tournament");
            Vec::new()
        }
        (None, _) => Vec::new(),
    }
}

/// Reads the winner, by id or by name: players without an account are winners by name only. `Some(None)` if the table
/// has none; `None` for a problem.
fn read_winner(table: &Object<'_>, seats: &[Seat]) -> Option<Option<Winner>> {
    let told = ["winner_id", "winner"].map(|name| {
        let value = table.value(name).and_then(Value::as_str).map(str::trim);
        value.filter(|value| !value.is_empty())
    });
    let [id, name] = told;
    let by_id = seats.iter().position(|seat| id.is_some() && seat.id.as_deref() == id);
    let named: Vec<usize> = (0..seats.len()).filter(|seat| name == Some(seats[*seat].name.trim())).collect();
    let by_name = || if let [seat] = named[..] { Some(seat) } else { None };
    if let Some(winner) = by_id.or_else(by_name).and_then(Winner::of_seat) {
        return Some(Some(winner));
    }
    if told.iter().flatten().any(|value| value.eq_ignore_ascii_case(DRAW)) {
        return Some(Some(Winner::Draw));
    }
    let Some(stranger) = name.or(id) else { return Some(None) };
    let field = if name.is_some() { "winner" } else { "winner_id" };
    let message = match !named.is_empty() {
        true => format!("must say which of the players named {stranger:?} won, by winner_id"),
        false => format!("must be one of the table's players or {DRAW:?}, is {stranger:?}"),
    };
    table.problem(field, message);
    None
}

/// Reads the games of a match; a draw has none.
fn read_games(table: &Object<'_>, winner: Winner) -> Option<Games> {
    let games = |name: &str| table.integer_if_given(name, GAMES);
    let (won, lost) = (games("winner_games")?, games("loser_games")?);
    match winner {
        Winner::First => Some(Games { first: won, second: lost, drawn: 0 }),
        Winner::Second => Some(Games { first: lost, second: won, drawn: 0 }),
        Winner::Third | Winner::Fourth | Winner::Fifth | Winner::Neither => None,
        Winner::Draw => (won == lost && won > 0).then_some(Games { first: won, second: lost, drawn: 0 }),
    }
}

/// Returns the published row. Wins, losses and draws of the file include the playoff, and may include byes or not;
/// here they are those of the Swiss rounds, byes included.
fn row(standing: &Standing, tally: &Tally, scoring: Scoring, as_of_round: i32) -> Row {
    let points = standing.points.map_or(tally.points(scoring), |published| tally.swiss_points(published, scoring));
    Row { points, record: tally.published_record(standing), as_of_round, ..standing.row }
}

/// Returns the rules. The file lacks the games of draws, and each game has percentages of its own. Therefore the
/// published order breaks ties.
fn rule(standings: &[Standing], rounds: &[ArchiveRound], has_points: bool, scoring: Scoring) -> Rule {
    let Scoring { win, draw } = scoring;
    let has_pods = rounds.iter().flat_map(|round| &round.matches).any(|played| played.players().count() > 2);
    let begun = if has_pods { rule_sets::rules(RuleSet::Commander) } else { StandingsRules::default() };
    let rules = StandingsRules { points_for_win: win, points_for_draw: draw, tiebreakers: Vec::new(), ..begun };
    let played = rounds.iter().filter(|round| round.kind == RoundKind::Swiss).flat_map(|round| &round.matches);
    let mut played = played.filter(|played| played.kind == PairingKind::Versus);
    let games_unknown =
        standings.iter().all(|it| it.row.gw.is_some()) && played.any(|played| played.result.games.is_none());
    let has_record = |row: &Standing| row.wins.is_some() && row.losses.is_some() && row.draws.is_some();
    let published = Published { points: has_points, record: standings.iter().all(has_record), ..Published::default() };
    Rule { standings: rules, games_unknown, published }
}

fn left_out(about: &Object<'_>, standings: &[Standing], scoring: Option<Scoring>, top_cut: i32) -> Vec<String> {
    let planned = about.value("topCut").and_then(|cut| match cut {
        Value::String(cut) => cut.trim().parse().ok(),
        cut => cut.as_i64(),
    });
    let mut left_out = Vec::new();
    if let Some(planned) = planned.filter(|planned| *planned > 0 && top_cut == 0) {
        left_out.push(format!("the playoff of {planned} players, of which the file has no rounds"));
    }
    if scoring.is_none() && standings.iter().any(|row| row.points.is_some()) {
        left_out.push(
            "the points, which no points for a win and a draw give; the standings have the usual ones".to_owned(),
        );
    }
    left_out
}

/// Returns the tournament's id. The detail form may have none; then it is the name with the day.
fn source_id(about: &Object<'_>, file: &Object<'_>) -> Option<String> {
    let id = |object: &Object<'_>, name: &str| object.value(name).and_then(Value::as_str).map(str::to_owned);
    let ids = [id(about, "TID"), id(about, "tid"), id(about, "id"), id(file, "TID")];
    ids.into_iter().flatten().map(|id| id.trim().to_owned()).find(|id| !id.is_empty())
}

/// Reads the date: seconds or milliseconds since 1970, or a text.
fn read_date(about: &Object<'_>) -> DateTime<Utc> {
    let field = "startDate";
    let date = match about.required(field).map(|date| date.value) {
        None => return DateTime::UNIX_EPOCH,
        Some(Value::String(date)) => dates::parse(date),
        Some(value) => {
            let time = value.as_i64().and_then(|time| match time {
                ..LAST_SECOND => DateTime::from_timestamp(time, 0),
                time => DateTime::from_timestamp_millis(time),
            });
            // Checks the year.
            time.map_or_else(|| dates::parse(&value.to_string()), |time| dates::parse(&time.to_rfc3339()))
        }
    };
    date.unwrap_or_else(|message| {
        about.problem(field, message);
        DateTime::UNIX_EPOCH
    })
}

/// Reads the format. Those of other games than Magic begin with the game's name, because games share names of formats.
fn read_format(about: &Object<'_>) -> String {
    let [game, format] = ["game", "format"].map(|name| about.text_if_given(name, SHORT_TEXT));
    match game.as_str() {
        "" | "Magic: The Gathering" => format,
        game => format!("{game} {format}").trim().to_owned(),
    }
}

#[cfg(test)]
mod tests;
