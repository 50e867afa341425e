//! The public page of a player within an organization: the record in all, and the player's events with places, records,
//! points by round and published lists. Plain HTML without scripts, readable on a phone.
//!
//! Names come from people: the template escapes everything.

use std::borrow::Cow;

use askama::Template;
use domain::documents::{OwnOutcome, PlayerEvent, PlayerMatch, PlayerPageData, PlayerRegistration, StorePageDocument};
use domain::time_zone::Zone;
use proto_events::vocabulary::{ProgressStatus, RoundType};

use super::chart;
use super::head::{html, logo, record};
use super::preview::{Preview, described, with_preview};
use crate::texts::{Language, Texts};

#[derive(Template)]
#[template(path = "public/player.html")]
struct PlayerPage<'a> {
    texts: &'static Texts,
    base: &'a str,
    data: &'a PlayerPageData<'a>,
    logo: String,
}

/// Draws the page of the player with this id in a language, from its data and the page of the store, which is shown once the
/// player has an event. `address` and `base` are as in `Preview`.
pub fn draw(
    language: Language,
    [address, base]: [&str; 2],
    id: i64,
    data: &[u8],
    store: Option<&[u8]>,
) -> Result<String, serde_json::Error> {
    let data: PlayerPageData<'_> = serde_json::from_slice(data)?;
    let store = store.filter(|_| !data.events.is_empty());
    let store: Option<StorePageDocument<'_>> = store.map(serde_json::from_slice).transpose()?;
    let picture = store.as_ref().and_then(|store| store.logo.as_ref());
    let page = PlayerPage { texts: Texts::of(language), base, data: &data, logo: logo(base, picture) };
    let figures: Vec<_> = page.figures().into_iter().map(|(label, value)| format!("{label}: {value}")).collect();
    let preview = Preview {
        address,
        base,
        path: format!("/players/{id}/"),
        site: page.store(),
        description: described(std::iter::once(page.store()).chain(figures.iter().map(String::as_str))),
        picture,
        accent: store.as_ref().map_or("", |store| &store.accent),
    };
    Ok(with_preview(html(&page), &preview))
}

impl PlayerPage<'_> {
    /// Returns the organization; empty without events.
    fn store(&self) -> &str {
        self.data.events.first().map_or("", |event| &*event.registration.magic_event.store_name)
    }

    /// Returns the player's figures in all events: labels with values.
    fn figures(&self) -> Vec<(String, String)> {
        let own = || self.data.events.iter().map(|event| &event.registration);
        let sum = |of: fn(&PlayerRegistration<'_>) -> i32| own().map(of).fold(0_i32, i32::saturating_add);
        let [won, lost] = [sum(|own| own.matches_won), sum(|own| own.matches_lost)];
        let decided = won.saturating_add(lost);
        let rate = (decided > 0).then(|| self.texts.percent(f64::from(won) / f64::from(decided), 0));
        let best = own().filter(|own| own.magic_event.event_lifecycle_status.is_finished());
        let best = best.filter_map(|own| own.final_place_in_standings).min();
        let figures = [
            ("frame-events", Some(self.data.events.len().to_string())),
            ("desk-record", Some(record(won, lost, sum(|own| own.matches_drawn)))),
            ("history-rate", rate.map(|rate| self.texts.with("archetypes-percent", "percent", rate))),
            ("history-best", best.map(|place| place.to_string())),
        ];
        figures.into_iter().filter_map(|(label, value)| Some((self.texts.say(label), value?))).collect()
    }

    /// Draws the points after each Swiss round of an event; empty if they do not explain the points of the registration, as
    /// in events of teams.
    fn points(&self, event: &PlayerEvent<'_>) -> String {
        let own = &event.registration;
        let swiss = usize::try_from(own.matches_won + own.matches_lost + own.matches_drawn).unwrap_or_default();
        let mut points = 0;
        let rounds = event.matches.iter().filter_map(points_of).take(swiss);
        let after: Vec<u32> = rounds
            .map(|gained| {
                points += gained;
                points
            })
            .collect();
        if after.len() < 2 || i32::try_from(points) != Ok(own.total_match_points) {
            return String::new();
        }
        let listed = after.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        let most = WIN * u32::try_from(after.len()).unwrap_or_default();
        chart::points(&self.texts.with("history-points", "points", listed), &after, most)
    }
}

/// Match points of a win and of a draw.
const WIN: u32 = 3;
const DRAW: u32 = 1;

/// Returns the points that a match gave the player; `None` if it does not count, or not yet.
fn points_of(own: &PlayerMatch) -> Option<u32> {
    if own.round.round_type != RoundType::PlayVsOpponent {
        return None;
    }
    if own.match_is_bye || own.match_is_loss {
        return Some(if own.match_is_bye { WIN } else { 0 });
    }
    let result = own.result.as_ref();
    let result = result.filter(|result| result.is_confirmed || own.round.status == ProgressStatus::Complete)?;
    Some(match result.outcome {
        OwnOutcome::Won => WIN,
        OwnOutcome::Drawn => DRAW,
        OwnOutcome::Lost => 0,
    })
}

fn facts(texts: &Texts, PlayerEvent { registration, public, .. }: &PlayerEvent<'_>) -> String {
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

fn list<'a>(base: &str, list: &'a str) -> Option<Cow<'a, str>> {
    match list {
        "" => None,
        path if path.starts_with('/') => Some(format!("{base}{path}").into()),
        url => Some(url.into()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn drawn(language: Language, events: &[Value]) -> String {
        let data = json!({ "name": "Ann <b>Lee</b>", "events": events });
        let data = data.to_string();
        let html =
            draw(language, ["https://events.example/crosstable", "/crosstable"], 11, data.as_bytes(), None).unwrap();
        assert!(!html.contains("<script>") && html.contains("width=device-width"));
        let (_, html) = html.split_once("<main").unwrap();
        html.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
    }

    fn event(id: i64, status: &str, start: &Value, place: Option<i32>, public: &Value) -> Value {
        let event = json!({
            "id": id, "name": "Winter <Cup>", "store_name": "Moxhall", "event_format": "LEGACY",
            "event_lifecycle_status": status, "is_canceled": false, "start_datetime": start,
        });
        let registration = json!({
            "id": 9, "magic_event": event, "registration_status": "COMPLETE",
            "matches_won": 4, "matches_lost": 1, "matches_drawn": 0, "total_match_points": 12, "final_place_in_standings": place,
        });
        let match_of = |outcome: &str| {
            json!({
                "round": { "id": 1, "round_number": 1, "round_type": "PLAY_VS_OPPONENT", "status": "COMPLETE" }, "match_is_bye": false,
                "match_is_loss": false,
                "result": {
                    "outcome": outcome, "games_won": 2, "games_lost": 0, "games_drawn": 0, "reported_by": "STAFF",
                    "is_confirmed": false, "is_contested": false,
                },
            })
        };
        let matches = ["WON", "WON", "LOST", "WON", "WON", "LOST"].map(match_of);
        json!({ "registration": registration, "public": public, "matches": matches })
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
        assert!(page.contains("Points after each round: 3, 6, 6, 9, 12<"), "the playoff gives no points: {page}");
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
