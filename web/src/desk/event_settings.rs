//! The settings of an event in the desk's form: one line each, in the order of the form.

use domain::possible_results::BEST_OF;
use domain::time_zone::Zone;

use crate::serving::interface::Refused;
use crate::texts::Texts;

/// Returns why settings were refused, each fault with the label of its field.
pub(crate) fn faults(texts: &Texts, refused: Refused) -> Vec<String> {
    let label = |field: &String| SETTINGS.iter().find(|setting| setting.field == field).map(|it| texts.say(it.label));
    let named = |(at, line): (usize, String)| match refused.fields.get(at).and_then(label) {
        Some(label) => format!("{label}: {line}"),
        None => line,
    };
    refused.lines.into_iter().enumerate().map(named).collect()
}

/// A value to choose.
pub(crate) struct FormOption {
    pub(crate) value: &'static str,
    pub(crate) label: String,
    pub(crate) chosen: bool,
}

/// A setting of an event.
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
    /// As a date and time in the event's time zone.
    Time,
    /// As the name of a time zone.
    Zone,
    /// By choosing one of these values, given with the keys of their labels.
    Choice(&'static [(&'static str, &'static str)]),
    /// By ticking a box.
    Yes,
}

/// All settings but name and format.
pub(crate) const SETTINGS: &[Setting] = &[
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

const fn setting(
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
    pub(crate) fn type_of_field(self) -> &'static str {
        match self {
            Self::Text => "textarea",
            Self::Zone => "text",
            Self::Number => "number",
            Self::Time => "datetime-local",
            Self::Yes => "checkbox",
            Self::Choice(_) => "",
        }
    }

    /// Returns the values to choose from, or to suggest.
    pub(crate) fn options(self, texts: &Texts, current: &str) -> Vec<FormOption> {
        let option = |(value, label): (&'static str, String)| FormOption { value, label, chosen: value == current };
        match self {
            Self::Choice(values) => values.iter().map(|(value, key)| option((value, texts.say(key)))).collect(),
            Self::Zone => Zone::names().map(|name| option((name, String::new()))).collect(),
            Self::Text | Self::Number | Self::Time | Self::Yes => Vec::new(),
        }
    }
}
