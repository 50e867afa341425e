//! Reads a tournament from answers of EventLink's interface (GraphQL), as JSON.
//!
//! They come in two forms. In the older one, a single answer `event` has everything in `gameState`: rounds, matches
//! with their teams, and standings. In the newer one, each answer `gameStateV2AtRound` has the teams of the event, and
//! rounds whose matches and standings name teams by id. A file then is a list of answers, or an object with `event` and
//! `rounds`; a later answer with the same round counts. Each player is a team of one.

mod answers;
mod people;

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, Utc};
use domain::limits::SHORT_TEXT;
use proto_events::tournament::Games;
use serde_json::Value;

use self::answers::Answers;
pub(crate) use self::answers::is_one;
use self::people::People;
use super::archive::{Archive, ArchiveMatch, ArchiveRound, PLAYERS, ROUNDS, RoundKind, Row, alone, versus};
use super::computed::with_computed_standings;
use super::draft::{check_no_round_is_missing, with_rounds};
use super::object::{Object, text};
use super::playoff::settle_ties;
use super::problems::{Path, Problems};
use super::shape::Shape;

/// The platform of these tournaments.
const PLATFORM: &str = "eventlink";
/// States of an event that has not ended.
const UNFINISHED: [&str; 8] = [
    "SCHEDULED",
    "PLAYERREGISTRATION",
    "DRAFTING",
    "DECKCONSTRUCTION",
    "ROUNDREADY",
    "ROUNDACTIVE",
    "ROUNDCERTIFIED",
    "RUNNING",
];
const COUNT: (i32, i32) = (0, 1_000_000);
const GAMES: (i32, i32) = (0, 999);

/// The members of a file.
pub(crate) const SHAPE: &Shape = &[
    ("answer", "data:answer event:event gameState:state gameStateAtRound:state gameStateV2:state"),
    ("answer", "gameStateV2AtRound:state"),
    // A state without a name, and its rounds.
    ("answer", "rounds:answer teams:team currentRoundNumber standings:row"),
    ("answer", "roundNumber number isPlayoff matches:match"),
    ("answer", "id eventId roundId timerId canRollback"),
    ("event", "id title status eventFormat:format format actualStartTime scheduledStartTime"),
    ("event", "gameState:state gameStateAtRound:state gameStateV2:state gameStateV2AtRound:state"),
    // They follow from the rounds.
    ("event", "numberOfPlayers requiredTeamSize hasTop8"),
    ("format", "name"),
    // For the pages of EventLink.
    ("format", "id color"),
    ("state", "teams:team currentRoundNumber rounds:round standings:row"),
    ("state", "id eventId"),
    ("team", "teamId id teamName name players:person results:result"),
    // For the pages of EventLink.
    ("team", "cacheId"),
    ("person", "firstName lastName displayName personaId"),
    ("round", "roundNumber number isPlayoff matches:match standings:row"),
    // For the pages of EventLink.
    ("round", "id roundId timerId canRollback"),
    ("match", "teamIds teams:team results:result leftTeamWins rightTeamWins"),
    // Its teams say it.
    ("match", "id matchId isBye"),
    ("result", "wins losses draws teamId"),
    ("result", "isBye"),
    ("row", "team:team teamId rank wins losses draws matchPoints"),
    ("row", "gameWinPercent opponentGameWinPercent opponentMatchWinPercent"),
];

/// Reads the fields. The result is valid only if no problem was added.
pub(crate) fn read(file: &Value, problems: &mut Problems) -> Option<Archive> {
    Answers::with(file, problems, read_answers)
}

fn read_answers(answers: &Answers<'_>, problems: &mut Problems) -> Option<Archive> {
    let event = answers.event;
    let name = event.text("title", SHORT_TEXT, problems).trim().to_owned();
    let source_id = event.required("id", problems).map_or_else(String::new, |id| match id {
        Value::Number(id) => id.to_string(),
        id => text(id, Path::Field(&event.path(), "id"), SHORT_TEXT, problems),
    });
    let status = event.optional("status").and_then(Value::as_str).unwrap_or_default();
    if UNFINISHED.contains(&status) {
        event.problem("status", format!("is {status:?}; import a finished tournament"), problems);
    }
    let date = read_date(&event, problems);
    let format = read_format(&event, problems);
    let mut people = People::default();
    let read = read_rounds(answers, &mut people, problems)?;
    let mut archive = Archive {
        source_id,
        name,
        date,
        format,
        platform: PLATFORM.to_owned(),
        ..with_rounds(people.names(), read.rounds)
    };
    settle_ties(&mut archive.rounds, &read.standings);
    if read.standings.is_empty() {
        return Some(with_computed_standings(archive));
    }
    let as_of_round = archive.swiss_rounds;
    archive.standings = read.standings.into_iter().map(|row| Row { as_of_round, ..row }).collect();
    // The published order breaks ties: how the percentages are rounded is not known.
    archive.rule.standings.tiebreakers.clear();
    Some(archive)
}

/// The rounds, and the standings after the last Swiss round.
struct Rounds {
    rounds: Vec<ArchiveRound>,
    standings: Vec<Row>,
}

/// Reads the rounds of all answers. `None` if the event is one of teams.
fn read_rounds(answers: &Answers<'_>, people: &mut People, problems: &mut Problems) -> Option<Rounds> {
    let mut rounds: BTreeMap<i32, ArchiveRound> = BTreeMap::new();
    let mut standings: BTreeMap<i32, Vec<Row>> = BTreeMap::new();
    let mut whole = Vec::new();
    let mut last = 0;
    for state in &answers.states {
        let path = state.path();
        let state = Object::of(state.value, path, problems)?;
        people.read_teams(&state, problems)?;
        if state.optional("currentRoundNumber").is_some() {
            last = last.max(state.integer("currentRoundNumber", (0, ROUNDS), problems));
        }
        let most = usize::try_from(ROUNDS).unwrap_or_default();
        let read = state.list("rounds", most, problems, |item, at, problems| {
            read_round(&Object::of(item, at, problems)?, people, problems)
        });
        for (round, rows) in read.into_iter().filter(|(round, _)| !round.matches.is_empty()) {
            last = last.max(round.number);
            if round.kind == RoundKind::Swiss && !rows.is_empty() {
                standings.insert(round.number, rows);
            }
            rounds.insert(round.number, round);
        }
        if state.optional("standings").is_some() {
            whole = read_standings(&state, people, problems);
        }
        people.check_teams(problems)?;
    }
    let rounds: Vec<ArchiveRound> = rounds.into_values().collect();
    check_no_round_is_missing(&rounds, last, "add the answer for this round, from an event that has ended", problems);
    let swiss = rounds.iter().filter(|round| round.kind == RoundKind::Swiss).map(|round| round.number).max();
    let standings = swiss.and_then(|number| standings.remove(&number)).unwrap_or(whole);
    Some(Rounds { rounds, standings })
}

fn read_round(round: &Object<'_>, people: &mut People, problems: &mut Problems) -> Option<(ArchiveRound, Vec<Row>)> {
    let field = if round.has("roundNumber") { "roundNumber" } else { "number" };
    let number = round.integer(field, (1, ROUNDS), problems);
    let kind = if round.flag("isPlayoff", false, problems) { RoundKind::Playoff } else { RoundKind::Swiss };
    let mut seen = HashSet::new();
    let matches = round.list("matches", PLAYERS, problems, |item, at, problems| {
        let read = read_match(&Object::of(item, at, problems)?, number, people, problems)?;
        for player in std::iter::once(read.p1).chain(read.p2) {
            if !seen.insert(player) {
                problems.add(at, format!("{:?} has another match in round {number}", people.name(player)));
                return None;
            }
        }
        Some(read)
    });
    let standings =
        if round.optional("standings").is_some() { read_standings(round, people, problems) } else { Vec::new() };
    Some((ArchiveRound { number, kind, matches }, standings))
}

/// Reads a match. `None` for a problem.
fn read_match(played: &Object<'_>, number: i32, people: &mut People, problems: &mut Problems) -> Option<ArchiveMatch> {
    let players = people.read_match(played, problems)?;
    let games = read_games(played, players.len(), problems);
    match players[..] {
        [player] => {
            // A bye is won; a player alone who lost games was assigned a loss.
            let is_loss = games.is_some_and(|games| games.second > games.first);
            Some(alone(player, is_loss))
        }
        [first, second] if first == second => {
            problems.add(played.path(), format!("{:?} cannot meet themselves", people.name(first)));
            None
        }
        [first, second] => {
            let Some(games) = games else {
                let message = format!(
                    "the match of {:?} in round {number} has no result; import a finished tournament",
                    people.name(first)
                );
                problems.add(played.path(), message);
                return None;
            };
            Some(versus(first, second, games.into()))
        }
        _ => {
            let message = format!("has {} teams; only matches of two players can be imported", players.len());
            problems.add(played.path(), message);
            None
        }
    }
}

/// Reads the games of a match from the view of the first team: those of the match, else those of the first result.
/// `None` if it has no result.
fn read_games(played: &Object<'_>, teams: usize, problems: &mut Problems) -> Option<Games> {
    let path = played.path();
    let result = first_result(played);
    let results = Path::Field(&path, "results");
    let result = result.and_then(|result| Object::of(result, Path::Item(&results, 0), problems));
    let mut counted = |name: &str| {
        let result = result.filter(|result| result.optional(name).is_some())?;
        Some(result.integer(name, GAMES, problems))
    };
    let [wins, losses, draws] = ["wins", "losses", "draws"].map(&mut counted);
    let mut stated = |name: &str| played.optional(name).map(|_| played.integer(name, GAMES, problems));
    let [left, right] = ["leftTeamWins", "rightTeamWins"].map(&mut stated);
    let (first, second) = match teams {
        1 => (wins.or(left)?, losses.or(right)?),
        _ => (left.or(wins)?, right.or(losses)?),
    };
    Some(Games { first, second, drawn: draws.unwrap_or(0) })
}

/// Returns the result of the first team. A match of the newer form has the results of both teams, in any order.
fn first_result<'a>(played: &Object<'a>) -> Option<&'a Value> {
    let of_match = played.optional("results").and_then(Value::as_array);
    if let Some(results) = of_match {
        let team = played.optional("teamIds").and_then(|ids| ids.get(0));
        return results.iter().find(|result| team.is_some() && result.get("teamId") == team);
    }
    played.optional("teams")?.get(0)?.get("results")?.get(0)
}

fn read_standings(holder: &Object<'_>, people: &mut People, problems: &mut Problems) -> Vec<Row> {
    holder.list("standings", PLAYERS, problems, |item, at, problems| {
        let row = Object::of(item, at, problems)?;
        let player = people.read_row(&row, problems)?;
        let mut rate = |name: &str| row.optional(name).map(|_| row.number(name, (-1.0, 1.0), problems));
        let [omw, gw, ogw] = ["opponentMatchWinPercent", "gameWinPercent", "opponentGameWinPercent"].map(&mut rate);
        let record = ["wins", "losses", "draws"].map(|name| row.integer(name, COUNT, problems));
        let points = row.integer("matchPoints", COUNT, problems);
        let rank = row.integer("rank", (1, COUNT.1), problems);
        Some(Row { rank, player, points, record, omw, gw, ogw, as_of_round: 0 })
    })
}

/// Reads when the event began, else when it was planned to.
fn read_date(event: &Object<'_>, problems: &mut Problems) -> DateTime<Utc> {
    let field = if event.optional("actualStartTime").is_some() { "actualStartTime" } else { "scheduledStartTime" };
    event.date(field, problems)
}

fn read_format(event: &Object<'_>, problems: &mut Problems) -> String {
    let path = event.path();
    if let Some(format) = event.optional("eventFormat") {
        let at = Path::Field(&path, "eventFormat");
        return Object::of(format, at, problems).map_or_else(String::new, |it| it.text("name", SHORT_TEXT, problems));
    }
    let format = event.optional("format").filter(|format| format.as_str() != Some(""));
    format.map_or_else(String::new, |format| text(format, Path::Field(&path, "format"), SHORT_TEXT, problems))
}

#[cfg(test)]
mod tests;
