//! The public page of a round: its pairings or results by name or by table, seatings and standings. Readable on a phone,
//! and without scripts.
//!
//! Names and lists come from people: templates escape everything.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use domain::documents::{ClockDocument, PageHead, PageMatch, PageSeating, RoundLink, RoundPageData, Time};
use domain::time_zone::Zone;
use proto_events::vocabulary::ProgressStatus;
use serde::Deserialize;

use super::find::{Drawn, SearchableLine};
use super::head::{Head, spread};
use super::lines::{MatchTable, NamedList, is_intentional_draw, seats_at};
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
    earlier: Option<&'a RoundLink>,
    later: Option<&'a RoundLink>,
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
        let [earlier, later] = self.turns();
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

    /// Returns the rounds before and after this one.
    fn turns(&self) -> [Option<&'a RoundLink>; 2] {
        let rounds = &self.event.rounds;
        let here = rounds.iter().position(|round| i64::from(round.number) == self.sources.number);
        let turn = |at: Option<usize>| rounds.get(at?);
        [turn(here.and_then(|here| here.checked_sub(1))), turn(here.map(|here| here + 1))]
    }

    /// Returns the matches of the round with the keys of their titles: those of players, or those of teams and then of their
    /// seats.
    fn parts(&self) -> Vec<(&'static str, &'a [PageMatch<'a>])> {
        let is_over = self.data.status == ProgressStatus::Complete;
        let title = if is_over { "public-results" } else { "public-pairings" };
        let (teams, players): (&[_], &[_]) = (&self.data.team_matches, &self.data.matches);
        if teams.is_empty() { vec![(title, players)] } else { vec![(title, teams), ("public-seats", players)] }
    }

    fn lists(&self) -> Vec<NamedList> {
        let parts = self.parts().into_iter().enumerate();
        let lists = parts.map(|(number, (title, matches))| NamedList::of_matches(self.texts, number, title, matches));
        let seatings = NamedList::of_seatings(self.texts, 2, &self.data.seatings);
        lists.chain([seatings]).filter(|list| !list.groups.is_empty()).collect()
    }

    fn tables(&self) -> Vec<MatchTable> {
        let parts = self.parts().into_iter();
        let tables = parts.map(|(title, matches)| MatchTable::of_matches(self.texts, title, matches));
        tables.filter(|table| !table.lines.is_empty()).collect()
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
}
