//! `/desk/events/{id}/players/{registration_id}/`: one player, and what staff can do for this player.

use askama::Template;
use axum::response::Response;
use domain::permissions::Operation;
use domain::tournament::to_pair::plays;
use domain::tournament::{Registration, Tournament};
use proto_events::TournamentEvent;
use proto_events::ids::{RegistrationId, UserId};
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
use crate::desk::judging::{self, PlayerPenalties};
use crate::desk::meanwhile::{self, Merged, newest};
use crate::desk::missed;
use crate::desk::people::Person;
use crate::serving::failures::{PageError, PageResult, failed, not_found};
use crate::serving::form::plain;
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
struct PlayerPage {
    frame: EventFrame,
    id: i64,
    name: String,
    status: String,
    checked_in: bool,
    may_change: bool,
    /// Whether the player missed rounds for which byes or losses can be given.
    has_missed: bool,
    changes: Vec<Change>,
    fields: Fields,
    penalties: PlayerPenalties,
    /// Other accounts that may be the same person's.
    doubles: Vec<Person>,
    /// Whether the account is merged into another one.
    is_merged: bool,
    /// Whether the player has a private link.
    has_link: bool,
    /// Its address, if the person may see it.
    link: Option<String>,
}

/// The fields of the form, as text.
#[derive(Clone)]
struct Fields {
    notes: String,
    bye_rounds: String,
    fixed_seat: String,
    paper_list: bool,
}

/// A button that changes the registration.
struct Change {
    name: &'static str,
    label: String,
    is_grave: bool,
}

/// Shows the player.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let desk = &Desk::load(request).await?;
    let (texts, entry) = (desk.texts, entry(desk)?);
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
        has_missed: plays(entry) && missed::missed(desk.state(), entry.id).next().is_some(),
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
    let entry = entry(desk)?;
    let shown = meanwhile::as_shown(desk).await?;
    let shown = shown.as_ref().and_then(|shown| shown.state.registration(entry.id)).unwrap_or(entry);
    let is_step = is_step(desk.request);
    let Merged { body, conflicts } = match is_step {
        true => Merged::default(),
        false => meanwhile::merged(&values(shown), &values(entry), &fields(desk.request)),
    };
    if !conflicts.is_empty() {
        let of = |state: &Tournament| state.registration(entry.id).map_or(Value::Null, values);
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

impl Fields {
    /// Returns the fields of a registration.
    fn of(entry: &Registration) -> Self {
        let byes: Vec<_> = entry.bye_rounds.iter().map(ToString::to_string).collect();
        Self {
            notes: plain(&entry.internal_notes),
            bye_rounds: byes.join(", "),
            fixed_seat: entry.fixed_seat.map_or_else(String::new, |seat| seat.to_string()),
            paper_list: entry.using_paper_decklist,
        }
    }

    /// Returns the fields as they were sent.
    fn sent(request: &PageRequest) -> Self {
        let text = |name| request.form.text(name).to_owned();
        Self {
            notes: request.form.lines("notes"),
            bye_rounds: text("bye_rounds"),
            fixed_seat: text("fixed_seat"),
            paper_list: request.form.is_checked("paper_list"),
        }
    }

    /// Returns these fields, in which those that were left as the page showed them have their values of now.
    fn on_top_of(self, shown: &Self, now: &Self) -> Self {
        Self {
            notes: newest(self.notes, &shown.notes, &now.notes),
            bye_rounds: newest(self.bye_rounds, &shown.bye_rounds, &now.bye_rounds),
            fixed_seat: newest(self.fixed_seat, &shown.fixed_seat, &now.fixed_seat),
            paper_list: newest(self.paper_list, &shown.paper_list, &now.paper_list),
        }
    }
}

/// Returns the fields of the form: those of the registration, and what was typed if it was refused.
async fn typed(desk: &Desk<'_>, entry: &Registration) -> Result<Fields, Problem> {
    let now = Fields::of(entry);
    if desk.request.typed().is_none() || is_step(desk.request) {
        return Ok(now);
    }
    let shown = meanwhile::as_shown(desk).await?;
    let shown = shown.as_ref().and_then(|shown| shown.state.registration(entry.id)).unwrap_or(entry);
    Ok(Fields::sent(desk.request).on_top_of(&Fields::of(shown), &now))
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
    let key = match field {
        "has_byes_for_round_numbers" => "desk-byes",
        "fixed_seat" => "desk-seat",
        "using_paper_decklist" => "desk-paper-list",
        _ => "desk-notes",
    };
    key.to_owned()
}

/// Returns the fields of the form with the values of a registration.
fn values(entry: &Registration) -> Value {
    json!({
        "internal_notes": plain(&entry.internal_notes),
        "has_byes_for_round_numbers": entry.bye_rounds,
        "fixed_seat": entry.fixed_seat,
        "using_paper_decklist": entry.using_paper_decklist,
    })
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

/// Returns the fields of the form as the interface takes them. Text that is no number is sent as it was typed, and
/// refused there.
fn fields(request: &PageRequest) -> Value {
    let number = |text: &str| text.parse::<i32>().map_or_else(|_| json!(text), |number| json!(number));
    let separate = |letter: char| letter == ',' || letter.is_whitespace();
    let byes = request.form.text("bye_rounds").split(separate).filter(|part| !part.is_empty());
    let seat = request.form.text("fixed_seat");
    json!({
        "internal_notes": request.form.lines("notes"),
        "has_byes_for_round_numbers": byes.map(number).collect::<Vec<_>>(),
        "fixed_seat": if seat.is_empty() { Value::Null } else { number(seat) },
        "using_paper_decklist": request.form.is_checked("paper_list"),
    })
}

fn entry<'a>(desk: &'a Desk<'_>) -> Result<&'a Registration, Problem> {
    let id = api_kit::path::integer(desk.request.param("registration_id")).map(RegistrationId).ok_or_else(not_found)?;
    desk.state().registration(id).ok_or_else(not_found)
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
