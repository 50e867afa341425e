//! `…/print/`: the sheets about a round: pairings by name, table and team, seats of a meeting or a draft, result slips,
//! and standings.

use askama::Template;
use domain::tournament::{Match, Round, TeamMatch};
use proto_events::ids::TeamId;
use proto_events::tournament::{Pairing, PairingKind};
use proto_events::vocabulary::ProgressStatus;

use crate::desk::playoff::{PoolLine, by_pool, pool_lines, tiebreaker_columns, tiebreaker_values};
use crate::desk::print::sheet::{Asked, Sheet, size_of, size_of_names, stacked};
use crate::desk::tables::{Seat, TableRow, tables};
use crate::names::{last_name_first, letter, sort_key};
use crate::serving::failures::PageResult;

#[derive(Template)]
#[template(path = "desk/print/pairings.html")]
struct NamesSheet<'a> {
    sheet: Sheet<'a>,
    size: &'static str,
    /// The players by the letter with which their names begin.
    groups: Vec<(String, Vec<PairingLine>)>,
}

/// A player, the table if the player goes to one, and the opponent; in a pod, the seat and all opponents.
type PairingLine = (Seat, Option<i32>, String);

/// Shows every player of the round with table and opponent, by name.
pub(crate) async fn by_name(asked: &Asked<'_>) -> PageResult {
    let mut lines = pairing_lines(asked);
    lines.iter_mut().for_each(|(player, ..)| player.name = last_name_first(&player.name).into_owned());
    lines.sort_by_cached_key(|(player, ..)| sort_key(&player.name));
    let (size, mut groups) = (size_of_names(lines.len()), Vec::<(String, Vec<PairingLine>)>::new());
    for line in lines {
        let letter = letter(&line.0.name);
        match groups.last_mut().filter(|(last, _)| *last == letter) {
            Some((_, lines)) => lines.push(line),
            None => groups.push((letter, vec![line])),
        }
    }
    asked.page(&NamesSheet { sheet: asked.sheet_of_pairings("desk-paper-names").of(&groups), size, groups })
}

fn pairing_lines(asked: &Asked<'_>) -> Vec<PairingLine> {
    let Some(round) = asked.round() else { return Vec::new() };
    let mut lines = Vec::new();
    for (played, row) in round.all_matches().zip(asked.rows(round.all_matches())) {
        let names: Vec<_> = row.players.iter().map(|seat| seat.name.clone()).collect();
        for (at, player) in played.seated() {
            let seat = Seat { name: asked.player(player), points: row.players[at].points };
            let others = names.iter().enumerate().filter(|(other, _)| row.is_contest && *other != at);
            let others = others.map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ");
            let others = match names.len() > 2 && row.is_contest {
                true => format!("{}: {others}", asked.texts.with("desk-pod-seat", "seat", at + 1)),
                false => others,
            };
            let table = row.has_table.then_some(row.table);
            lines.push((seat, table, if row.has_table { others } else { row.result.clone() }));
        }
    }
    let byes = round.team_matches.iter().filter(|team_match| team_match.is_bye);
    for team in byes.flat_map(|team_match| &team_match.teams) {
        let points = asked.team_seat(*team).points;
        let seat = |player| Seat { name: asked.player(player), points };
        lines.extend(asked.members(*team).into_iter().map(|player| (seat(player), None, asked.texts.say("desk-bye"))));
    }
    lines
}

#[derive(Template)]
#[template(path = "desk/print/tables.html")]
struct TablesSheet<'a> {
    sheet: Sheet<'a>,
    /// The tables of each team match below its teams, or all tables below an empty heading.
    groups: Vec<(String, Vec<TableRow>)>,
}

/// Shows every table of the round, in a team event below its team match.
pub(crate) async fn by_table(asked: &Asked<'_>) -> PageResult {
    let groups = asked.round().map_or_else(Vec::new, |round| table_groups(asked, round));
    asked.page(&TablesSheet { sheet: asked.sheet_of_pairings("desk-paper-tables").of(&groups), groups })
}

fn table_groups(asked: &Asked<'_>, round: &Round) -> Vec<(String, Vec<TableRow>)> {
    let rows = |matches: &[Match]| {
        // Seats without a match are on the sheets of seatings and pods.
        let mut rows = asked.rows(matches.iter().filter(|table| !is_seating(table)));
        rows.sort_by_key(|row| (!row.is_contest, row.table));
        rows
    };
    let mut team_matches: Vec<_> = round.team_matches.iter().collect();
    team_matches.sort_by_key(|team_match| (team_match.is_bye, team_match.first_table_number));
    let of_teams = team_matches.into_iter().map(|team_match| (heading(asked, team_match), rows(&team_match.seats)));
    let single = std::iter::once((String::new(), rows(&round.matches))).filter(|(_, rows)| !rows.is_empty());
    single.chain(of_teams).collect()
}

fn heading(asked: &Asked<'_>, team_match: &TeamMatch) -> String {
    let names: Vec<_> = team_match.teams.iter().map(|team| asked.team(*team)).collect();
    match &names[..] {
        [name] => format!("{name}: {}", asked.texts.say("desk-bye")),
        _ => names.join(" – "),
    }
}

fn is_seating(table: &Match) -> bool {
    table.pairing.kind == PairingKind::Seating
}

#[derive(Template)]
#[template(path = "desk/print/teams.html")]
struct TeamsSheet<'a> {
    sheet: Sheet<'a>,
    rows: Vec<TeamOnPaper>,
}

struct TeamOnPaper {
    team: Seat,
    /// The range of its tables; empty for a bye.
    tables: String,
    opponent: String,
    /// Tables and players; no tables for a bye.
    seats: Vec<(Option<i32>, String)>,
}

/// Shows every team of the round with its tables, its opponent and the seats of its players.
pub(crate) async fn by_team(asked: &Asked<'_>) -> PageResult {
    let matches = asked.round().into_iter().flat_map(|round| &round.team_matches);
    let sides = matches.flat_map(|team_match| team_match.teams.iter().map(move |team| (team_match, *team)));
    let mut rows: Vec<_> = sides.map(|(team_match, team)| team_row(asked, team_match, team)).collect();
    rows.sort_by_cached_key(|row| sort_key(&row.team.name));
    asked.page(&TeamsSheet { sheet: asked.sheet_of_pairings("desk-paper-teams").of(&rows), rows })
}

fn team_row(asked: &Asked<'_>, team_match: &TeamMatch, team: TeamId) -> TeamOnPaper {
    let opponent = team_match.teams.iter().find(|other| **other != team);
    let own = asked.members(team);
    let seated = team_match.seats.iter().flat_map(|table| table.seated().map(move |(_, player)| (table, player)));
    let seats = seated.filter(|(_, player)| own.contains(player));
    let seats = seats.map(|(table, player)| (Some(table.pairing.table_number), asked.player(player)));
    let seats: Vec<_> = seats.collect();
    let resting = || own.iter().map(|player| (None, asked.player(*player))).collect();
    TeamOnPaper {
        team: asked.team_seat(team),
        tables: tables(team_match),
        opponent: opponent.map_or_else(|| asked.texts.say("desk-bye"), |opponent| asked.team(*opponent)),
        seats: if seats.is_empty() { resting() } else { seats },
    }
}

#[derive(Template)]
#[template(path = "desk/print/seatings.html")]
struct SeatingsSheet<'a> {
    sheet: Sheet<'a>,
    is_draft: bool,
    size: &'static str,
    /// The name, the table or the pod, and the seat there, from 1.
    rows: Vec<(String, i32, usize)>,
}

/// Shows the seat of every player at a meeting or in a draft, by name.
pub(crate) async fn seatings(asked: &Asked<'_>) -> PageResult {
    let seatings: Vec<_> = seatings_of(asked).collect();
    let is_draft = seatings.iter().any(|table| table.pairing.pod_number > 0);
    let seats = seatings.iter().flat_map(|table| (1..).zip(&table.pairing.players).map(|seat| (&table.pairing, seat)));
    let by_name = |player| last_name_first(&asked.player(player)).into_owned();
    let place = |pairing: &Pairing| if is_draft { pairing.pod_number } else { pairing.table_number };
    let mut rows: Vec<_> = seats.map(|(pairing, (seat, player))| (by_name(*player), place(pairing), seat)).collect();
    rows.sort_by_cached_key(|(name, ..)| sort_key(name));
    let size = size_of_names(rows.len());
    asked.page(&SeatingsSheet { sheet: asked.sheet_of_pairings("desk-paper-seatings").of(&rows), is_draft, size, rows })
}

/// Returns the tables of the round at which players only sit.
fn seatings_of<'a>(asked: &'a Asked<'_>) -> impl Iterator<Item = &'a Match> {
    asked.round().into_iter().flat_map(Round::all_matches).filter(|table| is_seating(table))
}

#[derive(Template)]
#[template(path = "desk/print/pods.html")]
struct PodsSheet<'a> {
    sheet: Sheet<'a>,
    pods: Vec<&'a Match>,
}

pub(crate) async fn pods(asked: &Asked<'_>) -> PageResult {
    let mut pods: Vec<_> = seatings_of(asked).filter(|table| table.pairing.pod_number > 0).collect();
    pods.sort_by_key(|table| table.pairing.pod_number);
    asked.page(&PodsSheet { sheet: asked.sheet_of_pairings("desk-paper-pods").of(&pods), pods })
}

#[derive(Template)]
#[template(path = "desk/print/standings.html")]
struct StandingsSheet<'a> {
    sheet: Sheet<'a>,
    rows: Vec<PoolLine>,
}

/// Shows the standings after the chosen round, by pool if there are several, provisional while it is played. If it has not
/// started, those before it.
pub(crate) async fn standings(asked: &Asked<'_>) -> PageResult {
    let played = last_played_round(asked);
    let rows = pool_lines(asked.state(), played);
    let mut sheet = asked.sheet("public-standings").of(&rows);
    if let Some(round) = played {
        sheet.title = asked.texts.with("desk-standings-after", "round", asked.round_name(round));
    }
    asked.page(&StandingsSheet { sheet, rows })
}

/// Returns the chosen round, or the last one before it if it has not started.
fn last_played_round<'a>(asked: &'a Asked<'_>) -> Option<&'a Round> {
    let chosen = asked.round()?;
    let rounds = asked.state().rounds().rev().map(|(_, round)| round);
    let mut up_to_chosen = rounds.skip_while(|round| round.id != chosen.id);
    up_to_chosen.find(|round| round.status != ProgressStatus::Upcoming)
}

const ON_A_PAGE: usize = 8;
const PODS_ON_A_PAGE: usize = 4;

#[derive(Template)]
#[template(path = "desk/print/slips.html")]
struct SlipsSheet<'a> {
    sheet: Sheet<'a>,
    size: &'static str,
    pages: Vec<Vec<Option<TableRow>>>,
}

/// Shows a slip for each match, also of teams that play together. They come out in the order of tables when the stack is cut.
pub(crate) async fn slips(asked: &Asked<'_>) -> PageResult {
    if asked.state().is_team_event() && !asked.state().details.plays_together {
        return team_slips(asked);
    }
    let mut slips = asked.rows(asked.round().into_iter().flat_map(Round::all_matches));
    slips.retain(|slip| slip.is_contest);
    slips.sort_by_key(|slip| slip.table);
    let has_pods = slips.iter().any(TableRow::is_of_pod);
    let (size, on_a_page) = if has_pods { ("of-4", PODS_ON_A_PAGE) } else { ("of-8", ON_A_PAGE) };
    let pages = stacked(slips, on_a_page);
    asked.page(&SlipsSheet { sheet: asked.sheet_of_pairings("desk-paper-slips"), size, pages })
}

const TEAM_SLIPS_ON_A_PAGE: usize = 4;

#[derive(Template)]
#[template(path = "desk/print/team_slips.html")]
struct TeamSlipsSheet<'a> {
    sheet: Sheet<'a>,
    pages: Vec<Vec<Option<TeamSlip>>>,
}

struct TeamSlip {
    tables: String,
    teams: Vec<Seat>,
    seats: Vec<TableRow>,
}

/// Shows a slip for each team match, with a line for each seat.
fn team_slips(asked: &Asked<'_>) -> PageResult {
    let matches = asked.round().into_iter().flat_map(|round| &round.team_matches);
    let mut matches: Vec<_> = matches.filter(|team_match| !team_match.is_bye).collect();
    matches.sort_by_key(|team_match| team_match.first_table_number);
    let slip = |team_match: &TeamMatch| TeamSlip {
        tables: tables(team_match),
        teams: team_match.teams.iter().map(|team| asked.team_seat(*team)).collect(),
        seats: asked.rows(&team_match.seats),
    };
    let pages = stacked(matches.into_iter().map(slip).collect(), TEAM_SLIPS_ON_A_PAGE);
    asked.page(&TeamSlipsSheet { sheet: asked.sheet_of_pairings("desk-paper-slips"), pages })
}
