//! `…/print/qr-cards/`: a card for each player, with a QR code. It leads to the player's page by the private link, if the
//! player has one and the person may make such links, or else to the event's public page.

use askama::Template;
use axum::http::Method;
use axum::response::Response;
use domain::permissions::Operation;
use domain::tournament::to_pair::plays;
use serde_json::json;
use service_kit::problem::Problem;

use crate::desk::event::Event;
use crate::desk::print::order::stacked;
use crate::desk::print::qr::{self, QrCode};
use crate::desk::print::sheet::{Asked, Sheet, SheetSide, has_public_page};
use crate::names::sort_key;
use crate::serving::failures::not_found;
use crate::serving::interface::Call;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

/// Cards on a page.
const ON_A_PAGE: usize = 10;

#[derive(Template)]
#[template(path = "desk/print/qr_cards.html")]
struct QrCardsSheet {
    sheet: Sheet,
    /// The address of the public page.
    address: String,
    code: QrCode,
    pages: Vec<Vec<Option<Card>>>,
    /// The address of the form that makes private links, if players lack one.
    makes_links: Option<String>,
}

struct Card {
    player: SheetSide,
    /// The player's private link.
    link: Option<PrivateLink>,
}

struct PrivateLink {
    address: String,
    code: QrCode,
}

/// Shows the cards by name.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let asked = Asked::read(&request, &session).await?;
    let state = asked.event.state();
    if !has_public_page(state) {
        return Err(not_found());
    }
    let may_make = session.caller.may(Operation::ManageRegistrations);
    let address = format!("{}/events/{}/", request.shared.public_url, state.id);
    let code = qr::code(&address).map_err(Problem::internal)?;
    let mut cards = Vec::new();
    for entry in state.registrations.iter().filter(|entry| plays(entry)) {
        let link = request.shared.private_links.current(state.id, entry).filter(|_| may_make);
        let link = link.map(|link| {
            let address = format!("{}{}", request.shared.public_url, link.path(state.id));
            qr::code(&address).map(|code| PrivateLink { address, code })
        });
        let link = link.transpose().map_err(Problem::internal)?;
        cards.push(Card { player: SheetSide::new(asked.event.name_of(entry.user_id), 0), link });
    }
    cards.sort_by_cached_key(|card| sort_key(&card.player.name));
    let lacks_links = cards.iter().any(|card| card.link.is_none());
    let makes_links = (may_make && lacks_links).then(|| asked.event.page("print/qr-cards"));
    let pages = stacked(cards, ON_A_PAGE);
    request.page(&QrCardsSheet { sheet: asked.sheet("desk-paper-cards"), address, code, pages, makes_links })
}

/// Makes private links for all players who have none.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    Call::new(Method::POST, event.address("private-links/"), json!({})).send(&request).await?;
    request.redirect(&event.page("print/qr-cards"))
}
