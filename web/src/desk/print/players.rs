//! `…/print/`: the sheets about all players of an event: the list of them, deck checks, and forms for decklists.

use askama::Template;
use domain::tournament::Registration;
use domain::tournament::to_pair::plays;
use proto_events::vocabulary::{QueueCheckInStatus, RegistrationStatus};

use crate::desk::print::sheet::{Asked, Sheet, SheetSide};
use crate::names::sort_key;
use crate::serving::failures::PageResult;
use crate::serving::session::UserRequest;

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

/// Shows all registrations of the event, by name.
pub(crate) async fn all(request: &UserRequest) -> PageResult {
    let asked = Asked::read(request).await?;
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

/// Shows the players by table, with their decklists and boxes to tick.
pub(crate) async fn deck_checks(request: &UserRequest) -> PageResult {
    let asked = Asked::read(request).await?;
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

/// Lines for cards on a form: in the first column, and for the main deck and the sideboard in the second.
const LINES: [usize; 3] = [32, 12, 15];

#[derive(Template)]
#[template(path = "desk/print/list_forms.html")]
struct ListFormsSheet {
    sheet: Sheet,
    /// The day of the event in its time zone; may be empty.
    day: String,
    format: String,
    forms: Vec<ListForm>,
    lines: [usize; 3],
}

struct ListForm {
    player: SheetSide,
    table: Option<i32>,
}

/// Shows a form for the decklist of each player, by table, and before the first round by name.
pub(crate) async fn list_forms(request: &UserRequest) -> PageResult {
    let asked = Asked::read(request).await?;
    let (tables, state) = (asked.tables(), asked.event.state());
    let form = |entry: &Registration| ListForm {
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
