//! `…/print/`: the sheets about all players of an event: the list of them, deck checks, forms for decklists, and
//! cards with QR codes. A code leads to the player's page by the private link, if the player has one and the person may make
//! such links, or else to the event's public page.

use std::fmt::Write as _;

use askama::Template;
use domain::permissions::Operation;
use domain::tournament::Registration;
use domain::tournament::to_pair::plays;
use proto_events::vocabulary::QueueCheckInStatus;
use qrcode::types::QrError;
use qrcode::{Color, EcLevel};
use service_kit::problem::Problem;
use write_api::registrations::make_private_links::MakePrivateLinks;

use crate::desk::event::{Desk, Event};
use crate::desk::print::sheet::{Asked, Sheet, SheetSide, has_public_page, stacked};
use crate::names::sort_key;
use crate::serving::failures::{PageResult, not_found};
use crate::serving::session::UserRequest;

#[derive(Template)]
#[template(path = "desk/print/players.html")]
struct PlayersSheet<'a> {
    sheet: Sheet,
    event: &'a Event,
    rows: Vec<(String, &'a Registration)>,
}

/// Shows all registrations of the event, by name.
pub(crate) async fn all(request: &UserRequest) -> PageResult {
    let asked = Asked::read(request).await?;
    let mut rows: Vec<_> = asked.event.entries().collect();
    rows.sort_by_cached_key(|(name, _)| sort_key(name));
    request.page(&PlayersSheet { sheet: asked.sheet("desk-paper-players"), event: &asked.event, rows })
}

#[derive(Template)]
#[template(path = "desk/print/deck_checks.html")]
struct DeckChecksSheet<'a> {
    sheet: Sheet,
    /// The table in the round, the name and the registration; no table for a player without a seat.
    rows: Vec<(Option<i32>, String, &'a Registration)>,
}

/// Shows the players by table, with their decklists and boxes to tick.
pub(crate) async fn deck_checks(request: &UserRequest) -> PageResult {
    let asked = Asked::read(request).await?;
    let tables = asked.tables();
    let players = asked.event.entries().filter(|(_, entry)| plays(entry));
    let mut rows: Vec<_> = players.map(|(name, entry)| (tables.get(&entry.id).copied(), name, entry)).collect();
    rows.sort_by_cached_key(|(table, name, _)| (table.is_none(), *table, sort_key(name)));
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

const ON_A_PAGE: usize = 10;

#[derive(Template)]
#[template(path = "desk/print/qr_cards.html")]
struct QrCardsSheet {
    sheet: Sheet,
    address: String,
    code: QrCode,
    pages: Vec<Vec<Option<Card>>>,
    /// The address of the form that makes private links, if players lack one.
    makes_links: Option<String>,
}

struct Card {
    player: SheetSide,
    link: Option<PrivateLink>,
}

struct PrivateLink {
    address: String,
    code: QrCode,
}

pub(crate) async fn qr_cards(request: &UserRequest) -> PageResult {
    let asked = Asked::read(request).await?;
    let state = asked.event.state();
    if !has_public_page(state) {
        return Err(not_found().into());
    }
    let may_make = request.may(Operation::ManageRegistrations);
    let address = format!("{}/events/{}/", request.shared.public_url, state.id);
    let event_code = code(&address).map_err(Problem::internal)?;
    let mut cards = Vec::new();
    for entry in state.registrations.iter().filter(|entry| plays(entry)) {
        let link = request.shared.private_links.current(state.id, entry).filter(|_| may_make);
        let link = link.map(|link| {
            let address = format!("{}{}", request.shared.public_url, link.path(state.id));
            code(&address).map(|code| PrivateLink { address, code })
        });
        let link = link.transpose().map_err(Problem::internal)?;
        cards.push(Card { player: SheetSide::new(asked.event.name_of(entry.user_id), 0), link });
    }
    cards.sort_by_cached_key(|card| sort_key(&card.player.name));
    let lacks_links = cards.iter().any(|card| card.link.is_none());
    let makes_links = (may_make && lacks_links).then(|| asked.event.page("print/qr-cards"));
    let pages = stacked(cards, ON_A_PAGE);
    request.page(&QrCardsSheet {
        sheet: asked.sheet("desk-paper-cards"),
        address,
        code: event_code,
        pages,
        makes_links,
    })
}

/// Makes private links for all players who have none.
pub(crate) async fn make_links(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    desk.run(request.terms(), MakePrivateLinks { only: None }).await.map_err(Problem::from)?;
    request.redirect(&desk.page("print/qr-cards"))
}

/// The empty edge that readers need, in modules.
const QUIET: usize = 4;

struct QrCode {
    /// Width and height with the quiet edge, in modules.
    size: usize,
    /// The dark modules, as the path of an SVG.
    path: String,
}

/// Returns the code of a text. It can still be read if 15 % of it are damaged.
///
/// # Errors
/// If the text is too long.
fn code(text: &str) -> Result<QrCode, QrError> {
    let code = qrcode::QrCode::with_error_correction_level(text, EcLevel::M)?;
    let (width, modules) = (code.width(), code.to_colors());
    let mut path = String::new();
    for (y, row) in modules.chunks(width).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|one, other| one == other) {
            if run.first() == Some(&Color::Dark) {
                let length = run.len();
                // Writing to a string does not fail.
                let _ = write!(path, "M{} {}h{length}v1h-{length}z", x + QUIET, y + QUIET);
            }
            x += run.len();
        }
    }
    Ok(QrCode { size: width + 2 * QUIET, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_covers_the_dark_modules_and_no_others() {
        let text = "https://events.example/events/4711/";
        let (drawn, plain) =
            (code(text).unwrap(), qrcode::QrCode::with_error_correction_level(text, EcLevel::M).unwrap());
        let mut dark = vec![vec![false; drawn.size]; drawn.size];
        for run in drawn.path.split_terminator('z') {
            let (place, rest) = run.strip_prefix('M').unwrap().split_once('h').unwrap();
            let (x, y) = place.split_once(' ').unwrap();
            let [x, y, length] = [x, y, rest.split_once('v').unwrap().0].map(|number| number.parse::<usize>().unwrap());
            dark[y][x..x + length].fill(true);
        }
        let inner = plain.to_colors().into_iter().map(|color| color == Color::Dark).collect::<Vec<_>>();
        assert_eq!(drawn.size, plain.width() + 8);
        for (y, row) in dark.iter().enumerate() {
            for (x, is_dark) in row.iter().enumerate() {
                let is_inside = |at: usize| (QUIET..QUIET + plain.width()).contains(&at);
                let expected = is_inside(x) && is_inside(y) && inner[(y - QUIET) * plain.width() + x - QUIET];
                assert_eq!(*is_dark, expected, "module {x}, {y}");
            }
        }
    }

    #[test]
    fn a_text_that_is_too_long_has_no_code() {
        assert!(code(&"x".repeat(5000)).is_err());
    }
}
