//! The words for the values of the vocabulary, for rounds and for roles.

use domain::tournament::RoundName;
use proto_events::vocabulary::{
    EventFormat, LifecycleStatus, Penalty, PhaseType, ProgressStatus, RegistrationStatus, Role, RoundType, RulesLevel,
    WebhookEventType,
};

use super::Texts;

/// A value of the vocabulary that has a word in each language.
pub(crate) trait Term {
    /// Returns the key of its word.
    fn key(self) -> String;
}

/// Gives the values of types their words. The keys have the names on the wire: `term-entry-on-waitlist` for `ON_WAITLIST`.
macro_rules! terms {
    ($($name:ident = $pattern:literal),+ $(,)?) => {
        $(impl Term for $name {
            fn key(self) -> String {
                super::key($pattern, self.wire_name())
            }
        })+

        /// Returns the keys of all words.
        #[cfg(all(test, feature = "write-side"))]
        pub(crate) fn keys() -> Vec<String> {
            let mut keys = Vec::new();
            $(keys.extend($name::ALL.iter().map(|value| value.key()));)+
            keys
        }
    };
}

terms! {
    LifecycleStatus = "term-{name}",
    ProgressStatus = "term-{name}",
    RoundType = "term-{name}",
    PhaseType = "term-{name}",
    Penalty = "term-{name}",
    RegistrationStatus = "term-entry-{name}",
    WebhookEventType = "term-hook-{name}",
    Role = "term-role-{name}",
    RulesLevel = "term-rules-{name}",
}

impl Texts {
    /// Returns the word for a value of the vocabulary.
    pub(crate) fn term(&self, term: impl Term) -> String {
        self.say(&term.key())
    }

    /// Returns the name of a format. Formats have the same names in every language.
    pub(crate) fn game_format(&self, format: EventFormat) -> String {
        match format {
            EventFormat::Other => self.say("term-other-format"),
            format => format.display_name().to_owned(),
        }
    }

    pub(crate) fn round(&self, name: RoundName) -> String {
        match name {
            RoundName::Number(number) => self.with("term-round", "number", number),
            RoundName::Kind(kind) => self.term(kind),
            RoundName::Further(kind, number) => format!("{} {number}", self.term(kind)),
            RoundName::Bracket(1) => self.say("term-final"),
            RoundName::Bracket(2) => self.say("term-semifinals"),
            RoundName::Bracket(4) => self.say("term-quarterfinals"),
            RoundName::Bracket(matches) => self.with("term-round-of", "players", matches * 2),
        }
    }
}

#[cfg(all(test, feature = "write-side"))]
mod tests {
    use super::*;
    use crate::texts::Language;

    #[test]
    fn english_words_are_those_of_the_interface() {
        let texts = Texts::of(Language::English);
        let same = |word: String, name: &str| assert_eq!(word, name);
        LifecycleStatus::ALL.iter().for_each(|status| same(texts.term(*status), status.display_name()));
        ProgressStatus::ALL.iter().for_each(|status| same(texts.term(*status), status.display_name()));
        RoundType::ALL.iter().for_each(|kind| same(texts.term(*kind), kind.display_name()));
        RegistrationStatus::ALL.iter().for_each(|status| same(texts.term(*status), status.display_name()));
        PhaseType::ALL.iter().for_each(|kind| same(texts.term(*kind), kind.display_name()));
        Penalty::ALL.iter().for_each(|penalty| same(texts.term(*penalty), penalty.display_name()));
        WebhookEventType::ALL.iter().for_each(|sent| same(texts.term(*sent), sent.display_name()));
        Role::ALL.iter().for_each(|role| same(texts.term(*role), role.display_name()));
        RulesLevel::ALL.iter().for_each(|level| same(texts.term(*level), level.display_name()));
        EventFormat::ALL.iter().for_each(|format| same(texts.game_format(*format), format.display_name()));
        for matches in [1, 2, 4, 8] {
            let name = RoundName::Bracket(matches);
            same(texts.round(name), &name.to_string());
        }
    }
}
