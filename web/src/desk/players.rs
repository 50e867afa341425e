//! `/desk/events/{id}/players/`: the players, and one field to register another; `/desk/people/?q=`: the people whom the
//! organization knows, found by name; `/desk/events/{id}/players/{registration_id}/late/`: gives a late player byes or losses
//! for missed rounds; `/desk/events/{id}/check-in/`: every player as a large button, to check in at the door.

use std::collections::HashMap;

use api_kit::known_people::Found;
use api_kit::spelling::{begins, folded, is_similar};
use askama::Template;
use domain::permissions::Operation;
use domain::tournament::records::{Record, records};
use domain::tournament::to_pair::plays;
use domain::tournament::{Registration, Round, Tournament};
use fluent_bundle::FluentValue;
use proto_events::ids::{RegistrationId, UserId};
use proto_events::vocabulary::{ProgressStatus, QueueCheckInStatus, RegistrationStatus, RoundType};
use service_kit::problem::Problem;
use write_api::OrNull;
use write_api::registrations::award_missed_rounds::{Award, AwardMissedRounds};
use write_api::registrations::change_registration::{ChangeRegistration, RegistrationChange};
use write_api::registrations::check_in::{CheckIn, OwnStatus};
use write_api::registrations::register_player::{CreateRegistration, NewRegistration};

use crate::desk::event::{Desk, Event, EventFrame};
use crate::parts::format::{record, round_name};
use crate::parts::frame::Frame;
use crate::serving::completed::Completed;
use crate::serving::failures::{PageError, PageResult};
use crate::serving::form::FormIds;
use crate::serving::interface::{self, Refused};
use crate::serving::session::UserRequest;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/players.html")]
struct PlayersPage<'a> {
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
    rows: Vec<(String, &'a Registration)>,
    records: HashMap<RegistrationId, Record>,
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
    match award_named(chosen) {
        Some(award) => award_all(desk, player, award).await.map_err(|refusal| refusal.lines),
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

fn page<'a>(desk: &'a Desk<'_>, typed: TypedPlayer) -> PlayersPage<'a> {
    let mut rows: Vec<_> = desk.entries().collect();
    rows.sort_by_cached_key(|(name, entry)| (!plays(entry), name.to_lowercase()));
    PlayersPage {
        frame: desk.frame("players").with(typed.faults.clone()),
        is_late: is_late(desk.state()),
        award: desk.request.form.exact("award").to_owned(),
        may_register: desk.request.may(Operation::Register) && !desk.state().lifecycle.is_finished(),
        typed,
        form_id: FormIds::new_id(),
        in_play: desk.players_in(),
        rows,
        records: records(desk.state()),
    }
}

#[derive(Template)]
#[template(path = "desk/people.html")]
struct PeoplePage {
    frame: Frame,
    /// The text that names begin with.
    asked: String,
    people: Vec<Person>,
    status: String,
}

/// A person who was found.
pub(crate) struct Person {
    pub(crate) id: i64,
    pub(crate) name: String,
    /// Tells people of one name apart: username and last event.
    pub(crate) about: String,
}

/// Shows the people. The field for a player takes its options from this page.
pub(crate) async fn find(request: &UserRequest) -> PageResult {
    let (texts, text) = (request.texts, request.query("q").unwrap_or_default());
    let found = request.shared.people.search(request.session.organization_id()?, &text).await?;
    let people: Vec<_> = found.iter().map(|found| Person::new(texts, found)).collect();
    let status = texts.with("desk-people-found", "count", people.len());
    request.page(&PeoplePage { frame: request.frame(), asked: text, people, status })
}

impl Person {
    /// Returns a person with what tells people of one name apart.
    pub(crate) fn new(texts: &Texts, found: &Found) -> Self {
        let event = match &found.last_event {
            Some(event) => texts.with("desk-people-last", "event", event.name.as_str()),
            None => texts.say("desk-people-no-event"),
        };
        let username = &found.person.username;
        let about = if username.is_empty() { event } else { format!("{username} · {event}") };
        Self { id: found.person.user_id.0, name: found.person.name.clone(), about }
    }
}

#[derive(Template)]
#[template(path = "desk/missed.html")]
struct MissedPage {
    frame: EventFrame,
    id: i64,
    name: String,
    /// Numbers and names.
    rounds: Vec<(i32, String)>,
}

/// Shows the rounds that the player missed.
pub(crate) async fn show_missed(request: &UserRequest) -> PageResult {
    let desk = &Desk::load(request).await?;
    let (texts, player) = (desk.texts, desk.entry()?.id);
    let round = |round: &Round| (round.number, round_name(texts, round));
    request.page(&MissedPage {
        frame: desk.frame("players"),
        id: player.0,
        name: desk.player(player),
        rounds: missed(desk.state(), player).map(round).collect(),
    })
}

/// Gives the player what was chosen for each round.
pub(crate) async fn send_missed(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let player = desk.entry()?.id;
    let chosen = request.form.all("missed").filter_map(|choice| choice.split_once(' '));
    let awards = chosen.map(|(round, award)| Some((round.parse().ok()?, award_named(award)?)));
    let Some(awards) = awards.collect() else {
        return Err(PageError::line(request.texts.say("desk-judges-unknown")));
    };
    award_rounds(&desk, player, awards).await?;
    request.redirect(&desk.page(&format!("players/{player}")))
}

/// Gives a player who has just been registered the same for all rounds that the player missed. None are left if the same
/// form was carried out before.
async fn award_all(desk: &Desk<'_>, player: RegistrationId, of_each: Award) -> Result<(), Refused> {
    let awards: Vec<_> = missed(desk.state(), player).map(|round| (round.number, of_each)).collect();
    if awards.is_empty() { Ok(()) } else { award_rounds(desk, player, awards).await }
}

async fn award_rounds(
    desk: &Desk<'_>,
    registration_id: RegistrationId,
    awards: Vec<(i32, Award)>,
) -> Result<(), Refused> {
    desk.run(desk.request.terms(), AwardMissedRounds { registration_id, awards }).await.map(|_| ())
}

/// Reads an award as forms name it.
fn award_named(name: &str) -> Option<Award> {
    match name {
        "BYE" => Some(Award::Bye),
        "LOSS" => Some(Award::Loss),
        _ => None,
    }
}

/// Returns the rounds of play that have begun and in which a player has no match.
pub(crate) fn missed(event: &Tournament, player: RegistrationId) -> impl Iterator<Item = &Round> {
    begun(event).filter(move |round| !round.all_matches().any(|table| table.pairing.players.contains(&player)))
}

/// Returns the rounds of play that have begun, for which a late player can get byes or losses. None in a team event, and
/// after a cut.
fn begun(event: &Tournament) -> impl Iterator<Item = &Round> {
    let is_open = !event.is_team_event() && event.cuts.is_empty() && !event.lifecycle.is_finished();
    let rounds = event.rounds().map(|(_, round)| round).filter(move |_| is_open);
    rounds.filter(|round| round.round_type == RoundType::PlayVsOpponent && round.status != ProgressStatus::Upcoming)
}

/// Whether a player who registers now has missed a round.
fn is_late(event: &Tournament) -> bool {
    begun(event).next().is_some()
}

#[derive(Template)]
#[template(path = "desk/check_in.html")]
struct CheckInPage {
    frame: EventFrame,
    /// The text that names are searched for.
    asked: String,
    /// How many are checked in, in words.
    count: String,
    /// Players with their names, and whether they are checked in.
    rows: Vec<(i64, String, bool)>,
}

/// Shows the players, or those whose names begin with a text.
pub(crate) async fn show_check_in(request: &UserRequest) -> PageResult {
    let desk = &Desk::load(request).await?;
    let asked = request.query("q").unwrap_or_default();
    let (texts, text) = (desk.texts, folded(&asked));
    let players = || desk.state().registrations.iter().filter(|entry| plays(entry));
    let row = |entry: &Registration| (entry.id.0, desk.name_of(entry.user_id), is_in(entry));
    let mut rows: Vec<_> = players().map(row).collect();
    rows.retain(|(_, name, _)| text.is_empty() || begins(&folded(name), &text, false));
    rows.sort_by_cached_key(|(_, name, _)| name.to_lowercase());
    let arrived = players().filter(|entry| is_in(entry)).count();
    let numbers = [("in", FluentValue::from(arrived)), ("all", FluentValue::from(players().count()))];
    request.page(&CheckInPage {
        frame: desk.frame("players"),
        asked,
        count: texts.with_all("desk-check-in-count", numbers),
        rows,
    })
}

/// Checks a player in, or takes it back, and shows all players again. The button names what it does, so pressing it again,
/// or on a page that is no longer right, does not do the opposite.
pub(crate) async fn check_in(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let Some((entry, wants_in)) = pressed(&desk) else {
        return Err(PageError::line(request.texts.say("desk-check-in-none")));
    };
    if is_in(entry) == wants_in {
        return request.redirect(&desk.page("check-in"));
    }
    let registration_id = entry.id;
    if wants_in {
        desk.run(request.terms(), CheckIn { registration_id, status: OwnStatus::default() }).await?;
    } else {
        let change = RegistrationChange { queue_check_in_status: Some(OrNull(None)), ..RegistrationChange::default() };
        desk.run(request.terms(), ChangeRegistration { registration_id, change }).await?;
    }
    request.redirect(&desk.page("check-in"))
}

/// Returns the player of the pressed button, and whether it checks the player in: `12` does, `12 out` takes it back.
fn pressed<'a>(desk: &'a Desk<'_>) -> Option<(&'a Registration, bool)> {
    let pressed = desk.request.form.exact("registration");
    let out = pressed.strip_suffix(" out");
    let id = api_kit::path::integer(out.unwrap_or(pressed)).map(RegistrationId)?;
    Some((desk.state().registration(id)?, out.is_none()))
}

fn is_in(entry: &Registration) -> bool {
    entry.check_in == Some(QueueCheckInStatus::CheckedIn)
}
