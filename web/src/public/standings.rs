//! The standings on a page: a title, and a row for each line of a document of standings.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use domain::documents::{PageStandings, WhichStandings};
use serde::Deserialize;

use super::find::SearchableLine;
use crate::names::words;
use crate::texts::Texts;

#[derive(Default)]
pub(super) struct StandingsTable {
    pub(super) title: String,
    pub(super) rows: Vec<SearchableLine>,
}

#[derive(Template)]
#[template(path = "public/standing.html")]
struct StandingRow<'a> {
    texts: &'static Texts,
    place: usize,
    /// Address of the published list.
    deck: Option<Cow<'a, str>>,
    is_dropped: bool,
    line: &'a Entry<'a>,
}

/// Marks of the lines, by the first of their registrations.
pub(super) struct Marks<'a> {
    /// The path with which links to lists begin that are shown here.
    pub(super) base: &'a str,
    /// The addresses of published lists.
    pub(super) lists: &'a BTreeMap<i64, Cow<'a, str>>,
    /// Those whose player or team stopped playing.
    pub(super) dropped: &'a BTreeSet<i64>,
}

/// The part of a document of standings that pages show.
#[derive(Default, Deserialize)]
pub(super) struct Standings<'a> {
    #[serde(borrow)]
    standings: Vec<Entry<'a>>,
}

#[derive(Deserialize)]
struct Entry<'a> {
    #[serde(default)]
    user_event_status_ids: Vec<i64>,
    #[serde(borrow)]
    name: Cow<'a, str>,
    match_points: i32,
    #[serde(borrow)]
    record: Cow<'a, str>,
    opponent_match_win_percentage: f64,
    game_win_percentage: f64,
    opponent_game_win_percentage: f64,
}

/// Reads a document of standings. A page without standings has none.
pub(super) fn read(document: Option<&[u8]>) -> Result<Standings<'_>, serde_json::Error> {
    Ok(document.map(serde_json::from_slice).transpose()?.unwrap_or_default())
}

impl Marks<'_> {
    /// Returns the address of a published list.
    pub(super) fn list(&self, registration: i64) -> Option<Cow<'_, str>> {
        let url = self.lists.get(&registration)?;
        Some(if url.starts_with('/') { Cow::Owned(format!("{}{url}", self.base)) } else { Cow::Borrowed(&**url) })
    }
}

impl Standings<'_> {
    /// Returns the place, the name and the points of each line.
    pub(super) fn ranks(&self) -> impl Iterator<Item = (usize, &str, i32)> {
        (1..).zip(&self.standings).map(|(place, line)| (place, &*line.name, line.match_points))
    }

    /// Returns the first registration and the name of each line.
    pub(super) fn parties(&self) -> impl Iterator<Item = (i64, &str)> {
        self.standings.iter().filter_map(|line| Some((*line.user_event_status_ids.first()?, &*line.name)))
    }
}

pub(super) fn title(texts: &Texts, shown: PageStandings) -> String {
    match shown.which {
        WhichStandings::Final => texts.say("public-standings-final"),
        WhichStandings::After(number) => texts.with("public-standings-after", "number", number),
        WhichStandings::During(number) => texts.with("public-standings-during", "number", number),
    }
}

impl StandingsTable {
    /// Returns the title and the rows of the standings on a page, with links to published lists.
    pub(super) fn new(
        texts: &'static Texts,
        shown: Option<PageStandings>,
        lines: &Standings<'_>,
        marks: &Marks<'_>,
    ) -> Self {
        let Some(shown) = shown else { return Self::default() };
        let rows = (1..).zip(&lines.standings).map(|(place, line)| {
            let first = line.user_event_status_ids.first();
            let row = StandingRow {
                texts,
                place,
                deck: first.and_then(|id| marks.list(*id)),
                is_dropped: first.is_some_and(|id| marks.dropped.contains(id)),
                line,
            };
            // A template writes into memory, and none of its values fails to be written.
            SearchableLine { words: words(&line.name), html: row.render().unwrap_or_default() }
        });
        Self { title: title(texts, shown), rows: rows.collect() }
    }

    /// Returns whether there is nothing to show.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}
