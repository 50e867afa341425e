//! `…/print/`: the sheets about all players of an event: the list of them, deck checks, forms for decklists, and
//! cards with QR codes. A code leads to the player's page by the private link, if the player has one and the person may make
//! such links, or else to the event's public page.

use askama::Template;
use domain::permissions::Operation;
use domain::tournament::Registration;
use domain::tournament::to_pair::plays;
use proto_events::vocabulary::QueueCheckInStatus;
use service_kit::problem::Problem;
use write_api::OnEvent;
use write_api::registrations::make_private_links::MakePrivateLinks;

use crate::desk::event::Desk;
use crate::desk::print::sheet::{Asked, Sheet, has_public_page, size_of, stacked};
use crate::names::{last_name_first, sort_key};
use crate::parts::qr::QrCode;
use crate::serving::failures::{PageResult, not_found};

#[derive(Template)]
#[template(path = "desk/print/players.html")]
struct PlayersSheet<'a> {
    sheet: Sheet<'a>,
    rows: Vec<(String, &'a Registration)>,
}

pub(crate) async fn all(asked: &Asked<'_>) -> PageResult {
    let by_name = |(name, entry): (String, _)| (last_name_first(&name).into_owned(), entry);
    let mut rows: Vec<_> = asked.entries().map(by_name).collect();
    rows.sort_by_cached_key(|(name, _)| sort_key(name));
    asked.page(&PlayersSheet { sheet: asked.sheet("desk-paper-players").of(&rows), rows })
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
    let rows = by_table(asked);
    asked.page(&DeckChecksSheet { sheet: asked.sheet_of_round("desk-deck-checks").of(&rows), rows })
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
    let may_make = asked.request.may(Operation::ManageRegistrations);
    let mut cards = Vec::new();
    for (name, entry) in asked.entries().filter(|(_, entry)| plays(entry)) {
        let link = asked.shared.private_links.current(state.id, entry).filter(|_| may_make);
        let link = link.map(|link| QrCode::draw(format!("{}{}", asked.shared.public_url, link.path(state.id))));
        cards.push((name, link.transpose().map_err(Problem::internal)?));
    }
    cards.sort_by_cached_key(|(name, _)| sort_key(&last_name_first(name)));
    asked.page(&QrCardsSheet {
        sheet: asked.sheet("desk-paper-cards"),
        code: QrCode::draw(format!("{}/events/{}/", asked.shared.public_url, state.id)).map_err(Problem::internal)?,
        makes_links: may_make && cards.iter().any(|(_, link)| link.is_none()),
        pages: stacked(cards, ON_A_PAGE),
    })
}

pub(crate) async fn make_links(desk: &Desk<'_>) -> PageResult {
    let command = OnEvent(desk.state().id, MakePrivateLinks { registration_id: None });
    desk.shared.interface.run(desk.terms(), &command).await?;
    desk.goes_to("print/qr-cards")
}
