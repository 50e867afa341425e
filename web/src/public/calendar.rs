//! Public events as a calendar (RFC 5545). Times are in UTC, so that a calendar needs no rules of time zones and shows each
//! reader's own time. Names of formats and states are English: a calendar does not say which language its reader has.

use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use domain::documents::PublicEvent;

use super::markdown;

/// The name of a calendar that is not that of a convention.
pub const NAME: &str = "Crosstable";
/// Maximum number of octets in a line.
const LINE: usize = 75;
/// Maximum number of characters of an event's text. The page has all of it.
const TEXT: usize = 500;

/// Writes the events as a calendar of this name. Links begin with `address`, the public address of the service. Events without a date
/// are left out.
pub fn draw(name: &str, address: &str, events: &[Vec<u8>], now: DateTime<Utc>) -> Result<String, serde_json::Error> {
    let mut calendar = Calendar(String::new());
    calendar.line("BEGIN:VCALENDAR");
    calendar.line("VERSION:2.0");
    calendar.line(&format!("PRODID:-//Crosstable//Crosstable {}//EN", env!("CARGO_PKG_VERSION")));
    calendar.line("CALSCALE:GREGORIAN");
    calendar.line(&format!("X-WR-CALNAME:{}", escaped(name)));
    // A calendar is the same for an hour, so that programs that ask more often get a 304.
    let stamp = now.duration_trunc(TimeDelta::hours(1)).unwrap_or(now);
    for body in events {
        let event: PublicEvent<'_> = serde_json::from_slice(body)?;
        if let Some(start) = event.start {
            calendar.event(address, &event, start, stamp);
        }
    }
    calendar.line("END:VCALENDAR");
    Ok(calendar.0)
}

struct Calendar(String);

impl Calendar {
    fn event(&mut self, address: &str, event: &PublicEvent<'_>, start: DateTime<Utc>, stamp: DateTime<Utc>) {
        let host = address.split_once("://").map_or(address, |(_, rest)| rest);
        let host = host.split(['/', ':']).next().unwrap_or(host);
        // Programs look a place up on a map, so that it says only where it is.
        let places = [&event.location, &event.convention, &event.store];
        let place = places.into_iter().find(|place| !place.is_empty()).map_or("", |place| place);
        let text = markdown::plain(&event.description, TEXT);
        let text = if text.is_empty() { text } else { text + "\n\n" };
        let url = format!("{address}/events/{}/", event.id);
        let format = event.format.display_name();
        self.line("BEGIN:VEVENT");
        self.line(&format!("UID:event-{}@{host}", event.id));
        self.line(&format!("DTSTAMP:{}", utc(stamp)));
        self.line(&format!("DTSTART:{}", utc(start)));
        if let Some(end) = event.end.filter(|end| *end > start) {
            self.line(&format!("DTEND:{}", utc(end)));
        }
        self.line(&format!("SUMMARY:{}", escaped(&event.name)));
        self.line(&format!("LOCATION:{}", escaped(place)));
        self.line(&format!("DESCRIPTION:{}", escaped(&format!("{text}{format}\n{url}"))));
        self.line(&format!("CATEGORIES:{}", escaped(format)));
        self.line(&format!("URL:{url}"));
        self.line(if event.is_canceled { "STATUS:CANCELLED" } else { "STATUS:CONFIRMED" });
        self.line("END:VEVENT");
    }

    /// Adds a line, folded between characters: a line that begins with a blank continues the one before.
    fn line(&mut self, text: &str) {
        let mut length = 0;
        for letter in text.chars() {
            if length + letter.len_utf8() > LINE {
                self.0.push_str("\r\n ");
                length = 1;
            }
            self.0.push(letter);
            length += letter.len_utf8();
        }
        self.0.push_str("\r\n");
    }
}

fn utc(time: DateTime<Utc>) -> String {
    time.format("%Y%m%dT%H%M%SZ").to_string()
}

/// Returns a text as a value: without control characters, and with the marks of the format escaped.
fn escaped(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => value.push_str("\\n"),
            '\\' | ';' | ',' => value.extend(['\\', letter]),
            other if other.is_control() => {}
            other => value.push(other),
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn drawn(events: &[serde_json::Value]) -> String {
        let events: Vec<Vec<u8>> = events.iter().map(|event| event.to_string().into_bytes()).collect();
        let now = "2026-03-01T09:41:07Z".parse().unwrap();
        draw(NAME, "https://events.example:8443/crosstable", &events, now).unwrap()
    }

    fn event(name: &str) -> serde_json::Value {
        json!({
            "id": 40, "name": name, "organization_id": 3, "store": "Moxhall", "format": "LEGACY",
            "start": "2026-03-07T10:00:00Z", "time_zone": "Europe/Berlin", "status": "REGISTRATION_OPEN",
        })
    }

    #[test]
    fn an_event_is_written_as_rfc_5545_says() {
        let mut canceled = event("Winter, \"Cup\"; a\\b\nsecond \u{7}line");
        (canceled["is_canceled"], canceled["location"]) = (true.into(), "Old Depot".into());
        canceled["description"] = "# Bring\n\n* **two** decks; <b>\n* pens".into();
        let mut undated = event("Some day");
        undated["start"] = serde_json::Value::Null;
        insta::assert_snapshot!(drawn(&[canceled, undated]).replace("\r\n", "\n"));
    }

    #[test]
    fn a_planned_end_is_written() {
        let mut planned = event("Cup");
        planned["end"] = "2026-03-07T16:30:00Z".into();
        assert!(drawn(&[planned]).contains("DTSTART:20260307T100000Z\r\nDTEND:20260307T163000Z\r\n"));
        assert!(!drawn(&[event("Cup")]).contains("DTEND"));
    }

    #[test]
    fn long_lines_are_folded_between_characters() {
        let calendar = drawn(&[event(&"Ä€\u{1f0a1}x".repeat(60))]);
        assert!(calendar.lines().all(|line| line.len() <= 75), "{calendar}");
        assert_eq!(calendar.matches('\n').count(), calendar.matches("\r\n").count());
        let unfolded = calendar.replace("\r\n ", "");
        assert!(unfolded.contains(&format!("SUMMARY:{}\r\n", "Ä€\u{1f0a1}x".repeat(60))), "{unfolded}");
    }
}
