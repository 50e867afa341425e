//! `/me/`: one's own events; `/e/{event}/{code}/events/`: those of a private link's player. If exactly one is in progress, the browser is sent to its page. `/me/pages/`: one's own player
//! pages, one for each organization, to show and to hide. `/me/{id}/sign-up/`: a signed-in person signs up for a public event.

use api_kit::own_registrations::{own_registrations, own_registrations_by_account, own_stores};
use api_kit::path::integer;
use askama::Template;
use chrono::{DateTime, Utc};
use domain::documents::{EventPageData, PageHead};
use domain::time_zone::Zone;
use proto_events::ids::{OrganizationId, TournamentId};
use proto_events::vocabulary::{LifecycleStatus, RegistrationStatus};
use serde::Deserialize;
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind};
use write_api::accounts::change_player_page::ChangePlayerPage;
use write_api::registrations::register_player::{CreateRegistration, NewRegistration};

use crate::parts::format::Moment;
use crate::parts::frame::Frame;
use crate::player::page::Player;
use crate::serving::failures::{PageResult, failed, not_found, store_problem};
use crate::serving::interface;
use crate::serving::request::{PageRequest, UserRequest};
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "player/me.html")]
struct OwnEventsPage {
    frame: Frame,
    open: Vec<Own>,
    over: Vec<Own>,
    /// The address of the private link whose holder reads the page.
    link: Option<String>,
}

/// The part of a registration that the page shows.
#[derive(Deserialize)]
struct Own {
    magic_event: OwnEvent,
    registration_status: RegistrationStatus,
    matches_won: i32,
    matches_lost: i32,
    matches_drawn: i32,
    final_place_in_standings: Option<i32>,
    /// Whether the registration is of the person's own account, rather than of one that was merged into it. Only those
    /// have a page where the person takes steps.
    #[serde(skip)]
    is_of_own_account: bool,
    #[serde(skip)]
    is_public: bool,
}

#[derive(Deserialize)]
struct OwnEvent {
    id: i64,
    name: String,
    store_name: String,
    event_lifecycle_status: LifecycleStatus,
    is_canceled: bool,
    start_datetime: Option<DateTime<Utc>>,
}

pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let person = request.session.caller.user_id;
    let mut own = Vec::new();
    for (account, records) in own_registrations_by_account(&*request.shared.views, person).await? {
        for record in records {
            let read: Own = serde_json::from_str(record.registration.get()).map_err(Problem::internal)?;
            own.push(Own { is_of_own_account: account == person, is_public: record.public.is_some(), ..read });
        }
    }
    own.sort_by_key(|own| std::cmp::Reverse((own.magic_event.start_datetime, own.magic_event.id)));
    let mut playing = own.iter().filter(|own| own.is_playing());
    if let (Some(only), None) = (playing.next(), playing.next()) {
        return request.redirect(&format!("/me/{}/", only.magic_event.id));
    }
    let frame = frame(request, &own).await?;
    let (open, over): (Vec<_>, Vec<_>) = own.into_iter().partition(Own::is_open);
    request.page(&OwnEventsPage { frame, open, over, link: None })
}

/// Returns the frame of a list of events, in the zone of the newest.
async fn frame(request: &PageRequest, own: &[Own]) -> Result<Frame, Problem> {
    let Some(newest) = own.first() else { return Ok(request.frame()) };
    let event = request.shared.commands.tournament(TournamentId(newest.magic_event.id)).await.map_err(failed)?;
    let zone = event.and_then(|event| event.state.details.time_zone.clone());
    Ok(Frame { zone: Zone::of(zone.as_deref()), ..request.frame() })
}

/// Shows the holder of a private link the player's public events of the organization.
pub(crate) async fn show_held(request: &PageRequest, player: &Player) -> PageResult {
    let event = &player.event.state;
    let person = event.registration(player.entry).ok_or_else(not_found)?.user_id;
    let mut own: Vec<Own> = Vec::new();
    for record in own_registrations(&*request.shared.views, person).await? {
        if record.organization_id == event.organization_id && record.public.is_some() {
            let read = serde_json::from_str(record.registration.get()).map_err(Problem::internal)?;
            own.push(Own { is_public: true, ..read });
        }
    }
    own.sort_by_key(|own| std::cmp::Reverse((own.magic_event.start_datetime, own.magic_event.id)));
    let frame = frame(request, &own).await?;
    let (open, over): (Vec<_>, Vec<_>) = own.into_iter().partition(Own::is_open);
    request.page(&OwnEventsPage { frame, open, over, link: Some(player.address.clone()) })
}

impl Own {
    /// Returns the path of the person's page of the event, else of its public page; empty if there is neither.
    fn path(&self) -> String {
        match (self.is_of_own_account, self.is_public) {
            (true, _) => format!("/me/{}/", self.magic_event.id),
            (false, true) => format!("/events/{}/", self.magic_event.id),
            (false, false) => String::new(),
        }
    }

    fn is_playing(&self) -> bool {
        self.is_of_own_account
            && self.is_open()
            && self.magic_event.event_lifecycle_status == LifecycleStatus::EventInProgress
    }

    fn is_open(&self) -> bool {
        use RegistrationStatus::{Canceled, MovedToChildEvent};
        let is_over = self.magic_event.event_lifecycle_status.is_finished();
        !is_over && !self.magic_event.is_canceled && !matches!(self.registration_status, Canceled | MovedToChildEvent)
    }
}

const PAGES_PATH: &str = "/me/pages/";

#[derive(Template)]
#[template(path = "player/pages.html")]
struct OwnPages {
    frame: Frame,
    /// Organizations with their names, and the addresses of pages that are shown.
    pages: Vec<(OrganizationId, String, Option<String>)>,
}

pub(crate) async fn show_pages(request: &UserRequest<'_>) -> PageResult {
    let person = request.session.caller.user_id;
    let stores = own_stores(&*request.shared.views, person).await?;
    let user = request.shared.commands.user(person).await.map_err(failed)?.ok_or_else(not_found)?;
    let frame = request.frame();
    let lines = stores.into_iter().map(|(organization, store)| {
        let shown = user.state.player_page(organization).filter(|page| page.is_shown);
        (organization, store, shown.map(|page| format!("{}/players/{}/", frame.base, page.player_id)))
    });
    let pages = lines.collect();
    request.page(&OwnPages { frame, pages })
}

pub(crate) async fn send_pages(request: &UserRequest<'_>) -> PageResult {
    let organization_id = integer(request.form.exact("organization")).map(OrganizationId).ok_or_else(not_found)?;
    let command = ChangePlayerPage { organization_id, is_shown: request.form.exact("shown") == "yes" };
    request.shared.interface.run(request.terms(), &command).await?;
    request.redirect_with(PAGES_PATH, "frame-done-saved")
}

#[derive(Template)]
#[template(path = "player/sign_up.html")]
struct SignUpPage<'a> {
    frame: Frame,
    head: PageHead<'a>,
    /// Whether players may sign up now.
    is_open: bool,
    /// Whether new players go to the waitlist.
    is_waitlist: bool,
}

/// Shows the page, if the event has a public page. A person who is registered already is sent to the own page of the event.
pub(crate) async fn show_sign_up(request: &UserRequest<'_>) -> PageResult {
    let id: TournamentId = request.id()?;
    let event = request.shared.commands.tournament(id).await.map_err(failed)?.ok_or_else(not_found)?;
    let mut own = event.state.registrations.iter().filter(|entry| entry.user_id == request.session.caller.user_id);
    if request.typed().is_none() && own.any(|entry| entry.status != RegistrationStatus::Canceled) {
        return request.redirect(&format!("/me/{id}/"));
    }
    let key = DocumentKey::new(OrganizationId::SHARED, ViewKind::EventPage, id);
    let shown = request.shared.views.document(&key).await.map_err(store_problem)?.ok_or_else(not_found)?;
    let shown = shown.body.for_everyone();
    let shown: EventPageData<'_> = serde_json::from_slice(&shown).map_err(Problem::internal)?;
    let head = shown.head;
    let is_waitlist = head.status == LifecycleStatus::WaitlistOnly;
    let is_past_closing = head.about.registration_closes.is_some_and(|closes| closes <= request.shared.clock.now());
    request.page(&SignUpPage {
        frame: request.frame(),
        is_open: !head.is_canceled
            && !is_past_closing
            && (is_waitlist || head.status == LifecycleStatus::RegistrationOpen),
        is_waitlist: is_waitlist || shown.places.are_full(),
        head,
    })
}

fn starts(texts: &Texts, head: &PageHead<'_>) -> Option<Moment> {
    head.start.map(|at| Moment::in_zone(texts, at, Zone::of(head.time_zone.as_deref())))
}

pub(crate) async fn sign_up(request: &UserRequest<'_>) -> PageResult {
    let id: TournamentId = request.id()?;
    let command = CreateRegistration { event_id: id, new: NewRegistration::default() };
    interface::run(request, request.terms(), &command).await?;
    request.redirect(&format!("/me/{id}/"))
}
