//! Reads a tournament from an XML file of Wizards Event Reporter (WER): `<event>`, or `<eventupload>` with one event in
//! it, in UTF-8 or UTF-16.
//!
//! An event has persons, teams and roles in `<participation>`, and rounds in `<matches>`. Each player is a team of one.
//! The role of players (`cd="PL"`) lists them in their final order (`seq`), the one of type `DQ` those who were
//! disqualified. A match has an `outcome` from the view of `person`. Rounds from `playoffstartround` on are the
//! playoff.
//!
//! The file has no points or percentages, so the standings are computed from the rounds. The final order is kept as
//! the published one. It breaks ties if the usual percentages give another order.

mod markup;
mod people;

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, Utc};
use proto_events::tournament::{Games, MatchResult, PairingKind, Winner};

use self::markup::Element;
use self::people::{People, penalties};
use super::archive::{
    Archive, ArchiveMatch, ArchiveRound, PLAYERS, ROUNDS, RoundKind, Row, alone, lost_by_both, versus,
};
use super::computed::with_computed_standings;
use super::dates;
use super::encoding;
use super::problems::{Path, ProblemSink};
use super::rounds::{check_no_round_is_missing, settle_ties, with_rounds};

const PLATFORM: &str = "wer";
/// The number for what was not reported.
const UNREPORTED: i32 = -1;

/// Returns what is known of an element: its attributes and the elements in it. Nothing is known of other elements.
fn known(element: &str) -> &'static str {
    match element {
        "eventupload" => "event",
        // Whether there is a playoff, and the number of rounds, follow from the rounds.
        "event" => {
            "title name eventguid sanctionnumber startdate format PlayFormat playoffstartround participation matches \
             warnings isplayoff numberofrounds isstarted"
        }
        "participation" => "person role team",
        "person" => "id first last",
        "role" => "cd type ref",
        "ref" => "person seq",
        // A team is its only person.
        "team" => "member id name",
        "member" => "person position",
        "matches" => "round",
        // The format is that of the event.
        "round" => "number match PlayFormat teamformat",
        "match" => "person opponent outcome win loss draw",
        "warnings" => "warning",
        "warning" => "person round code penalty notes",
        _ => "",
    }
}

/// Returns how many values a file has: elements and attributes.
pub(crate) fn count_values(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| matches!(byte, b'<' | b'=')).count()
}

/// Reads a file. The result is valid only if no problem was added.
pub(crate) fn read(bytes: &[u8], problems: &ProblemSink) -> Option<Archive> {
    let text = encoding::decoded(bytes, problems)?;
    let document = markup::parse(&text, problems)?;
    let first = Element::first(&document, problems);
    let mut archive = read_event(event(first)?)?;
    let path = if first.name() == "event" { Path::Field(&Path::Root, "event") } else { Path::Root };
    first.note_unread(path, known);
    archive.left_out.extend(problems.unread("elements and attributes"));
    Some(archive)
}

fn event(first: Element<'_>) -> Option<Element<'_>> {
    let events: Vec<Element<'_>> = match first.name() {
        "event" => vec![first],
        "eventupload" => first.all("event").take(PLAYERS).collect(),
        name => {
            let found = match name {
                "Standings" | "standings" => "has standings without rounds".to_owned(),
                name => format!("is XML, but not of Wizards Event Reporter: it begins with <{name}>"),
            };
            let message = format!("{found}; expected is a file that begins with <event> or <eventupload>");
            first.problems.add(Path::Root, message);
            return None;
        }
    };
    let [event] = events[..] else {
        first.problem(first.name(), format!("has {} events, and a file must have one", events.len()));
        return None;
    };
    Some(event)
}

fn read_event(event: Element<'_>) -> Option<Archive> {
    let name = event.text(["title", "name"]);
    let source_id = event.text(["eventguid", "sanctionnumber"]);
    let date = read_date(event);
    let people = People::read(event)?;
    let mut rounds = read_rounds(event, &people);
    let last = rounds.last().map_or(0, |round| round.number);
    check_no_round_is_missing(&rounds, last, event.problems);
    settle_ties(&mut rounds, &rows_by_place(&people));
    let (penalties, unread) = penalties(event, &people, &rounds);
    let archive = Archive {
        name,
        source_id,
        platform: PLATFORM.to_owned(),
        date,
        format: event.attribute("format").or(event.attribute("PlayFormat")).unwrap_or_default().to_owned(),
        disqualified: people.disqualified.iter().map(|player| (*player, last_round(&rounds, *player))).collect(),
        penalties,
        left_out: unread.into_iter().chain(people.others_in_words()).collect(),
        ..with_rounds(people.names.clone(), rounds)
    };
    Some(in_final_order(with_computed_standings(archive), &people.places))
}

/// Reads the day on which the event began; times in the file have no zone.
fn read_date(event: Element<'_>) -> DateTime<Utc> {
    let read = match event.attribute("startdate") {
        Some(date) => dates::parse(date.split('T').next().unwrap_or(date)),
        None => Err("is missing".to_owned()),
    };
    read.unwrap_or_else(|message| {
        event.problem("startdate", message);
        DateTime::UNIX_EPOCH
    })
}

/// Reads the rounds that have matches, by number.
fn read_rounds(event: Element<'_>, people: &People<'_>) -> Vec<ArchiveRound> {
    let playoff = event.integer("playoffstartround", (0, ROUNDS + 1)).filter(|first| *first > 0);
    let mut rounds: BTreeMap<i32, ArchiveRound> = BTreeMap::new();
    for round in event.all_in("matches", "round") {
        if round.attribute("number").is_none() {
            round.problem("number", "is missing");
        }
        let Some(number) = round.integer("number", (1, ROUNDS)) else { continue };
        let kind = if playoff.is_some_and(|first| number >= first) { RoundKind::Playoff } else { RoundKind::Swiss };
        let matches = read_matches(round, (number, kind), people);
        if matches.is_empty() {
            continue;
        }
        if rounds.insert(number, ArchiveRound { number, kind, matches }).is_some() {
            round.problem("number", format!("is {number}, as that of an earlier round"));
        }
    }
    rounds.into_values().collect()
}

/// Reads the matches of a round, and checks that each player has one.
fn read_matches(round: Element<'_>, (number, kind): (i32, RoundKind), people: &People<'_>) -> Vec<ArchiveMatch> {
    let mut seen = HashSet::new();
    let mut matches = Vec::new();
    for element in round.all("match") {
        let Some((player, opponent, read)) = read_match(element, kind, people) else { continue };
        for player in std::iter::once(player).chain(opponent) {
            if !seen.insert(player) {
                let message = format!("{:?} has another match in round {number}", people.names[player]);
                element.problem("match", message);
                return Vec::new();
            }
        }
        match read {
            Ok(read) => matches.push(read),
            Err(message) => {
                let message = format!("the match of {:?} in round {number} {message}", people.names[player]);
                element.problem("outcome", message);
            }
        }
    }
    matches
}

/// Reads who met whom, and the match; two players with an assigned loss both lose. An error says what is wrong with the
/// outcome.
fn read_match(
    element: Element<'_>,
    kind: RoundKind,
    people: &People<'_>,
) -> Option<(usize, Option<usize>, Result<ArchiveMatch, &'static str>)> {
    const GAMES: (i32, i32) = (UNREPORTED, 999);
    if element.attribute("person").is_none() {
        element.problem("person", "is missing");
    }
    let player = people.player(element, "person")?;
    let opponent = people.player(element, "opponent");
    if opponent == Some(player) {
        element.problem("opponent", "must be another person than the first");
        return None;
    }
    let games = ["win", "loss", "draw"].map(|name| element.integer(name, GAMES));
    let games = match games.map(|count| count.filter(|count| *count >= 0)) {
        [Some(first), Some(second), drawn] => Some(Games { first, second, drawn: drawn.unwrap_or(0) }),
        _ => None,
    };
    let outcome = match element.attribute("outcome") {
        None => UNREPORTED,
        Some(_) => element.integer("outcome", (UNREPORTED, 5))?,
    };
    let won = |winner| MatchResult::new(winner, games);
    let read = match (outcome, opponent) {
        (1, Some(opponent)) => Ok(versus(player, opponent, won(Winner::First))),
        (2, Some(opponent)) => Ok(versus(player, opponent, won(Winner::Draw))),
        (3, None) => Ok(alone(player, false)),
        (3, Some(_)) => Err("is a bye (3), but it has an opponent"),
        (4, Some(opponent)) => Ok(versus(player, opponent, won(Winner::Second))),
        (4 | 5, None) => Ok(alone(player, true)),
        (5, Some(_)) if kind == RoundKind::Playoff => Err("has no winner, but it is one of the playoff"),
        (5, Some(opponent)) => Ok(lost_by_both(player, opponent)),
        (1 | 2, None) => Err("was won or drawn, but it has no opponent"),
        _ => Err("has no result; import a finished tournament"),
    };
    Some((player, opponent, read))
}

/// Returns the last round of a player, which is the first whose standings no longer list a disqualified one.
fn last_round(rounds: &[ArchiveRound], player: usize) -> i32 {
    let has = |played: &ArchiveMatch| played.players().any(|other| other == player);
    let last = rounds.iter().rev().find(|round| round.matches.iter().any(has));
    last.map_or(1, |round| round.number)
}

/// Returns rows that have only the final places.
fn rows_by_place(people: &People<'_>) -> Vec<Row> {
    people.places.iter().map(|(&player, &rank)| Row { rank, player, ..Row::default() }).collect()
}

/// Puts the computed standings into the file's final order. The order of players outside the playoff is compared with
/// the computed one.
fn in_final_order(mut archive: Archive, places: &HashMap<usize, i32>) -> Archive {
    if places.is_empty() {
        return archive;
    }
    let place = |row: &Row| places.get(&row.player).copied().unwrap_or(i32::MAX);
    let computed: HashMap<usize, i32> = archive.standings.iter().map(|row| (row.player, row.rank)).collect();
    archive.standings.sort_by_key(|row| (place(row), row.rank));
    let in_playoff = players_of_playoff(&archive.rounds);
    let others: Vec<Row> = archive.standings.iter().filter(|row| !in_playoff.contains(&row.player)).copied().collect();
    let is_ranked_lower = |pair: &&[Row]| computed[&pair[0].player] > computed[&pair[1].player];
    if others.windows(2).any(|pair| is_ranked_lower(&pair)) {
        archive.rule.standings.tiebreakers.clear();
    }
    if let Some([one, other]) = others.windows(2).find(|pair| pair[0].points < pair[1].points) {
        let [one, other] = [one, other].map(|row| format!("{} ({} points)", archive.players[row.player], row.points));
        archive.left_out.push(format!("the final order, which the rounds contradict: {one} is before {other}"));
    }
    for (row, number) in archive.standings.iter_mut().zip(1..) {
        row.rank = number;
    }
    archive
}

fn players_of_playoff(rounds: &[ArchiveRound]) -> HashSet<usize> {
    let matches = rounds.iter().filter(|round| round.kind == RoundKind::Playoff).flat_map(|round| &round.matches);
    let versus = matches.filter(|played| played.kind == PairingKind::Versus);
    versus.flat_map(ArchiveMatch::players).collect()
}

#[cfg(test)]
mod tests;
