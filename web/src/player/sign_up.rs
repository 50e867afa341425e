//! `/me/{id}/sign-up/`: a signed-in person signs up for a public event.

use askama::Template;
use domain::documents::EventPageData;
use domain::time_zone::Zone;
use proto_events::ids::{OrganizationId, TournamentId};
use proto_events::vocabulary::{LifecycleStatus, RegistrationStatus};
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind};
use write_api::registrations::register_player::{CreateRegistration, NewRegistration};

use crate::parts::format::Moment;
use crate::parts::frame::Frame;
use crate::serving::failures::{PageResult, failed, not_found, store_problem};
use crate::serving::interface;
use crate::serving::session::UserRequest;

#[derive(Template)]
#[template(path = "player/sign_up.html")]
struct SignUpPage {
    frame: Frame,
    id: TournamentId,
    event: String,
    facts: String,
    starts: Option<Moment>,
    fee: String,
    /// Whether players may sign up now.
    is_open: bool,
    /// Whether new players go to the waitlist.
    is_waitlist: bool,
}

/// Shows the page, if the event has a public page. A person who is registered already is sent to the own page of the event.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let id: TournamentId = request.id()?;
    let event = request.shared.commands.tournament(id).await.map_err(failed)?.ok_or_else(not_found)?;
    let mut own = event.state.registrations.iter().filter(|entry| entry.user_id == request.session.caller.user_id);
    if request.typed().is_none() && own.any(|entry| entry.status != RegistrationStatus::Canceled) {
        return request.redirect(&format!("/me/{id}/"));
    }
    let (views, texts) = (&request.shared.views, request.texts);
    let key = DocumentKey::new(OrganizationId::SHARED, ViewKind::EventPage, id);
    let shown = views.document(&key).await.map_err(store_problem)?.ok_or_else(not_found)?;
    let shown = shown.body.for_everyone();
    let shown: EventPageData<'_> = serde_json::from_slice(&shown).map_err(Problem::internal)?;
    let head = shown.head;
    let zone = Zone::of(head.time_zone.as_deref());
    let is_waitlist = head.status == LifecycleStatus::WaitlistOnly;
    let is_full =
        shown.places.capacity.is_some_and(|most| usize::try_from(most).is_ok_and(|most| most <= shown.places.taken));
    request.page(&SignUpPage {
        frame: request.frame(),
        id,
        event: head.name.into_owned(),
        facts: format!("{} · {}", head.store, texts.game_format(head.format)),
        starts: head.start.map(|at| Moment::in_zone(texts, at, zone)),
        fee: head.fee_note.into_owned(),
        is_open: !head.is_canceled && (is_waitlist || head.status == LifecycleStatus::RegistrationOpen),
        is_waitlist: is_waitlist || is_full,
    })
}

/// Signs the person up.
pub(crate) async fn send(request: &UserRequest) -> PageResult {
    let id: TournamentId = request.id()?;
    let command = CreateRegistration { event_id: id, new: NewRegistration::default() };
    interface::run(request, request.terms(), &command).await?;
    request.redirect(&format!("/me/{id}/"))
}
