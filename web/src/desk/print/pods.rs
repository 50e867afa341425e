//! `…/print/pods/`: every draft pod with its seats.

use askama::Template;
use axum::response::Response;
use domain::tournament::{Match, Round};
use proto_events::tournament::PairingKind;
use service_kit::problem::Problem;

use crate::desk::print::sheet::{Asked, Sheet};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

#[derive(Template)]
#[template(path = "desk/print/pods.html")]
struct PodsSheet {
    sheet: Sheet,
    pods: Vec<Pod>,
}

struct Pod {
    number: i32,
    /// The names, by seat.
    seats: Vec<String>,
}

/// Shows the sheet.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let asked = Asked::read(&request, &session).await?;
    let is_pod = |table: &&Match| table.pairing.kind == PairingKind::Seating && table.pairing.pod_number > 0;
    let tables = asked.round().into_iter().flat_map(Round::all_matches).filter(is_pod);
    let mut pods: Vec<_> = tables
        .map(|table| Pod {
            number: table.pairing.pod_number,
            seats: table.pairing.players.iter().map(|player| asked.event.player(*player)).collect(),
        })
        .collect();
    pods.sort_by_key(|pod| pod.number);
    request.page(&PodsSheet { sheet: asked.sheet_of_pairings("desk-paper-pods"), pods })
}
