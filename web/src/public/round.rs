//! The public page of a round: its pairings or results, seatings and standings. Plain HTML that needs no scripts, readable
//! on a phone.
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

use super::head::{Head, spread};
use super::standings::{StandingRow, Standings, read, title_and_rows};
use crate::texts::{Language, Texts};

#[derive(Template)]
#[template(path = "public/round.html")]
struct RoundPage<'a> {
    texts: &'static Texts,
    head: Head<'a>,
    live_id: &'a str,
    /// The number of milliseconds over which readers spread their requests for a change.
    spread: usize,
    label: String,
    status: String,
    /// What its clock shows, in words; empty without one.
    clock: String,
    /// What the rules say for the end of the round; empty if the event states nothing.
    then: String,
    tables: Vec<MatchTable<'a>>,
    seatings: &'a [PageSeating<'a>],
    standings_title: String,
    rows: Vec<StandingRow<'a>>,
}

/// A table of matches under its title.
struct MatchTable<'a> {
    title: String,
    /// What its first column names.
    party: String,
    rows: Vec<MatchRow<'a>>,
}

struct MatchRow<'a> {
    table: i32,
    first: &'a str,
    second: Cow<'a, str>,
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

/// Draws the page in a language, from its data, the data of the event's page, and the standings on it. Links begin
/// with `base`. The event's stream goes on from `live_id`.
///
/// # Errors
/// When a document cannot be read.
pub fn draw(
    language: Language,
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
    Ok(page(Texts::of(language), base, &data, &event, &lines, live_id).render().unwrap_or_default())
}

fn page<'a>(
    texts: &'static Texts,
    base: &'a str,
    data: &'a RoundPageData<'a>,
    event: &'a EventPart<'a>,
    lines: &'a Standings<'a>,
    live_id: &'a str,
) -> RoundPage<'a> {
    let title = if data.status == ProgressStatus::Complete { "public-results" } else { "public-pairings" };
    let table = |title: &str, party: &str, matches: &'a [PageMatch<'a>]| MatchTable {
        title: texts.say(title),
        party: texts.say(party),
        rows: matches.iter().map(|shown| match_row(texts, shown)).collect(),
    };
    let tables = if data.team_matches.is_empty() {
        vec![table(title, "public-player", &data.matches)]
    } else {
        vec![table(title, "public-team", &data.team_matches), table("public-seats", "public-player", &data.matches)]
    };
    let zone = Zone::of(event.head.time_zone.as_deref());
    let (standings_title, rows) = title_and_rows(texts, base, data.standings, lines, &event.lists);
    RoundPage {
        texts,
        head: Head::new(texts, base, &event.head),
        live_id,
        spread: spread(2 * (data.matches.len() + data.seatings.len())),
        label: texts.round(data.name),
        status: texts.term(data.status),
        clock: data.clock.map(|clock| in_words(texts, clock, zone)).unwrap_or_default(),
        then: match &*data.end_of_round_rule {
            "" => String::new(),
            rule => texts.with("public-then", "rule", rule),
        },
        tables: tables.into_iter().filter(|table| !table.rows.is_empty()).collect(),
        seatings: &data.seatings,
        standings_title,
        rows,
    }
}

fn match_row<'a>(texts: &Texts, shown: &'a PageMatch<'a>) -> MatchRow<'a> {
    MatchRow {
        table: shown.table,
        first: &shown.first,
        second: match &shown.second {
            Opponent::Named(name) => Cow::Borrowed(&**name),
            Opponent::Bye => texts.say("public-bye").into(),
            Opponent::AssignedLoss => texts.say("public-assigned-loss").into(),
        },
        result: score(texts, shown.result, shown.games),
        first_won: shown.result == PageResult::First,
        second_won: shown.result == PageResult::Second,
    }
}

/// The page does not change by itself, so it says when the time is over, not how much is left.
fn in_words(texts: &Texts, clock: ClockDocument, zone: Zone) -> String {
    match clock.ends_at {
        Some(Time(at)) => {
            let time = zone.local(at).format("%H:%M").to_string();
            texts.with_all("public-clock-ends", [("time", time.into()), ("zone", zone.name().into())])
        }
        None => {
            let left = clock.length_seconds.saturating_sub(clock.elapsed_seconds).max(0);
            texts.with("public-clock-paused", "left", format!("{}:{:02}", left / 60, left % 60))
        }
    }
}

/// `2–1`, with drawn games `1–1–1`; words where no games are known.
fn score(texts: &Texts, result: PageResult, games: Option<Games>) -> String {
    match (result, games) {
        (PageResult::Open, _) => String::new(),
        (_, Some(Games { first, second, drawn: 0 })) => format!("{first}–{second}"),
        (_, Some(Games { first, second, drawn })) => format!("{first}–{second}–{drawn}"),
        (PageResult::First | PageResult::Second, None) => texts.say("public-won"),
        (PageResult::Draw, None) => texts.say("public-drawn"),
    }
}

/// `Table 4` or `Pod 2`.
fn seats_at(texts: &Texts, place: SeatingPlace) -> String {
    match place {
        SeatingPlace::Table(number) => texts.with("public-at-table", "number", number),
        SeatingPlace::Pod(number) => texts.with("public-at-pod", "number", number),
    }
}
