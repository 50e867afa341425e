//! The result slips of a team event: one for each team match, with a line for each seat.

use askama::Template;
use axum::response::Response;
use domain::tournament::{Match, TeamMatch};
use service_kit::problem::Problem;

use crate::desk::print::order::stacked;
use crate::desk::print::sheet::{Asked, Points, Sheet, SheetSide, table_range};
use crate::serving::request::PageRequest;

/// Slips on a page.
const ON_A_PAGE: usize = 4;

#[derive(Template)]
#[template(path = "desk/print/team_slips.html")]
struct TeamSlipsSheet {
    sheet: Sheet,
    pages: Vec<Vec<Option<Slip>>>,
}

struct Slip {
    tables: String,
    teams: Vec<SheetSide>,
    seats: Vec<Seat>,
}

struct Seat {
    table: i32,
    players: Vec<SheetSide>,
}

/// Shows the slips.
pub(crate) fn page(request: &PageRequest, asked: &Asked) -> Result<Response, Problem> {
    let points = asked.points();
    let matches = asked.round().into_iter().flat_map(|round| &round.team_matches);
    let mut matches: Vec<_> = matches.filter(|team_match| !team_match.is_bye).collect();
    matches.sort_by_key(|team_match| team_match.first_table_number);
    let slips = matches.into_iter().map(|team_match| slip(asked, &points, team_match)).collect();
    let pages = stacked(slips, ON_A_PAGE);
    request.page(&TeamSlipsSheet { sheet: asked.sheet_of_pairings("desk-paper-slips"), pages })
}

fn slip(asked: &Asked, points: &Points, team_match: &TeamMatch) -> Slip {
    let seat = |table: &Match| Seat {
        table: table.pairing.table_number,
        players: table.pairing.players.iter().map(|player| asked.player(*player, points)).collect(),
    };
    Slip {
        tables: table_range(team_match.first_table_number, team_match.seats.len()),
        teams: team_match.teams.iter().map(|team| SheetSide::new(asked.event.team(*team), points.of(*team))).collect(),
        seats: team_match.seats.iter().map(seat).collect(),
    }
}
