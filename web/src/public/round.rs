//! The public page of a round: its pairings or results by name or by table, seatings and standings. Readable on a phone,
//! and without scripts.
//!
//! Names and lists come from people: templates escape everything.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use domain::documents::{ClockDocument, PageHead, PageSeating, RoundLink, RoundPageData, SeatingPlace, Time};
use domain::time_zone::Zone;
use proto_events::vocabulary::ProgressStatus;
use serde::Deserialize;

use super::find::{ASKED, Drawn, SearchableLine};
use super::head::{Head, spread};
use super::lines::{self, MatchTable, NamedList, is_intentional_draw};
use super::standings::{Marks, Standings, StandingsTable, read};
use crate::texts::{Language, Texts};

/// The order of the lines of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// By the names of players or teams.
    ByName,
    /// By table.
    ByTable,
}

/// What a page of a round is drawn from.
#[derive(Debug, Clone, Copy)]
pub struct Sources<'a> {
    /// The number of the round.
    pub number: i64,
    /// The data of its page.
    pub data: &'a [u8],
    /// The data of the event's page.
    pub event: &'a [u8],
    /// The standings on the page.
    pub standings: Option<&'a [u8]>,
    /// The id from which the event's stream goes on.
    pub live_id: &'a str,
}

#[derive(Template)]
#[template(path = "public/round.html")]
struct RoundPage<'a> {
    texts: &'static Texts,
    head: Head<'a>,
    live_id: &'a str,
    /// The address of the page without a query.
    url: String,
    /// The number of milliseconds over which readers spread their requests for a change.
    spread: usize,
    label: String,
    status: String,
    /// What its clock shows, in words; empty without one.
    clock: String,
    /// What the rules say for the end of the round; empty if the event states nothing.
    then: String,
    earlier: Option<Turn>,
    later: Option<Turn>,
    drawn: Drawn,
    is_by_table: bool,
    /// Whether all lines are shown.
    is_whole: bool,
    lists: Vec<NamedList>,
    tables: Vec<MatchTable>,
    seatings: &'a [PageSeating<'a>],
    has_intentional_draws: bool,
    standings: StandingsTable,
}

/// A link to another round.
struct Turn {
    url: String,
    label: String,
}

/// The part of the data of the event's page that the page of a round shows.
#[derive(Deserialize)]
struct EventPart<'a> {
    #[serde(borrow)]
    head: PageHead<'a>,
    #[serde(default)]
    rounds: Vec<RoundLink>,
    #[serde(borrow, default)]
    lists: BTreeMap<i64, Cow<'a, str>>,
    #[serde(default)]
    dropped: BTreeSet<i64>,
}

/// Draws the page in a language. Links begin with `base`.
///
/// # Errors
/// When a document cannot be read.
pub fn draw(
    language: Language,
    base: &str,
    sources: Sources<'_>,
    order: Order,
    drawn: Drawn,
) -> Result<String, serde_json::Error> {
    let standings = read(sources.standings)?;
    let data: RoundPageData<'_> = serde_json::from_slice(sources.data)?;
    let event: EventPart<'_> = serde_json::from_slice(sources.event)?;
    let given = Given { texts: Texts::of(language), base, sources, data: &data, event: &event, standings: &standings };
    let page = given.page(order, drawn);
    // A template writes into memory, and none of its values fails to be written.
    Ok(drawn.with_lines(page.render().unwrap_or_default(), page.lines()))
}

/// The documents of a page, as they were read.
struct Given<'a> {
    texts: &'static Texts,
    base: &'a str,
    sources: Sources<'a>,
    data: &'a RoundPageData<'a>,
    event: &'a EventPart<'a>,
    standings: &'a Standings<'a>,
}

impl<'a> Given<'a> {
    fn page(&self, order: Order, drawn: Drawn) -> RoundPage<'a> {
        let Self { texts, base, sources, data, event, standings } = *self;
        let head = Head::new(texts, base, &event.head);
        let [earlier, later] = self.turns(&head.url);
        let marks = Marks { base, lists: &event.lists, dropped: &event.dropped };
        let mut page = RoundPage {
            url: format!("{}rounds/{}/", head.url, sources.number),
            live_id: sources.live_id,
            spread: spread(2 * (data.matches.len() + data.seatings.len())),
            label: texts.round(data.name),
            status: texts.term(data.status),
            clock: data.clock.map(|clock| self.in_words(clock)).unwrap_or_default(),
            then: match &*data.end_of_round_rule {
                "" => String::new(),
                rule => texts.with("public-then", "rule", rule),
            },
            earlier,
            later,
            drawn,
            is_by_table: order == Order::ByTable,
            is_whole: true,
            lists: if order == Order::ByName { self.lists() } else { Vec::new() },
            tables: if order == Order::ByTable { self.tables() } else { Vec::new() },
            seatings: if order == Order::ByTable { &data.seatings } else { &[] },
            has_intentional_draws: data.matches.iter().chain(&data.team_matches).any(is_intentional_draw),
            standings: StandingsTable::new(texts, data.standings, standings, &marks),
            texts,
            head,
        };
        page.is_whole = drawn.shows_all(page.lines().count());
        page
    }

    /// Returns links to the rounds before and after this one.
    fn turns(&self, event_url: &str) -> [Option<Turn>; 2] {
        let rounds = &self.event.rounds;
        let here = rounds.iter().position(|round| i64::from(round.number) == self.sources.number);
        let turn = |at: Option<usize>| {
            let round = rounds.get(at?)?;
            Some(Turn { url: format!("{event_url}rounds/{}/", round.number), label: self.texts.round(round.name) })
        };
        [turn(here.and_then(|here| here.checked_sub(1))), turn(here.map(|here| here + 1))]
    }

    fn title(&self) -> &'static str {
        if self.data.status == ProgressStatus::Complete { "public-results" } else { "public-pairings" }
    }

    fn lists(&self) -> Vec<NamedList> {
        let Self { texts, data, .. } = *self;
        let (teams, players) = (&data.team_matches, &data.matches);
        let mut lists = if teams.is_empty() {
            vec![NamedList::of_matches(texts, 0, self.title(), players)]
        } else {
            let seats = NamedList::of_matches(texts, 1, "public-seats", players);
            vec![NamedList::of_matches(texts, 0, self.title(), teams), seats]
        };
        lists.push(NamedList::of_seatings(texts, 2, &data.seatings));
        lists.retain(|list| !list.groups.is_empty());
        lists
    }

    fn tables(&self) -> Vec<MatchTable> {
        let Self { texts, data, .. } = *self;
        let (teams, players) = (&data.team_matches, &data.matches);
        let mut tables = if teams.is_empty() {
            vec![MatchTable::of_matches(texts, self.title(), players)]
        } else {
            let seats = MatchTable::of_matches(texts, "public-seats", players);
            vec![MatchTable::of_matches(texts, self.title(), teams), seats]
        };
        tables.retain(|table| !table.lines.is_empty());
        tables
    }

    /// The page does not change by itself, so it says when the time is over, not how much is left.
    fn in_words(&self, clock: ClockDocument) -> String {
        let texts = self.texts;
        match clock.ends_at {
            Some(Time(at)) => {
                let zone = Zone::of(self.event.head.time_zone.as_deref());
                let time = zone.local(at).format("%H:%M").to_string();
                texts.with_all("public-clock-ends", [("time", time.into()), ("zone", zone.name().into())])
            }
            None => {
                let left = clock.length_seconds.saturating_sub(clock.elapsed_seconds).max(0);
                texts.with("public-clock-paused", "left", format!("{}:{:02}", left / 60, left % 60))
            }
        }
    }
}

impl RoundPage<'_> {
    /// Returns the lines that can be found.
    fn lines(&self) -> impl Iterator<Item = &SearchableLine> {
        let named = self.lists.iter().flat_map(NamedList::lines);
        named.chain(self.tables.iter().flat_map(|table| &table.lines))
    }

    fn is_empty(&self) -> bool {
        self.lists.is_empty() && self.tables.is_empty() && self.seatings.is_empty()
    }

    /// The text in the field of the search.
    fn asked(&self) -> &'static str {
        if self.drawn.is_finder() { ASKED } else { "" }
    }
}

/// `Table 4` or `Pod 2`.
fn seats_at(texts: &Texts, place: SeatingPlace) -> String {
    lines::seats_at(texts, place)
}
