//! The words for the values of the vocabulary, for rounds and for roles.

use domain::documents::RoundName;
use proto_events::vocabulary::{
    EventFormat, LifecycleStatus, Penalty, PhaseType, ProgressStatus, RegistrationStatus, Role, RoundType,
    WebhookEventType,
};

use super::Texts;

/// A value of the vocabulary that has a word in each language.
pub(crate) trait Term {
    /// Returns the key of its word.
    fn key(self) -> &'static str;
}

macro_rules! terms {
    ($($name:ident { $($variant:ident = $key:literal),+ $(,)? })+) => {
        $(impl Term for $name {
            fn key(self) -> &'static str {
                match self { $(Self::$variant => $key),+ }
            }
        })+
    };
}

terms! {
    LifecycleStatus {
        RegistrationOpen = "term-registration-open",
        WaitlistOnly = "term-waitlist-only",
        RegistrationClosed = "term-registration-closed",
        EventInProgress = "term-event-in-progress",
        EventFinished = "term-event-finished",
        DecklistsPublishing = "term-decklists-publishing",
        DecklistsPublished = "term-decklists-published",
    }
    ProgressStatus {
        InProgress = "term-in-progress",
        Upcoming = "term-upcoming",
        Complete = "term-complete",
    }
    RoundType {
        PlayerMeeting = "term-player-meeting",
        RandomPlayerMeeting = "term-random-player-meeting",
        DraftPod = "term-draft-pod",
        PlayVsOpponent = "term-play-vs-opponent",
    }
    RegistrationStatus {
        InProgress = "term-entry-in-progress",
        InWaitingRoom = "term-entry-in-waiting-room",
        OnWaitlist = "term-entry-on-waitlist",
        MovedToChildEvent = "term-entry-moved",
        Complete = "term-entry-complete",
        Canceled = "term-entry-canceled",
        Dropped = "term-entry-dropped",
        Disqualified = "term-entry-disqualified",
        Eliminated = "term-entry-eliminated",
    }
    PhaseType {
        Swiss = "term-swiss",
        SingleElimination = "term-single-elimination",
        RankedSingleElimination = "term-ranked-single-elimination",
        DraftPod = "term-draft-pod",
    }
    Penalty {
        Caution = "term-caution",
        Warning = "term-warning",
        GameLoss = "term-game-loss",
        MatchLoss = "term-match-loss",
        Disqualification = "term-disqualification",
    }
    WebhookEventType {
        TournamentCreated = "term-hook-tournament-created",
        TournamentChanged = "term-hook-tournament-changed",
        RoundPublished = "term-hook-round-published",
        RoundCompleted = "term-hook-round-completed",
        ResultCorrected = "term-hook-result-corrected",
        StandingsFinal = "term-hook-standings-final",
        ListsPublished = "term-hook-lists-published",
        RegistrationAdded = "term-hook-registration-added",
        RegistrationDropped = "term-hook-registration-dropped",
    }
    Role {
        Admin = "term-role-admin",
        Organizer = "term-role-organizer",
        Scorekeeper = "term-role-scorekeeper",
        Judge = "term-role-judge",
        ReadOnly = "term-role-read-only",
    }
}

impl Texts {
    /// Returns the word for a value of the vocabulary.
    pub(crate) fn term(&self, term: impl Term) -> String {
        self.say(term.key())
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
        EventFormat::ALL.iter().for_each(|format| same(texts.game_format(*format), format.display_name()));
        for matches in [1, 2, 4, 8] {
            let name = RoundName::Bracket(matches);
            same(texts.round(name), &name.to_string());
        }
    }
}
