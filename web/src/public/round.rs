//! The public page of a round: its pairings or results, seatings and standings. Plain HTML without scripts, readable on a
//! phone.
//!
//! Names and lists come from people: templates escape everything.

use std::borrow::Cow;
use std::collections::BTreeMap;

use askama::Template;
use domain::documents::{
    ClockDocument, Opponent, PageHead, PageMatch, PageResult, PageSeating, RoundPageData, SeatingPlace, Time,
};
use domain::time_zone::Zone;
use proto_events::tournament::Games;
use proto_events::vocabulary::ProgressStatus;
use serde::Deserialize;

use super::head::Head;
use super::standings::{StandingRow, Standings, read, title_and_rows};

#[derive(Template)]
#[template(path = "public/round.html")]
struct RoundPage<'a> {
    head: Head<'a>,
    live_id: &'a str,
    label: String,
    status: &'static str,
    /// What its clock shows, in words; empty without one.
    clock: String,
    end_of_round_rule: &'a str,
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

/// The part of the data of the event's page that the page of a round shows.
#[derive(Deserialize)]
struct EventPart<'a> {
    #[serde(borrow)]
    head: PageHead<'a>,
    #[serde(borrow, default)]
    lists: BTreeMap<i64, Cow<'a, str>>,
}

/// Draws the page from its data, the data of the event's page, and the standings on it. Links begin with `base`. The
/// event's stream goes on from `live_id`.
///
/// # Errors
/// When a document cannot be read.
pub fn draw(
    base: &str,
    data: &[u8],
    event: &[u8],
    standings: Option<&[u8]>,
    live_id: &str,
) -> Result<String, serde_json::Error> {
    let lines = read(standings)?;
    let data: RoundPageData<'_> = serde_json::from_slice(data)?;
    let event: EventPart<'_> = serde_json::from_slice(event)?;
    // A template writes into memory, and none of its values fails to be written.
    Ok(page(base, &data, &event, &lines, live_id).render().unwrap_or_default())
}

fn page<'a>(
    base: &str,
    data: &'a RoundPageData<'a>,
    event: &'a EventPart<'a>,
    lines: &'a Standings<'a>,
    live_id: &'a str,
) -> RoundPage<'a> {
    let title = if data.status == ProgressStatus::Complete { "Results" } else { "Pairings" };
    let rows = |matches: &'a [PageMatch<'a>]| matches.iter().map(match_row).collect();
    let tables = if data.team_matches.is_empty() {
        vec![MatchTable { title, party: "Player", rows: rows(&data.matches) }]
    } else {
        vec![
            MatchTable { title, party: "Team", rows: rows(&data.team_matches) },
            MatchTable { title: "Seats", party: "Player", rows: rows(&data.matches) },
        ]
    };
    let zone = Zone::of(event.head.time_zone.as_deref());
    let (standings_title, rows) = title_and_rows(base, data.standings, lines, &event.lists);
    RoundPage {
        head: Head::new(base, &event.head),
        live_id,
        label: data.name.to_string(),
        status: data.status.display_name(),
        clock: data.clock.map(|clock| in_words(clock, zone)).unwrap_or_default(),
        end_of_round_rule: &data.end_of_round_rule,
        tables: tables.into_iter().filter(|table| !table.rows.is_empty()).collect(),
        seatings: &data.seatings,
        standings_title,
        rows,
    }
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

/// The page does not change by itself, so it says when the time is over, not how much is left.
fn in_words(clock: ClockDocument, zone: Zone) -> String {
    match clock.ends_at {
        Some(Time(at)) => format!("The time is over at {} ({}).", zone.local(at).format("%H:%M"), zone.name()),
        None => {
            let left = clock.length_seconds.saturating_sub(clock.elapsed_seconds).max(0);
            format!("The clock is paused. Time left: {}:{:02}.", left / 60, left % 60)
        }
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
