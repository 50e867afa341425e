//! `…/print/qr-cards/`: a card for each player, with the event's public page as a QR code and room for a code.

use askama::Template;
use axum::response::Response;
use domain::tournament::to_pair::plays;
use service_kit::problem::Problem;

use crate::desk::print::order::{sort_key, stacked};
use crate::desk::print::qr::{self, QrCode};
use crate::desk::print::sheet::{Asked, Sheet, Side, has_public_page};
use crate::serving::failures::not_found;
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
    pages: Vec<Vec<Option<Side>>>,
}

/// Shows the cards by name.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let asked = Asked::read(&request, &session).await?;
    let state = asked.event.state();
    if !has_public_page(state) {
        return Err(not_found());
    }
    let address = format!("{}/events/{}/", request.shared.public_url, state.id);
    let code = qr::code(&address).map_err(Problem::internal)?;
    let playing = state.registrations.iter().filter(|entry| plays(entry));
    let mut names: Vec<_> = playing.map(|entry| asked.event.name_of(entry.user_id)).collect();
    names.sort_by_cached_key(|name| sort_key(name));
    let cards = names.into_iter().map(|name| Side::new(name, 0)).collect();
    let pages = stacked(cards, ON_A_PAGE);
    request.page(&QrCardsSheet { sheet: asked.sheet("desk-paper-cards"), address, code, pages })
}
