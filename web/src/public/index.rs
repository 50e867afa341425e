//! The index of public events, which is also the front page: running, upcoming and finished events, with filters. Readable
//! on a phone, and without scripts.
//!
//! Names come from people: templates escape everything.

use askama::Template;
use chrono::NaiveDate;
use proto_events::vocabulary::EventFormat;

use super::card::cards;
use super::head::html;
use super::preview::{Preview, with_preview};
use crate::texts::{Language, Texts};

/// The events to show, as documents, and the filter that chose them.
#[derive(Debug, Default)]
pub struct Index {
    /// The chosen filter.
    pub filter: Filter,
    /// The stores to choose from, with the ids of their organizations.
    pub stores: Vec<(i64, String)>,
    /// Whether this is not the first page of upcoming or of finished events. Then it shows only those.
    pub is_later_page: bool,
    /// Running events; none if the page does not show them.
    pub running: Option<Section>,
    /// Upcoming events.
    pub upcoming: Option<Section>,
    /// Finished events.
    pub finished: Option<Section>,
}

/// Which events are shown.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Filter {
    /// Only those of this organization.
    pub store: Option<i64>,
    /// Only those of this format.
    pub format: Option<EventFormat>,
    /// Only those on or after this day, where they take place.
    pub after: Option<NaiveDate>,
    /// Only those on or before this day.
    pub before: Option<NaiveDate>,
}

/// Some of the events of a stage.
#[derive(Debug, Default)]
pub struct Section {
    /// Their documents, in order.
    pub events: Vec<Vec<u8>>,
    /// The query parameter, with its value, for the events behind these; none if there are no more.
    pub more: Option<(&'static str, String)>,
}

impl Filter {
    /// Returns its query: `store=3&format=LEGACY`; empty if everything is shown.
    fn query(&self) -> String {
        let day = |day: Option<NaiveDate>| day.map(|day| day.to_string());
        let parts = [
            ("store", self.store.map(|id| id.to_string())),
            ("format", self.format.map(|format| format.wire_name().to_owned())),
            ("after", day(self.after)),
            ("before", day(self.before)),
        ];
        let parts = parts.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", value?)));
        parts.collect::<Vec<_>>().join("&")
    }
}

#[derive(Template)]
#[template(path = "public/index.html")]
struct IndexPage<'a> {
    texts: &'static Texts,
    base: &'a str,
    index: &'a Index,
    /// The query of the filter; empty if everything is shown.
    query: String,
    /// Whether there is no public event at all, so that the page tells the owner what to do.
    is_empty: bool,
    lists: Vec<EventList>,
}

struct EventList {
    id: &'static str,
    title: String,
    none: String,
    cards: Vec<String>,
    more: Option<String>,
    more_label: String,
}

/// Draws the page in a language. Links begin with `base`; `address` is the public address of the service.
pub fn draw(language: Language, [address, base]: [&str; 2], index: &Index) -> Result<String, serde_json::Error> {
    let (texts, query) = (Texts::of(language), index.filter.query());
    let is_everything = query.is_empty() && !index.is_later_page;
    let filter = if query.is_empty() { String::new() } else { format!("{query}&") };
    let mut lists = Vec::new();
    for (id, [title, none, more_label], section) in [
        ("running", ["public-running", "public-running-none", "public-more-running"], &index.running),
        ("upcoming", ["public-upcoming", "public-upcoming-none", "public-more-upcoming"], &index.upcoming),
        ("finished", ["public-finished", "public-finished-none", "public-more-finished"], &index.finished),
    ] {
        let Some(section) = section else { continue };
        let none = if is_everything { none } else { "public-none-chosen" };
        let more = section.more.as_ref().map(|(name, value)| format!("{base}/events/?{filter}{name}={value}"));
        let [title, none, more_label] = [title, none, more_label].map(|key| texts.say(key));
        lists.push(EventList { id, title, none, cards: cards(texts, base, &section.events, false)?, more, more_label });
    }
    let is_empty = is_everything && lists.iter().all(|list| list.cards.is_empty());
    let path = if query.is_empty() { "/".to_owned() } else { format!("/events/?{query}") };
    let page = html(&IndexPage { texts, base, index, query, is_empty, lists });
    let description = texts.say("public-description");
    let preview = Preview { address, base, path, site: "Crosstable", description, picture: None, accent: "" };
    Ok(with_preview(page, &preview))
}
