//! The standings on a page: a title, and a row for each line of a document of standings.

use std::borrow::Cow;
use std::collections::HashMap;

use askama::Template;
use domain::documents::{EventPageData, PageStandings, TiebreakerValue, WhichStandings};
use proto_events::ids::PlayerId;
use proto_events::vocabulary::Tiebreaker;
use serde::Deserialize;

use super::find::SearchableLine;
use super::head::{html, record};
use super::paging::{Listing, Pager};
use crate::names::words;
use crate::texts::{Texts, TiebreakerColumn};

/// The places that are emphasized in final standings.
const MEDALS: usize = 3;

#[derive(Default)]
pub(super) struct StandingsTable {
    pub(super) title: String,
    pub(super) columns: Vec<TiebreakerColumn>,
    /// The rows of this page, or all of them for a search.
    pub(super) rows: Vec<SearchableLine>,
    /// The pool of each row; 0 for none.
    pools: Vec<i32>,
    pub(super) pager: Pager,
    pub(super) count: usize,
}

#[derive(Template)]
#[template(path = "public/standing.html")]
struct StandingRow<'a> {
    texts: &'static Texts,
    place: usize,
    /// Address of the published list.
    deck: Option<Cow<'a, str>>,
    /// Address of the page that the player shows; may be empty.
    page: String,
    /// The members of the team; empty for a player.
    members: String,
    is_dropped: bool,
    /// Says below the last place that makes the cut what the cut means; else empty.
    cut: String,
    has_medal: bool,
    /// How many places it has won since the round before; negative for places that it has lost.
    moved: Option<i64>,
    /// The short names of the columns after the record, with their values.
    values: Vec<(&'a str, String)>,
    line: &'a Entry<'a>,
}

/// Marks of the lines, by the first of their registrations.
pub(super) struct Marks<'a> {
    /// The path with which links begin.
    pub(super) base: &'a str,
    /// The event, which names lists, pages of players, members of teams, and those who stopped playing.
    pub(super) event: &'a EventPageData<'a>,
}

/// The part of a document of standings that pages show.
#[derive(Default, Deserialize)]
pub(super) struct Standings<'a> {
    /// The lines, best first.
    #[serde(borrow, rename = "standings")]
    pub(super) lines: Vec<Entry<'a>>,
}

#[derive(Deserialize)]
pub(super) struct Entry<'a> {
    #[serde(default)]
    user_event_status_ids: Vec<i64>,
    #[serde(borrow)]
    pub(super) name: Cow<'a, str>,
    pub(super) match_points: i32,
    #[serde(borrow)]
    record: Cow<'a, str>,
    opponent_match_win_percentage: f64,
    game_win_percentage: f64,
    opponent_game_win_percentage: f64,
    /// The event's own tiebreakers, if they are not these three.
    #[serde(default)]
    tiebreakers: Option<Vec<TiebreakerValue>>,
}

impl Entry<'_> {
    fn tiebreakers(&self) -> Vec<TiebreakerValue> {
        self.tiebreakers.clone().unwrap_or_else(|| {
            let values =
                [self.opponent_match_win_percentage, self.game_win_percentage, self.opponent_game_win_percentage];
            let names = [Tiebreaker::OpponentMatchWin, Tiebreaker::GameWin, Tiebreaker::OpponentGameWin];
            names.into_iter().zip(values).map(|(name, value)| TiebreakerValue { name, value }).collect()
        })
    }

    /// `4–1–0`
    pub(super) fn record(&self) -> String {
        let mut parts = self.record.splitn(3, '-');
        let mut next = || parts.next().unwrap_or_default();
        record(next(), next(), next())
    }

    fn first(&self) -> Option<i64> {
        self.user_event_status_ids.first().copied()
    }
}

/// Reads a document of standings. A page without standings has none.
pub(super) fn read(document: Option<&[u8]>) -> Result<Standings<'_>, serde_json::Error> {
    Ok(document.map(serde_json::from_slice).transpose()?.unwrap_or_default())
}

impl Marks<'_> {
    fn list(&self, registration: i64) -> Option<Cow<'_, str>> {
        let url = self.event.lists.get(&registration)?;
        Some(if url.starts_with('/') { Cow::Owned(format!("{}{url}", self.base)) } else { Cow::Borrowed(&**url) })
    }

    /// Returns the lines with a published list, each as its first registration, its name and the address of the list.
    pub(super) fn listed<'b>(&'b self, lines: &'b Standings<'_>) -> impl Iterator<Item = (i64, &'b str, Cow<'b, str>)> {
        lines.lines.iter().filter_map(move |line| Some((line.first()?, &*line.name, self.list(line.first()?)?)))
    }

    /// Returns whether a player or team has stopped playing.
    pub(super) fn is_dropped(&self, line: &Entry<'_>) -> bool {
        line.first().is_some_and(|id| self.event.dropped.contains(&id))
    }

    /// Returns the address of the page that a player shows; may be empty.
    pub(super) fn page(&self, line: &Entry<'_>) -> String {
        player_page(self.base, line.first().and_then(|id| self.event.pages.get(&id).copied()))
    }

    /// Returns the members of a team; empty for a player.
    pub(super) fn members(&self, line: &Entry<'_>) -> String {
        line.first().and_then(|id| self.event.members.get(&id)).map(|names| names.join(", ")).unwrap_or_default()
    }
}

/// Returns the address of a player's page; may be empty.
pub(super) fn player_page(base: &str, id: Option<PlayerId>) -> String {
    id.map(|id| format!("{base}/players/{id}/")).unwrap_or_default()
}

impl StandingsTable {
    /// Returns the rows of each pool with its name, which is empty if there is one list for all.
    pub(super) fn by_pool(&self, texts: &Texts) -> Vec<(String, &[SearchableLine])> {
        let mut from = 0;
        let of_pool = |same: &[i32]| {
            let name = if same[0] == 0 { String::new() } else { texts.with("term-pool", "number", same[0]) };
            let rows = &self.rows[from..from + same.len()];
            from += same.len();
            (name, rows)
        };
        self.pools.chunk_by(|one, next| one == next).map(of_pool).collect()
    }
}

pub(super) fn title(texts: &Texts, shown: PageStandings) -> String {
    match shown.which {
        WhichStandings::Final => texts.say("public-standings-final"),
        WhichStandings::After(number) => texts.with("public-standings-after", "number", number),
        WhichStandings::During(number) => texts.with("public-standings-during", "number", number),
    }
}

pub(super) struct TableSources<'a> {
    pub(super) texts: &'static Texts,
    pub(super) shown: PageStandings,
    pub(super) lines: &'a Standings<'a>,
    /// The standings of the round before.
    pub(super) before: &'a Standings<'a>,
    pub(super) marks: &'a Marks<'a>,
}

/// Says which places the playoff decides, once it has begun.
pub(super) fn playoff_note(texts: &Texts, shown: PageStandings, event: &EventPageData<'_>) -> Option<(usize, String)> {
    let is_swiss =
        shown.before.is_some() || matches!(shown.which, WhichStandings::After(1) | WhichStandings::During(1));
    let first = event.brackets.first().filter(|_| !is_swiss)?.first()?;
    let main = first.matches.iter().filter(|shown| !shown.is_consolation);
    let cut = main.map(|shown| shown.sides.len()).sum();
    Some((cut, texts.with("public-playoff-decides", "cut", cut)))
}

impl TableSources<'_> {
    /// Returns the lines with their pools, which are 0 without pools, and with the places in them.
    fn ranked(&self) -> Vec<(i32, usize, &Entry<'_>)> {
        let pools = self.shown.pools_of.and_then(|phase| self.marks.event.pools.get(&phase));
        let pool = |line: &Entry<'_>| pools.and_then(|pools| pools.get(&line.first()?).copied()).unwrap_or_default();
        let mut lines: Vec<_> = self.lines.lines.iter().map(|line| (pool(line), line)).collect();
        // Those who came after the first round have no pool.
        lines.sort_by_key(|(pool, _)| if *pool == 0 { i32::MAX } else { *pool });
        let of_pool = lines.chunk_by(|one, next| one.0 == next.0);
        of_pool.flat_map(|lines| (1..).zip(lines).map(|(place, (pool, line))| (*pool, place, *line))).collect()
    }

    /// Returns the table with its rows, for a page of them.
    pub(super) fn table(&self, listing: Listing<'_>) -> StandingsTable {
        let count = self.lines.lines.len();
        let pager = Pager::numbered(listing, count);
        let is_shown = |at: usize| listing.drawn.is_finder() || pager.shows(at);
        let before = (1..).zip(&self.before.lines).filter_map(|(place, line)| Some((line.first()?, place)));
        let before: HashMap<i64, usize> = before.collect();
        let is_final = self.shown.which == WhichStandings::Final;
        let named = self.lines.lines.first().map(Entry::tiebreakers).unwrap_or_default();
        let columns = self.texts.columns(named.iter().map(|shown| shown.name));
        let is_by_pool = self.shown.pools_of.is_some();
        let is_whole_round = matches!(self.shown.which, WhichStandings::After(_)) && !is_by_pool;
        let cut = playoff_note(self.texts, self.shown, self.marks.event).or_else(|| {
            // Of pools, the best of each advance.
            let is_by_rank = !is_final && self.marks.event.pools.is_empty();
            let cut =
                usize::try_from(self.marks.event.structure.top_cut).ok().filter(|cut| is_by_rank && *cut < count)?;
            Some((cut, self.texts.with("public-cut-line", "cut", cut)))
        });
        let ranked = self.ranked().into_iter().enumerate().filter(|(at, _)| is_shown(*at));
        let rows = ranked.map(|(_, (pool, place, line))| {
            let first = line.first();
            let row = StandingRow {
                texts: self.texts,
                place,
                deck: first.and_then(|id| self.marks.list(id)),
                page: self.marks.page(line),
                members: self.marks.members(line),
                is_dropped: self.marks.is_dropped(line),
                cut: cut.as_ref().filter(|(cut, _)| *cut == place).map(|(_, text)| text.clone()).unwrap_or_default(),
                has_medal: is_final && !is_by_pool && place <= MEDALS,
                // In a round that is played, places only say who has reported.
                moved: first.filter(|_| is_whole_round).and_then(|id| moved(*before.get(&id)?, place)),
                values: columns
                    .iter()
                    .zip(line.tiebreakers())
                    .map(|(column, TiebreakerValue { name, value })| {
                        (&*column.name, self.texts.tiebreaker(name, value))
                    })
                    .collect(),
                line,
            };
            (SearchableLine { words: words(&line.name), html: html(&row) }, pool)
        });
        let (rows, pools) = rows.unzip();
        StandingsTable { title: title(self.texts, self.shown), columns, rows, pools, pager, count }
    }
}

/// Returns the number of places by which a line went up; none if it has stayed where it was.
fn moved(before: usize, now: usize) -> Option<i64> {
    let moved = i64::try_from(before).ok()? - i64::try_from(now).ok()?;
    (moved != 0).then_some(moved)
}
