//! The page of a convention: what it says about itself, and its schedule with a column for each day.

use std::collections::BTreeSet;

use askama::Template;
use chrono::NaiveDate;
use domain::convention::Announcement;
use domain::documents::PublicConvention;
use domain::time_zone::Zone;
use proto_events::vocabulary::{ConventionStatus, EventFormat};

use super::head::{Hub, HubHead, text};
use super::schedule::{Choice, Day, Slot, day_name, day_of, days, headliners};
use crate::public::head::{html, readable};
use crate::public::{files, markdown};
use crate::texts::{Language, Texts};

#[derive(Template)]
#[template(path = "public/hub.html")]
struct HubPage<'a> {
    texts: &'static Texts,
    base: &'a str,
    head: &'a HubHead<'a>,
    convention: &'a PublicConvention,
    /// Its own page on the web; empty if not stated.
    site: &'a str,
    has_championship: bool,
    has_queues: bool,
    choice: &'a Choice,
    query: String,
    filters: Filters,
    days: Vec<Day>,
    announcements: Vec<(String, &'a str)>,
    /// What the convention says about itself, and about rooms, as HTML that is safe.
    about: String,
    hotels: String,
}

impl HubPage<'_> {
    fn is_filtered(&self) -> bool {
        *self.choice != Choice::default()
    }
}

/// What visitors choose from. A list of one is left out.
#[derive(Default)]
struct Filters {
    days: Vec<(NaiveDate, String)>,
    formats: Vec<(String, EventFormat)>,
    places: Vec<String>,
}

impl Filters {
    fn new(texts: &Texts, hub: &Hub<'_>, zone: Zone) -> Self {
        let days: BTreeSet<_> = hub.events.iter().filter_map(|event| day_of(event, zone)).collect();
        let formats = hub.events.iter().filter(|_| hub.convention.details.show_game_type_filters);
        let mut formats: Vec<_> = formats.map(|event| (texts.game_format(event.format), event.format)).collect();
        formats.sort_by_cached_key(|(name, format)| (name.clone(), format.wire_name()));
        formats.dedup();
        let places: BTreeSet<_> = hub.events.iter().map(|event| &*event.place).filter(|it| !it.is_empty()).collect();
        Self {
            days: days.into_iter().map(|day| (day, day_name(texts, day))).collect(),
            formats,
            places: places.into_iter().map(str::to_owned).collect(),
        }
    }

    fn is_empty(&self) -> bool {
        self.days.len() < 2 && self.formats.len() < 2 && self.places.len() < 2
    }
}

/// Draws the page in a language. Links begin with `base`; `address` is the public address of the service.
pub fn draw(language: Language, [address, base]: [&str; 2], hub: &Hub<'_>, choice: &Choice) -> String {
    let texts = Texts::of(language);
    let (convention, zone, head) = (&hub.convention, hub.zone(), HubHead::new(texts, base, hub));
    let headliners = headliners(convention, &hub.events);
    let slot =
        |event| Slot { texts, base, event, zone, is_headliner: headliners.contains(&event.id), is_chosen: false };
    let shown = hub.events.iter().filter(|event| choice.has(event, zone));
    let mut slots: Vec<_> = shown.map(slot).collect();
    // The sort is stable: events are in the order of their starts.
    slots.sort_by_key(|slot| !slot.is_headliner);
    let announced = |it: &'_ Announcement| readable(texts, it.at, zone);
    let details = &convention.details;
    let page = html(&HubPage {
        texts,
        base,
        head: &head,
        convention,
        site: text(&details.url),
        has_championship: details.override_has_regional_championship || details.regional_championship_region.is_some(),
        has_queues: hub.queues().next().is_some(),
        choice,
        query: format!("{}{}", head.query, choice.query()),
        filters: Filters::new(texts, hub, zone),
        days: days(&slots),
        announcements: convention.announcements.iter().rev().map(|it| (announced(it), &*it.text)).collect(),
        about: markdown::html(text(&details.description)),
        hotels: markdown::html(text(&details.hotel_block_information)),
    });
    hub.with_preview(page, &head, [address, base], "")
}
