//! A setting as the form of an event has it: its name, how it is typed, and the part of the form that it is in.

use domain::time_zone::Zone;
use proto_events::vocabulary::RuleSet;

use crate::parts::control::Choice;
use crate::texts::{Texts, key};

pub(crate) struct Setting {
    /// Its name in the form.
    pub(crate) name: &'static str,
    /// Its name in the interface.
    pub(crate) field: &'static str,
    pub(crate) kind: Kind,
    /// Its value in a new event. A number that is left empty has this value, too.
    pub(crate) initial: &'static str,
    /// The key of its label. That of its hint ends with `-hint`.
    pub(crate) label: &'static str,
    pub(crate) has_hint: bool,
    pub(crate) group: Group,
}

/// A part of a form: the key of its title. That of the text about it ends with `-hint`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Group(pub(crate) &'static str);

impl Group {
    /// What it is: always shown, without a title. Also the only group of other forms.
    pub(crate) const FIRST: Self = Self("");
    /// When it is: always shown, side by side, without a title.
    pub(crate) const WHEN: Self = Self("when");
    /// For how many: always shown, side by side, without a title.
    pub(crate) const SIZE: Self = Self("size");
    pub(crate) const ABOUT: Self = Self("desk-group-about");
    pub(crate) const REGISTRATION: Self = Self("desk-group-registration");
    pub(crate) const PLAY: Self = Self("desk-group-play");
    pub(crate) const RULES: Self = Self("desk-group-rules");
    pub(crate) const LISTS: Self = Self("desk-group-lists");
    /// Tables and pairings, and what few events change.
    pub(crate) const OTHER: Self = Self("desk-group-other");
    pub(crate) const VISITORS: Self = Self("desk-convention-visitors");
    pub(crate) const PLACE: Self = Self("desk-convention-where");
    pub(crate) const LOOK: Self = Self("desk-convention-look");
    pub(crate) const ELSEWHERE: Self = Self("desk-convention-elsewhere");

    pub(crate) const FOLDED: [Self; 6] =
        [Self::ABOUT, Self::REGISTRATION, Self::PLAY, Self::RULES, Self::LISTS, Self::OTHER];

    /// The groups that the page of a convention folds.
    pub(crate) const OF_CONVENTION: [Self; 4] = [Self::VISITORS, Self::PLACE, Self::LOOK, Self::ELSEWHERE];
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Line,
    Number,
    Decimal,
    /// As whole numbers or names with commas or blanks between them.
    List,
    /// As a date.
    Day,
    /// As a time of the day.
    Clock,
    /// As a date and time in the event's time zone.
    Time,
    Zone,
    /// By choosing one of these values, given with the keys of their labels.
    Choice(&'static [(&'static str, &'static str)]),
    /// By choosing one of these values of the vocabulary, given with the pattern of the keys of their words.
    Term(&'static str, &'static [&'static str]),
    RuleSet,
    /// By ticking formats of the game.
    Formats,
    /// By ticking a box.
    Yes,
}

pub(crate) const fn setting(
    name: &'static str,
    field: &'static str,
    kind: Kind,
    initial: &'static str,
    label: &'static str,
) -> Setting {
    Setting { name, field, kind, initial, label, has_hint: true, group: Group::FIRST }
}

/// Returns a setting of a group whose name in the form is that in the interface.
pub(crate) const fn row(
    group: Group,
    field: &'static str,
    kind: Kind,
    initial: &'static str,
    label: &'static str,
) -> Setting {
    Setting { group, ..setting(field, field, kind, initial, label) }
}

impl Setting {
    pub(super) const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// Returns the setting with nothing to say but its label.
    pub(crate) const fn without_hint(self) -> Self {
        Self { has_hint: false, ..self }
    }

    pub(crate) fn hint(&self) -> String {
        format!("{}-hint", self.label)
    }

    /// Returns the attribute of its field that names its hint, if it has one.
    pub(crate) fn described_by(&self) -> String {
        if self.has_hint { format!(" aria-describedby=\"{}-hint\"", self.name) } else { String::new() }
    }
}

impl Kind {
    /// Returns the type of its field; empty for a choice.
    pub(crate) fn type_of_field(self) -> &'static str {
        match self {
            Self::Text => "textarea",
            Self::Zone | Self::List | Self::Line | Self::Decimal => "text",
            Self::Number => "number",
            Self::Day => "date",
            Self::Clock => "time",
            Self::Time => "datetime-local",
            Self::Yes => "checkbox",
            Self::Choice(_) | Self::Term(..) | Self::RuleSet | Self::Formats => "",
        }
    }

    /// Returns the values to choose from, or to suggest.
    pub(crate) fn options(self, texts: &Texts, current: &str) -> Vec<Choice> {
        let option = |(value, label): (&str, String)| Choice::new(value, label, value == current);
        match self {
            Self::Choice(values) => values.iter().map(|(value, key)| option((value, texts.say(key)))).collect(),
            Self::Term(pattern, values) => {
                let word = |value: &str| match value {
                    "" => texts.say("desk-event-best-of-any"),
                    value => texts.say(&key(pattern, value)),
                };
                values.iter().map(|value| option((value, word(value)))).collect()
            }
            Self::RuleSet => RuleSet::ALL.iter().map(|set| option((set.wire_name(), texts.rule_set(*set)))).collect(),
            Self::Zone => Zone::names().map(|name| option((name, String::new()))).collect(),
            _ => Vec::new(),
        }
    }
}
