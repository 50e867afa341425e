//! The form of an event's settings, for a new event and for one that exists. Its lines are in
//! [`super::event_settings`]. Times are typed and shown in the event's time zone.

use chrono::{DateTime, NaiveDateTime};
use domain::documents::OrganizedEvent;
use domain::time_zone::Zone;
use domain::tournament::Tournament;
use proto_events::vocabulary::EventFormat;
use serde_json::{Map, Value, json};

use crate::desk::event_settings::{FormOption, Kind, SETTINGS, Setting};
use crate::desk::meanwhile::newest;
use crate::serving::form::{Form, plain};
use crate::texts::Texts;

/// How browsers write a time in a form.
const TIME: &str = "%Y-%m-%dT%H:%M";
/// What a box that is ticked sends.
const YES: &str = "yes";

/// The fields of the form, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EventForm {
    name: String,
    format: String,
    /// The other settings, in the order of [`SETTINGS`].
    values: Vec<String>,
}

/// The form as a page shows it.
pub(crate) struct EventFields {
    pub(crate) name: String,
    pub(crate) formats: Vec<FormOption>,
    pub(crate) lines: Vec<EventFormLine>,
    /// Settings that most events leave as they are.
    pub(crate) further: Vec<EventFormLine>,
    /// Whether those are shown at once.
    pub(crate) is_open: bool,
}

/// A line of the form.
pub(crate) struct EventFormLine {
    pub(crate) name: &'static str,
    /// Type of the field; empty for a choice.
    pub(crate) kind: &'static str,
    pub(crate) label: String,
    pub(crate) hint: String,
    pub(crate) value: String,
    /// Values to choose from, or to suggest.
    pub(crate) options: Vec<FormOption>,
}

impl EventForm {
    /// Returns the form of a new event.
    pub(crate) fn empty() -> Self {
        Self {
            name: String::new(),
            format: EventFormat::Modern.wire_name().to_owned(),
            values: SETTINGS.iter().map(|setting| setting.initial.to_owned()).collect(),
        }
    }

    /// Returns the form with the settings of an event.
    pub(crate) fn of(event: &Tournament) -> Self {
        let document = serde_json::to_value(OrganizedEvent::new(event, None)).unwrap_or_default();
        let zone = Zone::of(event.details.time_zone.as_deref());
        Self {
            name: plain(&event.details.name),
            format: event.details.event_format.wire_name().to_owned(),
            values: SETTINGS.iter().map(|setting| typed(setting, &document[setting.field], zone)).collect(),
        }
    }

    /// Returns the form of another event like this one: without its times.
    pub(crate) fn copy_of(event: &Tournament) -> Self {
        let mut form = Self::of(event);
        for (setting, value) in SETTINGS.iter().zip(&mut form.values) {
            if setting.kind == Kind::Time {
                value.clear();
            }
        }
        form
    }

    /// Reads the form as it was sent.
    pub(crate) fn sent(form: &Form) -> Self {
        Self {
            name: form.text("name").to_owned(),
            format: form.text("format").to_owned(),
            values: SETTINGS.iter().map(|setting| form.lines(setting.name)).collect(),
        }
    }

    /// Returns this form, in which a field that was left as a page showed it has its value of now.
    pub(crate) fn on_top_of(self, shown: &Self, now: &Self) -> Self {
        let values = self.values.into_iter().zip(shown.values.iter().zip(&now.values));
        Self {
            name: newest(self.name, &shown.name, &now.name),
            format: newest(self.format, &shown.format, &now.format),
            values: values.map(|(mine, (shown, now))| newest(mine, shown, now)).collect(),
        }
    }

    /// Returns the fields as the interface takes them. Text that is no number or time is sent as it was typed, and
    /// refused there.
    pub(crate) fn body(&self) -> Value {
        let zone = SETTINGS.iter().zip(&self.values).find(|(setting, _)| setting.kind == Kind::Zone);
        let zone = zone.and_then(|(_, typed)| Zone::found(typed)).unwrap_or(Zone::UTC);
        let mut body = Map::new();
        body.insert("name".to_owned(), json!(self.name));
        body.insert("event_format".to_owned(), json!(self.format));
        for (setting, value) in SETTINGS.iter().zip(&self.values) {
            body.insert(setting.field.to_owned(), sent_value(setting, value, zone));
        }
        Value::Object(body)
    }

    /// Returns the form for a page. `is_refused` says whether something in it was wrong.
    pub(crate) fn fields(&self, texts: &Texts, is_refused: bool) -> EventFields {
        let line = |(setting, value): (&Setting, &String)| EventFormLine {
            name: setting.name,
            kind: setting.kind.type_of_field(),
            label: texts.say(setting.label),
            hint: texts.say(setting.hint),
            value: value.clone(),
            options: setting.kind.options(texts, value),
        };
        let of = |is_further: bool| {
            let settings = SETTINGS.iter().zip(&self.values).filter(|(setting, _)| setting.is_further == is_further);
            settings.map(line).collect()
        };
        EventFields {
            name: self.name.clone(),
            formats: self.formats(texts),
            lines: of(false),
            further: of(true),
            is_open: is_refused,
        }
    }

    /// Returns the formats to choose from, by name.
    fn formats(&self, texts: &Texts) -> Vec<FormOption> {
        let option = |format: &EventFormat| FormOption {
            value: format.wire_name(),
            label: texts.game_format(*format),
            chosen: format.wire_name() == self.format,
        };
        let mut formats: Vec<_> = EventFormat::ALL.iter().map(option).collect();
        formats.sort_by_key(|format| format.label.to_lowercase());
        formats
    }
}

/// Returns a value of an event's document as people type it.
fn typed(setting: &Setting, value: &Value, zone: Zone) -> String {
    match value {
        Value::Bool(true) => YES.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) if setting.kind == Kind::Time => time(text, zone),
        Value::String(text) => plain(text),
        _ => String::new(),
    }
}

/// Returns what was typed as the interface takes it.
fn sent_value(setting: &Setting, value: &str, zone: Zone) -> Value {
    match setting.kind {
        Kind::Text => json!(value),
        Kind::Yes => json!(value == YES),
        Kind::Zone if value.is_empty() => Value::Null,
        Kind::Zone => json!(Zone::found(value).map_or(value, |zone| zone.name())),
        Kind::Time => instant(value, zone),
        Kind::Number | Kind::Choice(_) => number(if value.is_empty() { setting.initial } else { value }),
    }
}

fn time(exact: &str, zone: Zone) -> String {
    let read = DateTime::parse_from_rfc3339(exact);
    read.map_or_else(|_| String::new(), |at| zone.local(at.to_utc()).format(TIME).to_string())
}

fn number(text: &str) -> Value {
    if text.is_empty() { Value::Null } else { text.parse::<i32>().map_or_else(|_| json!(text), |number| json!(number)) }
}

fn instant(text: &str, zone: Zone) -> Value {
    if text.is_empty() {
        return Value::Null;
    }
    let read = NaiveDateTime::parse_from_str(text, TIME).ok().and_then(|local| zone.instant(local));
    read.map_or_else(|| json!(text), |at| json!(at.to_rfc3339()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    fn form(given: &[(&str, &str)]) -> EventForm {
        let mut form = EventForm { name: "Friday".into(), ..EventForm::empty() };
        for (name, value) in given {
            let at = SETTINGS.iter().position(|setting| setting.name == *name).unwrap();
            form.values[at] = (*value).to_owned();
        }
        form
    }

    #[test]
    fn the_form_is_sent_as_the_interface_takes_it() {
        let form = form(&[
            ("starts", "2026-11-27T18:30"),
            ("time_zone", "Europe/Berlin"),
            ("fee_note", "10 €"),
            ("rounds", "4"),
            ("cut", ""),
            ("best_of", "3"),
            ("capacity", "many"),
            ("check_in_required", "yes"),
        ]);
        let body = form.body();
        let expected = json!({
            "name": "Friday", "event_format": "MODERN", "start_datetime": "2026-11-27T17:30:00+00:00",
            "time_zone": "Europe/Berlin", "fee_note": "10 €", "swiss_rounds": 4, "top_cut": 0, "best_of": 3,
            "capacity": "many", "team_size": 1, "decklist_deadline": null, "check_in_required": true,
            "round_minutes": null, "power_pair_last_round": true, "is_unlisted": false,
        });
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(body[field], *value, "{field}");
        }
    }

    #[test]
    fn without_a_zone_times_are_in_utc() {
        let starts = |zone| form(&[("starts", "2026-07-03T18:30"), ("time_zone", zone)]).body();
        assert_eq!(starts("")["start_datetime"], "2026-07-03T18:30:00+00:00");
        let unknown = starts("Atlantis");
        assert_eq!(unknown["time_zone"], "Atlantis", "the interface refuses it");
        assert_eq!(starts("")["time_zone"], Value::Null);
    }

    #[test]
    fn a_time_is_shown_as_it_was_typed() {
        let zone = Zone::of(Some("America/New_York"));
        let Value::String(at) = instant("2026-11-27T18:30", zone) else { panic!("no time") };
        assert_eq!((at.as_str(), time(&at, zone).as_str()), ("2026-11-27T23:30:00+00:00", "2026-11-27T18:30"));
        assert_eq!((instant("", zone), instant("soon", zone)), (Value::Null, json!("soon")));
    }

    #[test]
    fn settings_that_most_events_leave_are_apart_and_open_once_something_is_wrong() {
        let fields = EventForm::empty().fields(Texts::of(Language::English), false);
        assert!(fields.lines.len() > fields.further.len() && !fields.further.is_empty() && !fields.is_open);
        assert!(EventForm::empty().fields(Texts::of(Language::English), true).is_open);
    }
}
