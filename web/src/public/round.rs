//! The public page of a round: its pairings or results by name or by table, and seatings. Readable on a phone, and without
//! scripts.
//!
//! Names and lists come from people: templates escape everything.

use askama::Template;
use domain::documents::{EventPageData, PageMatch, PageSeating, RoundLink, RoundPageData};
use proto_events::vocabulary::ProgressStatus;

use super::clock::RoundClock;
use super::find::{Drawn, SearchableLine};
use super::head::{EventData, Head, html, spread};
use super::lines::{MatchTable, NamedList, is_intentional_draw, seats_at};
use super::paging::Listing;
use super::preview::with_event_preview;
use super::tabs::{EventView, Tab, tabs};
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
    /// The event.
    pub event: EventData<'a>,
    /// The id from which the event's stream goes on.
    pub live_id: &'a str,
}

#[derive(Template)]
#[template(path = "public/round.html")]
struct RoundPage<'a> {
    texts: &'static Texts,
    base: &'a str,
    head: Head<'a>,
    sources: Sources<'a>,
    data: &'a RoundPageData<'a>,
    event: &'a EventPageData<'a>,
    tabs: Vec<Tab>,
    /// The address of the page, in its order.
    url: String,
    clock: Option<RoundClock<'a>>,
    drawn: Drawn,
    is_by_table: bool,
    lists: Vec<NamedList>,
    tables: Vec<MatchTable>,
    seatings: &'a [PageSeating<'a>],
}

/// Draws the page in a language. Links begin with `base`; `address` is the public address of the service.
pub fn draw(
    language: Language,
    [address, base]: [&str; 2],
    sources: Sources<'_>,
    order: Order,
    drawn: Drawn,
) -> Result<String, serde_json::Error> {
    let data: RoundPageData<'_> = serde_json::from_slice(sources.data)?;
    let (event, store) = sources.event.read()?;
    let (texts, is_by_table) = (Texts::of(language), order == Order::ByTable);
    let head = Head::new(texts, base, &event.head, store.as_ref());
    let by_table = if is_by_table { "?by=table" } else { "" };
    let mut page = RoundPage {
        texts,
        base,
        tabs: tabs(texts, &head.url, &event, EventView::Pairings),
        url: format!("{}rounds/{}/{by_table}", head.url, sources.number),
        clock: data.clock.map(|clock| RoundClock::new(texts, clock, &event.head, &data.end_of_round_rule)),
        head,
        sources,
        data: &data,
        event: &event,
        drawn,
        is_by_table,
        lists: Vec::new(),
        tables: Vec::new(),
        seatings: if is_by_table { &data.seatings } else { &[] },
    };
    match order {
        Order::ByName => page.lists = page.lists(),
        Order::ByTable => page.tables = page.tables(),
    }
    let (about, below) = ((&event.head, store.as_ref()), format!("rounds/{}/", sources.number));
    let drawn_page = with_event_preview(html(&page), &page.head, [address, base], about, &below);
    Ok(drawn.with_lines(drawn_page, page.lines()))
}

impl<'a> RoundPage<'a> {
    fn listing(&self) -> Listing<'_> {
        Listing { url: &self.url, drawn: self.drawn }
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
        let lists = parts.map(|(number, (title, matches))| {
            let are_of_teams = number == 0 && !self.data.team_matches.is_empty();
            NamedList::of_matches(self.texts, self.listing(), number, title, self.base, (matches, are_of_teams))
        });
        let seatings = NamedList::of_seatings(self.texts, self.listing(), 2, &self.data.seatings);
        lists.chain([seatings]).filter(|list| !list.is_empty()).collect()
    }

    fn tables(&self) -> Vec<MatchTable> {
        let parts = self.parts().into_iter();
        let tables =
            parts.map(|(title, matches)| MatchTable::of_matches(self.texts, self.listing(), title, self.base, matches));
        tables.filter(|table| !table.lines.is_empty()).collect()
    }

    fn lines(&self) -> impl Iterator<Item = &SearchableLine> {
        let named = self.lists.iter().flat_map(NamedList::lines);
        named.chain(self.tables.iter().flat_map(|table| &table.lines))
    }

    fn is_whole(&self) -> bool {
        self.drawn.shows_all(self.lines().count())
    }

    fn is_here(&self, round: &RoundLink) -> bool {
        i64::from(round.number) == self.sources.number
    }

    /// Returns the rounds to choose from: those whose pages show something.
    fn choices(&self) -> Vec<&RoundLink> {
        self.event.rounds.iter().filter(|round| round.has_pairings || self.is_here(round)).collect()
    }

    /// Whether tables of the round are pods, which have the names of all players in one cell.
    fn is_of_pods(&self) -> bool {
        self.data.matches.iter().any(|shown| !shown.pod.is_empty())
    }

    fn has_unconfirmed(&self) -> bool {
        self.data.matches.iter().chain(&self.data.team_matches).any(|shown| shown.is_unconfirmed)
    }

    fn has_intentional_draws(&self) -> bool {
        self.data.matches.iter().chain(&self.data.team_matches).any(is_intentional_draw)
    }

    fn is_empty(&self) -> bool {
        self.lists.is_empty() && self.tables.is_empty() && self.seatings.is_empty()
    }
}
