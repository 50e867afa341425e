//! The index of public events, which is also the front page: running, upcoming and finished events, with filters. Readable
//! on a phone, and without scripts.
//!
//! Names come from people: templates escape everything.

use askama::Template;
use chrono::NaiveDate;
use domain::documents::PublicEvent;
use proto_events::vocabulary::EventFormat;

use super::card::EventCard;
use super::head::html;
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
    pub fn query(&self) -> String {
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
    lists: Vec<EventList<'a>>,
}

/// The events of a stage under their title.
struct EventList<'a> {
    id: &'static str,
    title: String,
    /// The text in place of events.
    none: String,
    cards: Vec<EventCard<'a>>,
    /// The address of the events behind these.
    more: Option<String>,
    more_label: String,
}

/// Draws the page in a language. Links begin with `base`.
pub fn draw(language: Language, base: &str, index: &Index) -> Result<String, serde_json::Error> {
    let texts = Texts::of(language);
    let mut read = Vec::new();
    for (stage, section) in [("running", &index.running), ("upcoming", &index.upcoming), ("finished", &index.finished)]
    {
        if let Some(section) = section {
            let events: Result<Vec<PublicEvent<'_>>, _> =
                section.events.iter().map(|body| serde_json::from_slice(body)).collect();
            read.push((stage, events?, section));
        }
    }
    let query = index.filter.query();
    let is_empty = query.is_empty() && !index.is_later_page && read.iter().all(|(_, events, _)| events.is_empty());
    let lists = read.iter().map(|(stage, events, section)| list(texts, base, index, stage, events, section));
    Ok(html(&IndexPage { texts, base, index, query, is_empty, lists: lists.collect() }))
}

/// Returns the formats to choose from with their names, in the order of these.
fn formats(texts: &Texts) -> Vec<(EventFormat, String)> {
    let mut formats: Vec<_> = EventFormat::ALL.iter().map(|format| (*format, texts.game_format(*format))).collect();
    formats.sort_by_key(|(_, name)| name.to_lowercase());
    formats
}

fn list<'a>(
    texts: &'static Texts,
    base: &'a str,
    index: &Index,
    stage: &str,
    events: &'a [PublicEvent<'a>],
    section: &Section,
) -> EventList<'a> {
    let (id, title, none, more_label) = match stage {
        "running" => ("running", "public-running", "public-running-none", "public-more-running"),
        "upcoming" => ("upcoming", "public-upcoming", "public-upcoming-none", "public-more-upcoming"),
        _ => ("finished", "public-finished", "public-finished-none", "public-more-finished"),
    };
    let query = index.filter.query();
    let more = section.more.as_ref().map(|(name, value)| {
        let filter = if query.is_empty() { String::new() } else { format!("{query}&") };
        format!("{base}/events/?{filter}{name}={value}")
    });
    let none = if query.is_empty() && !index.is_later_page { none } else { "public-none-chosen" };
    let cards = events.iter().map(|event| EventCard::new(texts, base, event, false)).collect();
    EventList { id, title: texts.say(title), none: texts.say(none), cards, more, more_label: texts.say(more_label) }
}
