//! `/me/`: one's own events; `/e/{event}/{code}/events/`: those of a private link's player. If exactly one is in progress, the browser is sent to its page. `/me/pages/`: one's own player
//! pages, one for each organization, to show and to hide. `/me/{id}/sign-up/`: a signed-in person signs up for a public event.

use api_kit::own_registrations::{own_registrations, own_registrations_by_account, own_stores, shown};
use api_kit::path::integer;
use askama::Template;
use domain::documents::{EventPageData, PageHead, PlayerRegistration};
use domain::time_zone::Zone;
use proto_events::ids::{OrganizationId, TournamentId};
use proto_events::vocabulary::{LifecycleStatus, RegistrationPolicy, RegistrationStatus};
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind};
use write_api::accounts::change_player_page::ChangePlayerPage;
use write_api::registrations::register_player::{CreateRegistration, NewRegistration, check_open};

use crate::parts::control::TextField;
use crate::parts::format::Moment;
use crate::parts::frame::Frame;
use crate::player::join::{TEAM, not_open, team_field};
use crate::player::own_guests::guests_of;
use crate::player::page::Player;
use crate::serving::event_roles;
use crate::serving::failures::{PageResult, failed, not_found, store_problem};
use crate::serving::interface;
use crate::serving::people::person as person_of;
use crate::serving::request::{PageRequest, UserRequest};
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "player/me.html")]
struct OwnEventsPage {
    frame: Frame,
    open: Vec<Own>,
    over: Vec<Own>,
    /// Whether results of guests have the person's confirmed address.
    has_claims: bool,
    /// The number of events of the organization in which the person has a role.
    staffed: usize,
    /// The address of the private link whose holder reads the page.
    link: Option<String>,
}

/// A line of the page.
struct Own {
    registration: PlayerRegistration<'static>,
    /// Whether the registration is of the person's own account, rather than of one that was merged into it. Only those
    /// have a page where the person takes steps.
    is_of_own_account: bool,
    /// The path of the player's page of the event, else of its public page; empty if there is neither.
    path: String,
}

pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let person = request.session.caller.user_id;
    let mut own = Vec::new();
    for (account, records) in own_registrations_by_account(&*request.shared.views, person).await? {
        for record in records {
            let (registration, is_of_own_account) = (shown(&record)?, account == person);
            let id = registration.magic_event.id;
            let path = match (is_of_own_account, record.public) {
                (true, _) => format!("/me/{id}/"),
                (false, Some(_)) => format!("/events/{id}/"),
                (false, None) => String::new(),
            };
            own.push(Own { registration, is_of_own_account, path });
        }
    }
    let mut playing = own.iter().filter(|own| own.is_playing());
    if let (Some(only), None) = (playing.next(), playing.next()) {
        return request.redirect(&format!("/me/{}/", only.registration.magic_event.id));
    }
    let user = person_of(request, person).await?;
    let has_claims = !guests_of(request, &user.state).await?.is_empty();
    let staffed = event_roles::assigned(&*request.shared.views, &request.session.caller).await?.len();
    request.page(&OwnEventsPage { has_claims, staffed, ..list(request, own).await? })
}

/// Returns the page with these events, in the zone of the newest.
async fn list(request: &PageRequest, mut own: Vec<Own>) -> Result<OwnEventsPage, Problem> {
    own.sort_by_key(|Own { registration: PlayerRegistration { magic_event, .. }, .. }| {
        std::cmp::Reverse((magic_event.start_datetime, magic_event.id))
    });
    let mut frame = request.frame();
    if let Some(newest) = own.first() {
        let id = newest.registration.magic_event.id;
        let event = request.shared.commands.tournament(id).await.map_err(failed)?;
        frame.zone = Zone::of(event.as_ref().and_then(|event| event.state.details.time_zone.as_deref()));
    }
    let (open, over): (Vec<_>, Vec<_>) = own.into_iter().partition(Own::is_open);
    Ok(OwnEventsPage { frame, open, over, has_claims: false, staffed: 0, link: None })
}

/// Shows the holder of a private link the event of the link, and the player's public events of the organization.
pub(crate) async fn show_held(player: &Player<'_>) -> PageResult {
    let event = &player.event.state;
    let person = event.registration(player.entry).ok_or_else(not_found)?.user_id;
    let mut own = Vec::new();
    for record in own_registrations(&*player.shared.views, person).await? {
        let registration = shown(&record)?;
        let path = match registration.magic_event.id {
            id if id == event.id => player.address.clone(),
            id if record.organization_id == event.organization_id && record.public.is_some() => {
                format!("/events/{id}/")
            }
            _ => continue,
        };
        own.push(Own { registration, is_of_own_account: false, path });
    }
    let link = Some(player.address.clone());
    player.request.page(&OwnEventsPage { link, ..list(player, own).await? })
}

impl Own {
    fn is_playing(&self) -> bool {
        self.is_of_own_account
            && self.is_open()
            && self.registration.magic_event.event_lifecycle_status == LifecycleStatus::EventInProgress
    }

    fn is_open(&self) -> bool {
        use RegistrationStatus::{Canceled, MovedToChildEvent};
        let PlayerRegistration { magic_event, registration_status, .. } = &self.registration;
        let is_over = magic_event.event_lifecycle_status.is_finished();
        !is_over && !magic_event.is_canceled && !matches!(registration_status, Canceled | MovedToChildEvent)
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

const CODE: &str = "join_code";

#[derive(Template)]
#[template(path = "player/sign_up.html")]
struct SignUpPage<'a> {
    frame: Frame,
    head: PageHead<'a>,
    /// Why no one can register now, if so.
    open: Result<(), String>,
    /// The field for the join code, if the event needs one.
    code: Option<TextField>,
    /// The field for the name of the team that the person founds.
    team_name: Option<TextField>,
    /// The position on the waitlist that the player would get, if no place is free.
    position: Option<usize>,
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
    let (texts, frame) = (request.texts, request.frame());
    let open = check_open(&event.state, false, request.shared.clock.now());
    let open = open.map_err(|refusal| not_open(request, &event.state, &refusal));
    let needs_code = event.state.details.registration_policy == RegistrationPolicy::JoinCode;
    let code = needs_code.then(|| TextField {
        hint: texts.say("player-join-code-hint"),
        fault: frame.faults.of(texts, CODE),
        ..TextField::new(CODE, texts.say("player-join-code"), request.form.text(CODE)).required()
    });
    let team_name = team_field(texts, &event.state, &frame, request.form.text(TEAM));
    request.page(&SignUpPage { frame, open, code, team_name, position: event.state.next_position(), head })
}

fn starts(texts: &Texts, head: &PageHead<'_>) -> Option<Moment> {
    head.start.map(|at| Moment::in_zone(texts, at, Zone::of(head.time_zone.as_deref())))
}

pub(crate) async fn sign_up(request: &UserRequest<'_>) -> PageResult {
    let id: TournamentId = request.id()?;
    let typed = |name: &'static str| Some(request.form.text(name).to_owned()).filter(|typed| !typed.is_empty());
    let [join_code, team_name, invite_hash] = [CODE, TEAM, "invite_hash"].map(typed);
    let new = NewRegistration { join_code, team_name, invite_hash, ..NewRegistration::default() };
    let command = CreateRegistration { event_id: id, new };
    interface::run(request, request.terms(), &command).await.map_err(|refused| refused.at_field(&[CODE, TEAM]))?;
    request.redirect(&format!("/me/{id}/"))
}
