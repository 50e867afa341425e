//! The page of an event for its player: `/me/{id}/` for a signed-in person, and `/e/{event}/{code}/` for the holder of a
//! private link; below each, `live/` has the changes of the page as a stream, which ends when the page would no longer
//! open: the link is revoked, the session is over, the event is deleted.
//!
//! The code in the address of a link is the only credential; no cookie is needed. Wrong codes are counted per address of
//! the client, and slowed down; a right one always opens.

use api_kit::private_links::{Code, LinkHolder};
use axum::http::{HeaderValue, StatusCode, header};
use domain::permissions::Operation::ReadOwnRegistrations;
use proto_events::ids::TournamentId;
use service_kit::problem::Problem;

use crate::parts::page_kinds::MessagePage;
use crate::player::page::{Player, PlayerBy};
use crate::player::step;
use crate::serving::failures::{PageResult, failed, not_found, store_problem};
use crate::serving::live::{PageReader, PageStreamRequest};
use crate::serving::passwords::{set_retry_after, too_many};
use crate::serving::request::PageRequest;
use crate::serving::response;
use crate::serving::session::UserRequest;

/// Shows the page to a signed-in person.
pub(crate) async fn show_own(request: &UserRequest) -> PageResult {
    let player = own_player(request).await?;
    request.page(&player.page(request, request.frame()).await?)
}

/// Takes a step as a signed-in person.
pub(crate) async fn send_own(request: &UserRequest) -> PageResult {
    let player = own_player(request).await?;
    step::take(request, &player, request.frame()).await
}

/// Returns the person as a player of the event in the path, or a 404.
async fn own_player(request: &UserRequest) -> Result<Player, Problem> {
    let id: TournamentId = request.id()?;
    let event = request.shared.commands.tournament(id).await.map_err(failed)?;
    let event = event.filter(|event| !event.state.is_deleted).ok_or_else(not_found)?;
    let own = event.state.registrations.iter().find(|entry| entry.user_id == request.session.caller.user_id);
    let entry = own.ok_or_else(not_found)?.id;
    Ok(Player { event, entry, address: format!("/me/{id}/"), by: PlayerBy::Person(request.session.caller.clone()) })
}

/// Shows the page to the holder of a private link.
pub(crate) async fn show_held(request: &PageRequest) -> PageResult {
    let Some(player) = player(request).await? else { return does_not_open(request).await };
    quiet(request.page(&player.page(request, request.anonymous_frame()).await?))
}

/// Takes a step as the holder of a private link.
pub(crate) async fn send_held(request: &PageRequest) -> PageResult {
    let Some(player) = player(request).await? else { return does_not_open(request).await };
    quiet(step::take(request, &player, request.anonymous_frame()).await)
}

/// Returns the player of the link in the path, if it opens.
async fn player(request: &PageRequest) -> Result<Option<Player>, Problem> {
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
    let (entry, by) = (entry.id, PlayerBy::Link(LinkHolder::of(entry)));
    Ok(Some(Player { event, entry, address: code.path(TournamentId(id)), by }))
}

/// Answers a link that does not open. Revoked links and those that never existed get the same answer.
async fn does_not_open(request: &PageRequest) -> PageResult {
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
fn quiet(page: PageResult) -> PageResult {
    let mut page = page?;
    page.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    Ok(page)
}

/// Answers with the stream for a signed-in person.
pub(crate) async fn follow_own(request: &UserRequest) -> PageResult {
    let wanted = PageStreamRequest {
        event: request.id()?,
        reader: PageReader::Player(request.session.caller.user_id),
        right: Some(request.stream_right(ReadOwnRegistrations)),
        address: request.address,
        known: request.known_position(),
    };
    Ok(request.shared.live.open(wanted).await?)
}

/// Answers with the stream for the holder of a private link.
pub(crate) async fn follow_held(request: &PageRequest) -> PageResult {
    let (Some(id), Some(code)) = (api_kit::path::integer(request.param("event")), Code::read(request.param("code")))
    else {
        return does_not_open(request).await;
    };
    if player(request).await?.is_none() {
        return does_not_open(request).await;
    }
    let wanted = PageStreamRequest {
        event: TournamentId(id),
        reader: PageReader::Link(code.sha256_hex()),
        right: None,
        address: request.address,
        known: request.known_position(),
    };
    match request.shared.live.open(wanted).await {
        Err(problem) if problem.status().as_u16() == 404 => does_not_open(request).await,
        answered => quiet(answered.map_err(Into::into)),
    }
}
