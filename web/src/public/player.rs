//! The public page of a player within an organization: the player's events with places, records and published lists.
//! Plain HTML without scripts, readable on a phone.
//!
//! Names come from people: the template escapes everything.

use std::borrow::Cow;

use askama::Template;
use domain::documents::{PlayerEvent, PlayerPageData, PlayerRegistration};
use domain::time_zone::Zone;

use crate::texts::{Language, Texts};

#[derive(Template)]
#[template(path = "public/player.html")]
struct PlayerPage<'a> {
    texts: &'static Texts,
    name: &'a str,
    /// The organization, if there are events.
    store: &'a str,
    /// Events and matches in words; empty without events.
    summary: String,
    base: &'a str,
    rows: &'a [PlayerEvent<'a>],
}

/// Draws the page in a language, from its data. Links begin with `base`.
///
/// # Errors
/// When the data cannot be read.
pub fn draw(language: Language, base: &str, data: &[u8]) -> Result<String, serde_json::Error> {
    let data: PlayerPageData<'_> = serde_json::from_slice(data)?;
    // A template writes into memory, and none of its values fails to be written.
    Ok(page(Texts::of(language), base, &data).render().unwrap_or_default())
}

fn page<'a>(texts: &'static Texts, base: &'a str, data: &'a PlayerPageData<'a>) -> PlayerPage<'a> {
    let own = || data.events.iter().map(|event| &event.registration);
    let sum = |of: fn(&PlayerRegistration<'_>) -> i32| own().map(of).fold(0_i32, i32::saturating_add);
    let total = record(sum(|own| own.matches_won), sum(|own| own.matches_lost), sum(|own| own.matches_drawn));
    PlayerPage {
        texts,
        name: &data.name,
        store: own().next().map_or("", |own| &*own.magic_event.store_name),
        summary: match data.events.len() {
            0 => String::new(),
            count => texts.with_all("history-summary", [("count", count.into()), ("record", total.into())]),
        },
        base,
        rows: &data.events,
    }
}

/// Returns the day and the format of an event.
fn facts(texts: &Texts, PlayerEvent { registration, public }: &PlayerEvent<'_>) -> String {
    let event = &registration.magic_event;
    let zone = Zone::of(Some(&*public.time_zone).filter(|zone| !zone.is_empty()));
    let format = texts.game_format(event.event_format);
    match event.start_datetime {
        Some(start) => format!("{} · {format}", texts.long_day(zone.local(start).date())),
        None => format,
    }
}

/// Returns the final place, or the status while the event goes on.
fn place(texts: &Texts, own: &PlayerRegistration<'_>) -> String {
    let status = own.magic_event.event_lifecycle_status;
    match own.final_place_in_standings.filter(|_| status.is_finished()) {
        Some(place) => texts.with("history-place", "place", place),
        None => texts.term(status),
    }
}

/// Returns the address of a published list.
fn list<'a>(base: &str, list: &'a str) -> Option<Cow<'a, str>> {
    match list {
        "" => None,
        path if path.starts_with('/') => Some(format!("{base}{path}").into()),
        url => Some(url.into()),
    }
}

/// `5–2–1`
fn record(won: i32, lost: i32, drawn: i32) -> String {
    format!("{won}–{lost}–{drawn}")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn drawn(language: Language, events: &[Value]) -> String {
        let data = json!({ "name": "Ann <b>Lee</b>", "events": events });
        let html = draw(language, "/crosstable", data.to_string().as_bytes()).unwrap();
        assert!(!html.contains("<script") && html.contains("width=device-width"));
        let (_, html) = html.split_once("</style>").unwrap();
        html.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
    }

    fn event(id: i64, status: &str, start: &Value, place: Option<i32>, public: &Value) -> Value {
        let event = json!({
            "id": id, "name": "Winter <Cup>", "store_name": "Moxhall", "event_format": "LEGACY",
            "event_lifecycle_status": status, "is_canceled": false, "start_datetime": start,
        });
        let registration = json!({
            "id": 9, "magic_event": event, "matches_won": 4, "matches_lost": 1, "matches_drawn": 0,
            "final_place_in_standings": place,
        });
        json!({ "registration": registration, "public": public })
    }

    #[test]
    fn events_are_shown_with_places_records_and_lists() {
        let night = json!("2026-03-07T23:30:00Z");
        let stored = json!({ "archetype": "Storm", "list": "/decklists/301/", "time_zone": "Europe/Berlin" });
        let events = [
            event(41, "EVENT_IN_PROGRESS", &Value::Null, Some(2), &json!({})),
            event(40, "DECKLISTS_PUBLISHED", &night, Some(3), &stored),
            event(39, "EVENT_FINISHED", &night, Some(12), &json!({ "list": "https://decks.example/302" })),
        ];
        let page = drawn(Language::English, &events);
        assert!(!page.contains("<b>Lee") && !page.contains("<Cup>"), "{page}");
        assert!(page.contains("8 March 2026"), "the day is that of the event's time zone: {page}");
        insta::assert_snapshot!(page);
        let german = drawn(Language::German, &events);
        assert!(german.contains("Platz 3") && german.contains("8. März 2026"), "{german}");
    }

    #[test]
    fn a_player_without_events_has_an_empty_page() {
        let page = drawn(Language::English, &[]);
        assert!(page.contains("There are no results to show yet."), "{page}");
    }
}
