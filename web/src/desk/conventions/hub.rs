//! A convention as the desk reads it: its newest state, and that of its events.

use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use domain::convention::Convention;
use domain::permissions::Operation::{self, ManageConventions, ManageEvents, ManageRegistrations, ReadDesk};
use domain::time_zone::Zone;
use domain::tournament::Tournament;
use proto_events::ids::{ConventionId, TournamentId};
use proto_events::tournament::TournamentDetails;
use write_api::Folded;

use crate::parts::frame::Frame;
use crate::serving::failures::{PageError, PageResult, failed, not_found};
use crate::serving::request::UserRequest;
use crate::texts::Texts;

/// The day of events without a date, as addresses name it.
pub(crate) const UNDATED: &str = "none";

/// The tabs: the last part of the address, the key of the label, and the operation that the page requires.
const TABS: &[(&str, &str, Operation)] = &[
    ("", "desk-convention-tab-schedule", ReadDesk),
    ("events", "frame-events", ManageEvents),
    ("hall", "desk-convention-tab-hall", ReadDesk),
    ("counter", "desk-convention-tab-counter", ManageRegistrations),
    ("queues", "desk-convention-tab-queues", ManageRegistrations),
    ("announcements", "desk-convention-tab-announcements", ManageConventions),
    ("change", "desk-convention-tab-settings", ManageConventions),
];

/// A request about a convention at the desk, with the newest state of the convention and of its events.
pub(crate) struct Hub<'a> {
    pub(crate) request: &'a UserRequest<'a>,
    pub(crate) convention: Arc<Folded<Convention>>,
    /// Its events that are not deleted, by start; undated ones last.
    pub(crate) events: Vec<Arc<Folded<Tournament>>>,
}

impl<'a> Deref for Hub<'a> {
    type Target = UserRequest<'a>;

    fn deref(&self) -> &UserRequest<'a> {
        self.request
    }
}

/// The frame of a convention's page: its head with the tabs.
pub(crate) struct HubFrame<'a> {
    pub(crate) frame: Frame,
    pub(crate) hub: &'a Hub<'a>,
    pub(crate) tab: &'static str,
}

impl Deref for HubFrame<'_> {
    type Target = Frame;

    fn deref(&self) -> &Frame {
        &self.frame
    }
}

impl HubFrame<'_> {
    /// Returns the address of one of the convention's pages, with the base path.
    pub(crate) fn link(&self, name: &str) -> String {
        format!("{}{}", self.base, self.hub.address(name))
    }

    /// Returns the tabs that the person may open: the last part of the address, and the key of the label.
    pub(crate) fn tabs(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        TABS.iter().filter(|(.., operation)| self.hub.may(*operation)).map(|(name, label, _)| (*name, *label))
    }

    pub(crate) fn facts(&self) -> String {
        let (status, details) = (self.texts.term(self.hub.state().status), &self.hub.state().details);
        match days_between(self.texts, self.hub.zone(), [details.start_datetime, details.end_datetime]) {
            days if days.is_empty() => status,
            days => format!("{status} · {days}"),
        }
    }

    /// Returns a day as addresses name it, in words.
    pub(crate) fn day_in_words(&self, day: &str) -> String {
        let date = day.parse::<NaiveDate>().map(|date| self.texts.long_day(date));
        date.unwrap_or_else(|_| self.texts.say("desk-hall-undated"))
    }
}

/// Returns the days from a start to an end on clocks in a zone, in words.
pub(crate) fn days_between(texts: &Texts, zone: Zone, dates: [Option<DateTime<Utc>>; 2]) -> String {
    let mut days: Vec<_> = dates.into_iter().flatten().map(|at| texts.day(zone.local(at).date())).collect();
    days.dedup();
    days.join(" – ")
}

impl<'a> Hub<'a> {
    /// Reads the convention in the path, and its events.
    ///
    /// # Errors
    /// 404 if the organization of the session has no such convention.
    pub(crate) async fn load(request: &'a UserRequest<'a>) -> Result<Self, PageError> {
        let (id, organization_id) = (request.id::<ConventionId>()?, request.session.organization_id()?);
        let known = request.shared.commands.convention_with_id(id).await.map_err(failed)?;
        let convention = known.filter(|it| it.state.organization_id == organization_id).ok_or_else(not_found)?;
        Self::of(request, convention).await
    }

    /// Reads the events of a convention.
    pub(crate) async fn of(
        request: &'a UserRequest<'a>,
        convention: Arc<Folded<Convention>>,
    ) -> Result<Self, PageError> {
        let commands = &request.shared.commands;
        let mut events = commands.events_of_convention(&*request.shared.views, &convention.state).await?;
        events.sort_by_key(|event| {
            let start = event.state.details.start_datetime;
            (start.is_none(), start, event.state.id)
        });
        Ok(Self { request, convention, events })
    }

    pub(crate) fn state(&self) -> &Convention {
        &self.convention.state
    }

    pub(crate) fn event(&self, id: TournamentId) -> Option<&Tournament> {
        self.events.iter().map(|event| &event.state).find(|event| event.id == id)
    }

    pub(crate) fn details(&self) -> impl Iterator<Item = &TournamentDetails> {
        self.events.iter().map(|event| &event.state.details)
    }

    /// Returns the time zone of the convention; if it names none, that of its first event, or else UTC.
    pub(crate) fn zone(&self) -> Zone {
        self.known_zone().unwrap_or(Zone::UTC)
    }

    /// Returns the time zone of the convention; if it names none, that of its first event, if there is one.
    pub(crate) fn known_zone(&self) -> Option<Zone> {
        let own = self.state().details.event_timezone.as_deref().and_then(Zone::named);
        own.or_else(|| self.events.first().map(|event| Zone::of(event.state.details.time_zone.as_deref())))
    }

    pub(crate) fn frame(&self, tab: &'static str) -> HubFrame<'_> {
        HubFrame { frame: Frame { zone: self.zone(), ..self.request.frame() }, hub: self, tab }
    }

    /// Returns the day that a page of a day shows, out of those with events: the one in a field of the form or in the
    /// address, or else today or the next one.
    pub(crate) fn day(&self, field: &str, days: &BTreeSet<String>) -> String {
        let today = self.zone().local(self.shared.clock.now()).date().to_string();
        let asked = Some(self.form.exact(field).to_owned()).filter(|day| !day.is_empty()).or_else(|| self.query("day"));
        let next = || days.iter().find(|day| **day >= today).or(days.last()).cloned();
        asked.filter(|day| days.contains(day)).or_else(next).unwrap_or_default()
    }

    /// Returns the address of one of its pages; that of the schedule for an empty name.
    pub(crate) fn address(&self, name: &str) -> String {
        let id = self.state().id;
        if name.is_empty() { format!("/desk/conventions/{id}/") } else { format!("/desk/conventions/{id}/{name}/") }
    }

    /// Sends the browser to one of its pages with a message, by its key, once the views show the change.
    pub(crate) async fn done_at(&self, name: &str, done: &'static str) -> PageResult {
        self.completed(&self.address(name), done).await
    }
}
