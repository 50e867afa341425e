//! An event as the desk reads it: its newest state, and the names of its people.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

use api_kit::Caller;
use chrono::{DateTime, Utc};
use domain::pairing::EntrantId;
use domain::permissions::Operation;
use domain::time_zone::Zone;
use domain::tournament::to_pair::plays;
use domain::tournament::{Match, Registration, Round, Tournament};
use proto_events::Version;
use proto_events::ids::{RegistrationId, RoundId, TeamId, TournamentId, UserId};
use proto_events::vocabulary::LifecycleStatus;
use service_kit::problem::Problem;
use write_api::{EventCommand, Folded, OnEvent, Terms, Written};

use crate::desk::next_step::{self, Step};
use crate::desk::paging::{LINES, Paged};
use crate::parts::control::Choice;
use crate::parts::format::{Moment, round_name, together};
use crate::parts::frame::Frame;
use crate::public::head::spread;
use crate::serving::failures::{PageResult, failed, not_found};
use crate::serving::interface::{self, Refused};
use crate::serving::request::UserRequest;
use crate::texts::Texts;

/// A request about an event at the desk, with the newest state of the event and the names of its people.
pub(crate) struct Desk<'a> {
    pub(crate) request: &'a UserRequest<'a>,
    folded: Arc<Folded<Tournament>>,
    /// The person, with the better of the roles in the organization and for this event.
    caller: Caller,
    names: HashMap<UserId, String>,
    pub(crate) is_public: bool,
}

impl<'a> Deref for Desk<'a> {
    type Target = UserRequest<'a>;

    fn deref(&self) -> &UserRequest<'a> {
        self.request
    }
}

/// The frame of an event's page: its head with the tabs, and what is to be done next.
pub(crate) struct EventFrame<'a> {
    pub(crate) frame: Frame,
    pub(crate) desk: &'a Desk<'a>,
    pub(crate) tab: &'static str,
    pub(crate) step: Step,
    /// What the step did that led to the page.
    pub(crate) done: Option<Done>,
}

/// What a step did, in words.
pub(crate) struct Done {
    pub(crate) text: String,
    /// The change that can be taken back, and how, in words.
    pub(crate) undo: Option<(Version, String)>,
}

impl Deref for EventFrame<'_> {
    type Target = Frame;

    fn deref(&self) -> &Frame {
        &self.frame
    }
}

impl EventFrame<'_> {
    pub(crate) fn with(mut self, faults: Vec<String>) -> Self {
        self.frame.faults.lines.extend(faults);
        self
    }

    /// Says on the page what the step did that led to it.
    pub(crate) fn after(mut self, done: Option<Done>) -> Self {
        self.done = done;
        self
    }

    pub(crate) fn id(&self) -> TournamentId {
        self.desk.state().id
    }

    /// Returns the tabs: the last part of the address, and the key of the label. Teams have one in a team event, decklists in an
    /// event that wants them. Before the first round, there are neither standings nor a playoff. Settings are for those who may change them.
    pub(crate) fn tabs(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let event = self.desk.state();
        let is_shown = |name: &str| match name {
            "teams" => event.is_team_event(),
            "lists" => event.wants_lists() || self.tab == name,
            "settings" => self.desk.may(Operation::ManageEvents),
            "playoff" | "standings" => self.tab == name || event.rounds().next().is_some(),
            _ => true,
        };
        TABS.iter().copied().filter(move |(name, _)| is_shown(name))
    }

    /// Returns format, status and round, in words.
    pub(crate) fn facts(&self) -> String {
        let (texts, state) = (self.texts, self.desk.state());
        let round = self.desk.working_round().map(|round| self.desk.round_name(round));
        let facts = [
            texts.game_format(state.details.event_format),
            status_word(texts, state.lifecycle, state.details.is_canceled),
        ];
        facts.into_iter().chain(round).collect::<Vec<_>>().join(" · ")
    }

    /// Returns the number of milliseconds over which pages spread their requests for a change.
    pub(crate) fn spread(&self) -> usize {
        spread(self.desk.state().registrations.len())
    }
}

const TABS: &[(&str, &str)] = &[
    ("players", "desk-players"),
    ("teams", "desk-tab-teams"),
    ("round", "desk-tab-round"),
    ("playoff", "public-playoff"),
    ("standings", "public-standings"),
    ("lists", "desk-group-lists"),
    ("judges", "desk-tab-judges"),
    ("print", "desk-tab-paper"),
    ("settings", "desk-tab-settings"),
    ("audit", "frame-audit"),
    ("finish", "desk-tab-finish"),
];

impl<'a> Desk<'a> {
    /// Reads the event in the path, or returns a 404 if the organization of the session has no such event.
    pub(crate) async fn load(request: &'a UserRequest<'a>) -> Result<Self, Problem> {
        let (id, organization_id) = (request.id::<TournamentId>()?, request.session.organization_id()?);
        let commands = &request.shared.commands;
        let folded = commands.tournament(id).await.map_err(failed)?;
        let is_own = |event: &Tournament| event.organization_id == organization_id && !event.is_deleted;
        let folded = folded.filter(|event| is_own(&event.state)).ok_or_else(not_found)?;
        let mut people: Vec<_> = folded.state.registrations.iter().map(|entry| entry.user_id).collect();
        people.extend(folded.state.rounds().flat_map(|(_, round)| round.all_matches()).filter_map(reporter));
        people.extend(judges(&folded.state));
        people.sort_unstable();
        people.dedup();
        let names = commands.names_of(&people).await.map_err(failed)?;
        let is_public = request.has_public_pages(&folded.state).await?;
        let caller = request.session.caller.in_event(&folded.state);
        Ok(Self { request, folded, caller, names, is_public })
    }

    /// Whether one of the roles of the person allows an operation on this event.
    pub(crate) fn may(&self, operation: Operation) -> bool {
        self.caller.may(operation)
    }

    pub(crate) async fn run<C: EventCommand>(&self, terms: Terms, command: C) -> Result<Written<Tournament>, Refused> {
        interface::run(self, terms, &OnEvent(self.state().id, command)).await
    }

    pub(crate) fn frame(&self, tab: &'static str) -> EventFrame<'_> {
        let step = next_step::of(self.state(), self.texts, self.shared.clock.now(), |operation| self.may(operation));
        EventFrame { frame: self.request.frame(), desk: self, tab, step, done: None }
    }

    pub(crate) fn entry(&self) -> Result<&Registration, Problem> {
        self.state().registration(self.id_of("registration_id")?).ok_or_else(not_found)
    }

    pub(crate) fn address(&self, name: &str) -> String {
        format!("/desk/events/{}/{name}/", self.state().id)
    }

    /// Returns the page of a list that the query names. `names` returns the names in a line; the list is on the page `name`.
    pub(crate) fn paged<T>(&self, name: &str, all: Vec<T>, names: impl Fn(&T) -> String) -> Paged<T> {
        Paged::new(self, &self.address(name), LINES, all, names)
    }

    pub(crate) fn goes_to(&self, name: &str) -> PageResult {
        self.redirect(&self.address(name))
    }

    /// Sends the browser to one of its pages, which says what was done since this state was read.
    pub(crate) async fn done_at(&self, name: &str) -> PageResult {
        self.done_at_address(&self.address(name)).await
    }

    /// Sends the browser to the address of one of its pages, which says what was done since this state was read.
    pub(crate) async fn done_at_address(&self, address: &str) -> PageResult {
        let newest = self.shared.commands.tournament(self.state().id).await.map_err(failed)?;
        let (before, after) = (self.version(), newest.map_or(0, |newest| newest.version));
        let query = if after > before { format!("?done={before}-{after}") } else { String::new() };
        self.redirect(&format!("{address}{query}"))
    }

    pub(crate) fn tab_of_form(&self) -> Option<&'static str> {
        TABS.iter().map(|(name, _)| *name).find(|name| *name == self.form.exact("from"))
    }

    pub(crate) fn version_of_form(&self) -> Version {
        self.form.exact("version").parse().unwrap_or_default()
    }

    pub(crate) fn state(&self) -> &Tournament {
        &self.folded.state
    }

    pub(crate) fn version(&self) -> Version {
        self.folded.version
    }

    pub(crate) fn name_of(&self, person: UserId) -> String {
        self.names.get(&person).cloned().unwrap_or_else(|| format!("#{person}"))
    }

    pub(crate) fn player(&self, id: RegistrationId) -> String {
        self.state().registration(id).map_or_else(String::new, |entry| self.name_of(entry.user_id))
    }

    /// Returns the name of who plays on a side of a match: of a player, or of both members of a team.
    pub(crate) fn side(&self, table: &Match, side: usize) -> String {
        together(table.on_side(side).map(|player| self.player(player)))
    }

    pub(crate) fn team(&self, id: TeamId) -> String {
        self.state().team(id).map_or_else(String::new, |team| team.name.clone())
    }

    pub(crate) fn entrant(&self, id: EntrantId) -> String {
        if self.state().is_team_event() { self.team(id.0.into()) } else { self.player(id.0.into()) }
    }

    /// Returns who reported the result of a match; empty if a program or no one did.
    pub(crate) fn reported_by(&self, table: &Match) -> String {
        reporter(table).map_or_else(String::new, |person| self.name_of(person))
    }

    /// Returns a time as the clock in the hall shows it. Its zone need not be named there.
    pub(crate) fn moment(&self, at: DateTime<Utc>) -> Moment {
        let zone = Zone::of(self.state().details.time_zone.as_deref());
        Moment { shown: self.texts.time(zone.local(at)), ..Moment::in_zone(self.texts, at, zone) }
    }

    pub(crate) fn players_in(&self) -> usize {
        self.state().registrations.iter().filter(|entry| plays(entry)).count()
    }

    pub(crate) fn working_round(&self) -> Option<&Round> {
        next_step::working_round(self.state()).map(|(_, round)| round)
    }

    pub(crate) fn round_name(&self, round: &Round) -> String {
        self.state()
            .round(round.id)
            .map_or_else(String::new, |(phase, round)| round_name(self.texts, self.state(), phase, round))
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = (String, &Registration)> {
        self.state().registrations.iter().map(|entry| (self.name_of(entry.user_id), entry))
    }

    pub(crate) fn round_choices(&self, chosen: Option<RoundId>) -> Vec<Choice> {
        let choice =
            |round: &Round| Choice::new(round.id.to_string(), self.round_name(round), Some(round.id) == chosen);
        self.state().rounds().map(|(_, round)| choice(round)).collect()
    }
}

/// Returns the status of an event in a word or two. A finished one is finished, whatever its decklists are.
pub(crate) fn status_word(texts: &Texts, status: LifecycleStatus, is_canceled: bool) -> String {
    match status {
        _ if is_canceled => texts.say("public-canceled"),
        status if status.is_finished() => texts.term(LifecycleStatus::EventFinished),
        status => texts.term(status),
    }
}

/// Returns the people who took the steps of penalties and calls, and wrote to players.
fn judges(state: &Tournament) -> impl Iterator<Item = UserId> {
    let of_penalties = state.penalties.iter().map(|penalty| &penalty.by);
    let of_calls = state.calls.iter().flat_map(|call| std::iter::once(&call.by).chain(&call.answered));
    let of_messages = state.messages.iter().map(|message| &message.sent);
    of_penalties.chain(of_calls).chain(of_messages).filter_map(|step| step.by.person())
}

fn reporter(table: &Match) -> Option<UserId> {
    table.reported_by.as_ref()?.person()
}
