//! The words for the values of the vocabulary, for rounds and for roles.

use domain::notifications::NotificationKind;
use domain::pairing::bracket::Part;
use domain::tournament::RoundName;
use proto_events::vocabulary::{
    ConventionStatus, EventFormat, LifecycleStatus, Penalty, PhaseType, PlayoffKind, ProgressStatus,
    RegistrationPolicy, RegistrationStatus, Role, RoundType, RuleSet, RulesLevel, Tiebreaker, WebhookEventType,
};

use super::Texts;

/// A value of the vocabulary that has a word in each language.
pub(crate) trait Term {
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

        #[cfg(all(test, feature = "write-side"))]
        pub(crate) fn keys() -> Vec<String> {
            let mut keys = Vec::new();
            $(keys.extend($name::ALL.iter().map(|value| value.key()));)+
            keys
        }
    };
}

terms! {
    ConventionStatus = "term-convention-{name}",
    LifecycleStatus = "term-{name}",
    ProgressStatus = "term-{name}",
    RoundType = "term-{name}",
    PhaseType = "term-{name}",
    PlayoffKind = "term-playoff-{name}",
    Penalty = "term-{name}",
    RegistrationStatus = "term-entry-{name}",
    WebhookEventType = "term-hook-{name}",
    Role = "term-role-{name}",
    NotificationKind = "player-kind-{name}",
    RulesLevel = "term-rules-{name}",
    RegistrationPolicy = "term-policy-{name}",
    Tiebreaker = "term-tiebreaker-{name}",
}

/// Decimals of a percentage in standings, and the most of another value.
const DECIMALS: [usize; 2] = [2, 4];

pub(crate) struct TiebreakerColumn {
    /// Its short name: `OMW`.
    pub(crate) name: String,
    /// The head of the column: `OMW %`.
    pub(crate) head: String,
    pub(crate) means: String,
}

/// Returns the abbreviation of a tiebreaker, if the field has one, and whether it is a percentage.
fn abbreviation(tiebreaker: Tiebreaker) -> (Option<&'static str>, bool) {
    match tiebreaker {
        Tiebreaker::OpponentMatchWin => (Some("OMW"), true),
        Tiebreaker::GameWin => (Some("GW"), true),
        Tiebreaker::OpponentGameWin => (Some("OGW"), true),
        Tiebreaker::OpponentOpponentMatchWin => (Some("OOMW"), true),
        Tiebreaker::Strength => (Some("SoS"), false),
        Tiebreaker::ExtendedStrength => (Some("ESoS"), false),
        Tiebreaker::Margin => (Some("MoV"), false),
        Tiebreaker::Buchholz => (Some("BH"), false),
        Tiebreaker::BuchholzCut1 => (Some("BH-C1"), false),
        Tiebreaker::SonnebornBerger => (Some("SB"), false),
        Tiebreaker::CumulativeTiebreaker => (Some("CTB"), false),
        Tiebreaker::Late | Tiebreaker::Score | Tiebreaker::HeadToHead | Tiebreaker::Wins => (None, false),
    }
}

impl Texts {
    pub(crate) fn columns(&self, tiebreakers: impl IntoIterator<Item = Tiebreaker>) -> Vec<TiebreakerColumn> {
        let column = |tiebreaker: Tiebreaker| {
            let (means, (short, is_percentage)) = (self.term(tiebreaker), abbreviation(tiebreaker));
            let name = short.map_or_else(|| means.clone(), str::to_owned);
            let head = if is_percentage { self.with("public-percent-of", "name", &*name) } else { name.clone() };
            TiebreakerColumn { name, head, means }
        };
        tiebreakers.into_iter().map(column).collect()
    }

    /// Says in which order tiebreakers decide, as the legend of standings.
    pub(crate) fn tiebreakers(&self, tiebreakers: &[Tiebreaker]) -> String {
        let said = |column: TiebreakerColumn| match column.name == column.means {
            true => column.means,
            false => format!("{} ({})", column.means, column.name),
        };
        let list: Vec<_> = self.columns(tiebreakers.iter().copied()).into_iter().map(said).collect();
        let count = list.len();
        self.with_all("public-tiebreakers", [("count", count.into()), ("list", list.join(" · ").into())])
    }

    /// Returns the value of a tiebreaker: `66.67` of a hundred for a percentage, `12.5` for others.
    pub(crate) fn tiebreaker(&self, tiebreaker: Tiebreaker, value: f64) -> String {
        let [of_percentage, most] = DECIMALS;
        if abbreviation(tiebreaker).1 {
            return self.percent(value, of_percentage);
        }
        let text = format!("{value:.most$}");
        text.trim_end_matches('0').trim_end_matches('.').replace('.', &self.say(super::DECIMAL))
    }

    /// Returns the name of a rule set. Games have the same names in every language.
    pub(crate) fn rule_set(&self, rule_set: RuleSet) -> String {
        match rule_set {
            RuleSet::Score => self.say("term-rule-set-score"),
            game => game.display_name().to_owned(),
        }
    }

    /// Says under which rules an event runs, and whether it changes some of them.
    pub(crate) fn rules(&self, rule_set: RuleSet, is_changed: bool) -> String {
        let key = if is_changed { "public-rules-changed" } else { "public-rules" };
        self.with(key, "rules", self.rule_set(rule_set))
    }

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

    /// Returns all formats with their names, in the order of these.
    pub(crate) fn formats(&self) -> Vec<(EventFormat, String)> {
        let mut formats: Vec<_> = EventFormat::ALL.iter().map(|format| (*format, self.game_format(*format))).collect();
        formats.sort_by_key(|(_, name)| name.to_lowercase());
        formats
    }

    /// Says which format a seat of a team plays, from 1: `Seat 1: Standard`.
    pub(crate) fn seat_format(&self, (seat, format): (usize, EventFormat)) -> String {
        format!("{}: {}", self.with("desk-team-seat", "seat", seat), self.game_format(format))
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

    /// Returns the name of a column of a double elimination by its place, from 1, among those of its part: `Losers’ round 2 ·
    /// Round 5`. Rounds have numbers where both brackets play in them.
    pub(crate) fn column_of_double(&self, part: Part, (place, count): (usize, usize), round: RoundName) -> String {
        let key = match part {
            Part::Main if place == count => "term-winners-final",
            Part::Main => "term-winners-round",
            Part::Losers if place == count => "term-losers-final",
            Part::Losers => "term-losers-round",
            Part::Final if place > 1 => return self.say("term-second-grand-final"),
            Part::Final => return self.say("term-grand-final"),
            Part::ThirdPlace => return self.part(part),
        };
        format!("{} · {}", self.with(key, "number", place), self.round(round))
    }

    /// Returns the name of a part of a double elimination, or of a match for third place.
    pub(crate) fn part(&self, part: Part) -> String {
        self.say(match part {
            Part::Main => "term-winners-bracket",
            Part::Losers => "term-losers-bracket",
            Part::Final => "term-final",
            Part::ThirdPlace => "term-third-place",
        })
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
        // Two states of a registration have words here that say what they mean to the player.
        let of_pages = [RegistrationStatus::Complete, RegistrationStatus::InWaitingRoom];
        let others = RegistrationStatus::ALL.iter().filter(|status| !of_pages.contains(status));
        others.for_each(|status| same(texts.term(*status), status.display_name()));
        PhaseType::ALL.iter().for_each(|kind| same(texts.term(*kind), kind.display_name()));
        Penalty::ALL.iter().for_each(|penalty| same(texts.term(*penalty), penalty.display_name()));
        WebhookEventType::ALL.iter().for_each(|sent| same(texts.term(*sent), sent.display_name()));
        Role::ALL.iter().for_each(|role| same(texts.term(*role), role.display_name()));
        RulesLevel::ALL.iter().for_each(|level| same(texts.term(*level), level.display_name()));
        RegistrationPolicy::ALL.iter().for_each(|policy| same(texts.term(*policy), policy.display_name()));
        let named = |it: Tiebreaker| same(texts.term(it), &it.display_name().replace('\'', "’"));
        Tiebreaker::ALL.iter().copied().for_each(named);
        RuleSet::ALL.iter().for_each(|set| same(texts.rule_set(*set), set.display_name()));
        EventFormat::ALL.iter().for_each(|format| same(texts.game_format(*format), format.display_name()));
        for matches in [1, 2, 4, 8] {
            let name = RoundName::Bracket(matches);
            same(texts.round(name), &name.to_string());
        }
    }
}
