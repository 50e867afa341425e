//! `/desk/events/{id}/players/`: the players, and one field to register another.

use api_kit::spelling::{folded, is_similar};
use askama::Template;
use domain::permissions::Operation;
use domain::tournament::Registration;
use domain::tournament::records::records;
use proto_events::ids::{RegistrationId, UserId};
use proto_events::vocabulary::{QueueCheckInStatus, RegistrationStatus};
use service_kit::problem::Problem;
use write_api::registrations::register_player::{CreateRegistration, NewRegistration};

use crate::desk::event::{Desk, Event, EventFrame};
use crate::desk::missed;
use crate::desk::people::Person;
use crate::serving::completed::Completed;
use crate::serving::failures::PageResult;
use crate::serving::form_ids::FormIds;
use crate::serving::interface::{self, Refused};
use crate::serving::session::UserRequest;

#[derive(Template)]
#[template(path = "desk/players.html")]
struct PlayersPage {
    frame: EventFrame,
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
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    request.page(&page(&desk, TypedPlayer::default()))
}

/// Registers the person whose name was typed, or who was chosen, and shows the page again for the next name.
pub(crate) async fn send(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let refused = |typed: TypedPlayer| request.refused(&page(&desk, typed));
    let new = match chosen(&desk).await? {
        Ok(new) => new,
        Err(typed) => return refused(typed),
    };
    let player = match register(&desk, request.form.exact("form_id"), new).await {
        Ok(player) => player,
        Err(refusal) => {
            let name = request.form.text("name").to_owned();
            return refused(TypedPlayer { name, faults: refusal.lines, ..TypedPlayer::default() });
        }
    };
    match award(&desk, player).await {
        Ok(()) => request.redirect_with(&desk.page("players"), Completed::PlayerRegistered),
        Err(reasons) => {
            let desk = Desk::load(request).await?;
            let values = [("name", desk.player(player).into()), ("why", reasons.join(" ").into())];
            let faults = vec![request.texts.with_all("desk-players-no-award", values)];
            request.refused(&page(&desk, TypedPlayer { faults, ..TypedPlayer::default() }))
        }
    }
}

/// Gives a player who comes during play what was chosen for missed rounds, or returns the reasons of a refusal.
async fn award(desk: &Desk<'_>, player: RegistrationId) -> Result<(), Vec<String>> {
    let chosen = desk.request.form.exact("award");
    match missed::award_named(chosen) {
        Some(award) => missed::award_all(desk, player, award).await.map_err(|refusal| refusal.lines),
        None if chosen.is_empty() => Ok(()),
        None => Err(vec![desk.texts.say("desk-judges-unknown")]),
    }
}

/// Registers a person once for this form, and returns the registration.
pub(crate) async fn register(desk: &Desk<'_>, key: &str, new: NewRegistration) -> Result<RegistrationId, Refused> {
    let command = CreateRegistration { event_id: desk.state().id, new };
    let registered = interface::run(desk.request, desk.request.terms().once(key), &command).await?;
    Ok(registered.registration_id)
}

/// Returns the registration of a new person of this name.
pub(crate) fn by_name(name: &str) -> NewRegistration {
    NewRegistration { name: Some(name.to_owned()), ..NewRegistration::default() }
}

/// Returns the registration of a known person.
pub(crate) fn by_id(person: UserId) -> NewRegistration {
    NewRegistration { user_id: Some(person.0), ..NewRegistration::default() }
}

/// Returns whom to register: the person who was chosen, or the one whose name was typed.
async fn chosen(desk: &Desk<'_>) -> Result<Result<NewRegistration, TypedPlayer>, Problem> {
    let texts = desk.texts;
    let (chosen, name) = (desk.request.form.exact("user_id"), desk.request.form.text("name").to_owned());
    if !chosen.is_empty() {
        // Something else than a number is no one's id.
        return Ok(Ok(by_id(api_kit::path::integer(chosen).map_or(UserId(0), UserId))));
    }
    if folded(&name).is_empty() {
        let faults = vec![texts.say("desk-players-no-name")];
        return Ok(Err(TypedPlayer { name, faults, ..TypedPlayer::default() }));
    }
    // A page asked about one name: another one that was typed since is looked at again.
    if desk.request.form.is_checked("double") && [&*name, ""].contains(&desk.request.form.text("asked")) {
        return Ok(Ok(by_name(&name)));
    }
    named(desk, name).await
}

/// Returns whom to register by a name: the only known person of this name, or a new person if
/// no one known has a similar name.
pub(crate) async fn named(desk: &Desk<'_>, name: String) -> Result<Result<NewRegistration, TypedPlayer>, Problem> {
    let texts = desk.texts;
    let (alike, mut known) = (alike_in(desk, &name), Vec::new());
    for found in desk.request.shared.people.alike(desk.request.session.organization_id()?, &name).await? {
        if !is_registered(desk, found.person.user_id) {
            known.push(found);
        }
    }
    let same = known.iter().filter(|found| found.is_same).collect::<Vec<_>>();
    match same.as_slice() {
        [found] if alike.is_empty() => return Ok(Ok(by_id(found.person.user_id))),
        [] if alike.is_empty() && known.is_empty() => return Ok(Ok(by_name(&name))),
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

fn page(desk: &Desk<'_>, typed: TypedPlayer) -> PlayersPage {
    let texts = desk.texts;
    let records = records(desk.state());
    let row = |entry: &Registration| {
        let record = records.get(&entry.id);
        PlayerRow {
            id: entry.id.0,
            name: desk.name_of(entry.user_id),
            status: texts.term(entry.status),
            plays: entry.status == RegistrationStatus::Complete,
            record: record
                .map_or_else(String::new, |record| format!("{}–{}–{}", record.won, record.lost, record.drawn)),
            checked_in: entry.check_in == Some(QueueCheckInStatus::CheckedIn),
            has_list: entry.decklist_id.is_some() || entry.using_paper_decklist,
        }
    };
    let mut rows: Vec<_> = desk.state().registrations.iter().map(row).collect();
    rows.sort_by_cached_key(|row| (!row.plays, row.name.to_lowercase()));
    PlayersPage {
        frame: desk.frame("players").with(typed.faults.clone()),
        is_late: missed::is_late(desk.state()),
        award: desk.request.form.exact("award").to_owned(),
        may_register: desk.request.may(Operation::Register) && !desk.state().lifecycle.is_finished(),
        typed,
        form_id: FormIds::new_id(),
        in_play: rows.iter().filter(|row| row.plays).count(),
        rows,
    }
}
