//! Whether people can register themselves for an event. Its staff registers players whatever the window says.

use chrono::{DateTime, Utc};
use proto_events::vocabulary::{LifecycleStatus, RegistrationPolicy};

use super::Tournament;

/// Whether people can register themselves, and if not, why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegistrationWindow {
    /// They can: those whom the policy of the event admits.
    Open,
    /// Only its staff registers players.
    ByStaff,
    /// Registration opens at this time.
    Later(DateTime<Utc>),
    /// Registration closed at this time.
    Past(DateTime<Utc>),
    /// Its staff closed registration, or the event is not before its start.
    Closed,
}

impl RegistrationWindow {
    /// Returns the window of an event with this policy, status and times of opening and closing, at a time.
    pub fn of(
        policy: RegistrationPolicy,
        status: LifecycleStatus,
        (opens, closes): (Option<DateTime<Utc>>, Option<DateTime<Utc>>),
        now: DateTime<Utc>,
    ) -> Self {
        use LifecycleStatus::{RegistrationClosed, RegistrationOpen, WaitlistOnly};
        if !matches!(status, RegistrationOpen | WaitlistOnly | RegistrationClosed) {
            return Self::Closed;
        }
        let (later, past) = (opens.filter(|opens| now < *opens), closes.filter(|closes| *closes <= now));
        match (policy, later, past) {
            (RegistrationPolicy::Staff, ..) => Self::ByStaff,
            (_, Some(opens), _) => Self::Later(opens),
            (_, _, Some(closes)) => Self::Past(closes),
            _ if status == RegistrationClosed => Self::Closed,
            _ => Self::Open,
        }
    }

    /// Whether a time is within the times of opening and closing.
    pub fn includes(opens_and_closes: (Option<DateTime<Utc>>, Option<DateTime<Utc>>), now: DateTime<Utc>) -> bool {
        Self::of(RegistrationPolicy::Everyone, LifecycleStatus::RegistrationOpen, opens_and_closes, now) == Self::Open
    }
}

impl Tournament {
    /// Whether its status is one in which people register.
    pub fn takes_registrations(&self) -> bool {
        matches!(self.lifecycle, LifecycleStatus::RegistrationOpen | LifecycleStatus::WaitlistOnly)
    }

    /// Whether registration has been closed since before it opens, which is now or was, so that it is open by the clock.
    /// If staff closed it later, it stays closed.
    pub fn has_opened_by_clock(&self, now: DateTime<Utc>) -> bool {
        let times = self.status_since.zip(self.details.registration_opens);
        let was_planned = times.is_some_and(|(since, opens)| since < opens && opens <= now);
        was_planned && self.lifecycle == LifecycleStatus::RegistrationClosed && !self.play_has_begun()
    }

    /// Returns the window at a time. An event that was closed until its registration opens is open from then on, also
    /// before the service has noted its status.
    pub fn registration_window(&self, now: DateTime<Utc>) -> RegistrationWindow {
        let details = &self.details;
        let status = if self.has_opened_by_clock(now) { LifecycleStatus::RegistrationOpen } else { self.lifecycle };
        let times = (details.registration_opens, details.registration_closes);
        RegistrationWindow::of(details.registration_policy, status, times, now)
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use LifecycleStatus as L;
    use RegistrationPolicy as P;
    use RegistrationWindow as W;

    fn at(minutes: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes)
    }

    #[test]
    fn window_follows_policy_status_and_times() {
        let (before, opening, within, closing) = (at(9), at(10), at(15), at(20));
        let times = (Some(opening), Some(closing));
        for &policy in P::ALL {
            for &status in L::ALL {
                let of = |now| W::of(policy, status, times, now);
                let is_ahead = status < L::EventInProgress;
                let is_open = matches!(status, L::RegistrationOpen | L::WaitlistOnly);
                let expected = |of_clock| match (policy, of_clock) {
                    _ if !is_ahead => W::Closed,
                    (P::Staff, _) => W::ByStaff,
                    (_, W::Open) if !is_open => W::Closed,
                    (_, of_clock) => of_clock,
                };
                assert_eq!(of(before), expected(W::Later(opening)), "{policy} {status}");
                assert_eq!(of(opening), expected(W::Open), "{policy} {status}");
                assert_eq!(of(within), expected(W::Open), "{policy} {status}");
                assert_eq!(of(closing), expected(W::Past(closing)), "{policy} {status}");
                assert_eq!(W::of(policy, status, (None, None), within), expected(W::Open), "{policy} {status}");
            }
        }
    }

    #[test]
    fn event_that_was_closed_until_it_opens_is_open_by_the_clock_and_one_that_staff_closed_is_not() {
        let mut event =
            Tournament { lifecycle: L::RegistrationClosed, status_since: Some(at(1)), ..Tournament::default() };
        event.details.registration_opens = Some(at(10));
        assert_eq!(event.registration_window(at(9)), W::Later(at(10)));
        assert_eq!(event.registration_window(at(10)), W::Open);
        event.status_since = Some(at(11));
        assert_eq!(event.registration_window(at(12)), W::Closed);
        event.lifecycle = L::EventInProgress;
        event.status_since = Some(at(1));
        assert_eq!(event.registration_window(at(12)), W::Closed);
    }
}
