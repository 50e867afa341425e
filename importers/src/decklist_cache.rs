//! Reads a tournament from the JSON of a decklist cache: `Tournament`, `Decks`, `Rounds`, `Standings`. Several public
//! collections of tournaments have this form.
//!
//! Players are named, and a result is written from the view of `Player1`: `2-1-0` is two games won, one lost, none drawn.
//! The collections differ in the rest: a missing opponent is null, empty, `-` or `Bye`; a match may be listed twice, once
//! from each side; playoff rounds have names (`Quarterfinals`), go on with the numbers of the Swiss rounds, or are in
//! `Bracket`. Players may have no percentages; an event online may have no Swiss rounds.

mod matches;

use std::collections::BTreeMap;

use domain::decklist::is_web_address;
use domain::limits::SHORT_TEXT;
use proto_events::tournament::{Fraction, Games, PairingKind, StandingsRules};
use serde_json::Value;

use self::matches::{MATCH, add_bracket, once_each, read_match};
use super::archive::{Archive, ArchiveMatch, ArchiveRound, COUNT, PLAYERS, RANK, ROUNDS, RoundKind, Row, checked_list};
use super::object::{Cursor, Object};
use super::roster::Roster;
use super::rounds::{NamedRound, in_order, number_in_name, settle_ties, split_playoff, with_rounds};
use super::rule::{Published, Rule};

/// Largest difference of two equal percentages: some collections keep four decimals.
const TOLERANCE: f64 = 1e-4;
/// The known members of a row of the standings.
const ROW: &str = "Rank Player Points OMWP GWP OGWP";

pub(crate) fn is_one(file: &Value) -> bool {
    let has = |name: &str| file.get(name).is_some();
    file.get("Tournament").is_some_and(Value::is_object) && ["Rounds", "Bracket", "Decks"].into_iter().any(has)
}

/// Reads the fields. The result is valid only if no problem was added.
pub(crate) fn read(file: Cursor<'_>) -> Option<Archive> {
    let file = file.object("Tournament Decks Rounds Bracket Standings")?;
    let about = file.required("Tournament")?;
    let about = about.object("Date Name Uri Formats")?;
    let uri = about.text("Uri", 10 * SHORT_TEXT);
    let (platform, source_id) = source(&uri);
    let mut roster = Roster::default();
    let mut standings = items(&file, "Standings", ROW, |row| read_row(row, &mut roster));
    let (decklists, deck_urls) = read_decks(&file, &mut roster);
    let rounds = items(&file, "Rounds", "RoundNumber RoundName Matches", |round| read_round(round, &mut roster));
    let mut rounds = in_order(rounds);
    let is_named = rounds.iter().any(|round| round.kind == RoundKind::Playoff);
    let has_bracket = add_bracket(&file, &mut rounds, &mut roster);
    if !is_named && !has_bracket {
        split_playoff(&mut rounds, &standings);
    }
    settle_ties(&mut rounds, &standings);
    forget_games_if_unknown(&mut rounds);
    let first_of_playoff = rounds.iter().find(|round| round.kind == RoundKind::Playoff);
    let top_cut = first_of_playoff.map_or(0, |round| 2 * round.matches.len());
    let archive = with_rounds(roster.names, rounds);
    for row in &mut standings {
        row.as_of_round = archive.swiss_rounds;
    }
    let has_points = archive.swiss_rounds == 0 && standings.iter().any(|row| row.points > 0);
    let left_out =
        has_points.then(|| "the points of the Swiss rounds, which the file has only in its standings".to_owned());
    Some(Archive {
        source_id,
        name: about.text("Name", SHORT_TEXT).trim().to_owned(),
        date: about.date("Date"),
        format: read_format(&about),
        rule: rule(&platform),
        platform,
        top_cut: i32::try_from(top_cut).unwrap_or(0),
        standings,
        decklists,
        deck_urls,
        left_out: left_out.into_iter().collect(),
        ..archive
    })
}

/// Reads a list of objects; null is an empty list.
fn items<T>(file: &Object<'_>, name: &str, known: &str, mut read: impl FnMut(&Object<'_>) -> Option<T>) -> Vec<T> {
    file.optional(name).map_or_else(Vec::new, |items| items.list(PLAYERS, |item| read(&item.object(known)?)))
}

/// Returns the platform and the tournament's id there, from the address of its page.
fn source(uri: &str) -> (String, String) {
    let (host, path) = uri.split_once("://").map_or(uri, |(_, rest)| rest).split_once('/').unwrap_or((uri, ""));
    let host = host.strip_prefix("www.").unwrap_or(host);
    let known = ["melee", "mtgo", "manatraders", "topdeck", "cardsrealm"];
    let platform = known.into_iter().find(|name| host.split('.').any(|part| part == *name)).unwrap_or(host);
    let path = path.split(['?', '#']).next().unwrap_or_default().trim_matches('/');
    let id = path.rsplit('/').next().filter(|id| !id.is_empty()).unwrap_or(uri);
    (platform.to_owned(), id.to_owned())
}

/// Returns the rules of a platform's standings. Those of unknown platforms may be others, so that only points are compared.
fn rule(platform: &str) -> Rule {
    let all = Published { points: true, record: false, omw: true, gw: true, ogw: true, tolerance: TOLERANCE };
    let standings = StandingsRules::default();
    match platform {
        "melee" => {
            let floor = Fraction { numerator: 1, denominator: 3 };
            Rule { standings: StandingsRules { floor, ..standings }, games_unknown: false, published: all }
        }
        "manatraders" => {
            let standings = StandingsRules { own_game_win_floored: false, ..standings };
            let published = Published { tolerance: 1e-3, ..all };
            Rule { standings, games_unknown: false, published }
        }
        _ => {
            // The published order breaks ties.
            Rule { standings: StandingsRules { tiebreakers: Vec::new(), ..standings }, ..Rule::default() }
        }
    }
}

/// Reads the format: a text, or the first of a list of texts.
fn read_format(about: &Object<'_>) -> String {
    let Some(formats) = about.optional("Formats") else { return String::new() };
    match formats.value.as_array().map(|list| list.first()) {
        Some(None) => String::new(),
        Some(Some(first)) => Cursor { value: first, ..formats }.text(SHORT_TEXT),
        None => formats.text(SHORT_TEXT),
    }
}

fn read_row(row: &Object<'_>, roster: &mut Roster) -> Option<Row> {
    let name = row.text("Player", SHORT_TEXT);
    let [omw, gw, ogw] = ["OMWP", "GWP", "OGWP"].map(|name| row.rate_if_given(name));
    let (rank, points) = (row.integer("Rank", RANK), row.integer("Points", COUNT));
    Some(Row { rank, player: roster.another(&name), points, omw, gw, ogw, ..Row::default() })
}

/// Reads texts and pages of the lists, by player. The first list of a player counts.
fn read_decks(file: &Object<'_>, roster: &mut Roster) -> (BTreeMap<usize, String>, BTreeMap<usize, String>) {
    let (mut texts, mut pages) = (BTreeMap::new(), BTreeMap::new());
    items(file, "Decks", "Player AnchorUri Mainboard Sideboard", |deck| {
        let player = roster.player(&deck.text("Player", SHORT_TEXT));
        let [main, side] = ["Mainboard", "Sideboard"].map(|part| read_cards(deck, part));
        let text = if side.is_empty() { main } else { format!("{main}\n\nSideboard\n{side}") };
        let text = checked_list(text, deck.path, deck.problems);
        if !text.is_empty() {
            texts.entry(player).or_insert(text);
        }
        let page = deck.value("AnchorUri").and_then(Value::as_str).unwrap_or_default().trim();
        if is_web_address(page) {
            pages.entry(player).or_insert(page.to_owned());
        }
        Some(())
    });
    (texts, pages)
}

fn read_cards(deck: &Object<'_>, part: &str) -> String {
    let cards = items(deck, part, "Count CardName", |card| {
        let count = card.integer("Count", (0, 100_000));
        Some(format!("{count} {}", card.text("CardName", SHORT_TEXT)))
    });
    cards.join("\n")
}

fn read_round(round: &Object<'_>, roster: &mut Roster) -> Option<NamedRound> {
    let number = round.integer_if_given("RoundNumber", (1, ROUNDS));
    let number = number.or_else(|| number_in_name(&round.text("RoundName", SHORT_TEXT)));
    if number.is_some_and(|number| !(1..=ROUNDS).contains(&number)) {
        round.problem("RoundName", format!("must be a round from 1 to {ROUNDS}"));
    }
    let played = items(round, "Matches", MATCH, |played| read_match(played, roster));
    Some(NamedRound { number, matches: once_each(played) })
}

/// Forgets the games if the file has only winners: every match is 1-0-0, 0-1-0 or a draw.
fn forget_games_if_unknown(rounds: &mut [ArchiveRound]) {
    let is_winner_only = |games: Games| games.first + games.second + games.drawn <= 1;
    let all = rounds.iter_mut().flat_map(|round| &mut round.matches);
    let mut all: Vec<&mut ArchiveMatch> = all.filter(|played| played.kind == PairingKind::Versus).collect();
    if all.iter().filter_map(|played| played.result.games).all(is_winner_only) {
        all.iter_mut().for_each(|played| played.result.games = None);
    }
}

#[cfg(test)]
mod tests;
