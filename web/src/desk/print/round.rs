//! `…/print/`: the sheets about a round: pairings by name, table and team, seats of a meeting or a draft, result slips,
//! and standings.

use askama::Template;
use domain::tournament::standings::standings_after;
use domain::tournament::{Match, Round, TeamMatch};
use proto_events::ids::{RegistrationId, TeamId};
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::ProgressStatus;

use crate::desk::print::sheet::{Asked, Points, Sheet, SheetSide, members, size_of_names, stacked, table_range};
use crate::desk::standings::StandingsRow;
use crate::names::{letter, sort_key};
use crate::parts::format::round_name;
use crate::serving::failures::PageResult;
use crate::serving::session::UserRequest;

#[derive(Template)]
#[template(path = "desk/print/pairings.html")]
struct NamesSheet {
    sheet: Sheet,
    /// The class of the type size.
    size: &'static str,
    groups: Vec<NameGroup>,
}

/// The players whose names begin with a letter.
struct NameGroup {
    letter: String,
    lines: Vec<PairingLine>,
}

struct PairingLine {
    name: String,
    points: i32,
    table: String,
    opponent: String,
}

/// Shows every player of the round with table and opponent, by name.
pub(crate) async fn by_name(request: &UserRequest) -> PageResult {
    let asked = Asked::read(request).await?;
    let mut lines = pairing_lines(&asked);
    lines.sort_by_cached_key(|line| sort_key(&line.name));
    let (size, mut groups) = (size_of_names(lines.len()), Vec::<NameGroup>::new());
    for line in lines {
        let letter = letter(&line.name);
        match groups.last_mut().filter(|group| group.letter == letter) {
            Some(group) => group.lines.push(line),
            None => groups.push(NameGroup { letter, lines: vec![line] }),
        }
    }
    request.page(&NamesSheet { sheet: asked.sheet_of_pairings("desk-paper-names"), size, groups })
}

fn pairing_lines(asked: &Asked<'_>) -> Vec<PairingLine> {
    let points = asked.points();
    let Some(round) = asked.round() else { return Vec::new() };
    let of_table = |table: &Match| {
        let players = table.pairing.players.iter();
        players.map(|player| pairing_line(asked, &points, table, *player)).collect::<Vec<_>>()
    };
    let byes = round.team_matches.iter().filter(|team_match| team_match.is_bye);
    let with_bye = byes.flat_map(|team_match| &team_match.teams).flat_map(|team| members(&asked.event, *team));
    let with_bye = with_bye.map(|player| without_table(asked, &points, player, asked.event.texts.say("desk-bye")));
    round.all_matches().flat_map(of_table).chain(with_bye).collect()
}

fn pairing_line(asked: &Asked<'_>, points: &Points, table: &Match, player: RegistrationId) -> PairingLine {
    let (texts, pairing) = (asked.event.texts, &table.pairing);
    let opponent = match pairing.kind {
        PairingKind::Bye => return without_table(asked, points, player, texts.say("desk-bye")),
        PairingKind::AssignedLoss => return without_table(asked, points, player, texts.say("desk-assigned-loss")),
        PairingKind::Versus => pairing.players.iter().find(|other| **other != player),
        PairingKind::Seating => None,
    };
    let opponent = opponent.map_or_else(String::new, |opponent| asked.event.player(*opponent));
    PairingLine { table: pairing.table_number.to_string(), ..without_table(asked, points, player, opponent) }
}

fn without_table(asked: &Asked<'_>, points: &Points, player: RegistrationId, opponent: String) -> PairingLine {
    let side = asked.player(player, points);
    PairingLine { name: side.name, points: side.points, table: String::new(), opponent }
}

#[derive(Template)]
#[template(path = "desk/print/tables.html")]
struct TablesSheet {
    sheet: Sheet,
    groups: Vec<TableGroup>,
}

/// The tables of a team match, or all tables.
struct TableGroup {
    /// The teams; empty if single players play.
    heading: String,
    rows: Vec<TableOnPaper>,
}

struct TableOnPaper {
    /// Empty if the player does not sit down.
    table: String,
    players: Vec<SheetSide>,
    /// `Bye`, `Loss`; empty for a match.
    note: String,
}

/// Shows every table of the round, in a team event below its team match.
pub(crate) async fn by_table(request: &UserRequest) -> PageResult {
    let asked = Asked::read(request).await?;
    let groups = asked.round().map_or_else(Vec::new, |round| table_groups(&asked, round));
    request.page(&TablesSheet { sheet: asked.sheet_of_pairings("desk-paper-tables"), groups })
}

fn table_groups(asked: &Asked<'_>, round: &Round) -> Vec<TableGroup> {
    let points = asked.points();
    let mut team_matches: Vec<_> = round.team_matches.iter().collect();
    team_matches.sort_by_key(|team_match| (team_match.is_bye, team_match.first_table_number));
    let of_teams = team_matches.into_iter().map(|team_match| TableGroup {
        heading: heading(asked, team_match),
        rows: table_rows(asked, &points, &team_match.seats),
    });
    let single = TableGroup { heading: String::new(), rows: table_rows(asked, &points, &round.matches) };
    std::iter::once(single).filter(|group| !group.rows.is_empty()).chain(of_teams).collect()
}

fn heading(asked: &Asked<'_>, team_match: &TeamMatch) -> String {
    let names: Vec<_> = team_match.teams.iter().map(|team| asked.event.team(*team)).collect();
    match &names[..] {
        [name] => format!("{name}: {}", asked.event.texts.say("desk-bye")),
        _ => names.join(" – "),
    }
}

fn table_rows(asked: &Asked<'_>, points: &Points, matches: &[Match]) -> Vec<TableOnPaper> {
    let mut matches: Vec<_> = matches.iter().collect();
    matches.sort_by_key(|table| (!is_contest(table), table.pairing.table_number));
    let row = |table: &Match| {
        let note = match table.pairing.kind {
            PairingKind::Bye => asked.event.texts.say("desk-bye"),
            PairingKind::AssignedLoss => asked.event.texts.say("desk-assigned-loss"),
            PairingKind::Versus | PairingKind::Seating => String::new(),
        };
        TableOnPaper {
            table: if is_contest(table) { table.pairing.table_number.to_string() } else { String::new() },
            players: table.pairing.players.iter().map(|player| asked.player(*player, points)).collect(),
            note,
        }
    };
    // Seats without a match are on the sheets of seatings and pods.
    matches.into_iter().filter(|table| table.pairing.kind != PairingKind::Seating).map(row).collect()
}

fn is_contest(table: &Match) -> bool {
    table.pairing.kind == PairingKind::Versus
}

#[derive(Template)]
#[template(path = "desk/print/teams.html")]
struct TeamsSheet {
    sheet: Sheet,
    rows: Vec<TeamOnPaper>,
}

struct TeamOnPaper {
    name: String,
    points: i32,
    /// The range of its tables; empty for a bye.
    tables: String,
    opponent: String,
    /// Tables and players; empty tables for a bye.
    seats: Vec<(String, String)>,
}

/// Shows every team of the round with its tables, its opponent and the seats of its players.
pub(crate) async fn by_team(request: &UserRequest) -> PageResult {
    let asked = Asked::read(request).await?;
    let points = asked.points();
    let matches = asked.round().into_iter().flat_map(|round| &round.team_matches);
    let sides = matches.flat_map(|team_match| team_match.teams.iter().map(move |team| (team_match, *team)));
    let mut rows: Vec<_> = sides.map(|(team_match, team)| team_row(&asked, &points, team_match, team)).collect();
    rows.sort_by_cached_key(|row| sort_key(&row.name));
    request.page(&TeamsSheet { sheet: asked.sheet_of_pairings("desk-paper-teams"), rows })
}

fn team_row(asked: &Asked<'_>, points: &Points, team_match: &TeamMatch, team: TeamId) -> TeamOnPaper {
    let event = &asked.event;
    let opponent = team_match.teams.iter().find(|other| **other != team);
    let own = members(event, team);
    let at = |table: &Match| {
        let player = table.pairing.players.iter().find(|player| own.contains(player))?;
        Some((table.pairing.table_number.to_string(), event.player(*player)))
    };
    let seats: Vec<_> = team_match.seats.iter().filter_map(at).collect();
    let resting = || own.iter().map(|player| (String::new(), event.player(*player))).collect();
    TeamOnPaper {
        name: event.team(team),
        points: points.of(team),
        tables: opponent.map_or_else(String::new, |_| table_range(team_match.first_table_number, seats.len())),
        opponent: opponent.map_or_else(|| asked.event.texts.say("desk-bye"), |opponent| event.team(*opponent)),
        seats: if seats.is_empty() { resting() } else { seats },
    }
}

#[derive(Template)]
#[template(path = "desk/print/seatings.html")]
struct SeatingsSheet {
    sheet: Sheet,
    /// Whether players sit in draft pods.
    is_draft: bool,
    /// The class of the type size.
    size: &'static str,
    /// The name, the table or the pod, and the seat there, from 1.
    rows: Vec<(String, i32, usize)>,
}

/// Shows the seat of every player at a meeting or in a draft, by name.
pub(crate) async fn seatings(request: &UserRequest) -> PageResult {
    let asked = Asked::read(request).await?;
    let is_seating = |table: &&Match| table.pairing.kind == PairingKind::Seating;
    let seatings: Vec<_> = asked.round().into_iter().flat_map(Round::all_matches).filter(is_seating).collect();
    let is_draft = seatings.iter().any(|table| table.pairing.pod_number > 0);
    let seats = seatings.iter().flat_map(|table| (1..).zip(&table.pairing.players).map(|seat| (&table.pairing, seat)));
    let mut rows: Vec<_> = seats
        .map(|(pairing, (seat, player))| {
            (asked.event.player(*player), if is_draft { pairing.pod_number } else { pairing.table_number }, seat)
        })
        .collect();
    rows.sort_by_cached_key(|(name, ..)| sort_key(name));
    let size = size_of_names(rows.len());
    request.page(&SeatingsSheet { sheet: asked.sheet_of_pairings("desk-paper-seatings"), is_draft, size, rows })
}

#[derive(Template)]
#[template(path = "desk/print/pods.html")]
struct PodsSheet {
    sheet: Sheet,
    /// The numbers, and the names by seat.
    pods: Vec<(i32, Vec<String>)>,
}

/// Shows every draft pod with its seats.
pub(crate) async fn pods(request: &UserRequest) -> PageResult {
    let asked = Asked::read(request).await?;
    let is_pod = |table: &&Match| table.pairing.kind == PairingKind::Seating && table.pairing.pod_number > 0;
    let tables = asked.round().into_iter().flat_map(Round::all_matches).filter(is_pod);
    let mut pods: Vec<_> = tables
        .map(|table| {
            let seats = table.pairing.players.iter().map(|player| asked.event.player(*player));
            (table.pairing.pod_number, seats.collect())
        })
        .collect();
    pods.sort_by_key(|(number, _)| *number);
    request.page(&PodsSheet { sheet: asked.sheet_of_pairings("desk-paper-pods"), pods })
}

#[derive(Template)]
#[template(path = "desk/print/standings.html")]
struct StandingsSheet {
    sheet: Sheet,
    rows: Vec<StandingsRow>,
}

/// Shows the standings after the chosen round, provisional while it is played. If it has not started, those before it.
pub(crate) async fn standings(request: &UserRequest) -> PageResult {
    let asked = Asked::read(request).await?;
    let played = last_played_round(&asked);
    let lines = played.and_then(|round| standings_after(asked.event.state(), round.id)).unwrap_or_default();
    let rows = lines.iter().map(|line| StandingsRow::new(&asked.event, line)).collect();
    let mut sheet = asked.sheet("desk-paper-standings");
    if let Some(round) = played {
        sheet.title = asked.event.texts.with("desk-standings-after", "round", round_name(asked.event.texts, round));
    }
    request.page(&StandingsSheet { sheet, rows })
}

/// Returns the chosen round, or the last one before it if it has not started.
fn last_played_round<'a>(asked: &'a Asked<'_>) -> Option<&'a Round> {
    let chosen = asked.round()?;
    let up_to_chosen: Vec<_> = asked.event.state().rounds().map(|(_, round)| round).collect();
    let up_to_chosen = up_to_chosen.into_iter().rev().skip_while(|round| round.id != chosen.id);
    up_to_chosen.into_iter().find(|round| round.status != ProgressStatus::Upcoming)
}

const ON_A_PAGE: usize = 8;

#[derive(Template)]
#[template(path = "desk/print/slips.html")]
struct SlipsSheet {
    sheet: Sheet,
    pages: Vec<Vec<Option<Slip>>>,
}

struct Slip {
    table: i32,
    players: Vec<SheetSide>,
}

/// Shows a slip for each match. They come out in the order of tables when the stack is cut.
pub(crate) async fn slips(request: &UserRequest) -> PageResult {
    let asked = Asked::read(request).await?;
    if asked.event.state().is_team_event() {
        return team_slips(request, &asked);
    }
    let points = asked.points();
    let is_contest = |table: &&Match| table.pairing.kind == PairingKind::Versus;
    let mut matches: Vec<_> = asked.round().into_iter().flat_map(Round::all_matches).filter(is_contest).collect();
    matches.sort_by_key(|table| table.pairing.table_number);
    let pages = stacked(matches.into_iter().map(|table| slip(&asked, &points, table)).collect(), ON_A_PAGE);
    request.page(&SlipsSheet { sheet: asked.sheet_of_pairings("desk-paper-slips"), pages })
}

fn slip(asked: &Asked<'_>, points: &Points, table: &Match) -> Slip {
    let players = table.pairing.players.iter().map(|player| asked.player(*player, points)).collect();
    Slip { table: table.pairing.table_number, players }
}

/// Slips of team matches on a page.
const TEAM_SLIPS_ON_A_PAGE: usize = 4;

#[derive(Template)]
#[template(path = "desk/print/team_slips.html")]
struct TeamSlipsSheet {
    sheet: Sheet,
    pages: Vec<Vec<Option<TeamSlip>>>,
}

struct TeamSlip {
    tables: String,
    teams: Vec<SheetSide>,
    seats: Vec<Slip>,
}

/// Shows a slip for each team match, with a line for each seat.
fn team_slips(request: &UserRequest, asked: &Asked<'_>) -> PageResult {
    let points = asked.points();
    let matches = asked.round().into_iter().flat_map(|round| &round.team_matches);
    let mut matches: Vec<_> = matches.filter(|team_match| !team_match.is_bye).collect();
    matches.sort_by_key(|team_match| team_match.first_table_number);
    let slips = matches.into_iter().map(|team_match| team_slip(asked, &points, team_match)).collect();
    let pages = stacked(slips, TEAM_SLIPS_ON_A_PAGE);
    request.page(&TeamSlipsSheet { sheet: asked.sheet_of_pairings("desk-paper-slips"), pages })
}

fn team_slip(asked: &Asked<'_>, points: &Points, team_match: &TeamMatch) -> TeamSlip {
    TeamSlip {
        tables: table_range(team_match.first_table_number, team_match.seats.len()),
        teams: team_match.teams.iter().map(|team| SheetSide::new(asked.event.team(*team), points.of(*team))).collect(),
        seats: team_match.seats.iter().map(|table| slip(asked, points, table)).collect(),
    }
}
