//! `…/print/seatings/`: the seat of every player at a meeting or in a draft, by name.

use askama::Template;
use axum::response::Response;
use domain::tournament::{Match, Round};
use proto_events::tournament::PairingKind;
use service_kit::problem::Problem;

use crate::desk::print::sheet::{Asked, Sheet, size_of_names};
use crate::names::sort_key;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

#[derive(Template)]
#[template(path = "desk/print/seatings.html")]
struct SeatingsSheet {
    sheet: Sheet,
    /// Whether players sit in draft pods.
    is_draft: bool,
    /// The class of the type size.
    size: &'static str,
    rows: Vec<SeatOnPaper>,
}

struct SeatOnPaper {
    name: String,
    /// The table or the pod.
    place: i32,
    /// The seat there, from 1.
    seat: usize,
}

/// Shows the sheet.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let asked = Asked::read(&request, &session).await?;
    let is_seating = |table: &&Match| table.pairing.kind == PairingKind::Seating;
    let seatings: Vec<_> = asked.round().into_iter().flat_map(Round::all_matches).filter(is_seating).collect();
    let is_draft = seatings.iter().any(|table| table.pairing.pod_number > 0);
    let seats = seatings.iter().flat_map(|table| (1..).zip(&table.pairing.players).map(|seat| (&table.pairing, seat)));
    let mut rows: Vec<_> = seats
        .map(|(pairing, (seat, player))| SeatOnPaper {
            name: asked.event.player(*player),
            place: if is_draft { pairing.pod_number } else { pairing.table_number },
            seat,
        })
        .collect();
    rows.sort_by_cached_key(|row| sort_key(&row.name));
    let size = size_of_names(rows.len());
    request.page(&SeatingsSheet { sheet: asked.sheet_of_pairings("desk-paper-seatings"), is_draft, size, rows })
}
