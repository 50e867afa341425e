//! Writes finished tournaments from the log as archive files for `crosstable import`, and in `tdf` for another program.
//!
//! Only data that the format describes is written: an export that is imported into an empty store and exported again
//! gives the same bytes. The reader of the format is `importers`; each archive is read back with it before it
//! is handed out.

mod document;
mod tables;
pub(crate) mod tdf;

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context, ensure};
use chrono::SecondsFormat;
use domain::decklist::{Decklist, is_web_address};
use domain::tournament::standings::{Standing, counted_until, standings_after};
use domain::tournament::to_pair::table_size;
use domain::tournament::{Registration, Round as Played, Tournament};
use proto_events::ids::{DecklistId, RegistrationId, UserId};
use proto_events::vocabulary::RegistrationStatus;
use service_kit::hex::hex;
use sha2::{Digest, Sha256};

use self::document::{Archive, Round, Row, Source, Table};
use self::tables::Field;
use crate::directory::Found;

/// The platform name of tournaments that were run here.
const PLATFORM: &str = "crosstable";

#[derive(Debug)]
pub(crate) struct Written {
    /// File name without a folder.
    pub(crate) file_name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) players: usize,
    pub(crate) rounds: usize,
    pub(crate) decklists: usize,
}

type Names = HashMap<UserId, String>;
/// The lists that count, each at the revision that counts.
type Lists = HashMap<DecklistId, Decklist>;

/// Writes a finished tournament.
///
/// # Errors
/// When it is not finished, is a team event, or does not fit the format.
pub(crate) fn write(found: &Found, names: &Names, lists: &Lists) -> anyhow::Result<Written> {
    let archive = archive(found, names, lists)?;
    let mut bytes = serde_json::to_vec(&archive)?;
    bytes.push(b'\n');
    let file_name = file_name(&archive.id, "json");
    importers::read(&bytes, &file_name).context("it does not fit the archive format")?;
    let Archive { players, rounds, decklists, .. } = archive;
    Ok(Written { file_name, bytes, players: players.len(), rounds: rounds.len(), decklists: decklists.len() })
}

fn archive(found: &Found, names: &Names, lists: &Lists) -> anyhow::Result<Archive> {
    let tournament = &found.tournament;
    ensure!(tournament.lifecycle.is_finished(), "it is not finished: its status is {}", tournament.lifecycle);
    ensure!(!tournament.is_team_event(), "it is a team event, and the archive format knows only single players");
    let (_, last) = tables::played(tournament).last().context("no round of it was played")?;
    let standings = standings_after(tournament, last.id).unwrap_or_default();
    let field = Field::of(tournament, &standings, |user| called(names, user));
    let rounds = tables::rounds(tournament, &field);
    let last_swiss = rounds.iter().filter(|round| round.kind == "swiss").map(|round| round.number).max();
    let rows = rows(tournament, &field, &standings, last_swiss.unwrap_or(0));
    let phase_cuts = phase_cuts(tournament, last_swiss.unwrap_or(0));
    let details = &tournament.details;
    let (platform, id) = source(tournament);
    let (decklists, deck_urls) = texts_and_pages(tournament, lists, &field);
    let indexes = |players: &[RegistrationId]| -> Vec<usize> {
        players.iter().filter_map(|player| field.index(*player)).collect()
    };
    Ok(Archive {
        id,
        name: details.name.clone(),
        date: details.start_datetime.unwrap_or(found.announced_at).to_rfc3339_opts(SecondsFormat::AutoSi, false),
        format: details.event_format.display_name(),
        platform,
        source: Source { writer: PLATFORM },
        rule: document::rule(tournament, &rounds, rows.len() == field.players.len()),
        phase_cuts,
        swiss_rounds: last_swiss.unwrap_or(details.swiss_rounds.unwrap_or(0)),
        top_cut: top_cut(&rounds).unwrap_or(details.top_cut),
        playoff: document::playoff(tournament),
        seeds: seeds(tournament).map(indexes).unwrap_or_default(),
        final_places: tournament.stated_places.iter().flat_map(|(_, order)| indexes(order)).collect(),
        pod_size: (table_size(tournament) > 2).then_some(details.pod_size),
        pool_size: Some(details.pool_size).filter(|size| *size > 0),
        disqualified: disqualified(tournament, &field, &standings),
        players: field.names.clone(),
        rounds,
        standings: rows,
        decklists,
        deck_urls,
    })
}

/// Returns a player's name, or a placeholder with the number of a nameless player.
fn called(names: &Names, user: UserId) -> String {
    names
        .get(&user)
        .filter(|name| !name.is_empty())
        .cloned()
        .unwrap_or_else(|| domain::user::nameless(user).into_owned())
}

/// Returns an id that no other installation gives: a readable name and a hash.
fn own_id(tournament: &Tournament) -> String {
    let hash = Sha256::digest(format!("{}/{}/{}", tournament.organization_id, tournament.id, tournament.seed));
    let hash = hex(&hash[..6]);
    let mut name = slug(&tournament.details.name);
    name.truncate(60);
    format!("{}-{hash}", name.trim_end_matches('-')).trim_start_matches('-').to_owned()
}

/// Returns the text as ASCII lower-case letters and digits, with `-` for everything between them.
fn slug(text: &str) -> String {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_ascii_lowercase()
}

fn file_name(id: &str, ending: &str) -> String {
    let mut name = slug(id);
    name.truncate(120);
    format!("{}.{ending}", if name.is_empty() { "tournament" } else { name.trim_end_matches('-') })
}

/// Returns the platform of a tournament, and its id there.
fn source(tournament: &Tournament) -> (String, String) {
    match &tournament.import {
        Some(source) => (source.platform.clone(), source.source_id.clone()),
        None => (PLATFORM.to_owned(), own_id(tournament)),
    }
}

/// Returns the published standings, best first.
fn rows(tournament: &Tournament, field: &Field, standings: &[Standing], last_swiss: i32) -> Vec<Row> {
    let until = tables::played(tournament).last().and_then(|(_, round)| counted_until(tournament, round.id));
    let until = until.unwrap_or_default();
    let row = |line: &Standing| {
        let player = tournament.player_of(line.competitor)?;
        Some(Row {
            rank: line.rank,
            p: field.index(player)?,
            points: line.score.points,
            w: line.score.wins,
            l: line.score.losses,
            d: line.score.draws,
            omw: line.opponent_match_win.as_f64(),
            gw: line.game_win.as_f64(),
            ogw: line.opponent_game_win.as_f64(),
            as_of_round: until.get(&player).copied().unwrap_or(last_swiss).min(last_swiss),
        })
    };
    standings.iter().filter_map(row).collect()
}

/// Returns the rounds after which players were cut although more Swiss rounds followed.
fn phase_cuts(tournament: &Tournament, last_swiss: i32) -> Vec<i32> {
    let cuts = tournament.cuts.iter().map(|cut| cut.after_round_number);
    let mut cuts: Vec<i32> = cuts.filter(|number| (1..last_swiss).contains(number)).collect();
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

/// Returns the players of the cut that the playoff follows, by seed.
fn seeds(tournament: &Tournament) -> Option<&[RegistrationId]> {
    let (swiss, playoff): (Vec<_>, Vec<_>) =
        tables::played(tournament).partition(|(phase, _)| !phase.round_type.is_playoff());
    let first = playoff.first()?.1.number;
    let last = swiss.last().map_or(0, |(_, round)| round.number);
    let cut = tournament.cuts.iter().rfind(|cut| (last..first).contains(&cut.after_round_number))?;
    Some(&cut.advancing)
}

/// Returns the number of players in the playoff, if there was one.
fn top_cut(rounds: &[Round]) -> Option<i32> {
    let playoff = rounds.iter().filter(|round| round.kind == "playoff");
    let seats = |table: &Table| [Some(table.p1), table.p2, table.p3, table.p4, table.p5];
    let players = playoff.flat_map(|round| &round.matches).flat_map(seats).flatten();
    let players: std::collections::BTreeSet<usize> = players.collect();
    i32::try_from(players.len()).ok().filter(|count| *count > 0)
}

/// Returns for each disqualified player the first round whose standings do not list the player. Players who played and
/// left the standings in another way are included, because the format has no other field for them.
fn disqualified(tournament: &Tournament, field: &Field, standings: &[Standing]) -> BTreeMap<usize, i32> {
    let rounds: Vec<_> = tables::played(tournament).map(|(_, round)| round).collect();
    let listed: std::collections::HashSet<_> =
        standings.iter().filter_map(|line| tournament.player_of(line.competitor)).collect();
    let mut from = BTreeMap::new();
    for (index, &player) in field.players.iter().enumerate() {
        let status = tournament.registration(player).map(|entry| entry.status);
        if listed.contains(&player) && status != Some(RegistrationStatus::Disqualified) {
            continue;
        }
        let lists = |round: &Played| round.entrants.as_ref().is_some_and(|entrants| entrants.contains(&player));
        let next = rounds.iter().rposition(|round| lists(round)).map_or(0, |last| last + 1);
        let number = rounds.get(next).map(|round| round.number);
        let after_all = || rounds.last().map_or(1, |round| round.number + 1);
        from.insert(index, number.unwrap_or_else(after_all));
    }
    from
}

/// Returns the texts and pages of the public lists.
fn texts_and_pages(
    tournament: &Tournament,
    lists: &Lists,
    field: &Field,
) -> (BTreeMap<usize, Vec<String>>, BTreeMap<usize, String>) {
    let (mut texts, mut pages) = (BTreeMap::new(), BTreeMap::new());
    if !tournament.lifecycle.has_published_lists() {
        return (texts, pages);
    }
    for (index, &player) in field.players.iter().enumerate() {
        let list = tournament.registration(player).and_then(Registration::list);
        let Some(list) = list.and_then(|(id, _)| lists.get(&id)) else { continue };
        let has_page = is_web_address(&list.deck_url);
        if has_page {
            pages.insert(index, list.deck_url.clone());
        }
        let text = list.plaintext();
        // If a list has only a page, its URL is stored as the text.
        if !text.is_empty() && (!has_page || *text != list.deck_url) {
            texts.insert(index, text.split('\n').map(str::to_owned).collect());
        }
    }
    (texts, pages)
}

#[cfg(test)]
mod tests;
