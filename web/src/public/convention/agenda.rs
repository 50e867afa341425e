//! The agenda that a visitor chose from a schedule. Its address has the events, so that it needs neither an account nor a
//! script.

use askama::Template;
use domain::documents::PublicEvent;

use super::head::{Hub, HubHead};
use super::schedule::{Day, Slot, days};
use crate::public::files;
use crate::public::head::html;
use crate::texts::{Language, Texts};

/// Maximum number of warnings of overlaps.
const MOST_OVERLAPS: usize = 20;

#[derive(Template)]
#[template(path = "public/agenda.html")]
struct AgendaPage<'a> {
    texts: &'static Texts,
    base: &'a str,
    head: &'a HubHead<'a>,
    convention_id: i64,
    days: Vec<Day>,
    overlaps: Vec<String>,
    /// The query of the chosen events: `?store=3&event=7&event=8`.
    query: String,
}

/// Draws the page with the chosen events in a language. Links begin with `base`; `address` is the public address of the
/// service.
pub fn draw(language: Language, [address, base]: [&str; 2], hub: &Hub<'_>, chosen: &[i64]) -> String {
    let (texts, zone) = (Texts::of(language), hub.zone());
    let events: Vec<_> = hub.events.iter().filter(|event| chosen.contains(&event.id.0)).collect();
    let slots = events.iter().map(|event| Slot { texts, base, event, zone, is_headliner: false, is_chosen: true });
    let days = days(&slots.collect::<Vec<_>>());
    let head = HubHead::new(texts, base, hub);
    let query = events.iter().map(|event| format!("&event={}", event.id));
    let page = html(&AgendaPage {
        texts,
        base,
        query: format!("{}{}", head.query, query.collect::<String>()),
        head: &head,
        convention_id: hub.convention.id.0,
        days,
        overlaps: overlaps(&events).take(MOST_OVERLAPS).map(|(first, second)| said(texts, first, second)).collect(),
    });
    hub.with_preview(page, &head, [address, base], "agenda/")
}

fn said(texts: &Texts, first: &PublicEvent<'_>, second: &PublicEvent<'_>) -> String {
    let names = [("first", (&*first.name).into()), ("second", (&*second.name).into())];
    texts.with_all("public-agenda-overlap", names)
}

/// Returns the pairs of events that overlap, by their planned ends. A queue has no time of its own, and a canceled event
/// takes none.
pub(super) fn overlaps<'a>(
    events: &'a [&'a PublicEvent<'a>],
) -> impl Iterator<Item = (&'a PublicEvent<'a>, &'a PublicEvent<'a>)> {
    let time =
        |event: &PublicEvent<'_>| event.start.zip(event.end).filter(|_| event.queue_size == 0 && !event.is_canceled);
    let timed: Vec<_> = events.iter().filter_map(|event| Some((*event, time(event)?))).collect();
    let count = timed.len();
    let pairs = (0..count).flat_map(move |first| (first + 1..count).map(move |second| (first, second)));
    pairs.filter_map(move |(first, second)| {
        let ((one, (start, end)), (other, (others_start, others_end))) = (timed[first], timed[second]);
        (start < others_end && others_start < end).then_some((one, other))
    })
}
