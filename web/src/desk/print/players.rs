//! `…/print/players/`: all registrations of the event, by name.

use askama::Template;
use axum::response::Response;
use domain::tournament::Registration;
use proto_events::vocabulary::{QueueCheckInStatus, RegistrationStatus};
use service_kit::problem::Problem;

use crate::desk::print::sheet::{Asked, Sheet};
use crate::names::sort_key;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

#[derive(Template)]
#[template(path = "desk/print/players.html")]
struct PlayersSheet {
    sheet: Sheet,
    is_team_event: bool,
    rows: Vec<PlayerOnPaper>,
}

struct PlayerOnPaper {
    name: String,
    team: String,
    /// Empty for an active player.
    status: String,
    is_checked_in: bool,
    has_list: bool,
    on_paper: bool,
    fixed_table: Option<i32>,
    /// Rounds with an awarded bye: `1, 2`.
    byes: String,
}

/// Shows the sheet.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let asked = Asked::read(&request, &session).await?;
    let (event, state) = (&asked.event, asked.event.state());
    let row = |entry: &Registration| PlayerOnPaper {
        name: event.name_of(entry.user_id),
        team: entry.team_id.map_or_else(String::new, |team| event.team(team)),
        status: if entry.status == RegistrationStatus::Complete {
            String::new()
        } else {
            asked.event.texts.term(entry.status)
        },
        is_checked_in: entry.check_in == Some(QueueCheckInStatus::CheckedIn),
        has_list: entry.decklist_id.is_some(),
        on_paper: entry.using_paper_decklist,
        fixed_table: entry.fixed_seat,
        byes: entry.bye_rounds.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    };
    let mut rows: Vec<_> = state.registrations.iter().map(row).collect();
    rows.sort_by_cached_key(|row| sort_key(&row.name));
    let is_team_event = state.is_team_event();
    request.page(&PlayersSheet { sheet: asked.sheet("desk-paper-players"), is_team_event, rows })
}
