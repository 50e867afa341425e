//! `…/print/slips/`: result slips for the matches of the round, in a team event for its team matches. They come out in
//! the order of tables when the stack is cut.

use askama::Template;
use axum::response::Response;
use domain::tournament::{Match, Round};
use proto_events::tournament::PairingKind;
use service_kit::problem::Problem;

use crate::desk::print::order::stacked;
use crate::desk::print::sheet::{Asked, Sheet, SheetSide};
use crate::desk::print::team_slips;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

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

/// Shows the slips.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let asked = Asked::read(&request, &session).await?;
    if asked.event.state().is_team_event() {
        return team_slips::page(&request, &asked);
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
