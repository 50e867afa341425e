//! Reads a tournament from answers of EventLink's interface (GraphQL), as JSON.
//!
//! They come in two forms. In the older one, a single answer `event` has everything in `gameState`: rounds, matches
//! with their teams, and standings. In the newer one, each answer `gameStateV2AtRound` has the teams of the event, and
//! rounds whose matches and standings name teams by id. A file then is a list of answers, or an object with `event` and
//! `rounds`; a later answer with the same round counts. Each player is a team of one.

mod answers;
mod people;

use std::collections::{BTreeMap, HashSet};

use domain::limits::SHORT_TEXT;
use proto_events::tournament::Games;
use serde_json::Value;

use self::answers::Part;
pub(crate) use self::answers::is_one;
use self::people::{People, RESULT};
use super::archive::{
    Archive, ArchiveMatch, ArchiveRound, COUNT, GAMES, MOST_ROUNDS, PLAYERS, RANK, ROUNDS, RoundKind, Row, alone,
    last_swiss_round, versus,
};
use super::computed::with_computed_standings;
use super::object::{Cursor, Object};
use super::problems::{Path, ProblemSink};
use super::rounds::{check_no_round_is_missing, settle_ties, with_rounds};

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

/// The known members of a round. Other ids and timers are for the pages of EventLink.
const ROUND: &str = "roundNumber number isPlayoff matches standings id roundId timerId canRollback";
/// The known members of a match. Its teams say whether it is a bye.
const MATCH: &str = "teamIds teams results leftTeamWins rightTeamWins id matchId isBye";
/// The known members of a row of the standings.
const ROW: &str = "team teamId rank wins losses draws matchPoints gameWinPercent opponentGameWinPercent \
                   opponentMatchWinPercent";

/// Reads the fields. The result is valid only if no problem was added.
pub(crate) fn read(file: Cursor<'_>) -> Option<Archive> {
    let (event, states) = answers::find(file)?;
    let event = event.object(file.problems)?;
    let name = event.text("title", SHORT_TEXT).trim().to_owned();
    let source_id = event.required("id").map_or_else(String::new, |id| match id.value {
        Value::Number(id) => id.to_string(),
        _ => id.text(SHORT_TEXT),
    });
    let status = event.value("status").and_then(Value::as_str).unwrap_or_default();
    if UNFINISHED.contains(&status) {
        event.problem("status", format!("is {status:?}; import a finished tournament"));
    }
    let started = if event.value("actualStartTime").is_some() { "actualStartTime" } else { "scheduledStartTime" };
    let date = event.date(started);
    let format = read_format(&event);
    let mut people = People::default();
    let (rounds, standings) = read_rounds(&states, &mut people, file.problems)?;
    let mut archive = Archive {
        source_id,
        name,
        date,
        format,
        platform: PLATFORM.to_owned(),
        ..with_rounds(people.roster.names, rounds)
    };
    settle_ties(&mut archive.rounds, &standings);
    if standings.is_empty() {
        return Some(with_computed_standings(archive));
    }
    let as_of_round = archive.swiss_rounds;
    archive.standings = standings.into_iter().map(|row| Row { as_of_round, ..row }).collect();
    // The published order breaks ties: how the percentages are rounded is not known.
    archive.rule.standings.tiebreakers.clear();
    Some(archive)
}

/// Reads the rounds of all answers, and the standings after the last Swiss round. `None` if the event is one of teams.
fn read_rounds(
    states: &[Part<'_>],
    people: &mut People,
    problems: &ProblemSink,
) -> Option<(Vec<ArchiveRound>, Vec<Row>)> {
    let mut rounds: BTreeMap<i32, ArchiveRound> = BTreeMap::new();
    let mut standings: BTreeMap<i32, Vec<Row>> = BTreeMap::new();
    let mut whole = Vec::new();
    let mut last = 0;
    for state in states {
        let state = state.object(problems)?;
        people.read_teams(&state)?;
        last = last.max(state.integer_if_given("currentRoundNumber", (0, ROUNDS)).unwrap_or(0));
        let read = state.list("rounds", MOST_ROUNDS, |item| read_round(&item.object(ROUND)?, people));
        for (round, rows) in read.into_iter().filter(|(round, _)| !round.matches.is_empty()) {
            last = last.max(round.number);
            if round.kind == RoundKind::Swiss && !rows.is_empty() {
                standings.insert(round.number, rows);
            }
            rounds.insert(round.number, round);
        }
        if state.value("standings").is_some() {
            whole = read_standings(&state, people);
        }
        people.check_teams(problems)?;
    }
    let rounds: Vec<ArchiveRound> = rounds.into_values().collect();
    check_no_round_is_missing(&rounds, last, problems);
    let standings = standings.remove(&last_swiss_round(&rounds)).unwrap_or(whole);
    Some((rounds, standings))
}

fn read_round(round: &Object<'_>, people: &mut People) -> Option<(ArchiveRound, Vec<Row>)> {
    let field = if round.has("roundNumber") { "roundNumber" } else { "number" };
    let number = round.integer(field, (1, ROUNDS));
    let kind = if round.flag("isPlayoff", false) { RoundKind::Playoff } else { RoundKind::Swiss };
    let mut seen = HashSet::new();
    let matches = round.list("matches", PLAYERS, |item| {
        let read = read_match(&item.object(MATCH)?, number, people)?;
        for player in read.players() {
            if !seen.insert(player) {
                item.problem(format!("{:?} has another match in round {number}", people.name(player)));
                return None;
            }
        }
        Some(read)
    });
    let standings = if round.value("standings").is_some() { read_standings(round, people) } else { Vec::new() };
    Some((ArchiveRound { number, kind, matches }, standings))
}

fn read_match(played: &Object<'_>, number: i32, people: &mut People) -> Option<ArchiveMatch> {
    let players = people.read_match(played)?;
    played.optional("results").iter().for_each(|results| results.know(RESULT));
    let games = read_games(played, players.len());
    match players[..] {
        [player] => {
            // A bye is won; a player alone who lost games was assigned a loss.
            let is_loss = games.is_some_and(|games| games.second > games.first);
            Some(alone(player, is_loss))
        }
        [first, second] if first == second => {
            played.problem_here(format!("{:?} cannot meet themselves", people.name(first)));
            None
        }
        [first, second] => {
            let Some(games) = games else {
                let message = format!(
                    "the match of {:?} in round {number} has no result; import a finished tournament",
                    people.name(first)
                );
                played.problem_here(message);
                return None;
            };
            Some(versus(first, second, games.into()))
        }
        _ => {
            let message = format!("has {} teams; only matches of two players can be imported", players.len());
            played.problem_here(message);
            None
        }
    }
}

/// Reads the games of a match from the view of the first team: those of the match, else those of the first result.
/// `None` if it has no result.
fn read_games(played: &Object<'_>, teams: usize) -> Option<Games> {
    let results = Path::Field(&played.path, "results");
    let at_first = |value| Cursor { value, path: Path::Item(&results, 0), problems: played.problems };
    let result = first_result(played).map(at_first);
    let result = result.as_ref().and_then(Cursor::dictionary);
    let counted = |name: &str| result?.integer_if_given(name, GAMES);
    let [wins, losses, draws] = ["wins", "losses", "draws"].map(counted);
    let stated = |name: &str| played.integer_if_given(name, GAMES);
    let [left, right] = ["leftTeamWins", "rightTeamWins"].map(stated);
    let (first, second) = match teams {
        1 => (wins.or(left)?, losses.or(right)?),
        _ => (left.or(wins)?, right.or(losses)?),
    };
    Some(Games { first, second, drawn: draws.unwrap_or(0) })
}

/// Returns the result of the first team. A match of the newer form has the results of both teams, in any order.
fn first_result<'a>(played: &Object<'a>) -> Option<&'a Value> {
    let of_match = played.value("results").and_then(Value::as_array);
    if let Some(results) = of_match {
        let team = played.value("teamIds").and_then(|ids| ids.get(0));
        return results.iter().find(|result| team.is_some() && result.get("teamId") == team);
    }
    played.value("teams")?.get(0)?.get("results")?.get(0)
}

fn read_standings(holder: &Object<'_>, people: &mut People) -> Vec<Row> {
    holder.list("standings", PLAYERS, |item| {
        let row = item.object(ROW)?;
        let player = people.read_row(&row)?;
        let rate = |name: &str| row.rate_if_given(name);
        let [omw, gw, ogw] = ["opponentMatchWinPercent", "gameWinPercent", "opponentGameWinPercent"].map(rate);
        let record = ["wins", "losses", "draws"].map(|name| row.integer(name, COUNT));
        let points = row.integer("matchPoints", COUNT);
        let rank = row.integer("rank", RANK);
        Some(Row { rank, player, points, record, omw, gw, ogw, as_of_round: 0 })
    })
}

fn read_format(event: &Object<'_>) -> String {
    let Some(format) = event.optional("eventFormat") else { return event.text_if_given("format", SHORT_TEXT) };
    format.dictionary().map_or_else(String::new, |format| format.text("name", SHORT_TEXT))
}

#[cfg(test)]
mod tests;
