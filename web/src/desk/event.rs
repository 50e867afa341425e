//! An event as the desk reads it: its newest state, and the names of its people.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::pairing::EntrantId;
use domain::time_zone::Zone;
use domain::tournament::to_pair::plays;
use domain::tournament::{Match, Registration, Round, Tournament};
use proto_events::Version;
use proto_events::ids::{RegistrationId, RoundId, TeamId, TournamentId, UserId};
use service_kit::problem::Problem;
use write_api::{EventCommand, Folded, OnEvent, Terms, Written};

use crate::desk::next_step::{self, Button, Step};
use crate::parts::control::Choice;
use crate::parts::format::{Moment, round_name};
use crate::parts::frame::Frame;
use crate::public::head::spread;
use crate::serving::failures::{failed, not_found};
use crate::serving::form::FormIds;
use crate::serving::interface::{self, Refused};
use crate::serving::session::{UserRequest, UserSession};
use crate::texts::Texts;

/// An event and the names of its people.
pub(crate) struct Event {
    folded: Arc<Folded<Tournament>>,
    names: HashMap<UserId, String>,
    pub(crate) is_public: bool,
    pub(crate) texts: &'static Texts,
}

/// A request about an event at the desk, with the event.
pub(crate) struct Desk<'a> {
    pub(crate) request: &'a UserRequest,
    event: Event,
}

impl Deref for Desk<'_> {
    type Target = Event;

    fn deref(&self) -> &Event {
        &self.event
    }
}

impl<'a> Desk<'a> {
    /// Reads the event in the path.
    ///
    /// # Errors
    /// 404 if the organization of the session has no such event.
    pub(crate) async fn load(request: &'a UserRequest) -> Result<Self, Problem> {
        Ok(Self { request, event: Event::load(request).await? })
    }

    pub(crate) async fn run<C: EventCommand>(&self, terms: Terms, command: C) -> Result<Written<Tournament>, Refused> {
        interface::run(self.request, terms, &OnEvent(self.state().id, command)).await
    }

    /// Returns the registration in the path.
    ///
    /// # Errors
    /// 404 if there is none.
    pub(crate) fn entry(&self) -> Result<&Registration, Problem> {
        self.state().registration(self.request.id_of("registration_id")?).ok_or_else(not_found)
    }

    pub(crate) fn frame(&self, tab: &str) -> EventFrame {
        EventFrame { frame: self.request.frame(), head: self.head(&self.request.session, tab) }
    }
}

/// The frame of an event's page, with its head.
pub(crate) struct EventFrame {
    pub(crate) frame: Frame,
    pub(crate) head: EventHead,
}

impl EventFrame {
    pub(crate) fn with(mut self, faults: Vec<String>) -> Self {
        self.frame.faults.lines.extend(faults);
        self
    }
}

impl Deref for EventFrame {
    type Target = Frame;

    fn deref(&self) -> &Frame {
        &self.frame
    }
}

/// The head of an event's pages: its name, the tabs, and what is to be done next.
pub(crate) struct EventHead {
    pub(crate) id: TournamentId,
    pub(crate) name: String,
    /// Format, status and round, in words.
    pub(crate) facts: String,
    pub(crate) tabs: Vec<Tab>,
    pub(crate) step: Step,
    pub(crate) version: Version,
    /// The last round, which steps of a round are about.
    pub(crate) round: Option<RoundId>,
    pub(crate) form_id: String,
    /// The number of milliseconds over which pages spread their requests for a change.
    pub(crate) spread: usize,
}

impl EventHead {
    /// Whether a button leads to the page that is shown.
    pub(crate) fn is_here(&self, button: &Button) -> bool {
        self.tabs.iter().any(|tab| tab.current && tab.name == button.page)
    }
}

pub(crate) struct Tab {
    /// The last part of its address.
    pub(crate) name: &'static str,
    pub(crate) label: String,
    pub(crate) current: bool,
}

/// The tabs, with the keys of their labels. Teams have one in a team event.
const TABS: &[(&str, &str)] = &[
    ("players", "desk-tab-players"),
    (TEAMS, "desk-tab-teams"),
    ("round", "desk-tab-round"),
    ("playoff", "desk-tab-playoff"),
    ("standings", "desk-tab-standings"),
    ("lists", "desk-tab-lists"),
    ("judges", "desk-tab-judges"),
    ("print", "desk-tab-paper"),
    ("settings", "desk-tab-settings"),
    ("audit", "desk-tab-audit"),
    ("finish", "desk-tab-finish"),
];

const TEAMS: &str = "teams";

impl Event {
    /// Reads the event in the path.
    ///
    /// # Errors
    /// 404 if the organization of the session has no such event.
    pub(crate) async fn load(request: &UserRequest) -> Result<Self, Problem> {
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
        Ok(Self { folded, names, is_public, texts: request.texts })
    }

    pub(crate) fn state(&self) -> &Tournament {
        &self.folded.state
    }

    /// Returns the number of its last change.
    pub(crate) fn version(&self) -> Version {
        self.folded.version
    }

    /// Returns the address of one of its pages.
    pub(crate) fn page(&self, name: &str) -> String {
        format!("/desk/events/{}/{name}/", self.state().id)
    }

    pub(crate) fn name_of(&self, person: UserId) -> String {
        self.names.get(&person).cloned().unwrap_or_else(|| format!("#{person}"))
    }

    pub(crate) fn player(&self, id: RegistrationId) -> String {
        self.state().registration(id).map_or_else(String::new, |entry| self.name_of(entry.user_id))
    }

    pub(crate) fn team(&self, id: TeamId) -> String {
        self.state().team(id).map_or_else(String::new, |team| team.name.clone())
    }

    /// Returns the name of a player, or of a team in a team event.
    pub(crate) fn entrant(&self, id: EntrantId) -> String {
        if self.state().is_team_event() { self.team(id.0.into()) } else { self.player(id.0.into()) }
    }

    /// Returns who reported the result of a match; empty if a program or no one did.
    pub(crate) fn reported_by(&self, table: &Match) -> String {
        reporter(table).map_or_else(String::new, |person| self.name_of(person))
    }

    /// Returns a time as clocks in the event's time zone show it.
    pub(crate) fn moment(&self, at: DateTime<Utc>) -> Moment {
        Moment::in_zone(self.texts, at, Zone::of(self.state().details.time_zone.as_deref()))
    }

    pub(crate) fn players_in(&self) -> usize {
        self.state().registrations.iter().filter(|entry| plays(entry)).count()
    }

    /// Returns the round that the desk works on: the last one that was made.
    pub(crate) fn last_round(&self) -> Option<&Round> {
        self.state().rounds().next_back().map(|(_, round)| round)
    }

    /// Returns the players that are in it or were, with their names.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (String, &Registration)> {
        self.state().registrations.iter().map(|entry| (self.name_of(entry.user_id), entry))
    }

    /// Returns its rounds to choose from.
    pub(crate) fn round_choices(&self, chosen: Option<RoundId>) -> Vec<Choice> {
        let choice =
            |round: &Round| Choice::new(round.id.to_string(), round_name(self.texts, round), Some(round.id) == chosen);
        self.state().rounds().map(|(_, round)| choice(round)).collect()
    }

    fn head(&self, session: &UserSession, tab: &str) -> EventHead {
        let (texts, state) = (self.texts, self.state());
        let (format, status) = (texts.game_format(state.details.event_format), status_word(texts, state));
        let round = self.last_round().map(|round| round_name(texts, round));
        let facts = [Some(format), Some(status), round];
        let tabs = TABS.iter().copied().filter(|(name, _)| *name != TEAMS || state.is_team_event());
        let tabs = tabs.map(|(name, label)| Tab { name, label: texts.say(label), current: name == tab });
        EventHead {
            id: state.id,
            name: state.details.name.clone(),
            facts: facts.into_iter().flatten().collect::<Vec<_>>().join(" · "),
            tabs: tabs.collect(),
            version: self.version(),
            round: self.last_round().map(|round| round.id),
            form_id: FormIds::new_id(),
            spread: spread(state.registrations.len()),
            step: next_step::of(state, texts, |operation| session.caller.may(operation)),
        }
    }
}

/// Returns the status of an event in a word or two.
pub(crate) fn status_word(texts: &Texts, event: &Tournament) -> String {
    if event.details.is_canceled { texts.say("desk-canceled") } else { texts.term(event.lifecycle) }
}

/// Returns the people who took the steps of penalties and calls.
fn judges(state: &Tournament) -> impl Iterator<Item = UserId> {
    let of_penalties = state.penalties.iter().map(|penalty| &penalty.by);
    let of_calls = state.calls.iter().flat_map(|call| std::iter::once(&call.by).chain(&call.answered));
    of_penalties.chain(of_calls).filter_map(|step| step.by.person())
}

fn reporter(table: &Match) -> Option<UserId> {
    table.reported_by.as_ref()?.person()
}
