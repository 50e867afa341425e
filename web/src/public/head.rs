//! The head of every page of an event: its name, store, format, date and status.

use std::fmt::Display;

use askama::Template;
use chrono::{DateTime, Utc};
use domain::documents::{ClockDocument, EventPageData, PageHead, StorePageDocument, convention_path};
use domain::time_zone::Zone;
use proto_events::Picture;

use super::{colors, files};
use crate::texts::Texts;

/// Returns a page, or a part of one, as HTML.
pub(super) fn html(page: &impl Template) -> String {
    // A template writes into memory, and none of its values fails to be written.
    page.render().unwrap_or_default()
}

/// Returns a text for HTML, and for attributes in it.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    text.chars().filter(|letter| !letter.is_control()).for_each(|letter| escape(&mut escaped, letter));
    escaped
}

pub(super) fn escape(html: &mut String, letter: char) {
    match letter {
        '&' => html.push_str("&amp;"),
        '<' => html.push_str("&lt;"),
        '>' => html.push_str("&gt;"),
        '"' => html.push_str("&quot;"),
        '\'' => html.push_str("&#39;"),
        letter => html.push(letter),
    }
}

/// `12–7–1`
pub(crate) fn record(won: impl Display, lost: impl Display, drawn: impl Display) -> String {
    format!("{won}–{lost}–{drawn}")
}

/// Writes games won by each side, and drawn ones: `2–1`, `1–1–1`.
pub(crate) fn games_won(first: i32, second: i32, drawn: i32) -> String {
    if drawn > 0 { format!("{first}–{second}–{drawn}") } else { format!("{first}–{second}") }
}

/// Returns the time that is left on a clock that does not run: `49:00`.
pub(super) fn left(clock: &ClockDocument) -> String {
    let left = clock.length_seconds.saturating_sub(clock.elapsed_seconds).max(0);
    format!("{}:{:02}", left / 60, left % 60)
}

/// The data that all pages of an event are drawn from.
#[derive(Debug, Clone, Copy)]
pub struct EventData<'a> {
    /// The data of the event's page.
    pub page: &'a [u8],
    /// The page of its store; none if the store has no such document yet.
    pub store: Option<&'a [u8]>,
}

impl<'a> EventData<'a> {
    pub(super) fn read(self) -> Result<(EventPageData<'a>, Option<StorePageDocument<'a>>), serde_json::Error> {
        let store = self.store.map(serde_json::from_slice).transpose()?;
        Ok((serde_json::from_slice(self.page)?, store))
    }
}

pub(super) struct Head<'a> {
    pub(super) name: &'a str,
    pub(super) store: &'a str,
    /// The path of the store's page, with the base path; empty if it is not known.
    pub(super) store_url: String,
    pub(super) format: String,
    /// The start as clocks in the event's time zone show it; empty without a start.
    pub(super) date: String,
    /// The convention, and where it takes place; empty if it is part of none.
    pub(super) place: String,
    /// The path of the convention's page, with the base path; empty if it is part of none.
    pub(super) convention_url: String,
    /// The entry fee in words; empty if not stated.
    pub(super) fee: String,
    pub(super) status: String,
    pub(super) url: String,
    /// The address of the store's logo, or of the icon of the service.
    pub(super) logo: String,
    /// The address of the style sheet of the store's colour.
    pub(super) colors: Option<String>,
    base: String,
}

/// The number of players up to which all readers of a page load it at once when it changes.
const AT_ONCE: usize = 100;
/// The longest time over which the readers of a page spread their requests, in milliseconds.
const LONGEST_SPREAD: usize = 1_500;

/// Returns the number of milliseconds over which the readers of a page with so many players spread their requests.
pub(crate) fn spread(players: usize) -> usize {
    (players.saturating_sub(AT_ONCE) * 2).min(LONGEST_SPREAD)
}

impl<'a> Head<'a> {
    /// Creates the head of an event of this store. Its links begin with `base`.
    pub(super) fn new(
        texts: &Texts,
        base: &str,
        head: &'a PageHead<'a>,
        store: Option<&StorePageDocument<'_>>,
    ) -> Self {
        Self {
            name: &head.name,
            store: &head.store,
            store_url: store.map(|store| format!("{base}{}", store.path())).unwrap_or_default(),
            format: texts.game_format(head.format),
            date: head
                .start
                .map(|start| readable(texts, start, Zone::of(head.time_zone.as_deref())))
                .unwrap_or_default(),
            place: place(head),
            convention_url: match &*head.convention_slug {
                "" => String::new(),
                slug => format!("{base}{}", convention_path(slug, head.organization_id)),
            },
            fee: if head.fee_note.is_empty() {
                String::new()
            } else {
                texts.with("public-fee", "fee", &*head.fee_note)
            },
            status: if head.is_canceled { texts.say("public-canceled") } else { texts.term(head.status) },
            url: format!("{base}/events/{}/", head.event_id),
            logo: logo(base, store.and_then(|store| store.logo.as_ref())),
            colors: store.and_then(|store| colors::address(base, &store.accent)),
            base: base.to_owned(),
        }
    }

    /// Returns the address of a file that the page loads.
    pub(super) fn file(&self, name: &str) -> String {
        files::address(&self.base, name)
    }
}

/// Returns the address of a store's logo, or of the icon of the service.
pub(super) fn logo(base: &str, logo: Option<&Picture>) -> String {
    logo.map_or_else(|| files::address(base, "icon.svg"), |logo| format!("{base}/pictures/{}", logo.sha256))
}

/// `Autumn Cardfest 2026, Old Depot, 1 Depot Road`.
fn place(head: &PageHead<'_>) -> String {
    let parts = [&head.convention, &head.location].into_iter().filter(|part| !part.is_empty());
    parts.map(|part| &**part).collect::<Vec<_>>().join(", ")
}

/// `7 March 2026, 10:00 UTC`, or `7 March 2026, 11:00 (Berlin)`.
pub(crate) fn readable(texts: &Texts, time: DateTime<Utc>, zone: Zone) -> String {
    let time = texts.long_time(zone.local(time));
    if zone == Zone::UTC {
        return texts.with("public-time-utc", "time", time);
    }
    let city = zone.name().rsplit('/').next().unwrap_or_default().replace('_', " ");
    texts.with_all("public-time", [("time", time.into()), ("zone", city.into())])
}
