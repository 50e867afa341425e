//! The public page of an event: when and where, who plays, its rounds, brackets, standings and published lists. Readable
//! on a phone, and without scripts.
//!
//! Names and lists come from people: templates escape everything.

use std::borrow::Cow;

use askama::Template;
use domain::documents::{EventPageData, PageHead, PagePlaces};
use proto_events::vocabulary::LifecycleStatus;

use super::bracket::{self, Column};
use super::find::{ASKED, Drawn};
use super::head::{Head, spread};
use super::standings::{Marks, Standings, StandingsTable, read};
use crate::names::sort_key;
use crate::texts::{Language, Texts};

/// Number of published lists up to which their pictures are shown without opening that part of the page.
const OPEN_UP_TO: usize = 16;

/// A round in the list of rounds.
struct RoundRow {
    url: String,
    label: String,
    status: String,
}

/// A published list.
struct ListCard<'a> {
    /// The player or team that played it.
    name: &'a str,
    url: Cow<'a, str>,
    /// The address of its picture, if the list is kept here.
    picture: Option<String>,
}

#[derive(Template)]
#[template(path = "public/event.html")]
struct EventPage<'a> {
    texts: &'static Texts,
    head: Head<'a>,
    live_id: &'a str,
    /// How many places are taken, in words; empty before anyone has one.
    places: String,
    /// The address to sign up at, while players may.
    sign_up: Option<String>,
    /// The address of the event as a calendar, if it has a date.
    calendar: Option<String>,
    /// The names of the players who have a place, in order.
    names: Vec<&'a str>,
    /// The number of milliseconds over which readers spread their requests for a change.
    spread: usize,
    rounds: Vec<RoundRow>,
    brackets: Vec<Vec<Column<'a>>>,
    drawn: Drawn,
    /// Whether all lines of the standings are shown.
    is_whole: bool,
    standings: StandingsTable,
    lists: Vec<ListCard<'a>>,
    /// Whether the part with the lists is open.
    lists_are_open: bool,
    /// The address of the page of archetypes; empty until lists are published.
    archetypes: String,
}

/// Draws the page in a language, from its data and the standings on it. Links begin with `base`. The event's stream goes
/// on from `live_id`.
///
/// # Errors
/// When a document cannot be read.
pub fn draw(
    language: Language,
    base: &str,
    data: &[u8],
    standings: Option<&[u8]>,
    live_id: &str,
    drawn: Drawn,
) -> Result<String, serde_json::Error> {
    let lines = read(standings)?;
    let data: EventPageData<'_> = serde_json::from_slice(data)?;
    let marks = Marks { base, lists: &data.lists, dropped: &data.dropped };
    let page = page(Texts::of(language), &data, &lines, &marks, live_id, drawn);
    // A template writes into memory, and none of its values fails to be written.
    Ok(drawn.with_lines(page.render().unwrap_or_default(), page.standings.rows.iter()))
}

fn page<'a>(
    texts: &'static Texts,
    data: &'a EventPageData<'a>,
    lines: &'a Standings<'a>,
    marks: &'a Marks<'a>,
    live_id: &'a str,
    drawn: Drawn,
) -> EventPage<'a> {
    let head = Head::new(texts, marks.base, &data.head);
    let rounds = data.rounds.iter().map(|round| RoundRow {
        url: format!("{}rounds/{}/", head.url, round.number),
        label: texts.round(round.name),
        status: texts.term(round.status),
    });
    let rounds = rounds.collect();
    let mut names: Vec<&str> = data.places.names.iter().map(|name| &**name).collect();
    names.sort_by_cached_key(|name| sort_key(name));
    let standings = StandingsTable::new(texts, data.standings, lines, marks);
    let lists = cards(lines, marks);
    let has_archetypes = data.head.status.has_published_lists();
    EventPage {
        texts,
        live_id,
        places: taken(texts, &data.places),
        sign_up: may_sign_up(&data.head).then(|| format!("{}/me/{}/sign-up/", marks.base, data.head.event_id)),
        calendar: data.head.start.map(|_| format!("{}event.ics", head.url)),
        names,
        rounds,
        brackets: data.brackets.iter().map(|bracket| bracket::columns(texts, bracket)).collect(),
        drawn,
        is_whole: drawn.shows_all(standings.rows.len()),
        spread: spread(standings.rows.len().max(data.places.names.len())),
        standings,
        lists_are_open: lists.len() <= OPEN_UP_TO,
        lists,
        archetypes: if has_archetypes { format!("{}archetypes/", head.url) } else { String::new() },
        head,
    }
}

/// Returns whether players may sign up, if only for the waitlist.
fn may_sign_up(head: &PageHead<'_>) -> bool {
    let is_open = matches!(head.status, LifecycleStatus::RegistrationOpen | LifecycleStatus::WaitlistOnly);
    is_open && !head.is_canceled
}

/// `12 of 64 places are taken.`
fn taken(texts: &Texts, places: &PagePlaces<'_>) -> String {
    match (places.taken, places.capacity) {
        (0, None) => String::new(),
        (taken, None) => texts.with("public-players", "count", taken),
        (taken, Some(capacity)) => {
            texts.with_all("public-places", [("taken", taken.into()), ("capacity", capacity.into())])
        }
    }
}

/// Returns the published lists in the order of the standings.
fn cards<'a>(lines: &'a Standings<'a>, marks: &'a Marks<'a>) -> Vec<ListCard<'a>> {
    let cards = lines.parties().filter_map(|(registration, name)| {
        let url = marks.list(registration)?;
        let is_here = marks.lists.get(&registration).is_some_and(|url| url.starts_with('/'));
        Some(ListCard { name, picture: is_here.then(|| format!("{url}image.svg")), url })
    });
    cards.collect()
}

impl EventPage<'_> {
    /// The text in the field of the search.
    fn asked(&self) -> &'static str {
        if self.drawn.is_finder() { ASKED } else { "" }
    }
}
