//! `/me/`: one's own events. If exactly one is in progress, the browser is sent to its page.

use api_kit::own_registrations::own_registrations_by_account;
use askama::Template;
use chrono::{DateTime, Utc};
use domain::time_zone::Zone;
use proto_events::vocabulary::{LifecycleStatus, RegistrationStatus};
use serde::Deserialize;
use service_kit::problem::Problem;

use crate::parts::format::Moment;
use crate::parts::frame::Frame;
use crate::serving::failures::PageResult;
use crate::serving::session::UserRequest;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "player/me.html")]
struct OwnEventsPage {
    frame: Frame,
    open: Vec<OwnEventLine>,
    over: Vec<OwnEventLine>,
}

/// An event of the person.
struct OwnEventLine {
    /// The path of the person's page of it, else of its public page; empty if there is neither.
    path: String,
    name: String,
    store: String,
    starts: Option<Moment>,
    status: String,
}

/// The part of a registration that the page shows.
#[derive(Deserialize)]
struct Own {
    magic_event: OwnEvent,
    registration_status: RegistrationStatus,
    /// Whether the registration is of the person's own account, rather than of one that was merged into it. Only those
    /// have a page where the person takes steps.
    #[serde(skip)]
    is_of_own_account: bool,
    #[serde(skip)]
    is_public: bool,
}

#[derive(Deserialize)]
struct OwnEvent {
    id: i64,
    name: String,
    store_name: String,
    event_lifecycle_status: LifecycleStatus,
    is_canceled: bool,
    start_datetime: Option<DateTime<Utc>>,
}

/// Shows the events.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let person = request.session.caller.user_id;
    let mut own = Vec::new();
    for (account, records) in own_registrations_by_account(&*request.shared.views, person).await? {
        for record in records {
            let read: Own = serde_json::from_str(record.registration.get()).map_err(Problem::internal)?;
            own.push(Own { is_of_own_account: account == person, is_public: record.public.is_some(), ..read });
        }
    }
    own.sort_by_key(|own| std::cmp::Reverse((own.magic_event.start_datetime, own.magic_event.id)));
    let mut playing = own.iter().filter(|own| own.is_playing());
    if let (Some(only), None) = (playing.next(), playing.next()) {
        return request.redirect(&format!("/me/{}/", only.magic_event.id));
    }
    let (open, over): (Vec<_>, Vec<_>) = own.into_iter().partition(Own::is_open);
    let texts = request.texts;
    let lines = |own: Vec<Own>| own.into_iter().map(|own| OwnEventLine::of(texts, own)).collect();
    let (open, over) = (lines(open), lines(over));
    request.page(&OwnEventsPage { frame: request.frame(), open, over })
}

impl Own {
    fn is_playing(&self) -> bool {
        self.is_of_own_account
            && self.is_open()
            && self.magic_event.event_lifecycle_status == LifecycleStatus::EventInProgress
    }

    fn is_open(&self) -> bool {
        use LifecycleStatus::{DecklistsPublished, DecklistsPublishing, EventFinished};
        use RegistrationStatus::{Canceled, MovedToChildEvent};
        let is_over =
            matches!(self.magic_event.event_lifecycle_status, EventFinished | DecklistsPublishing | DecklistsPublished);
        !is_over && !self.magic_event.is_canceled && !matches!(self.registration_status, Canceled | MovedToChildEvent)
    }
}

impl OwnEventLine {
    fn of(texts: &Texts, own: Own) -> Self {
        let OwnEvent { id, name, store_name, start_datetime, .. } = own.magic_event;
        let path = match (own.is_of_own_account, own.is_public) {
            (true, _) => format!("/me/{id}/"),
            (false, true) => format!("/events/{id}/"),
            (false, false) => String::new(),
        };
        let (starts, status) =
            (start_datetime.map(|at| Moment::in_zone(texts, at, Zone::UTC)), texts.term(own.registration_status));
        Self { path, name, store: store_name, starts, status }
    }
}
