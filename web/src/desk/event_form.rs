//! Forms of settings whose fields stand in a table: that of an event, new or existing ([`SETTINGS`]), and others. Times are
//! typed and shown in the event's time zone.

use chrono::{DateTime, NaiveDateTime};
use domain::documents::OrganizedEvent;
use domain::possible_results::BEST_OF;
use domain::time_zone::Zone;
use domain::tournament::Tournament;
use proto_events::vocabulary::EventFormat;
use serde_json::{Value, json};

use crate::parts::control::Choice;
use crate::serving::form::{Form, plain};
use crate::serving::interface::Refused;
use crate::texts::Texts;

/// How browsers write a time in a form.
const TIME: &str = "%Y-%m-%dT%H:%M";
/// What a box that is ticked sends.
const YES: &str = "yes";

/// The settings of a table as a form has them: text, in the order of the table.
#[derive(Clone)]
pub(crate) struct SettingsForm {
    table: &'static [Setting],
    values: Vec<String>,
}

pub(crate) struct EventFields {
    pub(crate) name: String,
    pub(crate) formats: Vec<Choice>,
    pub(crate) lines: Vec<EventFormLine>,
    /// Settings that most events leave as they are.
    pub(crate) further: Vec<EventFormLine>,
    /// Whether those are shown at once.
    pub(crate) is_open: bool,
}

pub(crate) struct EventFormLine {
    pub(crate) name: &'static str,
    /// Type of the field; empty for a choice.
    pub(crate) kind: &'static str,
    pub(crate) label: String,
    pub(crate) hint: String,
    pub(crate) value: String,
    /// Values to choose from, or to suggest.
    pub(crate) options: Vec<Choice>,
}

impl SettingsForm {
    pub(crate) fn of_new_event() -> Self {
        Self { table: SETTINGS, values: SETTINGS.iter().map(|setting| setting.initial.to_owned()).collect() }
    }

    /// Returns the form with the settings of an event.
    pub(crate) fn of_event(event: &Tournament) -> Self {
        let document = serde_json::to_value(OrganizedEvent::new(event, None)).unwrap_or_default();
        Self::of(SETTINGS, &document, Zone::of(event.details.time_zone.as_deref()))
    }

    /// Returns the form of another event like this one: without its times.
    pub(crate) fn copy_of(event: &Tournament) -> Self {
        let mut form = Self::of_event(event);
        for (setting, value) in SETTINGS.iter().zip(&mut form.values) {
            if setting.kind == Kind::Time {
                value.clear();
            }
        }
        form
    }

    /// Returns the form with the values of a document. Times are those on clocks in the zone.
    pub(crate) fn of(table: &'static [Setting], document: &Value, zone: Zone) -> Self {
        Self { table, values: table.iter().map(|setting| typed(setting, &document[setting.field], zone)).collect() }
    }

    /// Reads the form as it was sent.
    pub(crate) fn sent(table: &'static [Setting], form: &Form) -> Self {
        Self { table, values: table.iter().map(|setting| form.lines(setting.name)).collect() }
    }

    /// Returns this form, in which a field that was left as a page showed it has its value of now.
    pub(crate) fn on_top_of(self, shown: &Self, now: &Self) -> Self {
        let values = self.values.into_iter().zip(shown.values.iter().zip(&now.values));
        let newest =
            |(mine, (shown, now)): (String, (&String, &String))| if mine == *shown { now.clone() } else { mine };
        Self { table: self.table, values: values.map(newest).collect() }
    }

    /// Returns the text in a field.
    pub(crate) fn value(&self, name: &str) -> &str {
        let at = self.table.iter().position(|setting| setting.name == name);
        at.and_then(|at| self.values.get(at)).map_or("", String::as_str)
    }

    /// Returns the fields as the interface takes them. Text that is no number or time is sent as it was typed, and
    /// refused there.
    pub(crate) fn body(&self) -> Value {
        let fields = || self.table.iter().zip(&self.values);
        let zone = fields().find(|(setting, _)| setting.kind == Kind::Zone);
        let zone = zone.and_then(|(_, typed)| Zone::found(typed)).unwrap_or(Zone::UTC);
        fields().map(|(setting, value)| (setting.field.to_owned(), sent_value(setting, value, zone))).collect()
    }

    /// Returns the form of an event for a page. `is_refused` says whether something in it was wrong.
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
            let settings = self.table.iter().zip(&self.values).skip(WITHOUT_LINE);
            settings.filter(|(setting, _)| setting.is_further == is_further).map(line).collect()
        };
        EventFields {
            name: self.value("name").to_owned(),
            formats: formats(texts, self.value("format")),
            lines: of(false),
            further: of(true),
            is_open: is_refused,
        }
    }
}

/// Returns the formats to choose from, by name.
fn formats(texts: &Texts, chosen: &str) -> Vec<Choice> {
    let option = |format: &EventFormat| {
        Choice::new(format.wire_name(), texts.game_format(*format), format.wire_name() == chosen)
    };
    let mut formats: Vec<_> = EventFormat::ALL.iter().map(option).collect();
    formats.sort_by_key(|format| format.label.to_lowercase());
    formats
}

/// Returns a value of an event's document as people type it.
fn typed(setting: &Setting, value: &Value, zone: Zone) -> String {
    match value {
        Value::Bool(true) => YES.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) if setting.kind == Kind::Time => time(text, zone),
        Value::String(text) => plain(text),
        Value::Array(values) => values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
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
        Kind::Numbers => {
            let parts = value.split(|letter: char| letter == ',' || letter.is_whitespace());
            parts.filter(|part| !part.is_empty()).map(number).collect()
        }
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

/// Returns why settings were refused, each fault with the label of its field.
pub(crate) fn faults(texts: &Texts, refused: Refused) -> Vec<String> {
    let lines = || SETTINGS.iter().skip(WITHOUT_LINE);
    let label = |field: &String| lines().find(|setting| setting.field == field).map(|it| texts.say(it.label));
    let named = |(at, line): (usize, String)| match refused.fields.get(at).and_then(label) {
        Some(label) => format!("{label}: {line}"),
        None => line,
    };
    refused.lines.into_iter().enumerate().map(named).collect()
}

pub(crate) struct Setting {
    /// Its name in the form.
    pub(crate) name: &'static str,
    /// Its name in the interface.
    pub(crate) field: &'static str,
    /// How it is typed.
    pub(crate) kind: Kind,
    /// Its value in a new event. A number that is left empty has this value, too.
    pub(crate) initial: &'static str,
    /// The key of its label.
    pub(crate) label: &'static str,
    /// The key of its hint.
    pub(crate) hint: &'static str,
    /// Whether most events leave it as it is.
    pub(crate) is_further: bool,
}

/// How a setting is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// As a text of one or more lines.
    Text,
    /// As a whole number.
    Number,
    /// As whole numbers with commas or blanks between them.
    Numbers,
    /// As a date and time in the event's time zone.
    Time,
    /// As the name of a time zone.
    Zone,
    /// By choosing one of these values, given with the keys of their labels.
    Choice(&'static [(&'static str, &'static str)]),
    /// By ticking a box.
    Yes,
}

/// The first settings, name and format, which a page shows in its own way.
const WITHOUT_LINE: usize = 2;

/// All settings of an event.
pub(crate) const SETTINGS: &[Setting] = &[
    setting("name", "name", Kind::Text, "", ["", ""]),
    setting("format", "event_format", Kind::Text, "MODERN", ["", ""]),
    setting("starts", "start_datetime", Kind::Time, "", ["desk-event-starts", "desk-event-starts-hint"]),
    setting("time_zone", "time_zone", Kind::Zone, "", ["desk-event-zone", "desk-event-zone-hint"]),
    setting("fee_note", "fee_note", Kind::Text, "", ["desk-event-fee", "desk-event-fee-hint"]),
    setting("capacity", "capacity", Kind::Number, "", ["desk-event-capacity", "desk-event-capacity-hint"]),
    setting(
        "check_in_required",
        "check_in_required",
        Kind::Yes,
        "",
        ["desk-event-check-in", "desk-event-check-in-hint"],
    ),
    setting("team_size", "team_size", Kind::Number, "1", ["desk-event-team-size", "desk-event-team-size-hint"]),
    setting("best_of", "best_of", Kind::Choice(GAMES), "", ["desk-event-best-of", "desk-event-best-of-hint"]),
    setting("rounds", "swiss_rounds", Kind::Number, "", ["desk-event-rounds", "desk-event-rounds-hint"]),
    setting("cut", "top_cut", Kind::Number, "0", ["desk-event-cut", "desk-event-cut-hint"]),
    setting("round_minutes", "round_minutes", Kind::Number, "", ["desk-event-minutes", "desk-event-minutes-hint"]),
    setting(
        "end_of_round_rule",
        "end_of_round_rule",
        Kind::Text,
        "",
        ["desk-event-end-rule", "desk-event-end-rule-hint"],
    ),
    setting("deadline", "decklist_deadline", Kind::Time, "", ["desk-event-deadline", "desk-event-deadline-hint"]),
    further("first_table", Kind::Number, "", ["desk-event-first-table", "desk-event-first-table-hint"]),
    further("last_table", Kind::Number, "", ["desk-event-last-table", "desk-event-last-table-hint"]),
    further("publish_when_paired", Kind::Yes, "", ["desk-event-publish", "desk-event-publish-hint"]),
    further("power_pair_last_round", Kind::Yes, "yes", ["desk-event-power", "desk-event-power-hint"]),
    further("ranked_playoff", Kind::Yes, "", ["desk-event-ranked", "desk-event-ranked-hint"]),
    further("draft_pod_size", Kind::Number, "8", ["desk-event-pod", "desk-event-pod-hint"]),
    further("decklist_grace_seconds", Kind::Number, "0", ["desk-event-grace", "desk-event-grace-hint"]),
    further("is_unlisted", Kind::Yes, "", ["desk-event-unlisted", "desk-event-unlisted-hint"]),
    further("is_test", Kind::Yes, "", ["desk-event-test", "desk-event-test-hint"]),
];

/// Values of `best_of`.
const GAMES: &[(&str, &str)] =
    &[("", "desk-event-best-of-any"), ("3", "desk-event-best-of-3"), ("1", "desk-event-best-of-1")];
// A choice for each number of games that the rules know, and one for none.
const _: () = assert!(GAMES.len() == BEST_OF.len() + 1);

/// Returns a setting with the keys of its label and its hint.
pub(crate) const fn setting(
    name: &'static str,
    field: &'static str,
    kind: Kind,
    initial: &'static str,
    [label, hint]: [&'static str; 2],
) -> Setting {
    Setting { name, field, kind, initial, label, hint, is_further: false }
}

const fn further(field: &'static str, kind: Kind, initial: &'static str, texts: [&'static str; 2]) -> Setting {
    Setting { is_further: true, ..setting(field, field, kind, initial, texts) }
}

impl Kind {
    /// Returns the type of its field; empty for a choice.
    fn type_of_field(self) -> &'static str {
        match self {
            Self::Text => "textarea",
            Self::Zone | Self::Numbers => "text",
            Self::Number => "number",
            Self::Time => "datetime-local",
            Self::Yes => "checkbox",
            Self::Choice(_) => "",
        }
    }

    /// Returns the values to choose from, or to suggest.
    fn options(self, texts: &Texts, current: &str) -> Vec<Choice> {
        let option = |(value, label): (&str, String)| Choice::new(value, label, value == current);
        match self {
            Self::Choice(values) => values.iter().map(|(value, key)| option((value, texts.say(key)))).collect(),
            Self::Zone => Zone::names().map(|name| option((name, String::new()))).collect(),
            Self::Text | Self::Number | Self::Numbers | Self::Time | Self::Yes => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    fn form(given: &[(&str, &str)]) -> SettingsForm {
        let mut form = SettingsForm::of_new_event();
        for (name, value) in given.iter().chain(&[("name", "Friday")]) {
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
        let fields = SettingsForm::of_new_event().fields(Texts::of(Language::English), false);
        assert!(fields.lines.len() > fields.further.len() && !fields.further.is_empty() && !fields.is_open);
        assert!(SettingsForm::of_new_event().fields(Texts::of(Language::English), true).is_open);
    }
}
