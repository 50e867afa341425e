//! The standings on a page: a title, and a row for each line of a document of standings.

use std::borrow::Cow;
use std::collections::BTreeMap;

use domain::documents::{PageStandings, WhichStandings};
use serde::Deserialize;

use crate::texts::Texts;

/// A row of the standings.
pub(super) struct StandingRow<'a> {
    pub(super) place: usize,
    pub(super) name: &'a str,
    /// Address of the published list.
    pub(super) deck: Option<Cow<'a, str>>,
    pub(super) points: i32,
    pub(super) record: &'a str,
    pub(super) opponent_match_win: String,
    pub(super) game_win: String,
    pub(super) opponent_game_win: String,
}

/// The part of a document of standings that pages show.
#[derive(Default, Deserialize)]
pub(super) struct Standings<'a> {
    #[serde(borrow)]
    standings: Vec<Line<'a>>,
}

#[derive(Deserialize)]
struct Line<'a> {
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

/// Returns the title and the rows of the standings on a page, with links to published lists. Links to lists that are
/// shown here begin with `base`.
pub(super) fn title_and_rows<'a>(
    texts: &Texts,
    base: &str,
    shown: Option<PageStandings>,
    lines: &'a Standings<'a>,
    lists: &'a BTreeMap<i64, Cow<'a, str>>,
) -> (String, Vec<StandingRow<'a>>) {
    let Some(shown) = shown else { return (String::new(), Vec::new()) };
    let title = match shown.which {
        WhichStandings::Final => texts.say("public-standings-final"),
        WhichStandings::After(number) => texts.with("public-standings-after", "number", number),
        WhichStandings::During(number) => texts.with("public-standings-during", "number", number),
    };
    let rows = (1..).zip(&lines.standings).map(|(place, line)| StandingRow {
        place,
        name: &line.name,
        deck: line.user_event_status_ids.first().and_then(|id| lists.get(id)).map(|url| match url.starts_with('/') {
            true => Cow::Owned(format!("{base}{url}")),
            false => Cow::Borrowed(&**url),
        }),
        points: line.match_points,
        record: &line.record,
        opponent_match_win: texts.percent(line.opponent_match_win_percentage),
        game_win: texts.percent(line.game_win_percentage),
        opponent_game_win: texts.percent(line.opponent_game_win_percentage),
    });
    (title, rows.collect())
}
