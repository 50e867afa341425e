//! Forms of settings whose fields stand in a table: that of an event, new or existing ([`SETTINGS`]), and others. Times are
//! typed and shown in the event's time zone. The form of an event shows a few fields, and folds the rest in groups ([`Group`]).

pub(crate) mod rules;
mod setting;
mod table;

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use domain::documents::OrganizedEvent;
use domain::time_zone::Zone;
use domain::tournament::Tournament;
use proto_events::vocabulary::EventFormat;
use serde_json::{Value, json};

pub(crate) use setting::{Group, Kind, Setting, row, setting};
use table::OF_ONE_EVENT;
pub(crate) use table::SETTINGS;

use crate::parts::control::Choice;
use crate::serving::form::{Form, plain};
use crate::serving::interface::Refused;
use crate::texts::Texts;

/// How browsers write a time in a form.
const TIME: &str = "%Y-%m-%dT%H:%M";
/// Number of letters of a time of the day.
const CLOCK: usize = 5;
/// Maximum number of letters of a text that a summary quotes.
const SAID: usize = 40;
/// The time to answer an offered place that a new event proposes. Without it, staff promotes players by hand.
const OFFER_MINUTES: &str = "120";
/// Who may register for the first event of an organization: anyone who scans the code on the counter.
const POLICY: &str = "EVERYONE";
/// What a box that is ticked sends.
const YES: &str = "yes";
/// The text between the values of a list.
const BETWEEN: &str = ", ";

/// The settings of a table as a form has them: text, in the order of the table.
#[derive(Clone)]
pub(crate) struct SettingsForm {
    table: &'static [Setting],
    values: Vec<String>,
}

impl SettingsForm {
    pub(crate) fn of_new_event() -> Self {
        Self::empty(SETTINGS).with("offer_minutes", OFFER_MINUTES).with("registration_policy", POLICY)
    }

    pub(crate) fn of_event(event: &Tournament) -> Self {
        let document = serde_json::to_value(OrganizedEvent::new(event, None)).unwrap_or_default();
        Self::of(SETTINGS, &document, Zone::of(event.details.time_zone.as_deref()))
    }

    /// Returns the form of another event like this one, on the same day of a later week; without a start, without times.
    pub(crate) fn copy_of(event: &Tournament, now: DateTime<Utc>) -> Self {
        let zone = Zone::of(event.details.time_zone.as_deref());
        let later = event.details.start_datetime.map(|start| weeks_until(zone.local(start), zone.local(now)));
        Self::of_event(event).moved_by(later)
    }

    /// Returns the form with all times moved on the clock; without times if there is nothing to move them by.
    pub(crate) fn moved_by(mut self, by: Option<TimeDelta>) -> Self {
        for (setting, value) in self.table.iter().zip(&mut self.values) {
            if setting.kind == Kind::Time {
                let moved = by.zip(local(value)).and_then(|(by, at)| at.checked_add_signed(by));
                *value = moved.map_or_else(String::new, written);
            }
        }
        self
    }

    pub(crate) fn with(mut self, name: &str, text: &str) -> Self {
        let fields = self.table.iter().zip(&mut self.values);
        fields.filter(|(setting, _)| setting.name == name).for_each(|(_, value)| text.clone_into(value));
        self
    }

    pub(crate) fn empty(table: &'static [Setting]) -> Self {
        Self { table, values: table.iter().map(|setting| setting.initial.to_owned()).collect() }
    }

    /// Returns the form of a new event of an organization whose last event has these settings: what is usual there is kept.
    pub(crate) fn like_last(document: &Value) -> Self {
        let (mut form, new) = (Self::of(SETTINGS, document, Zone::UTC), Self::of_new_event());
        for ((setting, value), new) in SETTINGS.iter().zip(&mut form.values).zip(new.values) {
            if setting.kind == Kind::Time || OF_ONE_EVENT.contains(&setting.field) {
                *value = new;
            }
        }
        form
    }

    /// Returns the same for an event of a convention, if it is of one: its tables are its own, and the place is that of the last
    /// event only if that is of the same convention.
    pub(crate) fn like_last_in(document: &Value, convention: Option<&str>) -> Self {
        let like = Self::like_last(document);
        let other = match convention {
            None => &[][..],
            Some(_) if document["convention_slug"].as_str() == convention => &["first_table", "last_table"],
            Some(_) => &["first_table", "last_table", "venue_name", "venue_address"],
        };
        other.iter().fold(like, |form, field| form.with(field, ""))
    }

    /// Returns the form with the values of a document. Times are those on clocks in the zone.
    pub(crate) fn of(table: &'static [Setting], document: &Value, zone: Zone) -> Self {
        let rule_set = rules::in_document(document, rules::RULE_SET).as_str().unwrap_or_default();
        let typed = |setting: &Setting| match rules::in_document(document, setting.field) {
            value if *value == rules::of_rule_set(rule_set, setting.field) => String::new(),
            value => typed(setting, value, zone),
        };
        Self { table, values: table.iter().map(typed).collect() }
    }

    pub(crate) fn sent(table: &'static [Setting], form: &Form) -> Self {
        let value = |setting: &Setting| match setting.kind {
            Kind::Formats => form.all(setting.name).collect::<Vec<_>>().join(BETWEEN),
            _ => form.lines(setting.name),
        };
        Self { table, values: table.iter().map(value).collect() }
    }

    /// Returns this form, in which a field that was left as a page showed it has its value of now.
    pub(crate) fn on_top_of(self, shown: &Self, now: &Self) -> Self {
        let values = self.values.into_iter().zip(shown.values.iter().zip(&now.values));
        let newest =
            |(mine, (shown, now)): (String, (&String, &String))| if mine == *shown { now.clone() } else { mine };
        Self { table: self.table, values: values.map(newest).collect() }
    }

    pub(crate) fn value(&self, name: &str) -> &str {
        let at = self.table.iter().position(|setting| setting.name == name);
        at.and_then(|at| self.values.get(at)).map_or("", String::as_str)
    }

    /// Returns when the event starts, on clocks in its time zone: not at a time that they skip.
    pub(crate) fn start(&self) -> Option<NaiveDateTime> {
        let zone = Zone::found(self.value("time_zone")).unwrap_or(Zone::UTC);
        Some(zone.local(zone.instant(local(self.value("starts"))?)?))
    }

    /// Returns the fields as the interface takes them. Text that is no number or time is sent as it was typed, and
    /// refused there.
    pub(crate) fn body(&self) -> Value {
        let fields = || self.table.iter().zip(&self.values);
        let zone = fields().find(|(setting, _)| setting.kind == Kind::Zone);
        let zone = zone.and_then(|(_, typed)| Zone::found(typed)).unwrap_or(Zone::UTC);
        let rule_set =
            fields().find(|(setting, _)| setting.field == rules::RULE_SET).map_or("", |(_, value)| value.as_str());
        let value = |(setting, value): (&Setting, &String)| match rules::of_rule_set(rule_set, setting.field) {
            usual if value.is_empty() && !usual.is_null() => usual,
            _ => sent_value(setting, value, zone),
        };
        fields().map(|field| (field.0.field.to_owned(), value(field))).collect()
    }

    /// Returns the rules that were typed otherwise than a page showed them, without the rule set itself.
    pub(crate) fn rules_typed_over(&self, shown: &Self) -> Vec<(String, Value)> {
        let body = self.body();
        let fields = self.table.iter().zip(self.values.iter().zip(&shown.values));
        let typed = fields.filter(|(_, (mine, shown))| mine != shown).map(|(setting, _)| setting.field);
        let typed = typed.filter(|field| field.starts_with("rules.") && *field != rules::RULE_SET);
        typed.map(|field| (field.to_owned(), body[field].clone())).collect()
    }

    pub(crate) fn lines(&self, group: Group) -> impl Iterator<Item = (&'static Setting, &String)> {
        let lines = self.table.iter().zip(&self.values).filter(|(setting, _)| !setting.label.is_empty());
        lines.filter(move |(setting, _)| setting.group == group)
    }

    /// Says the values of a group that are not those of every new event; if there are none, what the group is about.
    pub(crate) fn summary(&self, texts: &Texts, group: Group) -> String {
        let chosen = self.lines(group).filter(|(setting, value)| *value != setting.initial);
        let said: Vec<_> = chosen.map(|(setting, value)| setting.said(texts, value)).collect();
        match said.is_empty() {
            true if group == Group::FIRST => String::new(),
            true => texts.say(&format!("{}-hint", group.0)),
            false => said.join(" · "),
        }
    }
}

/// Returns the weeks from a time to the same time in the first later week that has not begun.
pub(crate) fn weeks_until(start: NaiveDateTime, now: NaiveDateTime) -> TimeDelta {
    TimeDelta::weeks((now - start).num_weeks().max(0) + 1)
}

/// Returns the formats to choose from, or to tick; `value` is that of the field.
pub(crate) fn formats(texts: &Texts, value: &str) -> Vec<Choice> {
    let formats = texts.formats().into_iter().map(|(format, name)| (format.wire_name(), name));
    formats.map(|(format, name)| Choice::new(format, name, is_ticked(value, format))).collect()
}

fn is_ticked(value: &str, name: &str) -> bool {
    value.split(BETWEEN).any(|ticked| ticked == name)
}

/// Returns a value of an event's document as people type it.
fn typed(setting: &Setting, value: &Value, zone: Zone) -> String {
    match value {
        Value::Bool(true) => YES.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) if setting.kind == Kind::Time => time(text, zone),
        Value::String(text) if setting.kind == Kind::Clock => text.chars().take(CLOCK).collect(),
        Value::String(text) => plain(text),
        Value::Array(values) => {
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            values.iter().map(text).collect::<Vec<_>>().join(BETWEEN)
        }
        _ => String::new(),
    }
}

/// Returns what was typed as the interface takes it.
fn sent_value(setting: &Setting, value: &str, zone: Zone) -> Value {
    match setting.kind {
        Kind::Decimal | Kind::Zone | Kind::Day if value.is_empty() => Value::Null,
        Kind::Text | Kind::Line | Kind::Day => json!(value),
        // A browser may add seconds.
        Kind::Clock => json!(value.get(..CLOCK).unwrap_or(value)),
        Kind::Decimal => value.replace(',', ".").parse::<f64>().map_or_else(|_| json!(value), |number| json!(number)),
        Kind::Yes => json!(value == YES),
        Kind::Zone => json!(Zone::found(value).map_or(value, |zone| zone.name())),
        Kind::Time => instant(value, zone),
        Kind::Formats => {
            let known = EventFormat::ALL.iter().map(|format| format.wire_name());
            let ticked: Vec<_> = known.filter(|name| is_ticked(value, name)).collect();
            if ticked.is_empty() { Value::Null } else { json!(ticked) }
        }
        Kind::List => {
            let value = value.to_lowercase();
            let parts = value.split(|letter: char| letter == ',' || letter.is_whitespace());
            parts.filter(|part| !part.is_empty()).map(number).collect()
        }
        Kind::Number | Kind::Choice(_) | Kind::Term(..) | Kind::RuleSet => {
            number(if value.is_empty() { setting.initial } else { value })
        }
    }
}

fn time(exact: &str, zone: Zone) -> String {
    let read = DateTime::parse_from_rfc3339(exact);
    read.map_or_else(|_| String::new(), |at| zone.local(at.to_utc()).format(TIME).to_string())
}

/// Returns a number as it was typed; null for an empty field.
pub(crate) fn number(text: &str) -> Value {
    if text.is_empty() { Value::Null } else { text.parse::<i64>().map_or_else(|_| json!(text), |number| json!(number)) }
}

pub(crate) fn written(at: NaiveDateTime) -> String {
    at.format(TIME).to_string()
}

pub(crate) fn local(text: &str) -> Option<NaiveDateTime> {
    NaiveDateTime::parse_from_str(text, TIME).ok()
}

fn instant(text: &str, zone: Zone) -> Value {
    if text.is_empty() {
        return Value::Null;
    }
    let read = local(text).and_then(|local| zone.instant(local));
    read.map_or_else(|| json!(text), |at| json!(at.to_rfc3339()))
}

/// Returns a refusal of settings, each fault with the label of its field.
pub(crate) fn labelled_settings(texts: &Texts, refused: Refused) -> Refused {
    labelled(SETTINGS, texts, refused)
}

/// Returns a refusal of the settings of a table, each fault with the label of its field, if it has one.
pub(crate) fn labelled(table: &[Setting], texts: &Texts, mut refused: Refused) -> Refused {
    for (path, line) in refused.fields.iter().zip(&mut refused.lines) {
        let field = path.split('[').next().unwrap_or_default();
        let setting = table.iter().find(|setting| setting.field == field && !setting.label.is_empty());
        if let Some(setting) = setting {
            *line = format!("{}: {line}", texts.say(setting.label));
        }
    }
    refused
}

impl Setting {
    fn said(&self, texts: &Texts, value: &str) -> String {
        let value = match self.kind {
            Kind::Choice(_) | Kind::Term(..) | Kind::RuleSet => {
                let options = self.kind.options(texts, value);
                return options
                    .into_iter()
                    .find(|option| option.chosen)
                    .map_or_else(String::new, |option| option.label);
            }
            Kind::Yes if value == YES => return texts.say(self.label),
            Kind::Text | Kind::Line if value.chars().count() > SAID => return texts.say(self.label),
            Kind::Yes => texts.say("desk-value-no"),
            Kind::Time => local(value).map_or_else(|| value.to_owned(), |at| texts.time(at)),
            _ => value.to_owned(),
        };
        texts.with_all("desk-event-value", [("label", texts.say(self.label).into()), ("value", value.into())])
    }
}

#[cfg(test)]
mod tests;
