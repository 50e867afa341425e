//! `/me/{id}/`: a signed-in person's own page of an event.

use axum::response::Response;
use proto_events::ids::TournamentId;
use service_kit::problem::Problem;

use crate::player::page::{Player, Said};
use crate::player::step;
use crate::serving::failures::{failed, not_found};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

/// Shows the page.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let player = player(&request, &session).await?;
    let page = player.page(&request, session.frame(&request), Said::asked(&request)).await?;
    request.page(&page)
}

/// Takes a step.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let player = player(&request, &session).await?;
    match step::take(&request, &player).await? {
        None => request.redirect(&player.address),
        Some(said) => {
            let status_is_ok = said.faults.is_empty();
            let player = player.updated(&request).await?;
            let page = player.page(&request, session.frame(&request), said).await?;
            if status_is_ok { request.page(&page) } else { request.refused(&page) }
        }
    }
}

/// Returns the person as a player of the event in the path, or a 404.
async fn player(request: &PageRequest, session: &UserSession) -> Result<Player, Problem> {
    let id: TournamentId = request.id()?;
    let event = request.shared.commands.tournament(id).await.map_err(failed)?;
    let event = event.filter(|event| !event.state.is_deleted).ok_or_else(not_found)?;
    let own = event.state.registrations.iter().find(|entry| entry.user_id == session.caller.user_id);
    let entry = own.ok_or_else(not_found)?.id;
    Ok(Player { event, entry, address: format!("/me/{id}/"), holder: None })
}
