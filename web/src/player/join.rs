//! `/join/{code}/`: a stranger registers for an event without an account, from a code on a flyer or on the wall. The
//! code is the event's join code, only its id if everyone may register, or the link of a team or group. At `/join/`,
//! people type it.
//!
//! A guest's key is the private link of the registration: the browser is sent there, and keeps it in a cookie. The pages
//! send their address to no other site. They do not hide it from this service, because over plain HTTP the check of forms
//! needs it.

use std::sync::Arc;

use api_kit::caller::Way;
use api_kit::{Caller, Invite, JoinCodes};
use askama::Template;
use axum::http::StatusCode;
use domain::organization::Organization;
use domain::tournament::{RegistrationWindow, Tournament};
use proto_events::ids::UserId;
use proto_events::vocabulary::RegistrationPolicy;
use service_kit::problem::Problem;
use write_api::registrations::join_as_guest::{JoinAsGuest, SAME_NAME};
use write_api::registrations::joining::Joining;
use write_api::registrations::register_player::check_open;
use write_api::{FieldErrors, Folded, Refusal, Terms};

use crate::parts::control::{Faults, TextField};
use crate::parts::format::Moment;
use crate::parts::frame::Frame;
use crate::parts::page_kinds::{FormPage, Link, MessagePage};
use crate::player::held::HeldLinks;
use crate::player::own_match::named;
use crate::public::colors;
use crate::serving::failures::{PageError, PageResult, failed, not_found, store_problem};
use crate::serving::interface;
use crate::serving::passwords::refused_until;
use crate::serving::request::{PageRequest, UserSession};
use crate::serving::response;
use crate::texts::Texts;

/// An event to which a code leads.
struct Door {
    event: Arc<Folded<Tournament>>,
    code: String,
    /// The team or group whose link the code is.
    invite: Option<Invite>,
}

/// The keys of why a code leads nowhere: it is wrong, or the event needs one.
const WRONG: &str = "player-join-wrong";
const NEEDS_CODE: &str = "player-join-needs-code";

#[derive(Template)]
#[template(path = "player/join.html")]
struct JoinPage<'a> {
    frame: Frame,
    store: Arc<Folded<Organization>>,
    state: &'a Tournament,
    door: &'a Door,
    joins: String,
    /// The field for the name of the team that the person founds.
    team_name: Option<TextField>,
    starts: Option<Moment>,
    /// Why no one can register now, if so.
    open: Result<(), String>,
    /// How many places are left, or the place in line that the person gets; empty if there is no limit.
    places: String,
    /// Whether only people with an account may register.
    needs_account: bool,
    can_create_account: bool,
    /// The name of another person that was typed.
    same_name: Option<String>,
    name: TextField,
    /// The field for the e-mail address, if mail is sent.
    email: Option<TextField>,
}

pub(crate) async fn ask(request: &PageRequest) -> PageResult {
    request.page(&code_form(request))
}

fn code_form(request: &PageRequest) -> FormPage {
    let texts = request.texts;
    let field = TextField::new("code", texts.say("player-join-code"), request.form.text("code")).required();
    let mut page = FormPage::new(request.frame(), texts.say("player-sign-up"), "/join/", "player-join-next")
        .control(TextField { hint: texts.say("player-join-code-hint"), ..field })
        .link("/events/", "frame-events");
    page.refused = texts.say("player-refused");
    page
}

pub(crate) async fn find(request: &PageRequest) -> PageResult {
    match door(request, request.form.text("code")).await? {
        Ok(door) => request.redirect(&format!("/join/{}/", door.code)),
        Err(why) => Err(Faults::at("code", request.texts.say(why)).into()),
    }
}

/// Returns the event to which a code leads, or the key of why it leads nowhere. An event without a public page is
/// answered like a wrong code.
async fn door(request: &PageRequest, typed: &str) -> Result<Result<Door, &'static str>, Problem> {
    let shared = &request.shared;
    let (invite, known) = (Invite::read(typed), JoinCodes::event_of(typed));
    let event = match invite.as_ref().map(|invite| invite.event).or(known.map(|(id, _)| id)) {
        Some(id) => shared.commands.tournament(id).await.map_err(failed)?,
        None => None,
    };
    let is_shown = |event: &Tournament| !(event.is_deleted || event.details.is_test || event.details.is_unlisted);
    let event = event.filter(|event| is_shown(&event.state));
    if let Some(invite) = invite {
        let admits = |event: &Tournament| invite.is_current(&shared.private_links, event);
        return match event.filter(|event| admits(&event.state) && !event.state.in_group(invite.group).is_empty()) {
            Some(event) => Ok(Ok(Door { event, code: invite.text(), invite: Some(invite) })),
            None => Ok(Err(WRONG)),
        };
    }
    Ok(match (known, event) {
        (Some((_, None)), Some(event)) => match event.state.details.registration_policy {
            RegistrationPolicy::JoinCode => Err(NEEDS_CODE),
            _ => Ok(Door { code: event.state.id.to_string(), event, invite: None }),
        },
        (Some((_, Some(code))), Some(event)) if shared.join_codes.admits(&event.state, code) => {
            Ok(Door { event, code: code.text(), invite: None })
        }
        _ => Err(WRONG),
    })
}

/// Answers a code that leads nowhere with the form for another one.
fn shut(request: &PageRequest, why: &'static str) -> PageError {
    let (mut page, mut status, said) = (code_form(request), StatusCode::OK, request.texts.say(why));
    if why == NEEDS_CODE {
        page = page.lead(said);
    } else {
        (page.frame.faults, status) = (said.into(), StatusCode::NOT_FOUND);
    }
    response::page(status, &page).map_or_else(Into::into, Into::into)
}

/// Shows the form to register, or leads a phone to the page of the guest who registered on it.
pub(crate) async fn show(request: &PageRequest) -> PageResult {
    let door = door(request, request.param("code")).await?.map_err(|why| shut(request, why))?;
    if request.query("another").as_deref() == Some("forget") {
        let mut links = HeldLinks::read(&request.headers);
        links.forget(door.event.state.id);
        let form = request.redirect(&format!("/join/{}/", door.code))?;
        return Ok(response::with_cookie(form, links.cookie(request)));
    }
    let is_another = request.typed().is_some() || request.query("another").is_some();
    let held = if is_another { Vec::new() } else { held(request, &door).await? };
    match held.as_slice() {
        [] => {}
        [only] => return request.redirect(&only.path),
        several => {
            let another =
                Link::new(format!("/join/{}/?another=yes", door.code), request.texts.say("player-join-another"));
            let links = several.iter().cloned().chain([another]).collect();
            let (title, lead) = (door.event.state.details.name.clone(), request.texts.say("player-join-several"));
            return request.page(&MessagePage { frame: request.frame(), title, lead: vec![lead], links });
        }
    }
    let session = if is_another { None } else { UserSession::find(request).await };
    let is_own = |session: &UserSession| {
        let mut entries = door.event.state.registrations.iter();
        entries.any(|entry| entry.user_id == session.caller.user_id && !entry.has_left())
    };
    if session.as_ref().is_some_and(is_own) {
        return request.redirect(&door.own(&format!("/me/{}/", door.event.state.id)));
    }
    request.page(&page(request, &door, session.as_ref()).await?)
}

impl Door {
    /// Returns where a person goes who is registered and has this page of the event: to the team of the link, if it is one.
    fn own(&self, page: &str) -> String {
        match self.invite {
            Some(_) => format!("{page}team/?invite={}", self.code),
            None if page.starts_with("/me/") => page.to_owned(),
            None => format!("{page}?join={}", self.code),
        }
    }
}

/// Returns links to the pages of the guests who registered for an event on this phone.
async fn held(request: &PageRequest, door: &Door) -> Result<Vec<Link>, Problem> {
    let (state, sheet) = (&door.event.state, request.shared.sheets.of(&door.event));
    let mut held = Vec::new();
    for code in HeldLinks::read(&request.headers).of(state.id) {
        let entry = sheet.of_link(&code.sha256_hex()).and_then(|id| state.registration(id));
        let Some(person) = entry.map(|entry| entry.user_id) else { continue };
        if !request.shared.commands.is_erased(person).await.map_err(failed)? {
            let name = request.shared.commands.names_of(&[person]).await.map_err(failed)?.remove(&person);
            let path = door.own(&code.path(state.id));
            held.push(Link::new(path, name.unwrap_or_default()));
        }
    }
    Ok(held)
}

async fn page<'a>(
    request: &PageRequest,
    door: &'a Door,
    session: Option<&UserSession>,
) -> Result<JoinPage<'a>, Problem> {
    let (shared, texts, state) = (&request.shared, request.texts, &door.event.state);
    let store = shared.commands.organization(state.organization_id).await.map_err(failed)?.ok_or_else(not_found)?;
    let mut frame = request.frame_for(session);
    if !request.form.exact("form_id").is_empty() {
        request.form.exact("form_id").clone_into(&mut frame.form_id);
    }
    let field = |name: &'static str, label: &str, autocomplete| TextField {
        autocomplete,
        fault: frame.faults.of(texts, name),
        ..TextField::new(name, texts.say(label), request.form.text(name))
    };
    let email = shared.commands.mail_from().is_some().then(|| TextField {
        kind: "email",
        hint: texts.say("player-join-email-hint"),
        ..field("email", "panel-email", "email")
    });
    Ok(JoinPage {
        name: field("name", "player-join-name", "name").required(),
        email,
        store,
        state,
        door,
        joins: door.invite.as_ref().map(|invite| joins(texts, state, invite)).unwrap_or_default(),
        team_name: door.invite.is_none().then(|| team_field(texts, state, &frame, request.form.text(TEAM))).flatten(),
        starts: state.details.start_datetime.map(|at| Moment::of_event(texts, state, at)),
        open: check_open(state, session.is_none(), shared.clock.now()).map_err(|why| not_open(request, state, &why)),
        places: match (state.next_position(), state.places_left()) {
            (Some(number), _) => texts.with("player-join-in-line", "number", number),
            (None, Some(left)) => texts.with("player-join-places", "count", left),
            (None, None) => String::new(),
        },
        needs_account: session.is_none()
            && state.details.registration_policy == RegistrationPolicy::Accounts
            && check_open(state, false, shared.clock.now()).is_ok(),
        can_create_account: request.takes_new_accounts(),
        same_name: None,
        frame,
    })
}

/// Says what a person joins with a link.
fn joins(texts: &Texts, event: &Tournament, invite: &Invite) -> String {
    match named(event, invite.group) {
        team if team.is_empty() => texts.say("player-join-group"),
        team => texts.with("player-join-team", "team", team),
    }
}

/// The name of the field for the name of a team.
pub(super) const TEAM: &str = "team_name";

/// Returns the field for the name of the team that a person founds, in a team event.
pub(super) fn team_field(texts: &Texts, event: &Tournament, frame: &Frame, typed: &str) -> Option<TextField> {
    event.is_team_event().then(|| TextField {
        hint: texts.say("player-team-name-hint"),
        fault: frame.faults.of(texts, TEAM),
        ..TextField::new(TEAM, texts.say("player-team-name"), typed)
    })
}

/// Says why people cannot register for an event now, with times as the page writes them.
pub(super) fn not_open(request: &PageRequest, event: &Tournament, refusal: &Refusal) -> String {
    let texts = request.texts;
    let at = |key: &str, at| texts.with(key, "time", Moment::of_event(texts, event, at).shown);
    match event.registration_window(request.shared.clock.now()) {
        RegistrationWindow::Later(opens) => at("public-opens-at", opens),
        RegistrationWindow::Past(closed) => at("player-closed-since", closed),
        RegistrationWindow::Closed => texts.say("player-sign-up-closed"),
        RegistrationWindow::Open | RegistrationWindow::ByStaff => texts.message(refusal.message()),
    }
}

pub(crate) async fn send(request: &PageRequest) -> PageResult {
    let (shared, now) = (&request.shared, request.shared.clock.now());
    let door = door(request, request.param("code")).await?.map_err(|why| shut(request, why))?;
    let (event_id, form) = (door.event.state.id, &request.form);
    let email = if shared.commands.mail_from().is_some() { form.text("email") } else { "" };
    let mut command = JoinAsGuest {
        event_id,
        name: form.text("name").to_owned(),
        email: email.to_owned(),
        join_code: door.code.clone(),
        joining: match (&door.invite, form.text(TEAM)) {
            (Some(invite), _) => Some(Joining::ByLink(invite.text())),
            (None, "") => None,
            (None, team_name) => Some(Joining::Found(team_name.to_owned())),
        },
        form_id: form.exact("form_id").to_owned(),
        needs_approval: false,
        language: request.texts.language().tag(),
    };
    let guest = Caller { user_id: UserId(0), organization_id: None, role: None, way: Way::PrivateLink };
    let is_repeated = command.was_carried_out(&shared.commands, &guest, &shared.join_codes).await;
    // A form that is refused anyway, or was carried out, takes nothing from the people who share the address. Names of others
    // count for it, because they can be guessed.
    let mut errors = FieldErrors::default();
    command.check(&mut errors);
    let is_possible = errors.check().is_ok() && check_open(&door.event.state, true, now).is_ok();
    let counts = is_possible && !is_repeated.map_err(store_problem)?;
    if counts {
        match shared.attempts.guest(event_id, request.address, now).await.map_err(store_problem)? {
            Ok(needs_approval) => command.needs_approval = needs_approval,
            Err(until) => return Err(refused_until(request, "player-join-too-many", until)),
        }
        let is_mailed =
            !email.is_empty() && !command.has_taken_name(&shared.commands, &door.event.state).await.map_err(failed)?;
        if is_mailed && shared.attempts.guest_letter(email, now).await.map_err(store_problem)? {
            return Err(Faults::at("email", request.texts.say("player-join-mailbox")).into());
        }
    }
    let joined = match interface::run(request, Terms::of(guest), &command).await {
        Ok(joined) => joined,
        Err(refused) if refused.code == SAME_NAME => {
            let page = page(request, &door, None).await?;
            return request.refused(&JoinPage { same_name: Some(command.name), ..page });
        }
        Err(refused) => return Err(refused.at_field(&["name", "email", TEAM])),
    };
    if counts {
        shared.attempts.guest_joined(event_id, now).await.map_err(store_problem)?;
    }
    let event = &joined.written.folded.state;
    let code = event.registration(joined.registration_id).and_then(|it| shared.private_links.current(event.id, it));
    let code = code.ok_or_else(not_found)?;
    let answer = request.redirect(&format!("{}?join={}", code.path(event.id), door.code))?;
    let mut links = HeldLinks::read(&request.headers);
    links.keep(event.id, code);
    Ok(response::with_cookie(answer, links.cookie(request)))
}
