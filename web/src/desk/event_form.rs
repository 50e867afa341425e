//! The form of an event's settings, for a new event and for one that exists. Times are in UTC.

use chrono::{DateTime, NaiveDateTime, Utc};
use domain::tournament::Tournament;
use proto_events::vocabulary::EventFormat;
use serde_json::{Value, json};

use crate::serving::form::Form;
use crate::texts::Texts;

/// How browsers write a time in a form.
const TIME: &str = "%Y-%m-%dT%H:%M";

/// The fields of the form, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EventForm {
    pub(crate) name: String,
    pub(crate) format: String,
    pub(crate) starts: String,
    pub(crate) rounds: String,
    pub(crate) cut: String,
    pub(crate) capacity: String,
    pub(crate) team_size: String,
    pub(crate) deadline: String,
}

/// A format to choose.
pub(crate) struct FormatOption {
    pub(crate) value: &'static str,
    pub(crate) label: &'static str,
    pub(crate) chosen: bool,
}

/// A line of text of the form, without its value.
pub(crate) struct Line {
    pub(crate) name: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) label: String,
    pub(crate) hint: String,
    pub(crate) value: String,
}

impl EventForm {
    /// Returns the form of a new event.
    pub(crate) fn empty() -> Self {
        Self {
            name: String::new(),
            format: EventFormat::Modern.wire_name().to_owned(),
            starts: String::new(),
            rounds: String::new(),
            cut: "0".to_owned(),
            capacity: String::new(),
            team_size: "1".to_owned(),
            deadline: String::new(),
        }
    }

    /// Returns the form with the settings of an event.
    pub(crate) fn of(event: &Tournament) -> Self {
        let details = &event.details;
        let optional = |number: Option<i32>| number.map_or_else(String::new, |number| number.to_string());
        Self {
            name: details.name.clone(),
            format: details.event_format.wire_name().to_owned(),
            starts: time(details.start_datetime),
            rounds: optional(details.swiss_rounds),
            cut: details.top_cut.to_string(),
            capacity: optional(details.capacity),
            team_size: details.team_size.to_string(),
            deadline: time(event.organizing.decklist_deadline),
        }
    }

    /// Returns the form of another event like this one: without its times.
    pub(crate) fn copy_of(event: &Tournament) -> Self {
        Self { starts: String::new(), deadline: String::new(), ..Self::of(event) }
    }

    /// Reads the form as it was sent.
    pub(crate) fn sent(form: &Form) -> Self {
        let text = |name| form.text(name).to_owned();
        Self {
            name: text("name"),
            format: text("format"),
            starts: text("starts"),
            rounds: text("rounds"),
            cut: text("cut"),
            capacity: text("capacity"),
            team_size: text("team_size"),
            deadline: text("deadline"),
        }
    }

    /// Returns the fields as the interface takes them. What is no number or time is sent as it was typed, and refused
    /// there.
    pub(crate) fn body(&self) -> Value {
        json!({
            "name": self.name,
            "event_format": self.format,
            "start_datetime": instant(&self.starts),
            "swiss_rounds": number(&self.rounds),
            "top_cut": if self.cut.is_empty() { json!(0) } else { number(&self.cut) },
            "capacity": number(&self.capacity),
            "team_size": if self.team_size.is_empty() { json!(1) } else { number(&self.team_size) },
            "decklist_deadline": instant(&self.deadline),
        })
    }

    /// Returns the formats to choose from, by name.
    pub(crate) fn formats(&self) -> Vec<FormatOption> {
        let option = |format: &EventFormat| FormatOption {
            value: format.wire_name(),
            label: format.display_name(),
            chosen: format.wire_name() == self.format,
        };
        let mut formats: Vec<_> = EventFormat::ALL.iter().map(option).collect();
        formats.sort_by_key(|format| format.label.to_lowercase());
        formats
    }

    /// Returns the other lines of the form, in order.
    pub(crate) fn lines(&self, texts: &Texts) -> Vec<Line> {
        let line = |name, kind, label: &str, hint: &str, value: &str| Line {
            name,
            kind,
            label: texts.say(label),
            hint: texts.say(hint),
            value: value.to_owned(),
        };
        vec![
            line("starts", "datetime-local", "desk-event-starts", "desk-event-utc", &self.starts),
            line("rounds", "number", "desk-event-rounds", "desk-event-rounds-hint", &self.rounds),
            line("cut", "number", "desk-event-cut", "desk-event-cut-hint", &self.cut),
            line("capacity", "number", "desk-event-capacity", "desk-event-capacity-hint", &self.capacity),
            line("team_size", "number", "desk-event-team-size", "desk-event-team-size-hint", &self.team_size),
            line("deadline", "datetime-local", "desk-event-deadline", "desk-event-deadline-hint", &self.deadline),
        ]
    }
}

fn time(at: Option<DateTime<Utc>>) -> String {
    at.map_or_else(String::new, |at| at.format(TIME).to_string())
}

fn number(text: &str) -> Value {
    if text.is_empty() { Value::Null } else { text.parse::<i32>().map_or_else(|_| json!(text), |number| json!(number)) }
}

fn instant(text: &str) -> Value {
    if text.is_empty() {
        return Value::Null;
    }
    let read = NaiveDateTime::parse_from_str(text, TIME);
    read.map_or_else(|_| json!(text), |at| json!(at.and_utc().to_rfc3339()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_is_sent_as_the_interface_takes_it() {
        let form = EventForm {
            name: "Friday".into(),
            starts: "2026-11-27T18:30".into(),
            rounds: "4".into(),
            capacity: "many".into(),
            ..EventForm::empty()
        };
        assert_eq!(
            form.body(),
            json!({
                "name": "Friday", "event_format": "MODERN", "start_datetime": "2026-11-27T18:30:00+00:00",
                "swiss_rounds": 4, "top_cut": 0, "capacity": "many", "team_size": 1, "decklist_deadline": null,
            })
        );
    }

    #[test]
    fn a_time_is_shown_as_it_was_typed() {
        let Value::String(at) = instant("2026-11-27T18:30") else { panic!("no time") };
        assert_eq!(time(Some(at.parse().unwrap())), "2026-11-27T18:30");
        assert_eq!((instant(""), instant("soon")), (Value::Null, json!("soon")));
    }
}
