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
use write_api::OnEvent;
use write_api::registrations::make_private_links::MakePrivateLinks;

use crate::desk::event::Desk;
use crate::desk::print::sheet::{Asked, Sheet, has_public_page, size_of, stacked};
use crate::names::{last_name_first, sort_key};
use crate::serving::failures::{PageResult, not_found};

#[derive(Template)]
#[template(path = "desk/print/players.html")]
struct PlayersSheet<'a> {
    sheet: Sheet<'a>,
    rows: Vec<(String, &'a Registration)>,
}

/// Shows all registrations of the event, by name.
pub(crate) async fn all(asked: &Asked<'_>) -> PageResult {
    let by_name = |(name, entry): (String, _)| (last_name_first(&name).into_owned(), entry);
    let mut rows: Vec<_> = asked.entries().map(by_name).collect();
    rows.sort_by_cached_key(|(name, _)| sort_key(name));
    asked.page(&PlayersSheet { sheet: asked.sheet("desk-paper-players"), rows })
}

/// Returns the players by table, and those without one by name: each with the table, the name and the registration.
fn by_table<'a>(asked: &'a Asked<'_>) -> Vec<(Option<i32>, String, &'a Registration)> {
    let tables = asked.tables();
    let players = asked.entries().filter(|(_, entry)| plays(entry));
    let mut rows: Vec<_> = players.map(|(name, entry)| (tables.get(&entry.id).copied(), name, entry)).collect();
    rows.sort_by_cached_key(|(table, name, _)| (table.is_none(), *table, sort_key(&last_name_first(name))));
    rows
}

#[derive(Template)]
#[template(path = "desk/print/deck_checks.html")]
struct DeckChecksSheet<'a> {
    sheet: Sheet<'a>,
    rows: Vec<(Option<i32>, String, &'a Registration)>,
}

/// Shows the players by table, with their decklists and boxes to tick.
pub(crate) async fn deck_checks(asked: &Asked<'_>) -> PageResult {
    asked.page(&DeckChecksSheet { sheet: asked.sheet_of_round("desk-paper-checks"), rows: by_table(asked) })
}

/// Lines for cards on a form: in the first column, and for the main deck and the sideboard in the second.
const LINES: [usize; 3] = [32, 12, 15];

#[derive(Template)]
#[template(path = "desk/print/list_forms.html")]
struct ListFormsSheet<'a> {
    sheet: Sheet<'a>,
    forms: Vec<(Option<i32>, String, &'a Registration)>,
    lines: [usize; 3],
}

/// Shows a form for the decklist of each player, by table, and before the first round by name.
pub(crate) async fn list_forms(asked: &Asked<'_>) -> PageResult {
    asked.page(&ListFormsSheet { sheet: asked.sheet("desk-paper-forms"), forms: by_table(asked), lines: LINES })
}

const ON_A_PAGE: usize = 10;

/// The name of a player, with the code of the private link.
type Card = (String, Option<QrCode>);

#[derive(Template)]
#[template(path = "desk/print/qr_cards.html")]
struct QrCardsSheet<'a> {
    sheet: Sheet<'a>,
    /// The code of the event's page.
    code: QrCode,
    pages: Vec<Vec<Option<Card>>>,
    /// Whether private links can be made, because players lack one.
    makes_links: bool,
}

pub(crate) async fn qr_cards(asked: &Asked<'_>) -> PageResult {
    let state = asked.state();
    if !has_public_page(state) {
        return Err(not_found().into());
    }
    let may_make = asked.may(Operation::ManageRegistrations);
    let mut cards = Vec::new();
    for (name, entry) in asked.entries().filter(|(_, entry)| plays(entry)) {
        let link = asked.shared.private_links.current(state.id, entry).filter(|_| may_make);
        let link = link.map(|link| code(format!("{}{}", asked.shared.public_url, link.path(state.id))));
        cards.push((name, link.transpose().map_err(Problem::internal)?));
    }
    cards.sort_by_cached_key(|(name, _)| sort_key(&last_name_first(name)));
    asked.page(&QrCardsSheet {
        sheet: asked.sheet("desk-paper-cards"),
        code: code(format!("{}/events/{}/", asked.shared.public_url, state.id)).map_err(Problem::internal)?,
        makes_links: may_make && cards.iter().any(|(_, link)| link.is_none()),
        pages: stacked(cards, ON_A_PAGE),
    })
}

/// Makes private links for all players who have none.
pub(crate) async fn make_links(desk: &Desk<'_>) -> PageResult {
    let command = OnEvent(desk.state().id, MakePrivateLinks { registration_id: None });
    desk.shared.interface.run(desk.terms(), &command).await?;
    desk.goes_to("print/qr-cards")
}

/// The empty edge that readers need, in modules.
const QUIET: usize = 4;

struct QrCode {
    /// The address that it leads to.
    address: String,
    /// Width and height with the quiet edge, in modules.
    size: usize,
    /// The dark modules, as the path of an SVG.
    path: String,
}

/// Returns the code of an address. It can still be read if 15 % of it are damaged.
///
/// # Errors
/// If the address is too long.
fn code(address: String) -> Result<QrCode, QrError> {
    let code = qrcode::QrCode::with_error_correction_level(&address, EcLevel::M)?;
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
    Ok(QrCode { address, size: width + 2 * QUIET, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_covers_the_dark_modules_and_no_others() {
        let text = "https://events.example/events/4711/";
        let (drawn, plain) =
            (code(text.to_owned()).unwrap(), qrcode::QrCode::with_error_correction_level(text, EcLevel::M).unwrap());
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
        assert!(code("x".repeat(5000)).is_err());
    }
}
