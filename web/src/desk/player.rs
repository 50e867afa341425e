//! `/desk/events/{id}/players/{registration_id}/`: one player, and what staff can do for this player.

use askama::Template;
use axum::http::Method;
use axum::response::Response;
use domain::permissions::Operation;
use domain::tournament::Registration;
use domain::tournament::to_pair::plays;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::{QueueCheckInStatus, RegistrationStatus};
use serde_json::{Value, json};
use service_kit::problem::Problem;

use crate::desk::event::{Event, EventHead};
use crate::desk::interface::Call;
use crate::desk::judging::{self, PlayerPenalties};
use crate::desk::missed;
use crate::parts::frame::Frame;
use crate::serving::failures::not_found;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::{Texts, english};

#[derive(Template)]
#[template(path = "desk/player.html")]
struct PlayerPage {
    frame: Frame,
    texts: &'static Texts,
    head: EventHead,
    id: i64,
    name: String,
    status: &'static str,
    checked_in: bool,
    may_change: bool,
    /// Whether the player missed rounds for which byes or losses can be given.
    has_missed: bool,
    changes: Vec<Change>,
    notes: String,
    bye_rounds: String,
    fixed_seat: String,
    paper_list: bool,
    penalties: PlayerPenalties,
    faults: Vec<String>,
}

/// A button that changes the registration.
struct Change {
    name: &'static str,
    label: String,
    is_grave: bool,
}

/// Shows the player.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let page = page(&request, &session, &event, Vec::new()).await?;
    request.page(&page)
}

/// Changes the registration: a step, or the fields of the form.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let entry = entry(&request, &event)?;
    match call(&request, &event, entry).send(&request).await {
        Ok(_) => request.redirect(&event.page("players")),
        Err(refusal) => request.refused(&page(&request, &session, &event, refusal.lines).await?),
    }
}

fn call(request: &PageRequest, event: &Event, entry: &Registration) -> Call {
    let address = |below: &str| event.address(&format!("registrations/{}/{below}", entry.id));
    let step = |below: &str| Call::new(Method::POST, address(below), Value::Null);
    let change = |fields: Value| Call::new(Method::PATCH, address(""), fields);
    match request.form.exact("change") {
        "check-in" => step("check-in/"),
        "drop" => step("drop/"),
        "disqualify" => step("disqualify/"),
        "return" => change(json!({ "registration_status": RegistrationStatus::Complete.wire_name() })),
        _ => change(fields(request)),
    }
}

/// Returns the fields of the form as the interface takes them. What is no number is sent as it was typed, and refused
/// there.
fn fields(request: &PageRequest) -> Value {
    let number = |text: &str| text.parse::<i32>().map_or_else(|_| json!(text), |number| json!(number));
    let separate = |letter: char| letter == ',' || letter.is_whitespace();
    let byes = request.form.text("bye_rounds").split(separate).filter(|part| !part.is_empty());
    let seat = request.form.text("fixed_seat");
    json!({
        "internal_notes": request.form.text("notes"),
        "has_byes_for_round_numbers": byes.map(number).collect::<Vec<_>>(),
        "fixed_seat": if seat.is_empty() { Value::Null } else { number(seat) },
        "using_paper_decklist": request.form.is_checked("paper_list"),
    })
}

fn entry<'a>(request: &PageRequest, event: &'a Event) -> Result<&'a Registration, Problem> {
    let id = api_kit::path::integer(request.param("registration_id")).map(RegistrationId).ok_or_else(not_found)?;
    event.state().registration(id).ok_or_else(not_found)
}

async fn page(
    request: &PageRequest,
    session: &UserSession,
    event: &Event,
    faults: Vec<String>,
) -> Result<PlayerPage, Problem> {
    let (texts, entry) = (english(), entry(request, event)?);
    let byes: Vec<_> = entry.bye_rounds.iter().map(ToString::to_string).collect();
    Ok(PlayerPage {
        frame: session.frame(request),
        texts,
        head: event.head(texts, session, "players"),
        id: entry.id.0,
        name: event.name_of(entry.user_id),
        status: entry.status.display_name(),
        checked_in: entry.check_in == Some(QueueCheckInStatus::CheckedIn),
        has_missed: plays(entry) && missed::missed(event.state(), entry.id).next().is_some(),
        may_change: session.caller.may(Operation::ManageRegistrations),
        changes: changes(texts, entry),
        notes: entry.internal_notes.clone(),
        bye_rounds: byes.join(", "),
        fixed_seat: entry.fixed_seat.map_or_else(String::new, |seat| seat.to_string()),
        paper_list: entry.using_paper_decklist,
        penalties: judging::of_player(request, session, event, entry).await?,
        faults,
    })
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
