//! `…/print/deck-checks/`: the players by table, with their decklists and boxes to tick.

use askama::Template;
use axum::response::Response;
use domain::tournament::Registration;
use domain::tournament::to_pair::plays;
use service_kit::problem::Problem;

use crate::desk::print::sheet::{Asked, Sheet};
use crate::names::sort_key;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

#[derive(Template)]
#[template(path = "desk/print/deck_checks.html")]
struct DeckChecksSheet {
    sheet: Sheet,
    rows: Vec<DeckCheckOnPaper>,
}

struct DeckCheckOnPaper {
    /// The table in the round; none for a player without a seat.
    table: Option<i32>,
    name: String,
    has_list: bool,
    on_paper: bool,
}

/// Shows the sheet.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let asked = Asked::read(&request, &session).await?;
    let tables = asked.tables();
    let row = |entry: &Registration| DeckCheckOnPaper {
        table: tables.get(&entry.id).copied(),
        name: asked.event.name_of(entry.user_id),
        has_list: entry.decklist_id.is_some(),
        on_paper: entry.using_paper_decklist,
    };
    let mut rows: Vec<_> = asked.event.state().registrations.iter().filter(|entry| plays(entry)).map(row).collect();
    rows.sort_by_cached_key(|row| (row.table.is_none(), row.table, sort_key(&row.name)));
    request.page(&DeckChecksSheet { sheet: asked.sheet_of_round("desk-paper-checks"), rows })
}
