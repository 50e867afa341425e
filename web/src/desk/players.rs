//! `/desk/events/{id}/players/`: the players by name, a hundred on a page, and one field to register another; `/desk/people/?q=`: the people whom the
//! organization knows, found by name; `/desk/events/{id}/players/{registration_id}/late/`: gives a late player byes or losses
//! for missed rounds; `/desk/events/{id}/check-in/`: every player as a large button, to check in at the door.

use std::collections::HashMap;

use api_kit::known_people::Found;
use api_kit::spelling::{folded, is_similar};
use askama::Template;
use domain::permissions::Operation;
use domain::tournament::pools::done_before;
use domain::tournament::records::{Record, records};
use domain::tournament::to_pair::plays;
use domain::tournament::{Phase, Registration, Round, Tournament};
use domain::usual_rounds::UsualRounds;
use fluent_bundle::FluentValue;
use proto_events::ids::{RegistrationId, UserId};
use proto_events::vocabulary::{ProgressStatus, QueueCheckInStatus, RegistrationStatus, RoundType};
use service_kit::problem::Problem;
use write_api::registrations::award_missed_rounds::{Award, AwardMissedRounds, MissedRound};
use write_api::registrations::change_registration::ChangeRegistration;
use write_api::registrations::check_in::CheckIn;
use write_api::registrations::register_player::{CreateRegistration, NewRegistration};
use write_api::{OrNull, Terms};

use crate::desk::done;
use crate::desk::door::{self, Door};
use crate::desk::event::{Desk, EventFrame};
use crate::desk::paging::Paged;
use crate::desk::words::usual_rounds;
use crate::parts::format::record;
use crate::parts::frame::Frame;
use crate::serving::failures::{PageError, PageResult};
use crate::serving::interface::{self, Refused};
use crate::serving::request::UserRequest;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/players.html")]
struct PlayersPage<'a> {
    frame: EventFrame<'a>,
    may_register: bool,
    typed: TypedPlayer,
    /// How players register themselves.
    door: Option<Door>,
    /// Players who wait for approval, if the person may approve them.
    waiting: Vec<(String, RegistrationId)>,
    page: Paged<(String, &'a Registration)>,
    records: HashMap<RegistrationId, Record>,
}

/// The name that was typed, and what the page asks about it.
#[derive(Default)]
pub(crate) struct TypedPlayer {
    name: String,
    /// Known people who may be meant.
    pub(crate) offers: Vec<Person>,
    /// Questions about the name, in words: who has a similar one.
    pub(crate) questions: Vec<String>,
    /// Whether it may still be the name of a new person, so that the form asks once more.
    may_be_new: bool,
}

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    let name = desk.typed().map_or_else(String::new, |form| form.text("name").to_owned());
    let page = page(desk, TypedPlayer { name, ..TypedPlayer::default() });
    desk.page(&PlayersPage { frame: page.frame.after(done::said(desk).await?), ..page })
}

/// Registers the person whose name was typed, or who was chosen, and shows the page again for the next name.
pub(crate) async fn send(desk: &Desk<'_>) -> PageResult {
    let new = match chosen(desk).await? {
        Ok(new) => new,
        Err(typed) => return desk.refused(&page(desk, typed)),
    };
    let player = register(desk, desk.once("player"), new).await?;
    match award(desk, player).await {
        Ok(()) => desk.redirect_with(&desk.address("players"), "frame-done-registered"),
        Err(reasons) => {
            let desk = &Desk::load(desk.request).await?;
            let values = [("name", desk.player(player).into()), ("why", reasons.join(" ").into())];
            let faults = vec![desk.texts.with_all("desk-players-no-award", values)];
            let page = page(desk, TypedPlayer::default());
            desk.refused(&PlayersPage { frame: page.frame.with(faults), ..page })
        }
    }
}

/// Gives a player who comes during play what was chosen for all missed rounds, or returns the reasons of a refusal. None are
/// left if the same form was carried out before.
async fn award(desk: &Desk<'_>, player: RegistrationId) -> Result<(), Vec<String>> {
    let chosen = desk.form.exact("award");
    if chosen.is_empty() {
        return Ok(());
    }
    let award = award_named(chosen).ok_or_else(|| vec![desk.texts.say("desk-judges-unknown")])?;
    let awards: Vec<_> = missed(desk.state(), player).map(|round| (round.number, award)).collect();
    if awards.is_empty() {
        return Ok(());
    }
    award_rounds(desk, player, awards).await.map_err(|refusal| refusal.lines)
}

pub(crate) async fn register(desk: &Desk<'_>, terms: Terms, new: NewRegistration) -> Result<RegistrationId, Refused> {
    let command = CreateRegistration { event_id: desk.state().id, new };
    let registered = interface::run(desk, terms, &command).await?;
    Ok(registered.registration_id)
}

pub(crate) fn by_name(name: &str) -> NewRegistration {
    NewRegistration { name: Some(name.to_owned()), ..NewRegistration::default() }
}

pub(crate) fn by_id(person: UserId) -> NewRegistration {
    NewRegistration { user_id: Some(person.0), ..NewRegistration::default() }
}

/// Returns whom to register: the person who was chosen, or the one whose name was typed.
async fn chosen(desk: &Desk<'_>) -> Result<Result<NewRegistration, TypedPlayer>, PageError> {
    let (chosen, name) = (desk.form.exact("user_id"), desk.form.text("name").to_owned());
    if !chosen.is_empty() {
        // Something else than a number is no one's id.
        return Ok(Ok(by_id(desk.form.id("user_id").unwrap_or(UserId(0)))));
    }
    if folded(&name).is_empty() {
        return Err(desk.fault("desk-players-no-name"));
    }
    // A page asked about one name: another one that was typed since is looked at again.
    if desk.form.is_checked("double") && [&*name, ""].contains(&desk.form.text("asked")) {
        return Ok(Ok(by_name(&name)));
    }
    Ok(named(desk, name).await?)
}

/// Returns whom to register by a name: the only known person of this name, or a new person if
/// no one known has a similar name.
pub(crate) async fn named(desk: &Desk<'_>, name: String) -> Result<Result<NewRegistration, TypedPlayer>, Problem> {
    let texts = desk.texts;
    let (alike, mut known) = (alike_in(desk, &name), Vec::new());
    for found in desk.shared.people.alike(desk.session.organization_id()?, &name).await? {
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
    Ok(Err(TypedPlayer { name, questions, offers, may_be_new: true }))
}

pub(crate) fn is_registered(event: &Desk<'_>, person: UserId) -> bool {
    let is_theirs = |entry: &Registration| entry.user_id == person && entry.status != RegistrationStatus::Canceled;
    event.state().registrations.iter().any(is_theirs)
}

/// Returns the names of registered players that are the typed name, or may be.
fn alike_in(event: &Desk<'_>, name: &str) -> Vec<String> {
    let name = folded(name);
    let names = event.state().registrations.iter().map(|entry| event.name_of(entry.user_id));
    names.filter(|other| is_similar(&folded(other), &name)).collect()
}

fn page<'a>(desk: &'a Desk<'a>, typed: TypedPlayer) -> PlayersPage<'a> {
    let mut rows: Vec<_> = desk.entries().collect();
    let line: HashMap<_, _> =
        (0_usize..).zip(desk.state().waitlist()).map(|(place, entry)| (entry.id, place)).collect();
    let in_line = |entry: &Registration| line.get(&entry.id).copied().unwrap_or(usize::MAX);
    rows.sort_by_cached_key(|(name, entry)| (!plays(entry), in_line(entry), name.to_lowercase()));
    let may_approve = desk.may(Operation::ManageRegistrations) && !desk.state().lifecycle.is_finished();
    let waiting = desk.state().waiting_for_approval().take(door::WAITING).filter(|_| may_approve);
    PlayersPage {
        door: door::door(desk),
        waiting: waiting.map(|entry| (desk.name_of(entry.user_id), entry.id)).collect(),
        frame: desk.frame("players"),
        may_register: desk.may(Operation::Register) && !desk.state().lifecycle.is_finished(),
        typed,
        page: desk.paged("players", rows, |(name, _)| name.clone()),
        records: records(desk.state()),
    }
}

impl PlayersPage<'_> {
    /// Says which rounds are usual for so many players, if none are planned.
    fn usual(&self) -> Option<String> {
        let event = self.frame.desk.state();
        let is_open = event.details.swiss_rounds.is_none() && event.rounds().next().is_none();
        let count = entrants(event);
        let is_asked = is_open && count >= 4 && self.frame.desk.may(Operation::ManageEvents);
        is_asked.then(|| usual_rounds(self.frame.texts, UsualRounds::of(count)))
    }
}

pub(crate) fn entrants(event: &Tournament) -> usize {
    match event.is_team_event() {
        true => event.teams.iter().filter(|team| !team.is_dropped && event.is_complete(team)).count(),
        false => event.registrations.iter().filter(|entry| plays(entry)).count(),
    }
}

#[derive(Template)]
#[template(path = "desk/people.html")]
struct PeoplePage {
    frame: Frame,
    /// The text that names begin with.
    asked: String,
    people: Vec<Person>,
}

pub(crate) struct Person {
    pub(crate) id: i64,
    pub(crate) name: String,
    /// Tells people of one name apart: username and last event.
    pub(crate) about: String,
}

/// Shows the people. The field for a player takes its options from this page.
pub(crate) async fn find(request: &UserRequest<'_>) -> PageResult {
    let (texts, text) = (request.texts, request.query("q").unwrap_or_default());
    let found = request.shared.people.search(request.session.organization_id()?, &text).await?;
    let people: Vec<_> = found.iter().map(|found| Person::new(texts, found)).collect();
    request.page(&PeoplePage { frame: request.frame(), asked: text, people })
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
struct MissedPage<'a> {
    frame: EventFrame<'a>,
    id: RegistrationId,
    name: String,
    rounds: Vec<&'a Round>,
}

pub(crate) async fn show_missed(desk: &Desk<'_>) -> PageResult {
    let id = desk.entry()?.id;
    let rounds = missed(desk.state(), id).collect();
    desk.page(&MissedPage { frame: desk.frame("players"), id, name: desk.player(id), rounds })
}

pub(crate) async fn send_missed(desk: &Desk<'_>) -> PageResult {
    let player = desk.entry()?.id;
    let chosen = desk.form.all("missed").filter_map(|choice| choice.split_once(' '));
    let awards = chosen.map(|(round, award)| Some((round.parse().ok()?, award_named(award)?)));
    let awards = awards.collect::<Option<_>>().ok_or_else(|| desk.fault("desk-judges-unknown"))?;
    award_rounds(desk, player, awards).await?;
    desk.goes_to(&format!("players/{player}"))
}

async fn award_rounds(
    desk: &Desk<'_>,
    registration_id: RegistrationId,
    awards: Vec<(i32, Award)>,
) -> Result<(), Refused> {
    let rounds = awards.into_iter().map(|(round_number, award)| MissedRound { round_number, award }).collect();
    desk.run(desk.terms(), AwardMissedRounds { registration_id, rounds }).await.map(|_| ())
}

fn award_named(name: &str) -> Option<Award> {
    match name {
        "BYE" => Some(Award::Bye),
        "LOSS" => Some(Award::Loss),
        _ => None,
    }
}

/// Returns the rounds of play that have begun and in which a player has no match.
pub(crate) fn missed(event: &Tournament, player: RegistrationId) -> impl Iterator<Item = &Round> {
    let has_match = move |round: &Round| round.all_matches().any(|it| it.pairing.players.contains(&player));
    // The rounds after those of the player's pool are not missed.
    let is_done = move |phase: &Phase, number: i32| done_before(phase, number).contains(&player.into());
    let missed = begun(event).filter(move |(phase, round)| !has_match(round) && !is_done(phase, round.number));
    missed.map(|(_, round)| round)
}

/// Returns the rounds of play that have begun, for which a late player can get byes or losses. None in a team event, and
/// after a cut.
fn begun(event: &Tournament) -> impl Iterator<Item = (&Phase, &Round)> {
    let is_open = !event.is_team_event() && event.cuts.is_empty() && !event.lifecycle.is_finished();
    let rounds = event.rounds().filter(move |_| is_open);
    rounds
        .filter(|(_, round)| round.round_type == RoundType::PlayVsOpponent && round.status != ProgressStatus::Upcoming)
}

/// Whether a player who registers now has missed a round.
fn is_late(event: &Tournament) -> bool {
    begun(event).next().is_some()
}

#[derive(Template)]
#[template(path = "desk/check_in.html")]
struct CheckInPage<'a> {
    frame: EventFrame<'a>,
    /// How many are checked in, in words.
    count: String,
    page: Paged<(String, &'a Registration)>,
}

pub(crate) async fn show_check_in(desk: &Desk<'_>) -> PageResult {
    let mut rows: Vec<_> = desk.entries().filter(|(_, entry)| plays(entry)).collect();
    let arrived = rows.iter().filter(|(_, entry)| is_in(entry)).count();
    let numbers = [("in", FluentValue::from(arrived)), ("all", FluentValue::from(rows.len()))];
    let count = desk.texts.with_all("desk-check-in-count", numbers);
    rows.sort_by_cached_key(|(name, _)| name.to_lowercase());
    let page = desk.paged("check-in", rows, |(name, _)| name.clone());
    desk.page(&CheckInPage { frame: desk.frame("players"), count, page })
}

/// Checks a player in, or takes it back, and shows the same page of players again; all of them if one was searched for. The button names what it does, so pressing it again,
/// or on a page that is no longer right, does not do the opposite.
pub(crate) async fn check_in(desk: &Desk<'_>) -> PageResult {
    let (entry, wants_in) = pressed(desk).ok_or_else(|| desk.fault("desk-check-in-none"))?;
    let registration_id = entry.id;
    if is_in(entry) != wants_in {
        if wants_in {
            desk.run(desk.terms(), CheckIn { registration_id, status: None }).await?;
        } else {
            let out = ChangeRegistration { queue_check_in_status: Some(OrNull(None)), ..ChangeRegistration::default() };
            desk.run(desk.terms(), ChangeRegistration { registration_id, ..out }).await?;
        }
    }
    match desk.form.id::<i64>("page") {
        Some(page) => desk.redirect(&format!("{}?page={page}#in-{registration_id}", desk.address("check-in"))),
        None => desk.goes_to("check-in"),
    }
}

/// Returns the player of the pressed button, and whether it checks the player in: `12` does, `12 out` takes it back.
fn pressed<'a>(desk: &'a Desk<'_>) -> Option<(&'a Registration, bool)> {
    let pressed = desk.form.exact("registration");
    let out = pressed.strip_suffix(" out");
    let id = api_kit::path::integer(out.unwrap_or(pressed)).map(RegistrationId)?;
    Some((desk.state().registration(id)?, out.is_none()))
}

pub(crate) fn status(desk: &Desk<'_>, entry: &Registration) -> String {
    if let Some(until) = desk.state().open_offer(entry, desk.shared.clock.now()) {
        return desk.texts.with("desk-offered", "time", desk.moment(until).shown);
    }
    match entry.status {
        _ if plays(entry) => desk.texts.say("desk-registered"),
        RegistrationStatus::InProgress => desk.texts.say("desk-registering"),
        status => desk.texts.term(status),
    }
}

pub(crate) fn is_in(entry: &Registration) -> bool {
    entry.check_in == Some(QueueCheckInStatus::CheckedIn)
}
