//! An event in a list of events: its day, name, store, format and places.

use askama::Template;
use chrono::NaiveDateTime;
use domain::documents::{PublicEvent, convention_path};
use domain::time_zone::Zone;
use proto_events::vocabulary::LifecycleStatus;

use super::head::{html, readable};
use super::tabs::{badge, places, status};
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "public/card.html")]
struct EventCard<'a> {
    texts: &'static Texts,
    base: &'a str,
    event: &'a PublicEvent<'a>,
    start: Option<NaiveDateTime>,
    /// Whether it is on the page of its store, which need not be named.
    is_of_store: bool,
}

/// Draws the cards of the events with these documents.
pub(super) fn cards(
    texts: &'static Texts,
    base: &str,
    events: &[Vec<u8>],
    is_of_store: bool,
) -> Result<Vec<String>, serde_json::Error> {
    let card = |body: &Vec<u8>| {
        let event: PublicEvent<'_> = serde_json::from_slice(body)?;
        let zone = Zone::of(event.time_zone.as_deref());
        let start = event.start.map(|start| zone.local(start));
        Ok(html(&EventCard { texts, base, event: &event, start, is_of_store }))
    };
    events.iter().map(card).collect()
}

impl EventCard<'_> {
    /// Returns whether the status is shown: a list of running or of finished events says it.
    fn has_badge(&self) -> bool {
        let is_running = self.event.status == LifecycleStatus::EventInProgress && !self.event.is_canceled;
        self.event.opens.is_none() && !self.event.status.is_finished() && (self.is_of_store || !is_running)
    }

    /// Says when registration opens, which round is on and until when, or who won; may be empty.
    fn now(&self) -> String {
        let zone = Zone::of(self.event.time_zone.as_deref());
        let round = || self.event.round.map(|round| self.texts.round(round)).unwrap_or_default();
        match (self.event.opens, self.event.round_ends) {
            _ if self.event.is_canceled => String::new(),
            (Some(opens), _) => self.texts.with("public-opens-at", "time", readable(self.texts, opens, zone)),
            (_, Some(ends)) => {
                let time = zone.local(ends).format("%H:%M").to_string();
                format!("{} · {}", round(), self.texts.with("public-clock-ends", "time", time))
            }
            _ if !self.event.winner.is_empty() => self.texts.with("public-winner", "name", &*self.event.winner),
            _ => round(),
        }
    }

    fn places(&self) -> String {
        let PublicEvent { taken, capacity, status, is_canceled, .. } = *self.event;
        places(self.texts, (status, is_canceled), taken, capacity)
    }
}
