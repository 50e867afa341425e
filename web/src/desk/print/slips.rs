//! `…/print/slips/`: result slips for the matches of the round, in a team event for its team matches.

use askama::Template;
use domain::tournament::{Match, Round, TeamMatch};
use proto_events::tournament::PairingKind;

use crate::desk::print::sheet::{Asked, Points, Sheet, SheetSide, stacked, table_range};
use crate::serving::failures::PageResult;
use crate::serving::session::UserRequest;

/// Slips on a page.
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
    let slip = |table: &Match| Slip {
        table: table.pairing.table_number,
        players: table.pairing.players.iter().map(|player| asked.player(*player, &points)).collect(),
    };
    let pages = stacked(matches.into_iter().map(slip).collect(), ON_A_PAGE);
    request.page(&SlipsSheet { sheet: asked.sheet_of_pairings("desk-paper-slips"), pages })
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
    seats: Vec<TeamSlipSeat>,
}

struct TeamSlipSeat {
    table: i32,
    players: Vec<SheetSide>,
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
    let seat = |table: &Match| TeamSlipSeat {
        table: table.pairing.table_number,
        players: table.pairing.players.iter().map(|player| asked.player(*player, points)).collect(),
    };
    TeamSlip {
        tables: table_range(team_match.first_table_number, team_match.seats.len()),
        teams: team_match.teams.iter().map(|team| SheetSide::new(asked.event.team(*team), points.of(*team))).collect(),
        seats: team_match.seats.iter().map(seat).collect(),
    }
}
