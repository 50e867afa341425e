//! The facts about each kind of event of a tournament: what it is about, which documents it can change, and which
//! messages webhooks get. This is the only table of them: a new kind of event is decided here.
//! `proto-events/src/lib.rs` says how to add an event.

use proto_events::TournamentEvent;
use proto_events::ids::{CallId, MatchId, PenaltyId, RegistrationId, RoundId, TeamId, TeamMatchId};
use proto_events::vocabulary::{LifecycleStatus, RegistrationStatus, WebhookEventType};

use super::Tournament;

/// The facts about an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// The object that it is about.
    pub subject: Subject,
    /// The documents that it can change at once.
    pub impact: Impact,
    /// The types of the messages about it, in the order in which they are sent.
    pub messages: &'static [WebhookEventType],
}

/// The object that an event is about, by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants are named as the objects")]
pub enum Subject {
    Tournament,
    Registration(RegistrationId),
    Team(TeamId),
    Round(RoundId),
    Match(MatchId),
    TeamMatch(TeamMatchId),
    Penalty(PenaltyId),
    Call(CallId),
}

/// The documents that an event can change at once, apart from those of the whole event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Impact {
    /// None.
    Nothing,
    /// All.
    Everything,
    /// The round of the subject.
    Round,
    /// That round, and all standings from it on.
    Play,
    /// The rounds in which the player was paired, and the standings of rounds that are not complete.
    Listing,
    /// The same, and the lists that count, if the player has handed in a list.
    Status,
    /// The rounds in which the player was paired, and the lists that count.
    List,
    /// The rounds in which the player's team was paired.
    TeamMatches,
}

/// Returns the facts about an event.
pub fn facts(event: &TournamentEvent) -> Facts {
    use Impact::{Everything, List, Listing, Nothing, Play, Round, Status, TeamMatches};
    use {Subject as S, TournamentEvent as E, WebhookEventType as T};
    let (subject, impact, messages): (_, _, &'static [T]) = match event {
        E::Created { .. } => (S::Tournament, Everything, &[T::TournamentCreated]),
        E::Deleted {} | E::DetailsChanged { .. } => (S::Tournament, Everything, &[T::TournamentChanged]),
        E::OrganizingChanged { .. } => (S::Tournament, Nothing, &[T::TournamentChanged]),
        E::LifecycleChanged { status } => (S::Tournament, Everything, of_lifecycle(*status)),
        E::Imported { .. } | E::ListRevisionsFixed { .. } | E::PhaseAdded { .. } => (S::Tournament, Everything, &[]),
        E::CutMade { .. } | E::TiesDrawn { .. } | E::GameWinsStated { .. } => (S::Tournament, Everything, &[]),
        E::ListsLocked {} | E::ListsUnlocked {} => (S::Tournament, Nothing, &[]),

        E::PlayerRegistered { registration_id: id, .. } => (S::Registration(*id), Listing, &[T::RegistrationAdded]),
        E::RegistrationStatusChanged { registration_id: id, status } => {
            (S::Registration(*id), Status, of_registration(*status))
        }
        E::PlayerDropped { registration_id: id } | E::PlayerDisqualified { registration_id: id } => {
            (S::Registration(*id), Listing, &[T::RegistrationDropped])
        }
        E::PaymentChanged { registration_id: id, .. } | E::PaperDecklistMarked { registration_id: id, .. } => {
            (S::Registration(*id), TeamMatches, &[])
        }
        E::DecklistAttached { registration_id: id, .. } => (S::Registration(*id), List, &[]),
        E::CheckInChanged { registration_id: id, .. }
        | E::QueueGroupChanged { registration_id: id, .. }
        | E::TagsChanged { registration_id: id, .. }
        | E::NotesChanged { registration_id: id, .. }
        | E::SeatFixed { registration_id: id, .. }
        | E::ByesAwarded { registration_id: id, .. }
        | E::ListLocked { registration_id: id }
        | E::ListUnlocked { registration_id: id }
        | E::PrivateLinkMade { registration_id: id, .. }
        | E::PrivateLinkRevoked { registration_id: id } => (S::Registration(*id), Nothing, &[]),
        E::TeamFormed { team_id, .. } => (S::Team(*team_id), Everything, &[]),
        E::TeamDropped { team_id } => (S::Team(*team_id), Everything, &[T::RegistrationDropped]),

        E::RoundRemoved { round_id } => (S::Round(*round_id), Everything, &[]),
        E::RoundAdded { round_id, .. }
        | E::MatchesPaired { round_id, .. }
        | E::TeamsPaired { round_id, .. }
        | E::PairingsCompleted { round_id }
        | E::PairingsDiscarded { round_id } => (S::Round(*round_id), Play, &[]),
        E::RoundStarted { round_id } => (S::Round(*round_id), Play, &[T::RoundPublished]),
        E::RoundCompleted { round_id } => (S::Round(*round_id), Play, &[T::RoundCompleted]),
        E::PairingsHidden { round_id } | E::ClockChanged { round_id, .. } => (S::Round(*round_id), Round, &[]),
        E::PairingsPublished { round_id } => (S::Round(*round_id), Round, &[T::RoundPublished]),

        E::ResultReported { match_id, .. } => (S::Match(*match_id), Play, &[]),
        E::ResultCorrected { match_id, .. } => (S::Match(*match_id), Play, &[T::ResultCorrected]),
        E::ResultConfirmed { match_id } | E::ResultContested { match_id } => (S::Match(*match_id), Nothing, &[]),
        E::TeamResultReported { team_match_id, .. } => (S::TeamMatch(*team_match_id), Play, &[]),
        E::MatchFeatured { match_id, .. }
        | E::JudgeAssigned { match_id, .. }
        | E::TimeExtended { match_id, .. }
        | E::DeckCheckMarked { match_id, .. } => (S::Match(*match_id), Round, &[]),
        E::PenaltyIssued { penalty_id: id, .. }
        | E::PenaltyWithdrawn { penalty_id: id }
        | E::PenaltyRestored { penalty_id: id } => (S::Penalty(*id), Nothing, &[]),
        E::JudgeCalled { call_id: id, .. } | E::CallAnswered { call_id: id } | E::CallClosed { call_id: id } => {
            (S::Call(*id), Nothing, &[])
        }
    };
    Facts { subject, impact, messages }
}

fn of_lifecycle(status: LifecycleStatus) -> &'static [WebhookEventType] {
    use WebhookEventType as T;
    match status {
        LifecycleStatus::EventFinished => &[T::TournamentChanged, T::StandingsFinal],
        LifecycleStatus::DecklistsPublished => &[T::TournamentChanged, T::ListsPublished],
        LifecycleStatus::RegistrationOpen
        | LifecycleStatus::WaitlistOnly
        | LifecycleStatus::RegistrationClosed
        | LifecycleStatus::EventInProgress
        | LifecycleStatus::DecklistsPublishing => &[T::TournamentChanged],
    }
}

fn of_registration(status: RegistrationStatus) -> &'static [WebhookEventType] {
    match status {
        RegistrationStatus::Complete => &[WebhookEventType::RegistrationAdded],
        RegistrationStatus::Canceled
        | RegistrationStatus::Dropped
        | RegistrationStatus::Disqualified
        | RegistrationStatus::MovedToChildEvent => &[WebhookEventType::RegistrationDropped],
        RegistrationStatus::InProgress
        | RegistrationStatus::InWaitingRoom
        | RegistrationStatus::OnWaitlist
        | RegistrationStatus::Eliminated => &[],
    }
}

impl Tournament {
    /// Returns the round that the subject of an event is, or belongs to.
    pub fn round_of(&self, subject: Subject) -> Option<RoundId> {
        match subject {
            Subject::Tournament | Subject::Registration(_) | Subject::Team(_) => None,
            Subject::Round(id) => Some(id),
            Subject::Match(id) => self.round_of_match(id),
            Subject::TeamMatch(id) => self.round_of_team_match(id),
            Subject::Penalty(id) => self.penalty(id)?.issued.round_id,
            Subject::Call(id) => self.round_of_match(self.call(id)?.call.match_id?),
        }
    }
}

#[cfg(test)]
mod tests {
    use proto_events::DomainEvent;
    use proto_events::testing::samples;

    use super::*;

    #[test]
    fn every_type_is_sent_about_some_event() {
        let mut events: Vec<_> = samples()
            .into_iter()
            .filter_map(|event| if let DomainEvent::Tournament(event) = event { Some(event) } else { None })
            .collect();
        for status in [LifecycleStatus::EventFinished, LifecycleStatus::DecklistsPublished] {
            events.push(TournamentEvent::LifecycleChanged { status });
        }
        for event_type in WebhookEventType::ALL {
            assert!(events.iter().any(|event| facts(event).messages.contains(event_type)), "{event_type}");
        }
    }

    #[test]
    fn a_message_names_what_it_is_about() {
        let published = facts(&TournamentEvent::PairingsPublished { round_id: RoundId(7) });
        assert_eq!(published.subject, Subject::Round(RoundId(7)));
        assert_eq!(published.messages, [WebhookEventType::RoundPublished]);
    }
}
