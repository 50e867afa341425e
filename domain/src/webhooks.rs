//! The rules of webhooks: which events of the log become messages, when a failed delivery is tried again, and when a
//! webhook is disabled.

use chrono::{DateTime, TimeDelta, Utc};
use proto_events::TournamentEvent;
use proto_events::ids::{MatchId, RegistrationId, RoundId};
use proto_events::vocabulary::{LifecycleStatus, RegistrationStatus, WebhookEventType, WebhookEventType as T};

use crate::limits::{WEBHOOK_FAILING_DAYS, WEBHOOK_SECRET_HOURS};

/// Seconds between two attempts of a delivery. The first attempt is made at once.
pub const RETRIES: &[i64] =
    &[5, 5 * 60, 30 * 60, 2 * 60 * 60, 5 * 60 * 60, 10 * 60 * 60, 14 * 60 * 60, 20 * 60 * 60, 24 * 60 * 60];

/// The longest `Retry-After` that is heeded, in seconds.
pub const RETRY_AFTER_MAX: i64 = 24 * 60 * 60;

/// A message about an event of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Announcement {
    /// Its type.
    pub event_type: WebhookEventType,
    /// What it is about, besides the tournament.
    pub subject: Subject,
}

/// What a message is about, besides the tournament.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Subject {
    /// The round.
    pub round_id: Option<RoundId>,
    /// The match.
    pub match_id: Option<MatchId>,
    /// The registration.
    pub registration_id: Option<RegistrationId>,
}

impl Subject {
    fn round(id: RoundId) -> Self {
        Self { round_id: Some(id), ..Self::default() }
    }

    fn registration(id: RegistrationId) -> Self {
        Self { registration_id: Some(id), ..Self::default() }
    }
}

/// Returns the messages about an event, in the order in which they are sent.
pub fn announcements(event: &TournamentEvent) -> impl Iterator<Item = Announcement> {
    let (types, subject) = announced(event);
    types.iter().map(move |event_type| Announcement { event_type: *event_type, subject })
}

/// Returns the types of the messages about an event, and their subject. This is the only table of types: a new event of
/// the log must be decided here.
fn announced(event: &TournamentEvent) -> (&'static [WebhookEventType], Subject) {
    use TournamentEvent as E;
    match event {
        E::Created { .. } => (&[T::TournamentCreated], Subject::default()),
        E::Deleted {} | E::DetailsChanged { .. } | E::OrganizingChanged { .. } => {
            (&[T::TournamentChanged], Subject::default())
        }
        E::LifecycleChanged { status } => (of_status(*status), Subject::default()),
        E::PlayerRegistered { registration_id: id, .. } => (&[T::RegistrationAdded], Subject::registration(*id)),
        E::RegistrationStatusChanged { registration_id: id, status } => {
            (of_registration(*status), Subject::registration(*id))
        }
        E::PlayerDropped { registration_id: id } | E::PlayerDisqualified { registration_id: id } => {
            (&[T::RegistrationDropped], Subject::registration(*id))
        }
        E::TeamDropped { .. } => (&[T::RegistrationDropped], Subject::default()),
        E::PairingsPublished { round_id } | E::RoundStarted { round_id } => {
            (&[T::RoundPublished], Subject::round(*round_id))
        }
        E::RoundCompleted { round_id } => (&[T::RoundCompleted], Subject::round(*round_id)),
        E::ResultCorrected { match_id, .. } => {
            (&[T::ResultCorrected], Subject { match_id: Some(*match_id), ..Subject::default() })
        }
        E::Imported { .. }
        | E::PaymentChanged { .. }
        | E::CheckInChanged { .. }
        | E::QueueGroupChanged { .. }
        | E::TagsChanged { .. }
        | E::NotesChanged { .. }
        | E::SeatFixed { .. }
        | E::ByesAwarded { .. }
        | E::PaperDecklistMarked { .. }
        | E::DecklistAttached { .. }
        | E::PrivateLinkMade { .. }
        | E::PrivateLinkRevoked { .. }
        | E::ListsLocked {}
        | E::ListsUnlocked {}
        | E::ListLocked { .. }
        | E::ListUnlocked { .. }
        | E::ListRevisionsFixed { .. }
        | E::TeamFormed { .. }
        | E::PhaseAdded { .. }
        | E::RoundAdded { .. }
        | E::MatchesPaired { .. }
        | E::TeamsPaired { .. }
        | E::PairingsCompleted { .. }
        | E::PairingsHidden { .. }
        | E::PairingsDiscarded { .. }
        | E::RoundRemoved { .. }
        | E::ClockChanged { .. }
        | E::ResultReported { .. }
        | E::ResultConfirmed { .. }
        | E::ResultContested { .. }
        | E::TeamResultReported { .. }
        | E::MatchFeatured { .. }
        | E::JudgeAssigned { .. }
        | E::TimeExtended { .. }
        | E::DeckCheckMarked { .. }
        | E::PenaltyIssued { .. }
        | E::PenaltyWithdrawn { .. }
        | E::PenaltyRestored { .. }
        | E::JudgeCalled { .. }
        | E::CallAnswered { .. }
        | E::CallClosed { .. }
        | E::CutMade { .. }
        | E::TiesDrawn { .. }
        | E::GameWinsStated { .. } => (&[], Subject::default()),
    }
}

fn of_status(status: LifecycleStatus) -> &'static [WebhookEventType] {
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
        RegistrationStatus::Complete => &[T::RegistrationAdded],
        RegistrationStatus::Canceled
        | RegistrationStatus::Dropped
        | RegistrationStatus::Disqualified
        | RegistrationStatus::MovedToChildEvent => &[T::RegistrationDropped],
        RegistrationStatus::InProgress
        | RegistrationStatus::InWaitingRoom
        | RegistrationStatus::OnWaitlist
        | RegistrationStatus::Eliminated => &[],
    }
}

/// Returns the pause before the next attempt after `failed` attempts; `None` if there is no other attempt. The schedule
/// is the shortest pause: a receiver's `Retry-After` makes it longer, up to a day.
pub fn next_pause(failed: usize, retry_after: Option<i64>) -> Option<TimeDelta> {
    let scheduled = RETRIES.get(failed.checked_sub(1)?)?;
    Some(TimeDelta::seconds(retry_after.unwrap_or_default().min(RETRY_AFTER_MAX).max(*scheduled)))
}

/// Whether a webhook is disabled after a failed attempt, if its address accepts nothing since `failing_since`.
pub fn has_failed_for_long(failing_since: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now - failing_since >= TimeDelta::days(WEBHOOK_FAILING_DAYS)
}

/// Returns until when the secret before the current one signs as well, if it was replaced at `rotated`.
pub fn overlap_end(rotated: DateTime<Utc>) -> DateTime<Utc> {
    rotated + TimeDelta::hours(WEBHOOK_SECRET_HOURS)
}

#[cfg(test)]
mod tests {
    use proto_events::DomainEvent;
    use proto_events::testing::samples;

    use super::*;

    #[test]
    fn every_type_is_sent_about_some_event() {
        let mut sent: Vec<_> = samples()
            .iter()
            .filter_map(|event| if let DomainEvent::Tournament(event) = event { Some(event) } else { None })
            .flat_map(announcements)
            .map(|announcement| announcement.event_type)
            .collect();
        for status in [LifecycleStatus::EventFinished, LifecycleStatus::DecklistsPublished] {
            let changed = TournamentEvent::LifecycleChanged { status };
            sent.extend(announcements(&changed).map(|announcement| announcement.event_type));
        }
        for event_type in WebhookEventType::ALL {
            assert!(sent.contains(event_type), "{event_type}");
        }
    }

    #[test]
    fn a_message_names_what_it_is_about() {
        let round_id = RoundId(7);
        let published: Vec<_> = announcements(&TournamentEvent::PairingsPublished { round_id }).collect();
        let subject = Subject { round_id: Some(round_id), ..Subject::default() };
        assert_eq!(published, [Announcement { event_type: T::RoundPublished, subject }]);
    }

    #[test]
    fn attempts_are_made_for_three_days_and_retry_after_makes_pauses_longer() {
        let pauses: Vec<_> = (1..).map_while(|failed| next_pause(failed, None)).collect();
        assert_eq!(pauses.len(), 9, "ten attempts");
        assert_eq!(pauses.iter().sum::<TimeDelta>(), TimeDelta::seconds(5 + 35 * 60 + 75 * 60 * 60));
        assert_eq!(next_pause(1, Some(60)), Some(TimeDelta::seconds(60)));
        assert_eq!(next_pause(3, Some(60)), Some(TimeDelta::minutes(30)), "it makes no pause shorter");
        assert_eq!(next_pause(1, Some(i64::MAX)), Some(TimeDelta::hours(24)));
        assert_eq!((next_pause(0, None), next_pause(10, Some(1))), (None, None));
    }

    #[test]
    fn five_days_without_success_disable() {
        let since = DateTime::UNIX_EPOCH;
        assert!(!has_failed_for_long(since, since + TimeDelta::hours(119)));
        assert!(has_failed_for_long(since, since + TimeDelta::days(5)));
    }
}
