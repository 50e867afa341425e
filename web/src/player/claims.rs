//! `/me/claims/`: results from before one's account. A guest's results are claimed with the guest's e-mail address, which
//! the account has confirmed, or with a private link, whose page has the form.

use api_kit::own_registrations::{own_registrations, own_stores};
use askama::Template;
use proto_events::ids::{OrganizationId, UserId};
use write_api::accounts::{ClaimGuest, RefuseClaim, Steward};

use crate::parts::frame::Frame;
use crate::player::own_guests::guests_of;
use crate::player::page::Player;
use crate::serving::failures::{PageResult, failed, not_found};
use crate::serving::people::person;
use crate::serving::request::UserRequest;

const PATH: &str = "/me/claims/";

#[derive(Template)]
#[template(path = "player/claims.html")]
struct ClaimsPage {
    frame: Frame,
    /// Guests, each with the name, and words about the events.
    found: Vec<(UserId, String, String)>,
}

pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let user = person(request, request.session.caller.user_id).await?;
    let mut found = Vec::new();
    for guest in guests_of(request, &user.state).await? {
        let stores: Vec<_> = own_stores(&*request.shared.views, guest.id).await?.into_values().collect();
        let events = own_registrations(&*request.shared.views, guest.id).await?.len();
        let values = [("store", stores.join(", ").into()), ("count", events.into())];
        found.push((guest.id, guest.name().into_owned(), request.texts.with_all("player-claims-of", values)));
    }
    request.page(&ClaimsPage { frame: request.frame(), found })
}

/// Claims the results of a private link, or says whether those with one's address are one's own.
pub(crate) async fn send(request: &UserRequest<'_>) -> PageResult {
    let by = request.session.caller.user_id;
    if request.form.exact("step") == "link" {
        let held = Player::opened(request, request.form.exact("event"), request.form.exact("code")).await?;
        let guest = held.event.state.registration(held.entry).ok_or_else(not_found)?.user_id;
        return claim(request, guest, true).await;
    }
    let user = person(request, by).await?;
    let asked = request.form.id("guest");
    let guest = guests_of(request, &user.state).await?.into_iter().find(|guest| Some(guest.id) == asked);
    let Some(guest) = guest else { return Err(request.fault("player-claims-none")) };
    if request.form.exact("step") == "mine" {
        return claim(request, guest.id, false).await;
    }
    let command = RefuseClaim { guest: guest.id, by, steward: Steward::Person };
    request.carry_out(&command).await?;
    request.completed(PATH, "frame-done-saved").await
}

async fn claim(request: &UserRequest<'_>, guest: UserId, has_link: bool) -> PageResult {
    let (shared, by) = (&request.shared, request.session.caller.user_id);
    let organization = person(request, guest).await?.state.managed_by.unwrap_or(OrganizationId::SHARED);
    let shared_event = shared.commands.shared_event(&*shared.views, organization, [guest, by]).await.map_err(failed)?;
    let command = ClaimGuest { guest, by, has_link, shared_event };
    let claimed = request.carry_out(&command).await?;
    let is_merged = claimed.folded.state.merged_into.is_some();
    request.completed("/me/", if is_merged { "frame-done-claimed" } else { "frame-done-claim-made" }).await
}
