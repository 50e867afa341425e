//! A setting as the form of an event has it: its name, how it is typed, and the part of the form that it is in.

use domain::time_zone::Zone;
use proto_events::vocabulary::RuleSet;

use crate::parts::control::Choice;
use crate::texts::Texts;

/// A setting of a form.
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

/// A part of the form of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
    /// What it is: always shown. Also the only group of other forms.
    First,
    /// When it is: always shown, side by side.
    When,
    /// For how many: always shown, side by side.
    Size,
    /// What the event says about itself.
    About,
    /// Access, and the dates of registration.
    Registration,
    /// How rounds are played.
    Play,
    /// Points and tiebreakers.
    Rules,
    Lists,
    /// Tables and pairings, and what few events change.
    Other,
    /// What a convention says to visitors.
    Visitors,
    /// Where a convention is.
    Place,
    /// Colours and header image of a convention.
    Look,
    /// Names and numbers of a convention elsewhere.
    Elsewhere,
}

impl Group {
    /// The groups that a page folds.
    pub(crate) const FOLDED: [Self; 6] =
        [Self::About, Self::Registration, Self::Play, Self::Rules, Self::Lists, Self::Other];

    /// The groups that the page of a convention folds.
    pub(crate) const OF_CONVENTION: [Self; 4] = [Self::Visitors, Self::Place, Self::Look, Self::Elsewhere];

    /// Returns the keys of its title, and of the text that says what it is about.
    const fn keys(self) -> (&'static str, &'static str) {
        match self {
            Self::First | Self::When | Self::Size => ("", ""),
            Self::About => ("desk-group-about", "desk-group-about-hint"),
            Self::Registration => ("desk-group-registration", "desk-group-registration-hint"),
            Self::Play => ("desk-group-play", "desk-group-play-hint"),
            Self::Rules => ("desk-group-rules", "desk-group-rules-hint"),
            Self::Lists => ("desk-group-lists", "desk-group-lists-hint"),
            Self::Other => ("desk-group-other", "desk-group-other-hint"),
            Self::Visitors => ("desk-convention-visitors", "desk-convention-visitors-hint"),
            Self::Place => ("desk-convention-where", "desk-convention-where-hint"),
            Self::Look => ("desk-convention-look", "desk-convention-look-hint"),
            Self::Elsewhere => ("desk-convention-elsewhere", "desk-convention-elsewhere-hint"),
        }
    }

    pub(crate) const fn label(self) -> &'static str {
        self.keys().0
    }

    pub(crate) const fn hint(self) -> &'static str {
        self.keys().1
    }
}

/// How a setting is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// As a text of one or more lines.
    Text,
    /// As a text of one line.
    Line,
    Number,
    /// As a number with a point.
    Decimal,
    /// As whole numbers or names with commas or blanks between them.
    List,
    /// As a date and time in the event's time zone.
    Time,
    /// As the name of a time zone.
    Zone,
    /// By choosing one of these values, given with the keys of their labels.
    Choice(&'static [(&'static str, &'static str)]),
    RuleSet,
    /// By ticking a box.
    Yes,
}

/// Returns a setting with the key of its label.
pub(crate) const fn setting(
    name: &'static str,
    field: &'static str,
    kind: Kind,
    initial: &'static str,
    label: &'static str,
) -> Setting {
    Setting { name, field, kind, initial, label, has_hint: true, group: Group::First }
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
    /// Returns the setting with another name in the form.
    pub(super) const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// Returns the setting with nothing to say but its label.
    pub(crate) const fn without_hint(self) -> Self {
        Self { has_hint: false, ..self }
    }

    /// Returns the key of its hint.
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
            Self::Time => "datetime-local",
            Self::Yes => "checkbox",
            Self::Choice(_) | Self::RuleSet => "",
        }
    }

    /// Returns the values to choose from, or to suggest.
    pub(crate) fn options(self, texts: &Texts, current: &str) -> Vec<Choice> {
        let option = |(value, label): (&str, String)| Choice::new(value, label, value == current);
        match self {
            Self::Choice(values) => values.iter().map(|(value, key)| option((value, texts.say(key)))).collect(),
            Self::RuleSet => RuleSet::ALL.iter().map(|set| option((set.wire_name(), texts.rule_set(*set)))).collect(),
            Self::Zone => Zone::names().map(|name| option((name, String::new()))).collect(),
            Self::Text | Self::Line | Self::Number | Self::Decimal | Self::List | Self::Time | Self::Yes => Vec::new(),
        }
    }
}
