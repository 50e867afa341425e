//! `/e/{event}/{code}/`: the page of a player with a private link. The code in the address is the only credential; no
//! cookie is needed. Wrong codes are counted per address of the client, and slowed down; a right one always opens.

use api_kit::private_links::{Code, LinkHolder};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use proto_events::ids::TournamentId;
use service_kit::problem::Problem;

use crate::parts::page_kinds::MessagePage;
use crate::player::page::{Player, Said};
use crate::player::step;
use crate::serving::failures::{failed, store_problem};
use crate::serving::passwords::{set_retry_after, too_many};
use crate::serving::request::PageRequest;
use crate::serving::response;

/// Shows the page.
pub(crate) async fn show(request: PageRequest) -> Result<Response, Problem> {
    let Some(player) = player(&request).await? else { return does_not_open(&request).await };
    let page = player.page(&request, request.anonymous_frame(), Said::asked(&request)).await?;
    quiet(request.page(&page))
}

/// Takes a step.
pub(crate) async fn send(request: PageRequest) -> Result<Response, Problem> {
    let Some(player) = player(&request).await? else { return does_not_open(&request).await };
    match step::take(&request, &player).await? {
        None => quiet(request.redirect(&player.address)),
        Some(said) => {
            let status_is_ok = said.faults.is_empty();
            let player = player.updated(&request).await?;
            let page = player.page(&request, request.anonymous_frame(), said).await?;
            quiet(if status_is_ok { request.page(&page) } else { request.refused(&page) })
        }
    }
}

/// Returns the player of the link in the path, if it opens.
pub(crate) async fn player(request: &PageRequest) -> Result<Option<Player>, Problem> {
    let (Some(id), Some(code)) = (api_kit::path::integer(request.param("event")), Code::read(request.param("code")))
    else {
        return Ok(None);
    };
    let event = request.shared.commands.tournament(TournamentId(id)).await.map_err(failed)?;
    let Some(event) = event.filter(|event| !event.state.is_deleted) else { return Ok(None) };
    let entry = request.shared.sheets.of(&event).of_link(&code.sha256_hex());
    let Some(entry) = entry.and_then(|id| event.state.registration(id)) else { return Ok(None) };
    // The link of a person who was erased opens nothing.
    if request.shared.commands.is_erased(entry.user_id).await.map_err(failed)? {
        return Ok(None);
    }
    let (entry, holder) = (entry.id, Some(LinkHolder::of(entry)));
    Ok(Some(Player { event, entry, address: code.path(TournamentId(id)), holder }))
}

/// Answers a link that does not open. Revoked links and those that never existed get the same answer.
pub(crate) async fn does_not_open(request: &PageRequest) -> Result<Response, Problem> {
    let (texts, now) = (request.texts, request.shared.clock.now());
    let until = request.shared.attempts.wrong_link(request.address, now).await.map_err(store_problem)?;
    let lead = until.map_or_else(|| texts.say("player-no-link-why"), |until| too_many(request, until));
    let page = MessagePage {
        frame: request.anonymous_frame(),
        title: texts.say("player-no-link"),
        lead: vec![lead],
        links: Vec::new(),
    };
    let mut page = response::page(StatusCode::NOT_FOUND, &page)?;
    if let Some(until) = until {
        set_retry_after(request, &mut page, until);
    }
    quiet(Ok(page))
}

/// Sends no `Referer` from the page, since its address is secret.
pub(crate) fn quiet(page: Result<Response, Problem>) -> Result<Response, Problem> {
    let mut page = page?;
    page.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    Ok(page)
}
