//! The public pages of an event: the overview, and its standings, brackets, published lists and players. Readable on a phone,
//! and without scripts.
//!
//! Every view is a template `public/views/….html`, which `public/event.html` includes; a new one is also a tab in `tabs.rs`
//! and a route in `read-api/src/resources/event_pages.rs`. The pages of rounds are in `round.rs`.
//!
//! Names and lists come from people: templates escape everything.

use std::borrow::Cow;

use askama::Template;
use domain::documents::{EventPageData, PageHead, PageStandings, PageStructure, RoundLink, RoundPageData};
use domain::time_zone::Zone;
use proto_events::tournament::StandingsRules;
use proto_events::vocabulary::{LifecycleStatus, ProgressStatus, RegistrationPolicy};

use super::about;
use super::bracket::{Bracket, brackets};
use super::clock::RoundClock;
use super::find::{Drawn, SearchableLine};
use super::head::{EventData, Head, html, readable, spread};
use super::lines::NamedList;
use super::paging::{Listing, Pager};
use super::preview::with_event_preview;
use super::standings::{Entry, Marks, Standings, StandingsTable, TableSources, read};
use super::tabs::{self, EventView, Hours, Tab, badge, may_sign_up, newest_round, places, register_path, status, tabs};
use crate::names::by_last_name;
use crate::texts::{Language, Texts};

/// Number of lines of the standings on the overview.
const TOP: usize = 8;
/// Number of names on the overview before the first round.
const NAMES: usize = 48;

/// What a page of an event is drawn from.
#[derive(Debug, Clone, Copy)]
pub struct Sources<'a> {
    /// The event.
    pub event: EventData<'a>,
    /// The round whose standings are shown: its number, and the data of its page. None for the newest.
    pub round: Option<(i64, &'a [u8])>,
    /// The standings.
    pub standings: Option<&'a [u8]>,
    /// The standings before these, to compare them.
    pub before: Option<&'a [u8]>,
    /// How the present is to the times of registration.
    pub hours: Hours,
    /// The id from which the event's stream goes on.
    pub live_id: &'a str,
}

struct ListCard<'a> {
    /// The player or team that played it.
    name: &'a str,
    /// Its archetype; empty if not known.
    archetype: &'a str,
    url: Cow<'a, str>,
}

#[derive(Template)]
#[template(path = "public/event.html")]
struct EventPage<'a> {
    texts: &'static Texts,
    base: &'a str,
    data: &'a EventPageData<'a>,
    head: Head<'a>,
    view: EventView,
    tabs: Vec<Tab>,
    sources: Sources<'a>,
    drawn: Drawn,
    now: Option<(&'a RoundLink, Option<RoundClock<'a>>)>,
    /// What the event says about itself, as HTML that is safe.
    about: String,
    structure: Vec<String>,
    /// The best three lines of final standings, with the pages of their players.
    podium: Vec<(&'a Entry<'a>, String)>,
    standings: StandingsTable,
    brackets: Vec<Bracket<'a>>,
    players: Option<NamedList>,
    /// The names of the registered players, in order, before the first round.
    names: Vec<Cow<'a, str>>,
    lists: Vec<ListCard<'a>>,
    pager: Pager,
}

/// Draws a page in a language. Links begin with `base`; `address` is the public address of the service.
pub fn draw(
    language: Language,
    [address, base]: [&str; 2],
    view: EventView,
    sources: Sources<'_>,
    drawn: Drawn,
) -> Result<String, serde_json::Error> {
    let (lines, before) = (read(sources.standings)?, read(sources.before)?);
    let (mut data, store): (EventPageData<'_>, _) = sources.event.read()?;
    if sources.hours != Hours::Within && may_sign_up(&data.head) {
        data.head.status = LifecycleStatus::RegistrationClosed;
    }
    let round: Option<RoundPageData<'_>> = sources.round.map(|(_, body)| serde_json::from_slice(body)).transpose()?;
    let shown = round.as_ref().map_or(data.standings, |round| round.standings);
    let marks = Marks { base, event: &data };
    // A name that is searched for on the overview is found where it has most to say.
    let shown_view = match view {
        EventView::Overview if drawn.is_finder() && shown.is_some() => EventView::Standings,
        EventView::Overview if drawn.is_finder() => EventView::Players,
        view => view,
    };
    let texts = Texts::of(language);
    let head = Head::new(texts, base, &data.head, store.as_ref());
    let page = EventPage::new(texts, shown_view, sources, (&data, head), (shown, &lines, &before), &marks, drawn);
    let about = (&data.head, store.as_ref());
    let drawn_page = with_event_preview(html(&page), &page.head, [address, base], about, view.path());
    Ok(drawn.with_lines(drawn_page, page.lines()))
}

impl<'a> EventPage<'a> {
    fn new(
        texts: &'static Texts,
        view: EventView,
        sources: Sources<'a>,
        (data, head): (&'a EventPageData<'a>, Head<'a>),
        (shown, lines, before): (Option<PageStandings>, &'a Standings<'a>, &'a Standings<'a>),
        marks: &'a Marks<'a>,
        drawn: Drawn,
    ) -> Self {
        let path = match (view, sources.round) {
            (EventView::Standings, Some((number, _))) => format!("standings/?round={number}"),
            (EventView::Standings, None) => "standings/".to_owned(),
            (EventView::Decks, _) => "decks/".to_owned(),
            _ => "players/".to_owned(),
        };
        let url = format!("{}{path}", head.url);
        let listing = Listing { url: &url, drawn };
        let (is_overview, is_final) = (view == EventView::Overview, data.head.status.is_finished());
        let table = shown
            .filter(|_| is_overview || view == EventView::Standings)
            .map(|shown| PageStandings { pools_of: shown.pools_of.filter(|_| !is_overview), ..shown })
            .map(|shown| TableSources { texts, shown, lines, before, marks }.table(listing));
        let mut rounds = data.rounds.iter();
        let is_on = !is_final && !data.head.is_canceled;
        let now = rounds.rfind(|round| is_on && round.status == ProgressStatus::InProgress);
        let clock = |clock| RoundClock::new(texts, clock, &data.head, "");
        let lists = if view == EventView::Decks { cards(data, lines, marks) } else { Vec::new() };
        let pager = Pager::numbered(listing, lists.len());
        Self {
            texts,
            base: marks.base,
            data,
            tabs: tabs(texts, &head.url, data, view),
            view,
            sources,
            drawn,
            now: now.map(|round| (round, data.clock.map(clock))),
            about: if is_overview { about::draw(texts, &data.head) } else { String::new() },
            structure: structure(texts, &data.structure),
            podium: match lines.lines.get(..3).filter(|_| is_overview && is_final) {
                Some(best) => best.iter().map(|line| (line, marks.page(line))).collect(),
                None => Vec::new(),
            },
            standings: table.unwrap_or_default(),
            brackets: match view {
                EventView::Bracket => brackets(texts, marks.base, &data.brackets),
                _ => Vec::new(),
            },
            players: (view == EventView::Players).then(|| NamedList::of_players(texts, listing, data, lines, marks)),
            names: if is_overview && data.queue.is_none() {
                by_last_name(&data.places.names).collect()
            } else {
                Vec::new()
            },
            lists: lists.into_iter().enumerate().filter(|(at, _)| pager.shows(*at)).map(|(_, list)| list).collect(),
            pager,
            head,
        }
    }

    /// Returns the number of milliseconds over which readers spread their requests for a change.
    fn spread(&self) -> usize {
        spread(self.standings.count.max(self.data.places.taken))
    }

    fn lines(&self) -> impl Iterator<Item = &SearchableLine> {
        let rows = self.standings.rows.iter().filter(|_| self.view == EventView::Standings);
        rows.chain(self.players.iter().flat_map(NamedList::lines))
    }

    /// Whether all lines of the standings are shown.
    fn is_whole(&self) -> bool {
        self.drawn.shows_all(self.lines().count())
    }

    /// Says how many places are left, or how many players there are; of a queue, how many wait.
    fn places(&self) -> String {
        let (head, places) = (&self.data.head, &self.data.places);
        if let Some(queue) = self.data.queue.as_ref().filter(|_| !head.status.is_finished()) {
            return tabs::queue(self.texts, queue.size, queue.waiting);
        }
        self::places(self.texts, (head.status, head.is_canceled), places.taken, places.capacity)
    }

    fn status(&self) -> String {
        let PageHead { status, is_canceled, about, time_zone, .. } = &self.data.head;
        let is_closed = *status == LifecycleStatus::RegistrationClosed && !is_canceled;
        let waits = is_closed && about.registration_policy != RegistrationPolicy::Staff;
        match about.registration_opens.filter(|_| waits && self.sources.hours == Hours::Before) {
            Some(opens) => {
                let opens = readable(self.texts, opens, Zone::of(time_zone.as_deref()));
                self.texts.with("public-opens-at", "time", opens)
            }
            None => self::status(self.texts, *status, *is_canceled),
        }
    }

    fn title(&self) -> String {
        let of_view = self.tabs.iter().find(|tab| tab.is_current).map(|tab| tab.name.clone());
        let of_standings = Some(&self.standings.title).filter(|title| !title.is_empty()).cloned();
        of_standings.or(of_view).unwrap_or_default()
    }

    /// Returns the number of registered players who are not in the newest standings, because they had no match.
    fn not_listed(&self) -> usize {
        let is_listed = self.sources.round.is_some() || self.data.structure.team_size > 1;
        if is_listed { 0 } else { self.data.places.taken.saturating_sub(self.standings.count) }
    }

    /// Says how players with equal points are ordered.
    fn tiebreakers(&self) -> String {
        let of_magic = StandingsRules::default().tiebreakers;
        self.texts.tiebreakers(self.data.tiebreakers.as_ref().unwrap_or(&of_magic))
    }

    fn choices(&self) -> Vec<&RoundLink> {
        let begun = |round: &&RoundLink| round.number > 0 && round.status != ProgressStatus::Upcoming;
        self.data.rounds.iter().filter(begun).collect()
    }

    /// Returns whether a round is the one whose standings are shown.
    fn is_chosen(&self, round: &RoundLink, is_last: &bool) -> bool {
        self.sources.round.map_or(*is_last, |(number, _)| number == i64::from(round.number))
    }
}

/// Says how an event is played: `5 Swiss rounds, then top 8`, `Best of three`, `50 minutes per round`.
fn structure(texts: &Texts, structure: &PageStructure) -> Vec<String> {
    let PageStructure { swiss_rounds, top_cut, best_of, round_minutes, team_size, pod_size, pool_size, .. } =
        *structure;
    let rounds = match (pool_size, swiss_rounds, top_cut) {
        (Some(size), _, cut) => {
            let key = if cut > 0 { "public-structure-pools-cut" } else { "public-structure-pools" };
            Some(texts.with_all(key, [("size", size.into()), ("cut", cut.into())]))
        }
        (None, None, 0) => None,
        (None, Some(rounds), 0) => Some(texts.with("public-structure-swiss", "rounds", rounds)),
        (None, Some(rounds), cut) => {
            Some(texts.with_all("public-structure-cut", [("rounds", rounds.into()), ("cut", cut.into())]))
        }
        (None, None, cut) => Some(texts.with("public-structure-some", "cut", cut)),
    };
    let best_of =
        best_of.filter(|_| pod_size.is_none()).map(|games| texts.with("public-structure-best-of", "games", games));
    let minutes = round_minutes.map(|minutes| texts.with("public-structure-minutes", "minutes", minutes));
    let of_teams = if structure.plays_together { "public-structure-together" } else { "public-structure-teams" };
    let team = (team_size > 1).then(|| texts.with(of_teams, "size", team_size));
    let seats = (1..).zip(structure.seat_formats.iter().copied()).map(|seat| texts.seat_format(seat));
    let pods = pod_size.map(|size| texts.with("public-structure-pods", "size", size));
    let playoff = structure.playoff.map(|kind| texts.term(kind));
    let rules = structure.rules.map(|(rule_set, is_changed)| texts.rules(rule_set, is_changed));
    let lines = [pods, rounds, playoff, best_of, minutes, rules];
    team.into_iter().chain(seats).chain(lines.into_iter().flatten()).collect()
}

fn cards<'a>(data: &'a EventPageData<'a>, lines: &'a Standings<'a>, marks: &'a Marks<'a>) -> Vec<ListCard<'a>> {
    let archetype = |id| data.archetypes.get(&id).map_or("", |name| &**name);
    marks.listed(lines).map(|(id, name, url)| ListCard { name, archetype: archetype(id), url }).collect()
}
