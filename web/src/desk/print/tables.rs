//! `…/print/pairings-by-table/`: every table of the round, in a team event below its team match.

use askama::Template;
use axum::response::Response;
use domain::tournament::{Match, Round, TeamMatch};
use proto_events::tournament::PairingKind;
use service_kit::problem::Problem;

use crate::desk::print::sheet::{Asked, Points, Sheet, SheetSide};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

#[derive(Template)]
#[template(path = "desk/print/tables.html")]
struct TablesSheet {
    sheet: Sheet,
    groups: Vec<Group>,
}

/// The tables of a team match, or all tables.
struct Group {
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

/// Shows the sheet.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let asked = Asked::read(&request, &session).await?;
    let groups = asked.round().map_or_else(Vec::new, |round| groups(&asked, round));
    request.page(&TablesSheet { sheet: asked.sheet_of_pairings("desk-paper-tables"), groups })
}

fn groups(asked: &Asked, round: &Round) -> Vec<Group> {
    let points = asked.points();
    let mut team_matches: Vec<_> = round.team_matches.iter().collect();
    team_matches.sort_by_key(|team_match| (team_match.is_bye, team_match.first_table_number));
    let of_teams = team_matches
        .into_iter()
        .map(|team_match| Group { heading: heading(asked, team_match), rows: rows(asked, &points, &team_match.seats) });
    let single = Group { heading: String::new(), rows: rows(asked, &points, &round.matches) };
    std::iter::once(single).filter(|group| !group.rows.is_empty()).chain(of_teams).collect()
}

fn heading(asked: &Asked, team_match: &TeamMatch) -> String {
    let names: Vec<_> = team_match.teams.iter().map(|team| asked.event.team(*team)).collect();
    match &names[..] {
        [name] => format!("{name}: {}", asked.event.texts.say("desk-bye")),
        _ => names.join(" – "),
    }
}

fn rows(asked: &Asked, points: &Points, matches: &[Match]) -> Vec<TableOnPaper> {
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
