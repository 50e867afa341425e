//! `/desk/events/{id}/players/{registration_id}/`: one player, and what staff can do for this player.

use askama::Template;
use axum::response::Response;
use domain::permissions::Operation;
use domain::time_zone::Zone;
use domain::tournament::to_pair::plays;
use domain::tournament::{Registration, Tournament};
use proto_events::TournamentEvent;
use proto_events::ids::UserId;
use proto_events::vocabulary::{QueueCheckInStatus, RegistrationStatus};
use serde_json::{Map, Value, json};
use service_kit::problem::Problem;
use write_api::accounts::merge_user::MergeUser;
use write_api::accounts::unmerge_user::UnmergeUser;
use write_api::registrations::change_registration::{ChangeRegistration, RegistrationChange};
use write_api::registrations::check_in::{CheckIn, OwnStatus};
use write_api::registrations::disqualify_player::DisqualifyPlayer;
use write_api::registrations::drop_player::DropPlayer;
use write_api::registrations::make_private_links::MakePrivateLinks;
use write_api::registrations::revoke_private_link::RevokePrivateLink;

use crate::desk::event::{Desk, EventFrame};
use crate::desk::event_form::{Kind, Setting, SettingsForm, setting};
use crate::desk::judging::{self, PlayerPenalties};
use crate::desk::meanwhile::{self, Merged};
use crate::desk::players::{Person, missed};
use crate::serving::failures::{PageError, PageResult, failed};
use crate::serving::interface::{self, ATTEMPTS, Refused};
use crate::serving::request::PageRequest;
use crate::serving::session::UserRequest;
use crate::texts::Texts;

/// Buttons about the player's private link.
const LINK_STEPS: [&str; 2] = ["link", "unlink"];
/// Buttons that take a step of the registration.
const STEPS: [&str; 4] = ["check-in", "drop", "disqualify", "return"];

#[derive(Template)]
#[template(path = "desk/player.html")]
struct PlayerPage<'a> {
    frame: EventFrame,
    id: i64,
    name: String,
    status: String,
    checked_in: bool,
    may_change: bool,
    /// Whether the player missed rounds for which byes or losses can be given.
    has_missed: bool,
    changes: Vec<Change>,
    fields: SettingsForm,
    penalties: PlayerPenalties<'a>,
    /// Other accounts that may be the same person's.
    doubles: Vec<Person>,
    /// Whether the account is merged into another one.
    is_merged: bool,
    has_link: bool,
    /// Its address, if the person may see it.
    link: Option<String>,
}

const FIELDS: &[Setting] = &[
    setting("notes", "internal_notes", Kind::Text, "", ["desk-notes", ""]),
    setting("bye_rounds", "has_byes_for_round_numbers", Kind::Numbers, "", ["desk-byes", ""]),
    setting("fixed_seat", "fixed_seat", Kind::Number, "", ["desk-seat", ""]),
    setting("paper_list", "using_paper_decklist", Kind::Yes, "", ["desk-paper-list", ""]),
];

/// A button that changes the registration.
struct Change {
    name: &'static str,
    label: String,
    is_grave: bool,
}

pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let desk = &Desk::load(request).await?;
    let (texts, entry) = (desk.texts, desk.entry()?);
    let user = request.shared.commands.user(entry.user_id).await.map_err(failed)?;
    let user = user.as_ref().map(|user| &user.state);
    let is_merged = user.is_some_and(|user| user.merged_into.is_some());
    let may_merge = user.is_some_and(|user| {
        user.managed_by == request.session.caller.organization_id && user.profile.username.is_empty()
    });
    let mut doubles = Vec::new();
    if may_merge && !is_merged {
        let alike =
            request.shared.people.alike(request.session.organization_id()?, &desk.name_of(entry.user_id)).await?;
        let others = alike.iter().filter(|found| found.person.user_id != entry.user_id);
        doubles.extend(others.map(|found| Person::new(texts, found)));
    }
    request.page(&PlayerPage {
        frame: desk.frame("players"),
        id: entry.id.0,
        name: desk.name_of(entry.user_id),
        status: if plays(entry) { texts.say("desk-registered") } else { texts.term(entry.status) },
        checked_in: entry.check_in == Some(QueueCheckInStatus::CheckedIn),
        has_missed: plays(entry) && missed(desk.state(), entry.id).next().is_some(),
        may_change: request.may(Operation::ManageRegistrations),
        changes: changes(texts, entry),
        fields: typed(desk, entry).await?,
        penalties: judging::of_player(desk, entry).await?,
        doubles,
        is_merged,
        has_link: entry.private_link.is_some(),
        link: link(desk, entry),
    })
}

/// Changes the registration: a step, or the fields of the form that this person changed. If another person has changed
/// the same since the page was shown, the page says so and asks.
pub(crate) async fn send(request: &UserRequest) -> PageResult {
    let mut desk = Desk::load(request).await?;
    for _ in 0..ATTEMPTS {
        if let Some(answer) = change(&desk).await? {
            return Ok(answer);
        }
        desk = Desk::load(request).await?;
    }
    Err(PageError::line(request.texts.say("desk-judges-busy")))
}

/// Whether the form takes a step, which has no fields.
fn is_step(request: &PageRequest) -> bool {
    STEPS.iter().chain(&LINK_STEPS).any(|step| *step == request.form.exact("change"))
}

/// Changes the registration of an event. `None` if the event has changed since it was read.
async fn change(desk: &Desk<'_>) -> Result<Option<Response>, PageError> {
    let entry = desk.entry()?;
    let shown = meanwhile::as_shown(desk).await?;
    let shown = shown.as_ref().and_then(|shown| shown.state.registration(entry.id)).unwrap_or(entry);
    let is_step = is_step(desk.request);
    let Merged { body, conflicts } = match is_step {
        true => Merged::default(),
        false => {
            let sent = SettingsForm::sent(FIELDS, &desk.request.form);
            meanwhile::merged(&form_of(shown).body(), &form_of(entry).body(), &sent.body())
        }
    };
    if !conflicts.is_empty() {
        let of = |state: &Tournament| state.registration(entry.id).map_or(Value::Null, |entry| form_of(entry).body());
        let faults = meanwhile::conflicts(desk, &conflicts, label, of).await?;
        return Err(PageError::Form(faults.into()));
    }
    if is_step && shown.status != entry.status {
        let faults = vec![desk.texts.say("desk-conflict-status"), last_change(desk).await?];
        return Err(PageError::Form(faults.into()));
    }
    match carry_out(desk, entry, body).await {
        Ok(_) if LINK_STEPS.contains(&desk.request.form.exact("change")) => {
            desk.request.redirect(&desk.page(&format!("players/{}", entry.id))).map(Some)
        }
        Ok(_) => desk.request.redirect(&desk.page("players")).map(Some),
        Err(refusal) if refusal.is_stale() => Ok(None),
        Err(refusal) => Err(refusal.into()),
    }
}

/// Returns the fields of the form: those of the registration, and what was typed if it was refused.
async fn typed(desk: &Desk<'_>, entry: &Registration) -> Result<SettingsForm, Problem> {
    let now = form_of(entry);
    if desk.request.typed().is_none() || is_step(desk.request) {
        return Ok(now);
    }
    let shown = meanwhile::as_shown(desk).await?;
    let shown = shown.as_ref().and_then(|shown| shown.state.registration(entry.id)).unwrap_or(entry);
    Ok(SettingsForm::sent(FIELDS, &desk.request.form).on_top_of(&form_of(shown), &now))
}

/// Says what happened to the player since the page was shown.
async fn last_change(desk: &Desk<'_>) -> Result<String, Problem> {
    let is_status = |change: &TournamentEvent| {
        use TournamentEvent as E;
        matches!(change, E::PlayerDropped { .. } | E::PlayerDisqualified { .. } | E::RegistrationStatusChanged { .. })
    };
    let changes = meanwhile::happened(desk, is_status).await?;
    Ok(changes.join(" "))
}

/// Returns the key of a field's label.
fn label(field: &str) -> String {
    FIELDS.iter().find(|setting| setting.field == field).map_or("", |setting| setting.label).to_owned()
}

/// Returns the form with the values of a registration.
fn form_of(entry: &Registration) -> SettingsForm {
    let document = json!({
        "internal_notes": entry.internal_notes,
        "has_byes_for_round_numbers": entry.bye_rounds,
        "fixed_seat": entry.fixed_seat,
        "using_paper_decklist": entry.using_paper_decklist,
    });
    SettingsForm::of(FIELDS, &document, Zone::UTC)
}

/// Carries out the form; `fields` are the changed fields.
async fn carry_out(desk: &Desk<'_>, entry: &Registration, fields: Map<String, Value>) -> Result<(), Refused> {
    let (request, registration_id, user_id) = (desk.request, entry.id, entry.user_id);
    let terms = request.terms();
    match request.form.exact("change") {
        "check-in" => desk.run(terms, CheckIn { registration_id, status: OwnStatus::default() }).await?,
        "drop" => desk.run(terms, DropPlayer { registration_id }).await?,
        "disqualify" => desk.run(terms, DisqualifyPlayer { registration_id }).await?,
        "link" => desk.run(terms, MakePrivateLinks { only: Some(registration_id) }).await?,
        "unlink" => desk.run(terms, RevokePrivateLink { registration_id }).await?,
        "merge" => {
            // Something else than a number is no one's id.
            let into = api_kit::path::integer(request.form.exact("into")).map_or(UserId(0), UserId);
            return interface::run(request, terms, &MergeUser { user_id, into }).await.map(|_| ());
        }
        "unmerge" => return interface::run(request, terms, &UnmergeUser { user_id }).await.map(|_| ()),
        step => {
            let change = match step {
                "return" => RegistrationChange {
                    registration_status: Some(RegistrationStatus::Complete),
                    ..RegistrationChange::default()
                },
                _ => RegistrationChange::typed(Value::Object(fields))
                    .map_err(|problem| Refused::by(problem, desk.texts))?,
            };
            // It is refused if the fields have changed since they were compared.
            desk.run(terms.at_version(desk.version()), ChangeRegistration { registration_id, change }).await?
        }
    };
    Ok(())
}

/// Returns the address of the player's private link, if the person may see it.
fn link(desk: &Desk<'_>, entry: &Registration) -> Option<String> {
    let id = desk.state().id;
    let code = desk.request.shared.private_links.current(id, entry);
    let code = code.filter(|_| desk.request.may(Operation::ManageRegistrations))?;
    Some(format!("{}{}", desk.request.shared.public_url, code.path(id)))
}

fn changes(texts: &Texts, entry: &Registration) -> Vec<Change> {
    let change = |name, key: &str, is_grave| Change { name, label: texts.say(key), is_grave };
    match entry.status {
        RegistrationStatus::Complete => {
            let is_in = entry.check_in == Some(QueueCheckInStatus::CheckedIn);
            let check_in = (!is_in).then(|| change("check-in", "desk-do-check-in", false));
            let leave = [change("drop", "desk-do-drop", false), change("disqualify", "desk-do-disqualify", true)];
            check_in.into_iter().chain(leave).collect()
        }
        RegistrationStatus::MovedToChildEvent => Vec::new(),
        RegistrationStatus::Eliminated => vec![change("disqualify", "desk-do-disqualify", true)],
        RegistrationStatus::InProgress
        | RegistrationStatus::InWaitingRoom
        | RegistrationStatus::OnWaitlist
        | RegistrationStatus::Canceled
        | RegistrationStatus::Dropped
        | RegistrationStatus::Disqualified => vec![change("return", "desk-do-return", false)],
    }
}
