//! The public page of an event: its rounds, brackets and standings. Plain HTML that needs no
//! scripts, readable on a phone.
//!
//! Names and lists come from people: templates escape everything.

use askama::Template;
use domain::documents::{BracketColumn, EventPageData};

use super::head::{Head, spread};
use super::standings::{StandingRow, Standings, read, title_and_rows};
use crate::texts::{Language, Texts};

/// A round in the list of rounds.
struct RoundRow {
    url: String,
    label: String,
    status: String,
}

#[derive(Template)]
#[template(path = "public/event.html")]
struct EventPage<'a> {
    texts: &'static Texts,
    head: Head<'a>,
    live_id: &'a str,
    /// The number of milliseconds over which readers spread their requests for a change.
    spread: usize,
    rounds: Vec<RoundRow>,
    brackets: &'a [Vec<BracketColumn<'a>>],
    standings_title: String,
    rows: Vec<StandingRow<'a>>,
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
) -> Result<String, serde_json::Error> {
    let lines = read(standings)?;
    let data: EventPageData<'_> = serde_json::from_slice(data)?;
    // A template writes into memory, and none of its values fails to be written.
    Ok(page(Texts::of(language), base, &data, &lines, live_id).render().unwrap_or_default())
}

fn page<'a>(
    texts: &'static Texts,
    base: &'a str,
    data: &'a EventPageData<'a>,
    lines: &'a Standings<'a>,
    live_id: &'a str,
) -> EventPage<'a> {
    let head = Head::new(texts, base, &data.head);
    let rounds = data.rounds.iter().map(|round| RoundRow {
        url: format!("{}rounds/{}/", head.url, round.number),
        label: texts.round(round.name),
        status: texts.term(round.status),
    });
    let rounds = rounds.collect();
    let (standings_title, rows) = title_and_rows(texts, base, data.standings, lines, &data.lists);
    let spread = spread(rows.len());
    let archetypes =
        if data.head.status.has_published_lists() { format!("{}archetypes/", head.url) } else { String::new() };
    EventPage { texts, archetypes, head, live_id, spread, rounds, brackets: &data.brackets, standings_title, rows }
}
