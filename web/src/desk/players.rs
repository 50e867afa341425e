//! `/desk/events/{id}/players/`: the players, and one field to register another.

use api_kit::spelling::{folded, is_similar};
use askama::Template;
use axum::http::Method;
use axum::response::Response;
use domain::permissions::Operation;
use domain::tournament::Registration;
use domain::tournament::records::records;
use proto_events::ids::{RegistrationId, UserId};
use proto_events::vocabulary::{QueueCheckInStatus, RegistrationStatus};
use serde_json::{Value, json};
use service_kit::problem::Problem;

use crate::desk::event::{Event, EventHead};
use crate::desk::missed;
use crate::desk::people::Person;
use crate::parts::frame::Frame;
use crate::serving::completed::Completed;
use crate::serving::form_ids::FormIds;
use crate::serving::interface::{Call, Refused};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/players.html")]
struct PlayersPage {
    frame: Frame,
    texts: &'static Texts,
    head: EventHead,
    may_register: bool,
    /// Whether a player who is added now has missed rounds.
    is_late: bool,
    /// The award that was chosen for the missed rounds, if the name was not registered.
    award: String,
    /// The name that was typed, if it was not registered.
    typed: TypedPlayer,
    form_id: String,
    in_play: usize,
    rows: Vec<PlayerRow>,
}

struct PlayerRow {
    id: i64,
    name: String,
    status: String,
    plays: bool,
    record: String,
    checked_in: bool,
    has_list: bool,
}

/// A name that was typed and not registered.
#[derive(Default)]
pub(crate) struct TypedPlayer {
    name: String,
    /// Why it was refused.
    pub(crate) faults: Vec<String>,
    /// Known people who may be meant.
    pub(crate) offers: Vec<Person>,
    /// Questions about the name, in words: who has a similar one.
    pub(crate) questions: Vec<String>,
    /// Whether it may still be the name of a new person, so that the form asks once more.
    may_be_new: bool,
}

/// Shows the players by name.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    request.page(&page(&request, &session, &event, TypedPlayer::default()))
}

/// Registers the person whose name was typed, or who was chosen, and shows the page again for the next name.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    let refused = |typed: TypedPlayer| request.refused(&page(&request, &session, &event, typed));
    let body = match chosen(&request, &session, &event).await? {
        Ok(body) => body,
        Err(typed) => return refused(typed),
    };
    let call = Call::new(Method::POST, event.address("registrations/"), body);
    let registered = match call.once(request.form.exact("form_id")).send(&request).await {
        Ok(registered) => registered["id"].as_i64().map(RegistrationId),
        Err(refusal) => {
            let name = request.form.text("name").to_owned();
            return refused(TypedPlayer { name, faults: refusal.lines, ..TypedPlayer::default() });
        }
    };
    match award(&request, &event, registered).await {
        Ok(()) => request.redirect_with(&event.page("players"), Completed::PlayerRegistered),
        Err(refusal) => {
            let event = Event::load(&request, &session).await?;
            let name = registered.map_or_else(String::new, |player| event.player(player));
            let values = [("name", name.into()), ("why", refusal.lines.join(" ").into())];
            let faults = vec![request.texts.with_all("desk-players-no-award", values)];
            request.refused(&page(&request, &session, &event, TypedPlayer { faults, ..TypedPlayer::default() }))
        }
    }
}

/// Gives a player who comes during play what was chosen for missed rounds.
async fn award(request: &PageRequest, event: &Event, registered: Option<RegistrationId>) -> Result<(), Refused> {
    match (request.form.exact("award"), registered) {
        ("", _) | (_, None) => Ok(()),
        (award, Some(player)) => missed::award_all(request, event, player, award).await,
    }
}

/// Returns whom to register, as the interface takes it: the person who was chosen, or the one whose name was typed.
async fn chosen(
    request: &PageRequest,
    session: &UserSession,
    event: &Event,
) -> Result<Result<Value, TypedPlayer>, Problem> {
    let texts = event.texts;
    let (chosen, name) = (request.form.exact("user_id"), request.form.text("name").to_owned());
    if !chosen.is_empty() {
        // Something else than a number is refused by the interface.
        let user_id = api_kit::path::integer(chosen).map_or_else(|| json!(chosen), |id| json!(id));
        return Ok(Ok(json!({ "user_id": user_id })));
    }
    if folded(&name).is_empty() {
        let faults = vec![texts.say("desk-players-no-name")];
        return Ok(Err(TypedPlayer { name, faults, ..TypedPlayer::default() }));
    }
    // A page asked about one name: another one that was typed since is looked at again.
    if request.form.is_checked("double") && [&*name, ""].contains(&request.form.text("asked")) {
        return Ok(Ok(json!({ "name": name })));
    }
    named(request, session, event, name).await
}

/// Returns whom to register by a name, as the interface takes it: the only known person of this name, or a new person if
/// no one known has a similar name.
pub(crate) async fn named(
    request: &PageRequest,
    session: &UserSession,
    event: &Event,
    name: String,
) -> Result<Result<Value, TypedPlayer>, Problem> {
    let texts = event.texts;
    let (alike, mut known) = (alike_in(event, &name), Vec::new());
    for found in request.shared.people.alike(session.organization_id()?, &name).await? {
        if !is_registered(event, found.person.user_id) {
            known.push(found);
        }
    }
    let same = known.iter().filter(|found| found.is_same).collect::<Vec<_>>();
    match same.as_slice() {
        [found] if alike.is_empty() => return Ok(Ok(json!({ "user_id": found.person.user_id }))),
        [] if alike.is_empty() && known.is_empty() => return Ok(Ok(json!({ "name": name }))),
        [] | [_] => {}
        _ => known.retain(|found| found.is_same),
    }
    let question = |other: &String| {
        let key = if known.is_empty() { "desk-offers-question" } else { "desk-offers-registered" };
        texts.with_all(key, [("name", name.as_str().into()), ("other", other.as_str().into())])
    };
    let questions = alike.iter().map(question).collect();
    let offers = known.iter().map(|found| Person::new(texts, found)).collect();
    Ok(Err(TypedPlayer { name, questions, offers, may_be_new: true, ..TypedPlayer::default() }))
}

/// Whether a person is registered, and has not canceled.
pub(crate) fn is_registered(event: &Event, person: UserId) -> bool {
    let is_theirs = |entry: &Registration| entry.user_id == person && entry.status != RegistrationStatus::Canceled;
    event.state().registrations.iter().any(is_theirs)
}

/// Returns the names of registered players that are the typed name, or may be.
fn alike_in(event: &Event, name: &str) -> Vec<String> {
    let name = folded(name);
    let names = event.state().registrations.iter().map(|entry| event.name_of(entry.user_id));
    names.filter(|other| is_similar(&folded(other), &name)).collect()
}

fn page(request: &PageRequest, session: &UserSession, event: &Event, typed: TypedPlayer) -> PlayersPage {
    let texts = event.texts;
    let records = records(event.state());
    let row = |entry: &Registration| {
        let record = records.get(&entry.id);
        PlayerRow {
            id: entry.id.0,
            name: event.name_of(entry.user_id),
            status: texts.term(entry.status),
            plays: entry.status == RegistrationStatus::Complete,
            record: record
                .map_or_else(String::new, |record| format!("{}–{}–{}", record.won, record.lost, record.drawn)),
            checked_in: entry.check_in == Some(QueueCheckInStatus::CheckedIn),
            has_list: entry.decklist_id.is_some() || entry.using_paper_decklist,
        }
    };
    let mut rows: Vec<_> = event.state().registrations.iter().map(row).collect();
    rows.sort_by_cached_key(|row| (!row.plays, row.name.to_lowercase()));
    PlayersPage {
        frame: session.frame(request),
        texts,
        head: event.head(texts, session, "players"),
        is_late: missed::is_late(event.state()),
        award: request.form.exact("award").to_owned(),
        may_register: session.caller.may(Operation::Register) && !event.state().lifecycle.is_finished(),
        typed,
        form_id: FormIds::new_id(),
        in_play: rows.iter().filter(|row| row.plays).count(),
        rows,
    }
}
