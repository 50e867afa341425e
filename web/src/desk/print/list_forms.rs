//! `…/print/list-forms/`: a form for the decklist of each player, with name and table.

use askama::Template;
use axum::response::Response;
use domain::tournament::Registration;
use domain::tournament::to_pair::plays;
use service_kit::problem::Problem;

use crate::desk::print::sheet::{Asked, Sheet, SheetSide};
use crate::names::sort_key;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

/// Lines for cards on a form: in the first column, and for the main deck and the sideboard in the second.
const LINES: [usize; 3] = [32, 12, 15];

#[derive(Template)]
#[template(path = "desk/print/list_forms.html")]
struct ListFormsSheet {
    sheet: Sheet,
    /// The day of the event in its time zone; may be empty.
    day: String,
    format: String,
    forms: Vec<Form>,
    lines: [usize; 3],
}

struct Form {
    player: SheetSide,
    table: Option<i32>,
}

/// Shows the forms, by table, and before the first round by name.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let asked = Asked::read(&request, &session).await?;
    let (tables, state) = (asked.tables(), asked.event.state());
    let form = |entry: &Registration| Form {
        player: SheetSide::new(asked.event.name_of(entry.user_id), 0),
        table: tables.get(&entry.id).copied(),
    };
    let mut forms: Vec<_> = state.registrations.iter().filter(|entry| plays(entry)).map(form).collect();
    forms.sort_by_cached_key(|form| (form.table.is_none(), form.table, sort_key(&form.player.name)));
    request.page(&ListFormsSheet {
        sheet: asked.sheet("desk-paper-forms"),
        day: state.details.start_datetime.map_or_else(String::new, |starts| asked.event.moment(starts).day),
        format: asked.event.texts.game_format(state.details.event_format),
        forms,
        lines: LINES,
    })
}
