//! Public pages of an event and its rounds: plain HTML without scripts, readable on a phone.
//!
//! Names and lists come from people: templates escape everything.

use std::borrow::Cow;
use std::sync::Arc;

use askama::Template;
use chrono::{DateTime, Utc};
use domain::documents::{
    BracketColumn, EventPageData, Opponent, PageHead, PageMatch, PageResult, PageSeating, PageStandings, RoundPageData,
    SeatingPlace, WhichStandings,
};
use proto_events::ids::OrganizationId;
use proto_events::tournament::Games;
use proto_events::vocabulary::ProgressStatus;
use serde::Deserialize;
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind};

use super::Sources;
use crate::cache::Entry;
use crate::call::Call;
use crate::shared::Shared;

/// The view of the standings on pages.
const STANDINGS: ViewKind = ViewKind::RoundStandings;

/// Returns the page with this data, if there is one.
pub(crate) async fn find(call: &Call, data: ViewKind, key: String) -> Result<Option<Arc<Entry>>, Problem> {
    let Some(page) = call.find(OrganizationId::SHARED, data, key).await? else { return Ok(None) };
    if is_drawn(&page) {
        return Ok(Some(page));
    }
    // Not one of the documents that the request names: it is rendered from the same stream as the page's data.
    let standings = match standings_of(&page) {
        Some(key) => call.shared.cache.get(&key).await?,
        None => None,
    };
    let sources = Sources::new(data, &page, standings.as_deref());
    let base = call.shared.settings.base_path().to_owned();
    let draw = move || draw(data, &base, &page.body, standings.as_ref().map(|entry| &*entry.body));
    call.shared.drawings.get(sources, draw).await.map(Some)
}

/// Returns the page, if it and its sources are in memory.
pub(crate) fn at_hand(shared: &Shared, data: &DocumentKey) -> Option<Arc<Entry>> {
    let page = shared.cache.at_hand(data)?;
    if is_drawn(&page) {
        return Some(page);
    }
    let standings = match standings_of(&page) {
        Some(key) => Some(shared.cache.at_hand(&key)?),
        None => None,
    };
    shared.drawings.at_hand(&Sources::new(data.kind, &page, standings.as_deref()))
}

/// Whether it is a page already: views of earlier versions hold pages until they are rendered again.
fn is_drawn(page: &Entry) -> bool {
    page.body.starts_with(b"<")
}

/// The part of a page's data that names its standings.
#[derive(Deserialize)]
struct WithStandings<'a> {
    #[serde(borrow)]
    standings: Option<PageStandings<'a>>,
}

/// Returns the key of the standings on a page. It is looked for once for each page in memory.
fn standings_of(page: &Entry) -> Option<DocumentKey> {
    let find = || {
        let data: WithStandings<'_> = serde_json::from_slice(&page.body).ok()?;
        let standings = data.standings?;
        Some(DocumentKey::new(standings.organization_id, STANDINGS, standings.round_id))
    };
    page.second_source(find)
}

/// Draws a page from its data and the standings on it. Links begin with `base`.
fn draw(data: ViewKind, base: &str, page: &[u8], standings: Option<&[u8]>) -> Result<String, serde_json::Error> {
    let lines = standings.map(serde_json::from_slice).transpose()?.unwrap_or_default();
    // A template writes into memory, and none of its values fails to be written.
    if data == ViewKind::EventPage {
        let page: EventPageData<'_> = serde_json::from_slice(page)?;
        return Ok(event_page(base, &page, &lines).render().unwrap_or_default());
    }
    let page: RoundPageData<'_> = serde_json::from_slice(page)?;
    Ok(round_page(base, &page, &lines).render().unwrap_or_default())
}

/// The head of every page.
struct Head<'a> {
    name: &'a str,
    store: &'a str,
    format: &'static str,
    date: String,
    status: &'static str,
    url: String,
}

/// A round in the list of rounds.
struct RoundRow {
    url: String,
    label: String,
    status: &'static str,
}

#[derive(Template)]
#[template(path = "event.html")]
struct EventPage<'a> {
    head: Head<'a>,
    rounds: Vec<RoundRow>,
    brackets: &'a [Vec<BracketColumn<'a>>],
    standings_title: String,
    rows: Vec<StandingRow<'a>>,
}

#[derive(Template)]
#[template(path = "round.html")]
struct RoundPage<'a> {
    head: Head<'a>,
    label: String,
    status: &'static str,
    tables: Vec<MatchTable<'a>>,
    seatings: &'a [PageSeating<'a>],
    standings_title: String,
    rows: Vec<StandingRow<'a>>,
}

/// A table of matches under its title.
struct MatchTable<'a> {
    title: &'static str,
    /// What its first column names.
    party: &'static str,
    rows: Vec<MatchRow<'a>>,
}

struct MatchRow<'a> {
    table: i32,
    first: &'a str,
    second: &'a str,
    result: String,
    first_won: bool,
    second_won: bool,
}

struct StandingRow<'a> {
    place: usize,
    name: &'a str,
    /// Address of the published list.
    deck: Option<&'a str>,
    points: i32,
    record: &'a str,
    opponent_match_win: String,
    game_win: String,
    opponent_game_win: String,
}

/// The part of a document of standings that pages show.
#[derive(Default, Deserialize)]
struct Standings<'a> {
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

fn event_page<'a>(base: &str, page: &'a EventPageData<'a>, lines: &'a Standings<'a>) -> EventPage<'a> {
    let head = head(base, &page.head);
    let rounds = page.rounds.iter().map(|round| RoundRow {
        url: format!("{}rounds/{}/", head.url, round.number),
        label: round.name.to_string(),
        status: round.status.display_name(),
    });
    let rounds = rounds.collect();
    let (standings_title, rows) = standings(page.standings.as_ref(), lines);
    EventPage { head, rounds, brackets: &page.brackets, standings_title, rows }
}

fn round_page<'a>(base: &str, page: &'a RoundPageData<'a>, lines: &'a Standings<'a>) -> RoundPage<'a> {
    let title = if page.status == ProgressStatus::Complete { "Results" } else { "Pairings" };
    let rows = |matches: &'a [PageMatch<'a>]| matches.iter().map(match_row).collect();
    let tables = if page.team_matches.is_empty() {
        vec![MatchTable { title, party: "Player", rows: rows(&page.matches) }]
    } else {
        vec![
            MatchTable { title, party: "Team", rows: rows(&page.team_matches) },
            MatchTable { title: "Seats", party: "Player", rows: rows(&page.matches) },
        ]
    };
    let (standings_title, rows) = standings(page.standings.as_ref(), lines);
    RoundPage {
        head: head(base, &page.head),
        label: page.name.to_string(),
        status: page.status.display_name(),
        tables: tables.into_iter().filter(|table| !table.rows.is_empty()).collect(),
        seatings: &page.seatings,
        standings_title,
        rows,
    }
}

fn head<'a>(base: &str, head: &'a PageHead<'a>) -> Head<'a> {
    Head {
        name: &head.name,
        store: &head.store,
        format: head.format.display_name(),
        date: head.start.map(readable).unwrap_or_default(),
        status: head.status.display_name(),
        url: format!("{base}/events/{}/", head.event_id),
    }
}

/// `7 March 2026, 10:00 UTC`.
fn readable(time: DateTime<Utc>) -> String {
    time.format("%-d %B %Y, %H:%M UTC").to_string()
}

/// Title and rows of the standings on a page.
fn standings<'a>(shown: Option<&'a PageStandings<'a>>, lines: &'a Standings<'a>) -> (String, Vec<StandingRow<'a>>) {
    let Some(shown) = shown else { return (String::new(), Vec::new()) };
    let title = match shown.which {
        WhichStandings::Final => "Final standings".to_owned(),
        WhichStandings::After(number) => format!("Standings after round {number}"),
        WhichStandings::During(number) => format!("Standings during round {number}"),
    };
    let rows = (1..).zip(&lines.standings).map(|(place, line)| StandingRow {
        place,
        name: &line.name,
        deck: line.user_event_status_ids.first().and_then(|id| shown.lists.get(id)).map(|url| &**url),
        points: line.match_points,
        record: &line.record,
        opponent_match_win: percent(line.opponent_match_win_percentage),
        game_win: percent(line.game_win_percentage),
        opponent_game_win: percent(line.opponent_game_win_percentage),
    });
    (title, rows.collect())
}

/// A fraction as a percentage with two decimals.
fn percent(fraction: f64) -> String {
    format!("{:.2}", fraction * 100.0)
}

fn match_row<'a>(shown: &'a PageMatch<'a>) -> MatchRow<'a> {
    MatchRow {
        table: shown.table,
        first: &shown.first,
        second: match &shown.second {
            Opponent::Named(name) => name,
            Opponent::Bye => "Bye",
            Opponent::AssignedLoss => "Assigned loss",
        },
        result: score(shown.result, shown.games),
        first_won: shown.result == PageResult::First,
        second_won: shown.result == PageResult::Second,
    }
}

/// `2–1`, with drawn games `1–1–1`; words where no games are known.
fn score(result: PageResult, games: Option<Games>) -> String {
    match (result, games) {
        (PageResult::Open, _) => String::new(),
        (_, Some(Games { first, second, drawn: 0 })) => format!("{first}–{second}"),
        (_, Some(Games { first, second, drawn })) => format!("{first}–{second}–{drawn}"),
        (PageResult::First | PageResult::Second, None) => "won".to_owned(),
        (PageResult::Draw, None) => "drawn".to_owned(),
    }
}

/// `Table 4` or `Pod 2`.
fn seats_at(place: SeatingPlace) -> String {
    match place {
        SeatingPlace::Table(number) => format!("Table {number}"),
        SeatingPlace::Pod(number) => format!("Pod {number}"),
    }
}

#[cfg(test)]
mod tests;
