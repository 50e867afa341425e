//! Admission to an event, now: its staff until it is over, other people as its policy and its window say.

use api_kit::JoinCodes;
use chrono::SecondsFormat;
use domain::time_zone::Zone;
use domain::tournament::RegistrationWindow as Window;

use super::entries::check_takes_place;
use crate::prelude::*;

/// Who registers a player, and when.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entrance {
    pub(crate) caller: ActingAs,
    /// Whether the caller has no account.
    pub(crate) is_guest: bool,
    /// Whether the event's join code was given.
    pub(crate) has_code: bool,
    /// Whether staff approves the registration, although the event does not ask for it.
    pub(crate) needs_approval: bool,
    pub(crate) now: DateTime<Utc>,
}

impl Entrance {
    /// Returns that of the event's staff.
    pub(crate) fn staff(now: DateTime<Utc>) -> Self {
        Self { caller: ActingAs::Staff, is_guest: false, has_code: false, needs_approval: false, now }
    }

    /// Returns the same for a registration that may still await approval, since an earlier entrance.
    pub(crate) fn of_entry(&self, entry: &Registration) -> Self {
        Self { needs_approval: self.needs_approval || entry.awaits_approval, ..*self }
    }

    /// Checks that the caller may register a player now. A canceled event takes no one.
    pub(crate) fn check(&self, tournament: &Tournament) -> Result<(), Refusal> {
        check_takes_place(tournament)?;
        let is_late =
            matches!(tournament.lifecycle, LifecycleStatus::RegistrationClosed | LifecycleStatus::EventInProgress);
        let policy = tournament.details.registration_policy;
        match (self.caller, tournament.registration_window(self.now)) {
            (ActingAs::Staff, _) if is_late || tournament.takes_registrations() => Ok(()),
            (ActingAs::Staff, _) | (_, Window::Closed) => Err(closed(tournament.lifecycle)),
            (_, Window::ByStaff) => Err(by_staff()),
            (_, Window::Later(at)) => Err(later(tournament, at)),
            (_, Window::Past(at)) => Err(past(tournament, at)),
            (_, Window::Open) => match policy {
                RegistrationPolicy::Everyone => Ok(()),
                RegistrationPolicy::JoinCode if self.has_code => Ok(()),
                RegistrationPolicy::JoinCode => Err(wrong_code()),
                RegistrationPolicy::Accounts if self.is_guest => Err(needs_account()),
                RegistrationPolicy::Accounts => Ok(()),
                RegistrationPolicy::Staff => Err(by_staff()),
            },
        }
    }

    /// Returns the status with which a registration begins: on the waitlist if there is no place, and in the waiting
    /// room if staff approves those who register themselves.
    pub(crate) fn status(&self, tournament: &Tournament) -> RegistrationStatus {
        if tournament.next_position().is_some() {
            RegistrationStatus::OnWaitlist
        } else {
            self.with_a_place(tournament)
        }
    }

    /// Returns the status with which a registration that has a place begins.
    pub(crate) fn with_a_place(&self, tournament: &Tournament) -> RegistrationStatus {
        if (tournament.details.needs_approval || self.needs_approval) && self.caller != ActingAs::Staff {
            RegistrationStatus::InWaitingRoom
        } else {
            RegistrationStatus::Complete
        }
    }
}

/// Whether a text is the join code of an event that people register for by one.
pub(crate) fn has_code(event: &Tournament, codes: &JoinCodes, given: &str) -> bool {
    let is_right =
        || JoinCodes::event_of(given).and_then(|(_, code)| code).is_some_and(|code| codes.admits(event, code));
    event.details.registration_policy == RegistrationPolicy::JoinCode && is_right()
}

pub(crate) fn closed(value: LifecycleStatus) -> Refusal {
    let said = message!("registration-closed", "The event is {value}: you cannot register for it now.", value);
    Refusal::conflict(said).with_steps(&EVENT, value)
}

fn by_staff() -> Refusal {
    Refusal::forbidden(message!("registration-by-staff", "The event's staff registers its players: ask them."))
}

fn needs_account() -> Refusal {
    Refusal::forbidden(message!("registration-account-needed", "You can register for this event only with an account."))
}

fn wrong_code() -> Refusal {
    let said = message!("registration-wrong-join-code", "This event needs its join code, and this is not it.");
    Refusal::at_field("join_code", said)
}

fn later(tournament: &Tournament, at: DateTime<Utc>) -> Refusal {
    let time = in_zone(tournament, at);
    let said = message!("registration-opens-later", "Registration opens on {time}.", time);
    Refusal::conflict(said).with("registration_opens", at.to_rfc3339_opts(SecondsFormat::Secs, true))
}

fn past(tournament: &Tournament, at: DateTime<Utc>) -> Refusal {
    let time = in_zone(tournament, at);
    let said = message!("registration-past-closing", "Registration closed on {time}.", time);
    Refusal::conflict(said).with("registration_closes", at.to_rfc3339_opts(SecondsFormat::Secs, true))
}

/// Returns a time as clocks where the event is played show it.
fn in_zone(tournament: &Tournament, at: DateTime<Utc>) -> String {
    let zone = Zone::of(tournament.details.time_zone.as_deref());
    format!("{} ({})", zone.local(at).format("%Y-%m-%d, %H:%M"), zone.city())
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use proto_events::tournament::TournamentDetails;

    use super::*;
    use crate::testing::{canceled, coded, noon, tournament};
    use LifecycleStatus as L;
    use RegistrationPolicy as P;
    use TournamentEvent as E;

    const STAFF: ActingAs = ActingAs::Staff;
    const PERSON: ActingAs = ActingAs::Person(UserId(91));
    /// The window opens an hour before noon and closes an hour after it.
    const OPENS: TimeDelta = TimeDelta::hours(-1);
    const CLOSES: TimeDelta = TimeDelta::hours(1);

    fn event(policy: RegistrationPolicy, lifecycle: L, has_window: bool) -> Tournament {
        let at = |offset| has_window.then(|| noon() + offset);
        let details = TournamentDetails {
            registration_policy: policy,
            registration_opens: at(OPENS),
            registration_closes: at(CLOSES),
            time_zone: Some("Europe/Berlin".into()),
            ..TournamentDetails::new("Open", EventFormat::Legacy)
        };
        let mut event = tournament(&[E::DetailsChanged { details }]);
        (event.lifecycle, event.status_since) = (lifecycle, None);
        event
    }

    /// Returns the code of the refusal that is expected: staff registers until the event is over, others in the window
    /// and as the policy says.
    fn expected(policy: P, lifecycle: L, offset: Option<TimeDelta>, entrance: &Entrance) -> Option<&'static str> {
        if entrance.caller == STAFF {
            return (lifecycle.is_finished()).then_some("registration-closed");
        }
        let (is_early, is_late) = (offset.is_some_and(|at| at < OPENS), offset.is_some_and(|at| at >= CLOSES));
        match policy {
            _ if lifecycle == L::EventInProgress || lifecycle.is_finished() => Some("registration-closed"),
            P::Staff => Some("registration-by-staff"),
            _ if is_early => Some("registration-opens-later"),
            _ if is_late => Some("registration-past-closing"),
            _ if lifecycle == L::RegistrationClosed => Some("registration-closed"),
            P::JoinCode if !entrance.has_code => Some("registration-wrong-join-code"),
            P::Accounts if entrance.is_guest => Some("registration-account-needed"),
            P::Everyone | P::JoinCode | P::Accounts => None,
        }
    }

    #[test]
    fn caller_enters_as_policy_status_and_clock_say() {
        let second = TimeDelta::seconds(1);
        let times = [None, Some(OPENS - second), Some(OPENS), Some(CLOSES - second), Some(CLOSES)];
        for (policy, lifecycle) in P::ALL.iter().flat_map(|policy| L::ALL.iter().map(move |at| (*policy, *at))) {
            for (offset, bits) in times.iter().flat_map(|offset| (0..8).map(move |bits| (*offset, bits))) {
                let caller = if bits & 1 == 0 { PERSON } else { STAFF };
                let now = noon() + offset.unwrap_or_default();
                let (is_guest, has_code) = (bits & 2 != 0, bits & 4 != 0);
                let entrance = Entrance { caller, is_guest, has_code, ..Entrance::staff(now) };
                let found = entrance.check(&event(policy, lifecycle, offset.is_some()));
                let code = found.as_ref().err().map(Refusal::code);
                assert_eq!(code, expected(policy, lifecycle, offset, &entrance), "{policy} {lifecycle} {entrance:?}");
            }
        }
    }

    #[test]
    fn canceled_event_takes_no_one() {
        for caller in [STAFF, PERSON] {
            let entrance = Entrance { caller, ..Entrance::staff(noon()) };
            assert_eq!(coded(entrance.check(&canceled())), "registration-canceled");
        }
    }

    #[test]
    fn refusal_names_the_time_where_the_event_is_played() {
        let event = event(P::Everyone, L::RegistrationOpen, true);
        let at = |offset| Entrance { caller: PERSON, ..Entrance::staff(noon() + offset) }.check(&event);
        let (opens, closes) = ("2025-06-15, 16:06 (Berlin)", "2025-06-15, 18:06 (Berlin)");
        assert_eq!(coded(at(OPENS - TimeDelta::seconds(1))), format!("registration-opens-later {opens}"));
        assert_eq!(coded(at(CLOSES)), format!("registration-past-closing {closes}"));
    }
}
