//! Short words for what happened, in the audit of an organization. A new kind of event does not compile without them. The
//! audit of an event at the desk says more.

use proto_events::{ConventionEvent, DecklistEvent, DomainEvent, TournamentEvent, UserEvent};

/// Returns the key of the words for an event. Those of an organization have longer words, with names.
pub(crate) fn key(event: &DomainEvent) -> &'static str {
    match event {
        DomainEvent::Organization(_) => "frame-audit",
        DomainEvent::Tournament(event) => of_tournament(event),
        DomainEvent::Convention(event) => of_convention(event),
        DomainEvent::Decklist(event) => of_decklist(event),
        DomainEvent::User(event) => of_user(event),
    }
}

/// Turns the name of an event that this version does not know into words: `round_started` becomes "Round started".
pub(crate) fn plain(event_type: &str) -> String {
    let words = event_type.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn of_tournament(event: &TournamentEvent) -> &'static str {
    use TournamentEvent as E;
    match event {
        E::Created { .. } => "panel-event-created",
        E::Imported { .. } => "panel-event-imported",
        E::Deleted { .. } => "panel-event-deleted",
        E::DetailsChanged { .. } => "panel-event-details-changed",
        E::OrganizingChanged { .. } => "panel-event-organizing-changed",
        E::LifecycleChanged { .. } => "panel-event-lifecycle-changed",
        E::PlayerRegistered { .. } => "panel-event-player-registered",
        E::RegistrationStatusChanged { .. } => "panel-event-registration-status-changed",
        E::PlayerDropped { .. } => "panel-event-player-dropped",
        E::PlayerDisqualified { .. } => "panel-event-player-disqualified",
        E::PaymentChanged { .. } => "panel-event-payment-changed",
        E::CheckInChanged { .. } => "panel-event-check-in-changed",
        E::QueueGroupChanged { .. } => "panel-event-queue-group-changed",
        E::TagsChanged { .. } => "panel-event-tags-changed",
        E::NotesChanged { .. } => "panel-event-notes-changed",
        E::SeatFixed { .. } => "panel-event-seat-fixed",
        E::ByesAwarded { .. } => "panel-event-byes-awarded",
        E::PaperDecklistMarked { .. } => "panel-event-paper-decklist-marked",
        E::DecklistAttached { .. } => "panel-event-decklist-attached",
        E::PrivateLinkMade { .. } => "panel-event-private-link-made",
        E::PrivateLinkRevoked { .. } => "panel-event-private-link-revoked",
        E::ListsLocked { .. } => "panel-event-lists-locked",
        E::ListsUnlocked { .. } => "panel-event-lists-unlocked",
        E::ListLocked { .. } => "panel-event-list-locked",
        E::ListUnlocked { .. } => "panel-event-list-unlocked",
        E::ListRevisionsFixed { .. } => "panel-event-list-revisions-fixed",
        E::TeamFormed { .. } => "panel-event-team-formed",
        E::TeamDropped { .. } => "panel-event-team-dropped",
        E::PhaseAdded { .. } => "panel-event-phase-added",
        E::RoundAdded { .. } => "panel-event-round-added",
        E::MatchesPaired { .. } => "panel-event-matches-paired",
        E::TeamsPaired { .. } => "panel-event-teams-paired",
        E::PairingsCompleted { .. } => "panel-event-pairings-completed",
        E::PairingsHidden { .. } => "panel-event-pairings-hidden",
        E::PairingsPublished { .. } => "panel-event-pairings-published",
        E::PairingsDiscarded { .. } => "panel-event-pairings-discarded",
        E::RoundRemoved { .. } => "panel-event-round-removed",
        E::RoundStarted { .. } => "panel-event-round-started",
        E::RoundCompleted { .. } => "panel-event-round-completed",
        E::ClockChanged { .. } => "panel-event-clock-changed",
        E::ResultReported { .. } => "panel-event-result-reported",
        E::ResultCorrected { .. } => "panel-event-result-corrected",
        E::ResultConfirmed { .. } => "panel-event-result-confirmed",
        E::ResultContested { .. } => "panel-event-result-contested",
        E::TeamResultReported { .. } => "panel-event-team-result-reported",
        E::MatchFeatured { .. } => "panel-event-match-featured",
        E::JudgeAssigned { .. } => "panel-event-judge-assigned",
        E::TimeExtended { .. } => "panel-event-time-extended",
        E::DeckCheckMarked { .. } => "panel-event-deck-check-marked",
        E::PenaltyIssued { .. } => "panel-event-penalty-issued",
        E::PenaltyWithdrawn { .. } => "panel-event-penalty-withdrawn",
        E::PenaltyRestored { .. } => "panel-event-penalty-restored",
        E::JudgeCalled { .. } => "panel-event-judge-called",
        E::CallAnswered { .. } => "panel-event-call-answered",
        E::CallClosed { .. } => "panel-event-call-closed",
        E::CutMade { .. } => "panel-event-cut-made",
        E::TiesDrawn { .. } => "panel-event-ties-drawn",
        E::GameWinsStated { .. } => "panel-event-game-wins-stated",
    }
}

fn of_convention(event: &ConventionEvent) -> &'static str {
    use ConventionEvent as E;
    match event {
        E::Created { .. } => "panel-convention-created",
        E::DetailsChanged { .. } => "panel-convention-details-changed",
        E::StatusChanged { .. } => "panel-convention-status-changed",
    }
}

fn of_decklist(event: &DecklistEvent) -> &'static str {
    use DecklistEvent as E;
    match event {
        E::Submitted { .. } => "panel-decklist-submitted",
        E::Revised { .. } => "panel-decklist-revised",
        E::Deleted { .. } => "panel-decklist-deleted",
    }
}

fn of_user(event: &UserEvent) -> &'static str {
    use UserEvent as E;
    match event {
        E::Registered { .. } => "panel-user-registered",
        E::ProfileChanged { .. } => "panel-user-profile-changed",
        E::ManagedBy { .. } => "panel-user-managed-by",
        E::JoinedElsewhere { .. } => "panel-user-joined-elsewhere",
        E::MergedInto { .. } => "panel-user-merged-into",
        E::Unmerged { .. } => "panel-user-unmerged",
        E::PasswordLinkMade { .. } => "panel-user-password-link-made",
        E::PasswordLinkWithdrawn { .. } => "panel-user-password-link-withdrawn",
        E::PasswordSet { .. } => "panel-user-password-set",
        E::PlayerPageShown { .. } => "panel-user-player-page-shown",
        E::PlayerPageHidden { .. } => "panel-user-player-page-hidden",
        E::SessionsEnded { .. } => "panel-user-sessions-ended",
        E::TokenIssued { .. } => "panel-user-token-issued",
        E::TokenRevoked { .. } => "panel-user-token-revoked",
        E::Erased { .. } => "panel-user-erased",
        E::Redacted { .. } => "panel-user-redacted",
    }
}

#[cfg(test)]
mod tests {
    use proto_events::testing::samples;

    use super::*;
    use crate::texts::{Language, Texts};

    #[test]
    fn the_words_are_the_name_of_the_event() {
        let (english, german) = (Texts::of(Language::English), Texts::of(Language::German));
        for sample in samples() {
            if matches!(sample, DomainEvent::Organization(_)) {
                continue;
            }
            let name = sample.encode().unwrap().event_type;
            let words = english.say(key(&sample));
            assert_eq!(words, plain(&name));
            assert_ne!(german.say(key(&sample)), words);
        }
    }

    #[test]
    fn the_name_of_an_unknown_event_is_words() {
        assert_eq!(plain("round_started"), "Round started");
        assert_eq!(plain(""), "");
    }
}
