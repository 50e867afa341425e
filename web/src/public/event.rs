//! The public page of an event: when and where, who plays, its rounds, brackets, standings and published lists. Readable
//! on a phone, and without scripts.
//!
//! The bracket of a playoff has a column for each round, those to come included.
//!
//! Names and lists come from people: templates escape everything.

use std::borrow::Cow;

use askama::Template;
use domain::documents::{
    BracketColumn, BracketMatch, BracketSide, EventPageData, PageHead, PagePlaces, RoundLink, RoundName,
};
use proto_events::vocabulary::LifecycleStatus;

use super::find::Drawn;
use super::head::{Head, spread};
use super::standings::{Marks, Standings, StandingsTable, read};
use crate::names::sort_key;
use crate::texts::{Language, Texts};

/// Number of published lists up to which their pictures are shown without opening that part of the page.
const OPEN_UP_TO: usize = 16;

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
    rounds: &'a [RoundLink],
    brackets: Vec<Vec<Column<'a>>>,
    drawn: Drawn,
    /// Whether all lines of the standings are shown.
    is_whole: bool,
    standings: StandingsTable,
    lists: Vec<ListCard<'a>>,
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
        rounds: &data.rounds,
        brackets: data.brackets.iter().map(|bracket| columns(texts, bracket)).collect(),
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

/// A round of the bracket.
struct Column<'a> {
    /// Its name: `Semifinals`.
    name: String,
    /// Its matches, from the top.
    ties: Vec<Tie<'a>>,
    /// Its matches for lower places.
    lower: Vec<Tie<'a>>,
    /// Whether lines lead from its matches to those of the next column: the winners of two neighbours meet there.
    leads_on: bool,
    /// Whether lines lead to its matches.
    is_led_to: bool,
}

/// A match of the bracket.
#[derive(Template)]
#[template(path = "public/tie.html")]
struct Tie<'a> {
    texts: &'static Texts,
    /// Its sides; none where it is not known who plays.
    sides: Vec<Option<&'a BracketSide<'a>>>,
}

/// Returns the columns of a bracket. Rounds to come have no names, because their pairings are not published.
fn columns<'a>(texts: &'static Texts, paired: &'a [BracketColumn<'a>]) -> Vec<Column<'a>> {
    let mut columns: Vec<Column<'a>> = paired.iter().map(|column| Column::paired(texts, column)).collect();
    let mut left = columns.last().map_or(0, |last| last.ties.len());
    while left > 1 {
        left = left.div_ceil(2);
        columns.push(Column::to_come(texts, left));
    }
    let is_reseeded = paired.last().is_some_and(|column| column.is_reseeded);
    for at in 1..columns.len() {
        // If players are seeded again, it is open whom the winners meet in a round that is not paired yet.
        let is_known = at < paired.len() || !is_reseeded;
        let connected = is_known && columns[at - 1].ties.len() == 2 * columns[at].ties.len();
        (columns[at - 1].leads_on, columns[at].is_led_to) = (connected, connected);
    }
    columns
}

impl<'a> Column<'a> {
    fn paired(texts: &'static Texts, column: &'a BracketColumn<'a>) -> Self {
        let tie = |shown: &'a BracketMatch<'a>| Tie { texts, sides: shown.sides.iter().map(Some).collect() };
        let (lower, main): (Vec<_>, Vec<_>) = column.matches.iter().partition(|shown| shown.is_consolation);
        Self {
            name: texts.round(column.name),
            ties: main.into_iter().map(tie).collect(),
            lower: lower.into_iter().map(tie).collect(),
            leads_on: false,
            is_led_to: false,
        }
    }

    fn to_come(texts: &'static Texts, matches: usize) -> Self {
        let tie = || Tie { texts, sides: vec![None, None] };
        let name =
            u32::try_from(matches).map_or_else(|_| String::new(), |count| texts.round(RoundName::Bracket(count)));
        let ties = std::iter::repeat_with(tie).take(matches).collect();
        Self { name, ties, lower: Vec::new(), leads_on: false, is_led_to: false }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::texts::Language;

    fn paired(name: u32, matches: usize, is_reseeded: bool) -> BracketColumn<'static> {
        let side = |name| BracketSide { name: Cow::Borrowed(name), games: None, won: false, seed: None };
        let shown = || BracketMatch { sides: vec![side("Ann"), side("Bo")], is_consolation: false };
        let matches = std::iter::repeat_with(shown).take(matches).collect();
        BracketColumn { name: RoundName::Bracket(name), matches, is_reseeded }
    }

    /// The columns as text: `Semifinals 2 > Final 1`, with `>` where lines connect them.
    fn drawn(paired: &[BracketColumn<'_>]) -> String {
        let columns = columns(Texts::of(Language::English), paired);
        let shown = columns.iter().map(|column| {
            let mark = if column.leads_on { " > " } else { " | " };
            format!("{} {}{mark}", column.name, column.ties.len())
        });
        shown.collect::<String>().trim_end_matches([' ', '|']).to_owned()
    }

    #[test]
    fn rounds_to_come_are_shown_and_connected() {
        assert_eq!(drawn(&[paired(4, 4, false)]), "Quarterfinals 4 > Semifinals 2 > Final 1");
        assert_eq!(drawn(&[paired(4, 4, false), paired(2, 2, false)]), "Quarterfinals 4 > Semifinals 2 > Final 1");
        assert_eq!(drawn(&[]), "");
    }

    #[test]
    fn lines_show_only_what_is_known() {
        let reseeded = [paired(4, 4, true), paired(2, 2, true)];
        assert_eq!(drawn(&reseeded), "Quarterfinals 4 > Semifinals 2 | Final 1");
        assert_eq!(drawn(&[paired(4, 3, false)]), "Quarterfinals 3 | Semifinals 2 > Final 1");
        let columns = columns(Texts::of(Language::English), &reseeded);
        assert!(columns[2].ties[0].sides.iter().all(Option::is_none));
    }
}
