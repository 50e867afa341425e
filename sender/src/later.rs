//! What is sent later, as a task of the service: when, and until when.

use chrono::{DateTime, TimeDelta, Utc};
use domain::notifications::NotificationKind;
use proto_events::Envelope;
use proto_events::ids::TournamentId;
use storage::deliveries::Message;
use write_api::notifications::What;
use write_api::schedule::Task;

/// How long before the deadline of lists those who have none are reminded.
pub(crate) const REMINDER: TimeDelta = TimeDelta::hours(24);
/// How long they have after they registered.
pub(crate) const AT_LEAST: TimeDelta = TimeDelta::hours(1);

/// A task of an event with its cause, and when it is due.
pub(crate) type Later = (Task, String, DateTime<Utc>);

/// Returns a task of an event as it is queued.
pub(crate) fn queued(envelope: &Envelope, (task, cause, due_at): Later) -> Message {
    let message = task.queued(envelope.stream.id, envelope.organization_id, cause, due_at);
    let expires_at = if let Task::Notify(what) = task { Some(end(what, due_at)) } else { None };
    Message { expires_at, ..message }
}

/// Returns until when something is sent that is due at this time.
pub(crate) fn end(what: What, due: DateTime<Utc>) -> DateTime<Utc> {
    let life = match what.kind() {
        NotificationKind::Pairings | NotificationKind::Judge => TimeDelta::minutes(15),
        NotificationKind::Reports => TimeDelta::minutes(10),
        NotificationKind::Clock => TimeDelta::minutes(5),
        _ => TimeDelta::hours(24),
    };
    match what {
        What::ListMissing { deadline: until } | What::PlaceOffered { until } | What::CalledByQueue { until } => until,
        _ => due + life,
    }
}

/// Returns when those without a list are reminded, if there is time left for that.
pub(crate) fn reminder_at(deadline: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    Some((deadline - REMINDER).max(now + AT_LEAST)).filter(|due| *due < deadline)
}

/// Returns the cause of a task that reminds of lists. Each person is reminded of a deadline once.
pub(crate) fn list_cause(id: TournamentId, deadline: DateTime<Utc>, due: DateTime<Utc>) -> String {
    format!("list/{id}/{}/{}", deadline.timestamp_millis(), due.timestamp())
}
