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
    use super::*;
    use crate::testing::*;
    use RegistrationPolicy as P;

    /// Registration opens an hour before noon and closes an hour after it, in Berlin.
    fn event(policy: RegistrationPolicy, status: L) -> Tournament {
        let window = settings(|it| {
            (it.registration_policy, it.time_zone) = (policy, Some("Europe/Berlin".into()));
            it.registration_opens = Some(noon() - TimeDelta::hours(1));
            it.registration_closes = Some(noon() + TimeDelta::hours(1));
        });
        tournament(&[window, reached(status)])
    }

    /// Checks a person with an account and without the code, this many minutes after noon.
    fn checked(event: &Tournament, minutes: i64, change: fn(&mut Entrance)) -> Result<(), Refusal> {
        let mut entrance = Entrance { caller: ANNA, ..Entrance::staff(noon() + TimeDelta::minutes(minutes)) };
        change(&mut entrance);
        entrance.check(event)
    }

    #[test]
    fn others_than_staff_enter_as_policy_window_and_clock_say() {
        let at = |policy, minutes, change| checked(&event(policy, L::RegistrationOpen), minutes, change);
        assert_eq!(at(P::Everyone, -60, |it| it.is_guest = true), Ok(()));
        assert_eq!(at(P::Accounts, 59, |_| ()), Ok(()));
        assert_eq!(at(P::JoinCode, 0, |it| (it.is_guest, it.has_code) = (true, true)), Ok(()));
        for (policy, minutes, change, code) in [
            (P::JoinCode, 0, (|_| ()) as fn(&mut Entrance), wrong_code()),
            (P::Accounts, 0, |it| (it.is_guest, it.has_code) = (true, true), needs_account()),
            (P::Staff, 0, |it| it.has_code = true, by_staff()),
            (P::Staff, -61, |_| (), by_staff()),
        ] {
            assert_eq!(at(policy, minutes, change), Err(code), "{policy}");
        }
        assert_eq!(coded(at(P::JoinCode, -61, |_| ())), "registration-opens-later 2025-06-15, 16:06 (Berlin)");
        assert_eq!(coded(at(P::Accounts, 60, |_| ())), "registration-past-closing 2025-06-15, 18:06 (Berlin)");
        let shut = checked(&event(P::JoinCode, L::RegistrationClosed), 0, |_| ());
        assert_eq!(coded(shut), "registration-closed REGISTRATION_CLOSED");
    }

    #[test]
    fn staff_enters_until_the_event_is_over_whatever_policy_and_clock_say() {
        for (policy, status) in P::ALL.iter().flat_map(|policy| L::ALL.iter().map(move |at| (*policy, *at))) {
            for minutes in [-61, 0, 60] {
                let found = checked(&event(policy, status), minutes, |it| it.caller = ActingAs::Staff);
                assert_eq!(found.is_err(), status.is_finished(), "{policy} {status} {minutes}");
            }
        }
    }
}
