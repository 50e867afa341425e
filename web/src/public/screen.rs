//! The page of an event for the wall of the hall: the clock, the pairings by name, the tables that still play, and the
//! standings between rounds. In large letters, for readers far away. A script turns its pages; without it, everything is
//! on one page.
//!
//! Names come from people: templates escape everything.

use askama::Template;
use domain::documents::{
    ClockDocument, EventPageData, Opponent, PageMatch, PageResult, RoundPageData, SeatingPlace, Time,
};
use proto_events::vocabulary::ProgressStatus;

use super::head::Head;
use super::standings::{Standings, read, title};
use crate::names::sort_key;
use crate::texts::{Language, Texts};

#[derive(Template)]
#[template(path = "public/screen.html")]
struct Screen<'a> {
    texts: &'static Texts,
    head: Head<'a>,
    live_id: &'a str,
    /// The round, or the status of the event.
    label: String,
    /// The status of the round; empty without one.
    status: String,
    clock: Option<Clock>,
    /// The rule for the end of the round; may be empty.
    rule: &'a str,
    seats_title: String,
    /// The players or teams by name, with their tables.
    seats: Vec<(&'a str, String)>,
    /// The numbers of the tables that still play.
    open: Vec<i32>,
    standings_title: String,
    /// Place, name and points.
    ranks: Vec<(usize, &'a str, i32)>,
}

/// The clock of the round in progress.
struct Clock {
    /// The time that is left while it is paused; while it runs, the time when it is over.
    shown: String,
    /// When it reaches zero, in exact form; none while it is paused.
    ends: Option<String>,
}

/// Draws the page in a language, from the data of the event's page, of the page of the round that is shown, if any, and
/// the standings. Links begin with `base`. The event's stream goes on from `live_id`.
///
/// # Errors
/// When a document cannot be read.
pub fn draw(
    language: Language,
    base: &str,
    event: &[u8],
    round: Option<&[u8]>,
    standings: Option<&[u8]>,
    live_id: &str,
) -> Result<String, serde_json::Error> {
    let lines = read(standings)?;
    let event: EventPageData<'_> = serde_json::from_slice(event)?;
    let round: Option<RoundPageData<'_>> = round.map(serde_json::from_slice).transpose()?;
    // A template writes into memory, and none of its values fails to be written.
    Ok(page(Texts::of(language), base, &event, round.as_ref(), &lines, live_id).render().unwrap_or_default())
}

/// Returns the numbers of the rounds that the page may show, from the data of the event's page: the last one whose page
/// has pairings is shown.
///
/// # Errors
/// When the document cannot be read.
pub fn rounds(event: &[u8]) -> Result<Vec<i32>, serde_json::Error> {
    let event: EventPageData<'_> = serde_json::from_slice(event)?;
    Ok(event.rounds.iter().rev().map(|round| round.number).collect())
}

/// Returns whether the page of a round shows pairings or seats.
///
/// # Errors
/// When the document cannot be read.
pub fn has_pairings(round: &[u8]) -> Result<bool, serde_json::Error> {
    let round: RoundPageData<'_> = serde_json::from_slice(round)?;
    Ok(!(round.matches.is_empty() && round.team_matches.is_empty() && round.seatings.is_empty()))
}

fn page<'a>(
    texts: &'static Texts,
    base: &str,
    event: &'a EventPageData<'a>,
    round: Option<&'a RoundPageData<'a>>,
    lines: &'a Standings<'a>,
    live_id: &'a str,
) -> Screen<'a> {
    let head = Head::new(texts, base, &event.head);
    let is_over = round.is_none_or(|round| round.status == ProgressStatus::Complete);
    let seats = round.filter(|_| !is_over).map(|round| seats(texts, round)).unwrap_or_default();
    let is_played = round.filter(|round| round.status == ProgressStatus::InProgress);
    let shown = event.standings.filter(|_| is_over);
    Screen {
        texts,
        live_id,
        label: round.map_or_else(|| head.status.clone(), |round| texts.round(round.name)),
        status: round.map_or_else(String::new, |round| texts.term(round.status)),
        clock: is_played.and_then(|round| round.clock).map(Clock::of),
        rule: round.map_or("", |round| &round.end_of_round_rule),
        seats_title: texts.say(if round.is_some_and(is_seating) { "public-seating" } else { "public-pairings" }),
        seats,
        open: is_played.map(open).unwrap_or_default(),
        standings_title: shown.map(|shown| title(texts, shown)).unwrap_or_default(),
        ranks: if shown.is_some() { lines.ranks().collect() } else { Vec::new() },
        head,
    }
}

/// Whether players only sit in a round.
fn is_seating(round: &RoundPageData<'_>) -> bool {
    round.matches.is_empty() && round.team_matches.is_empty()
}

/// Returns the matches that are listed: those of teams, if teams play.
fn matches<'a>(round: &'a RoundPageData<'a>) -> &'a [PageMatch<'a>] {
    if round.team_matches.is_empty() { &round.matches } else { &round.team_matches }
}

fn seats<'a>(texts: &Texts, round: &'a RoundPageData<'a>) -> Vec<(&'a str, String)> {
    let of_match = |game: &'a PageMatch<'a>| {
        let (second, table) = match &game.second {
            Opponent::Named(name) => (Some(&**name), game.table.to_string()),
            Opponent::Bye => (None, texts.say("public-bye")),
            Opponent::AssignedLoss => (None, texts.say("public-assigned-loss")),
        };
        let names = [Some(&*game.first), second].into_iter().flatten();
        names.map(move |name| (name, table.clone()))
    };
    let mut seats: Vec<_> = matches(round).iter().flat_map(of_match).collect();
    for seating in &round.seatings {
        let table = match seating.place {
            SeatingPlace::Table(number) => number.to_string(),
            SeatingPlace::Pod(number) => texts.with("public-at-pod", "number", number),
        };
        seats.extend(seating.players.iter().map(|name| (&**name, table.clone())));
    }
    seats.sort_by_cached_key(|(name, table)| (sort_key(name), table.clone()));
    seats
}

/// Returns the tables that still play.
fn open(round: &RoundPageData<'_>) -> Vec<i32> {
    let is_open = |game: &&PageMatch<'_>| game.result == PageResult::Open && matches!(game.second, Opponent::Named(_));
    let mut open: Vec<_> = matches(round).iter().filter(is_open).map(|game| game.table).collect();
    open.sort_unstable();
    open
}

impl Clock {
    fn of(clock: ClockDocument) -> Self {
        let left = clock.length_seconds.saturating_sub(clock.elapsed_seconds).max(0);
        let ends = clock.ends_at.map(|Time(at)| at.to_rfc3339());
        Self { shown: format!("{}:{:02}", left / 60, left % 60), ends }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn drawn(round: Option<&Value>) -> String {
        let head = json!({ "event_id": 7, "name": "Winter <Cup>", "store": "Moxhall", "format": "LEGACY", "start": null,
            "status": "EVENT_IN_PROGRESS" });
        let standings = json!({ "organization_id": 1, "round_id": 5, "which": { "after": 1 } });
        let event = json!({ "head": head, "rounds": [], "brackets": [], "standings": standings }).to_string();
        let line = json!({ "name": "Ada", "match_points": 3, "record": "1-0-0", "opponent_match_win_percentage": 0.5,
            "game_win_percentage": 0.5, "opponent_game_win_percentage": 0.5 });
        let lines = json!({ "standings": [line] }).to_string();
        let round = round.map(ToString::to_string);
        let round = round.as_ref().map(String::as_bytes);
        draw(Language::English, "", event.as_bytes(), round, Some(lines.as_bytes()), "id").unwrap()
    }

    fn round(status: &str) -> Value {
        let game = |table: i32, first: &str, second: Value, result: &str| json!({ "table": table, "first": first, "second": second, "result": result });
        let matches = [
            game(1, "Zoe", json!({ "named": "ada" }), "first"),
            game(2, "Bo", json!({ "named": "Cy" }), "open"),
            game(3, "Di", json!("bye"), "open"),
        ];
        let clock = json!({ "length_seconds": 3000, "elapsed_seconds": 60, "running_since": null, "ends_at": null });
        json!({ "name": { "number": 2 }, "status": status, "team_matches": [], "matches": matches, "seatings": [],
            "standings": null, "clock": clock })
    }

    #[test]
    fn a_running_round_shows_seats_by_name_open_tables_and_the_clock() {
        let page = drawn(Some(&round("IN_PROGRESS")));
        let places: Vec<_> =
            ["ada", "Bo", "Cy", "Di", "Zoe"].map(|name| page.find(&format!(">{name}<")).unwrap()).into();
        assert!(places.is_sorted(), "by name");
        assert!(page.contains("1 table still plays") && page.contains("49:00") && page.contains(">Bye<"), "{page}");
        assert!(!page.contains("Standings after") && page.contains("Winter &#60;Cup&#62;"), "{page}");
    }

    #[test]
    fn between_rounds_the_standings_are_shown() {
        for page in [drawn(Some(&round("COMPLETE"))), drawn(None)] {
            assert!(page.contains("Standings after round 1") && page.contains(">Ada<") && !page.contains(">Zoe<"));
        }
        assert!(!drawn(Some(&round("UPCOMING"))).contains("49:00"), "the clock of a round in progress alone");
    }
}
