//! Deadlines for lists: how long a player may hand in and change a list.

use chrono::{DateTime, TimeDelta, Utc};
use proto_events::vocabulary::LifecycleStatus;

use super::{Registration, Tournament};

impl Tournament {
    /// Whether a player's list that arrives at this time is accepted. A per-player lock overrides the event's lock, and
    /// both override the deadline. Without a deadline, lists are accepted until play begins.
    pub fn takes_lists_of(&self, entry: &Registration, arrived_at: DateTime<Utc>) -> bool {
        match entry.list_locked.or(self.lists_locked) {
            Some(locked) => !locked,
            None => self.last_moment_for_lists().map_or_else(|| self.is_before_play(), |last| arrived_at <= last),
        }
    }

    /// Whether decklists belong to the event: they have a deadline or a lock, or one was handed in.
    pub fn wants_lists(&self) -> bool {
        let has_list = |entry: &Registration| entry.decklist_id.is_some() || entry.using_paper_decklist;
        let is_asked = self.organizing.decklist_deadline.is_some() || self.lists_locked.is_some();
        is_asked || self.registrations.iter().any(has_list)
    }

    /// Returns the last moment at which a list is in time: the deadline plus its grace period.
    pub fn last_moment_for_lists(&self) -> Option<DateTime<Utc>> {
        let grace = TimeDelta::seconds(i64::from(self.organizing.decklist_grace_seconds));
        self.organizing.decklist_deadline.map(|deadline| deadline.checked_add_signed(grace).unwrap_or(deadline))
    }

    /// Whether a revision counts that arrives at this time from the owner of this registration's list. A list of
    /// another organization that staff attached counts as it was when it was attached; later revisions never count.
    pub fn is_in_time(&self, entry: &Registration, list_is_ours: bool, arrived_at: DateTime<Utc>) -> bool {
        let word = entry.list_locked.or(self.lists_locked);
        let by_deadline = || self.last_moment_for_lists().map(|last| arrived_at <= last);
        match word {
            _ if !entry.list_is_players && !list_is_ours => false,
            Some(false) => true,
            // Locking fixes the list that the player handed in; after that the player cannot change it.
            _ if entry.list_is_players => by_deadline().unwrap_or(true),
            Some(true) => false,
            None => by_deadline().unwrap_or_else(|| self.is_before_play()),
        }
    }

    fn is_before_play(&self) -> bool {
        use LifecycleStatus::{RegistrationClosed, RegistrationOpen, WaitlistOnly};
        matches!(self.lifecycle, RegistrationOpen | WaitlistOnly | RegistrationClosed)
    }
}

#[cfg(test)]
mod tests {
    use proto_events::ids::{RegistrationId, TournamentId, UserId};
    use proto_events::testing::envelope;
    use proto_events::tournament::{Organizing, TournamentDetails};
    use proto_events::vocabulary::{EventFormat, RegistrationStatus};
    use proto_events::{StreamId, TournamentEvent};

    use super::*;

    const ENTRY: RegistrationId = RegistrationId(7);
    const OTHER: RegistrationId = RegistrationId(8);

    fn deadline() -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::hours(1)
    }

    /// Whether the lists of both registrations are accepted this many seconds after the deadline, after these events.
    fn taken(seconds: i64, events: Vec<TournamentEvent>) -> (bool, bool) {
        let registered = |registration_id: RegistrationId| TournamentEvent::PlayerRegistered {
            registration_id,
            user_id: UserId(registration_id.0),
            status: RegistrationStatus::Complete,
        };
        let created =
            TournamentEvent::Created { details: TournamentDetails::new("Open", EventFormat::Legacy), seed: 1 };
        let before = [created, registered(ENTRY), registered(OTHER)];
        let stream = StreamId::tournament(TournamentId(1));
        let envelope =
            |(event, version): (TournamentEvent, i64)| envelope(stream, version, DateTime::UNIX_EPOCH, event);
        let events: Vec<_> = before.into_iter().chain(events).zip(1..).map(envelope).collect();
        let tournament = Tournament::from_events(&events).unwrap();
        let at = deadline() + TimeDelta::seconds(seconds);
        let of = |id| tournament.takes_lists_of(tournament.registration(id).unwrap(), at);
        (of(ENTRY), of(OTHER))
    }

    fn until_deadline() -> TournamentEvent {
        let organizing =
            Organizing { decklist_deadline: Some(deadline()), decklist_grace_seconds: 60, ..Organizing::default() };
        TournamentEvent::OrganizingChanged { organizing }
    }

    #[test]
    fn a_list_is_in_time_until_the_grace_is_over() {
        for (seconds, in_time) in [(-1, true), (0, true), (60, true), (61, false)] {
            assert_eq!(taken(seconds, vec![until_deadline()]), (in_time, in_time), "{seconds}");
        }
    }

    #[test]
    fn without_a_deadline_lists_are_open_until_play_begins() {
        assert_eq!(taken(0, Vec::new()), (true, true));
        let begun = TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventInProgress };
        assert_eq!(taken(0, vec![begun]), (false, false));
    }

    #[test]
    fn staff_goes_before_the_deadline_and_one_player_before_all() {
        use TournamentEvent as E;
        let unlocked = E::ListUnlocked { registration_id: ENTRY };
        let locked = E::ListLocked { registration_id: ENTRY };
        assert_eq!(taken(61, vec![until_deadline(), E::ListsUnlocked {}]), (true, true));
        assert_eq!(taken(-1, vec![until_deadline(), E::ListsLocked {}]), (false, false));
        assert_eq!(taken(61, vec![until_deadline(), unlocked.clone()]), (true, false));
        assert_eq!(taken(-1, vec![until_deadline(), E::ListsLocked {}, unlocked]), (true, false));
        assert_eq!(taken(-1, vec![until_deadline(), locked]), (false, true));
    }
}
