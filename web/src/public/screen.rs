//! The page of an event for the wall of the hall: the clock, the pairings by last name, the tables that still play, the
//! standings between rounds, and before the first round what the event is. In large letters, for readers far away. A script
//! turns its pages and sets the letters as large as the window allows; without it, everything is on one page.
//!
//! Names come from people: templates escape everything.

use std::borrow::Cow;

use askama::Template;
use chrono::{DateTime, SecondsFormat, Utc};
use domain::documents::{
    EventPageData, Opponent, OwnOutcome, PageMatch, PageResult, PodPlayer, RoundPageData, SeatingPlace,
};
use proto_events::vocabulary::{ProgressStatus, RegistrationPolicy};

use super::clock::RoundClock;
use super::head::{EventData, Head, games_won, html};
use super::lines::{points_of, second_side};
use super::qr::QrCode;
use super::standings::{playoff_note, read, title};
use super::tabs::{self, may_sign_up, newest_round, register_path};
use crate::names::{by_last_name, last_name_first, sort_key};
use crate::texts::{Language, Texts};

#[derive(Template)]
#[template(path = "public/screen.html")]
struct Screen<'a> {
    texts: &'static Texts,
    base: &'a str,
    head: Head<'a>,
    live_id: &'a str,
    /// Whether there is nothing to show but what the event is, and its players.
    is_opening: bool,
    /// The round, or the status of the event.
    label: String,
    /// The status of the round; empty without one.
    status: String,
    /// The public address of the event.
    address: String,
    clock: Option<RoundClock<'a>>,
    seats_title: String,
    /// The players by last name, or teams by name, with their tables. Before the first round without tables.
    seats: Vec<(Cow<'a, str>, String)>,
    /// The line, if the event is a queue, in words.
    queue: String,
    /// The called players, and when their calls end.
    called: Vec<(Cow<'a, str>, String)>,
    /// The numbers of the tables that still play.
    open: Vec<i32>,
    /// The matches of a round of the playoff.
    ties: Vec<Tie<'a>>,
    standings_title: String,
    /// Says which places the playoff decides; empty without one.
    standings_note: String,
    /// Place, name and points.
    ranks: Vec<(usize, &'a str, i32)>,
    /// The number of players in words, as far as any are registered.
    players: String,
    /// Where guests register before the first round.
    join: Option<QrCode>,
    /// The address, as people type it.
    join_address: String,
    /// Whether they need the join code, which the wall does not show, since anyone can open it from afar.
    needs_code: bool,
}

struct Tie<'a> {
    /// Its players or teams, and whether each has won.
    sides: Vec<(Cow<'a, str>, bool)>,
    /// `2–1`, once the result counts; empty where games are not known.
    games: String,
}

/// Draws the page in a language, from the event, the data of the page of the round that is shown, if any, and the
/// standings. `address` is the public address of the service, links begin with `base`, and the event's stream goes on from
/// `live_id`.
pub fn draw(
    language: Language,
    [address, base]: [&str; 2],
    event: EventData<'_>,
    round: Option<&[u8]>,
    standings: Option<&[u8]>,
    live_id: &str,
) -> Result<String, serde_json::Error> {
    let lines = read(standings)?;
    let (event, store): (EventPageData<'_>, _) = event.read()?;
    let round: Option<RoundPageData<'_>> = round.map(serde_json::from_slice).transpose()?;
    let (texts, round) = (Texts::of(language), round.as_ref());
    let head = Head::new(texts, base, &event.head, store.as_ref());
    let is_over = round.is_none_or(|round| round.status == ProgressStatus::Complete);
    let seats = match round {
        Some(round) if !is_over => seats(texts, round),
        None if event.standings.is_none() && event.queue.is_none() => {
            by_last_name(&event.places.names).map(|name| (name, String::new())).collect()
        }
        _ => Vec::new(),
    };
    let is_played = round.filter(|round| round.status == ProgressStatus::InProgress);
    let shown = event.standings.filter(|_| is_over);
    let host = address.split_once("://").map_or(address, |(_, host)| host);
    let ranks = (1..).zip(&lines.lines).filter(|_| shown.is_some());
    let ranks: Vec<_> = ranks.map(|(place, line)| (place, &*line.name, line.match_points)).collect();
    let is_joined = event.head.about.registration_policy.admits_guests() && may_sign_up(&event.head) && round.is_none();
    let join = is_joined.then(|| QrCode::draw(format!("{address}{}", register_path(&event.head))));
    let screen = Screen {
        texts,
        base,
        live_id,
        is_opening: ranks.is_empty() && (round.is_none() || seats.is_empty()),
        label: round.map_or_else(|| head.status.clone(), |round| texts.round(round.name)),
        status: round.map_or_else(String::new, |round| texts.term(round.status)),
        address: format!("{host}/events/{}/", event.head.event_id),
        clock: is_played
            .and_then(|round| Some(RoundClock::new(texts, round.clock?, &event.head, &round.end_of_round_rule))),
        seats_title: seats_title(texts, round),
        seats,
        queue: event.queue.as_ref().map(|it| tabs::queue(texts, it.size, it.waiting)).unwrap_or_default(),
        called: event.queue.iter().flat_map(|it| &it.called).map(call).collect(),
        open: is_played.map(open).unwrap_or_default(),
        // With a bracket, the newest round is one of the playoff.
        ties: round.filter(|_| !event.brackets.is_empty()).map(|round| ties(texts, round)).unwrap_or_default(),
        standings_title: shown.map(|shown| title(texts, shown)).unwrap_or_default(),
        standings_note: shown.and_then(|shown| Some(playoff_note(texts, shown, &event)?.1)).unwrap_or_default(),
        ranks,
        players: match event.places.taken {
            0 => String::new(),
            taken => texts.with("public-players", "count", taken),
        },
        join: join.and_then(Result::ok),
        join_address: format!("{host}{}", register_path(&event.head)),
        needs_code: event.head.about.registration_policy == RegistrationPolicy::JoinCode,
        head,
    };
    Ok(html(&screen))
}

/// Returns the number of the round that the page shows, from the data of the event's page: the last one with pairings.
pub fn shown_round(event: &[u8]) -> Result<Option<i32>, serde_json::Error> {
    let event: EventPageData<'_> = serde_json::from_slice(event)?;
    Ok(newest_round(&event.rounds).map(|round| round.number))
}

/// Returns the name of a called player, and when the call ends.
fn call<'a>((name, until): &'a (Cow<'a, str>, DateTime<Utc>)) -> (Cow<'a, str>, String) {
    (last_name_first(name), until.to_rfc3339_opts(SecondsFormat::Secs, true))
}

/// Whether players only sit in a round.
fn is_seating(round: &RoundPageData<'_>) -> bool {
    round.matches.is_empty() && round.team_matches.is_empty()
}

fn seats_title(texts: &Texts, round: Option<&RoundPageData<'_>>) -> String {
    let Some(round) = round else { return texts.say("public-registered") };
    let title = texts.say(if is_seating(round) { "public-seating" } else { "public-pairings" });
    match round.matches.iter().any(|game| !game.pod.is_empty()) {
        true => format!("{title}: {} · {}", texts.say("desk-table"), texts.say("desk-paper-seat")),
        false => title,
    }
}

/// Returns the matches that are listed: those of teams, if teams play.
fn matches<'a>(round: &'a RoundPageData<'a>) -> &'a [PageMatch<'a>] {
    if round.team_matches.is_empty() { &round.matches } else { &round.team_matches }
}

fn seats<'a>(texts: &Texts, round: &'a RoundPageData<'a>) -> Vec<(Cow<'a, str>, String)> {
    let is_of_teams = !round.team_matches.is_empty();
    let named = |name: &'a str| if is_of_teams { name.into() } else { last_name_first(name) };
    let of_match = |game: &'a PageMatch<'a>| {
        if !game.pod.is_empty() {
            let seat = |(seat, player): (usize, &'a PodPlayer<'a>)| {
                (last_name_first(&player.name), format!("{} · {seat}", game.table))
            };
            return (1..).zip(&game.pod).map(seat).collect::<Vec<_>>();
        }
        let (second, table) = match &game.second {
            Opponent::Named(name) => (Some(&**name), game.table.to_string()),
            Opponent::Bye | Opponent::AssignedLoss => (None, second_side(texts, game).into_owned()),
        };
        let names = [Some(&*game.first), second].into_iter().flatten();
        names.map(move |name| (named(name), table.clone())).collect()
    };
    let mut seats: Vec<_> = matches(round).iter().flat_map(of_match).collect();
    for seating in &round.seatings {
        let table = match seating.place {
            SeatingPlace::Table(number) => number.to_string(),
            SeatingPlace::Pod(number) => texts.with("public-at-pod", "number", number),
        };
        seats.extend(seating.players.iter().map(|name| (last_name_first(name), table.clone())));
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

fn ties<'a>(texts: &Texts, round: &'a RoundPageData<'a>) -> Vec<Tie<'a>> {
    let tie = |game: &'a PageMatch<'a>| {
        let result = if game.is_unconfirmed { PageResult::Open } else { game.result };
        let second = (second_side(texts, game), result == PageResult::Second);
        let of_two = [((&*game.first).into(), result == PageResult::First), second];
        let has_won = |player: &PodPlayer<'_>| !game.is_unconfirmed && player.outcome == Some(OwnOutcome::Won);
        let of_pod = game.pod.iter().map(|player| ((&*player.name).into(), has_won(player)));
        let games = points_of(game).filter(|_| result != PageResult::Open);
        Tie {
            sides: if game.pod.is_empty() { of_two.into() } else { of_pod.collect() },
            games: games.map(|it| games_won(it.first, it.second, 0)).unwrap_or_default(),
        }
    };
    matches(round).iter().map(tie).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn drawn(round: Option<&Value>) -> String {
        drawn_with(round, &json!([]))
    }

    fn drawn_with(round: Option<&Value>, brackets: &Value) -> String {
        let head = json!({ "event_id": 7, "name": "Winter <Cup>", "store": "Moxhall", "format": "LEGACY", "start": null,
            "status": "EVENT_IN_PROGRESS" });
        let standings = json!({ "organization_id": 1, "round_id": 5, "which": { "after": 1 } });
        let event = json!({ "head": head, "rounds": [], "brackets": brackets, "standings": standings }).to_string();
        let line = json!({ "name": "Ada", "match_points": 3, "record": "1-0-0", "opponent_match_win_percentage": 0.5,
            "game_win_percentage": 0.5, "opponent_game_win_percentage": 0.5 });
        let lines = json!({ "standings": [line] }).to_string();
        let round = round.map(ToString::to_string);
        let round = round.as_ref().map(String::as_bytes);
        let event = EventData { page: event.as_bytes(), store: None };
        draw(Language::English, ["https://events.example", ""], event, round, Some(lines.as_bytes()), "id").unwrap()
    }

    fn round(status: &str) -> Value {
        let game = |table: i32, first: &str, second: Value, result: &str| json!({ "table": table, "first": first, "second": second, "result": result });
        let matches = [
            game(1, "Zoe Abel", json!({ "named": "ada" }), "first"),
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
            ["Abel, Zoe", "ada", "Bo", "Cy", "Di"].map(|name| page.find(&format!(">{name}<")).unwrap()).into();
        assert!(places.is_sorted(), "by last name");
        assert!(page.contains("1 table still plays") && page.contains(">49:00<") && page.contains(">Bye<"), "{page}");
        assert!(!page.contains("Standings after") && page.contains("Winter &#60;Cup&#62;"), "{page}");
    }

    #[test]
    fn running_clock_shows_no_time_that_would_be_wrong_later() {
        let mut shown = round("IN_PROGRESS");
        let running = [("running_since", "2026-03-07T10:00:00Z"), ("ends_at", "2026-03-07T10:49:00Z")];
        running.into_iter().for_each(|(name, time)| shown["clock"][name] = time.into());
        let page = drawn(Some(&shown));
        assert!(page.contains("data-ends=\"2026-03-07T10:49:00+00:00\"></span>"), "{page}");
        assert!(page.contains("<noscript>Ends at 10:49.</noscript>"), "{page}");
    }

    #[test]
    fn between_rounds_the_standings_are_shown() {
        for page in [drawn(Some(&round("COMPLETE"))), drawn(None)] {
            assert!(page.contains("Standings after round 1") && page.contains(">Ada<") && !page.contains("Zoe"));
        }
        assert!(!drawn(Some(&round("UPCOMING"))).contains("49:00"), "the clock of a round in progress alone");
    }

    #[test]
    fn a_round_of_the_playoff_shows_its_matches_with_the_results_that_count() {
        let mut shown = round("IN_PROGRESS");
        assert!(!drawn(Some(&shown)).contains("id=\"bracket\""), "a Swiss round");
        let brackets = json!([[{ "name": { "bracket": 2 }, "matches": [] }]]);
        shown["matches"][0]["games"] = json!({ "first": 2, "second": 1, "drawn": 0 });
        let page = drawn_with(Some(&shown), &brackets);
        for tie in
            ["<strong>Zoe Abel</strong> – ada</span><b>2–1</b>", "<span>Bo – Cy</span></li>", "<span>Di – Bye</span>"]
        {
            assert!(page.contains(tie), "{tie}: {page}");
        }
        shown["matches"][0]["is_unconfirmed"] = true.into();
        assert!(drawn_with(Some(&shown), &brackets).contains("<span>Zoe Abel – ada</span></li>"));
        shown["status"] = "COMPLETE".into();
        assert!(drawn_with(Some(&shown), &brackets).contains("Standings after") && page.contains("id=\"bracket\""));
    }

    #[test]
    fn a_pod_of_the_playoff_shows_all_its_players() {
        let mut shown = round("IN_PROGRESS");
        let pod = ["Zoe", "Ada", "Bo"]
            .map(|name| json!({ "name": name, "outcome": if name == "Bo" { "WON" } else { "LOST" } }));
        shown["matches"][0]["pod"] = pod.as_slice().into();
        let page = drawn_with(Some(&shown), &json!([[{ "name": { "bracket": 1 }, "matches": [] }]]));
        assert!(page.contains(">Pairings: Table · Seat<") && page.contains("<b>1 · 3</b>"), "{page}");
        assert!(page.contains("<span>Zoe – Ada – <strong>Bo</strong></span></li>"), "{page}");
    }
}
