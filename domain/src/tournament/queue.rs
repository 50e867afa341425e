//! On-demand queues: an event of a convention whose registrations are a line. When enough players have come, the service makes
//! a child event of them. The statuses are those of `queue_check_in_status`; a registration without one waits in line.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use proto_events::Envelope;
use proto_events::ids::{RegistrationId, UserId};
use proto_events::vocabulary::{QueueCheckInStatus, RegistrationStatus};

use super::{GroupId, Registration, Tournament};
use crate::FoldError;

/// Minutes in which a called player answers if the queue states none.
const ANSWER_MINUTES: i32 = 5;

impl Registration {
    /// Returns its status in an on-demand queue; `None` if it is not in the queue.
    pub fn in_queue(&self) -> Option<QueueCheckInStatus> {
        let is_in = self.status == RegistrationStatus::Complete;
        is_in.then(|| self.check_in.unwrap_or(QueueCheckInStatus::WaitingForCheckInRequest))
    }

    /// Whether the queue holds the player, so that no other queue calls the player: called, or here.
    pub fn is_held(&self) -> bool {
        use QueueCheckInStatus::{CheckedIn, WaitingForPlayerResponse};
        matches!(self.in_queue(), Some(CheckedIn | WaitingForPlayerResponse))
    }
}

impl Tournament {
    /// Whether it is an on-demand queue.
    pub fn is_queue(&self) -> bool {
        self.details.queue_size > 0
    }

    /// Returns the number of players with whom it makes a child event.
    pub fn queue_size(&self) -> usize {
        usize::try_from(self.details.queue_size).unwrap_or(0)
    }

    /// Returns the time in which a called player answers.
    pub fn answer_time(&self) -> TimeDelta {
        TimeDelta::minutes(self.organizing.answer_minutes.unwrap_or(ANSWER_MINUTES).into())
    }

    /// Whether the queue calls players: it takes place, and is not over.
    pub fn calls_players(&self) -> bool {
        self.is_queue() && !self.details.is_canceled && !self.lifecycle.is_finished() && !self.is_deleted
    }

    /// Returns its start while that is ahead. Until then it calls no one, and makes no events, by itself.
    pub fn queue_begins(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.details.start_datetime.filter(|start| self.is_queue() && *start > now)
    }

    /// Whether groups of friends matter: players wait for places, or in the line of a queue, and play has not begun.
    pub fn groups_wait(&self) -> bool {
        (self.capacity().is_some() || self.is_queue()) && !self.play_has_begun()
    }

    /// Returns the registrations with one of these statuses in the queue, first those who wait, then those who stand by, and
    /// both in the order of the line. Members of a group stand together where its last member came.
    pub fn queued(&self, statuses: &[QueueCheckInStatus]) -> Vec<&Registration> {
        let is_in = |entry: &Registration| entry.in_queue().is_some_and(|status| statuses.contains(&status));
        let mut line: Vec<_> = self.registrations.iter().filter(|entry| is_in(entry)).collect();
        let place = |entry: &Registration| (entry.queued_since, entry.id);
        let mut last_of = BTreeMap::new();
        for entry in &line {
            if let Some(group) = self.group_of(entry) {
                let last = last_of.entry(group).or_insert(place(entry));
                *last = place(entry).max(*last);
            }
        }
        line.sort_by_cached_key(|entry| {
            let of_group = self.group_of(entry).and_then(|group| last_of.get(&group).copied());
            let own = place(entry);
            (entry.check_in == Some(QueueCheckInStatus::Standby), of_group.unwrap_or(own), own)
        });
        line
    }

    /// Returns the line: those who wait, then those who stand by.
    pub fn line(&self) -> Vec<&Registration> {
        self.queued(&[QueueCheckInStatus::WaitingForCheckInRequest, QueueCheckInStatus::Standby])
    }

    /// Returns the called players, who have not answered.
    pub fn called(&self) -> Vec<&Registration> {
        self.queued(&[QueueCheckInStatus::WaitingForPlayerResponse])
    }

    /// Returns the players who said that they come, or whom staff marked as here.
    pub fn here(&self) -> Vec<&Registration> {
        self.queued(&[QueueCheckInStatus::CheckedIn])
    }

    /// Returns the position in line of a registration, from 1; `None` if it is not in line.
    pub fn place_in_queue(&self, id: RegistrationId) -> Option<usize> {
        self.line().iter().position(|entry| entry.id == id).map(|place| place + 1)
    }

    /// Returns whom to call so that exactly so many players are called, all of them free: those in front as far as that is
    /// possible with whole groups, and those who stand by only if the others do not suffice. Empty if it is not possible. A
    /// group is called when all of its members are free; one that is larger than the queue's size is divided.
    pub fn next_called(&self, missing: usize, is_free: impl Fn(UserId) -> bool) -> Vec<RegistrationId> {
        let line = self.line();
        let mut groups: BTreeMap<GroupId, Vec<&Registration>> = BTreeMap::new();
        for entry in &line {
            if let Some(group) = self.group_of(entry) {
                groups.entry(group).or_default().push(entry);
            }
        }
        let mut units: Vec<(bool, Vec<RegistrationId>)> = Vec::new();
        for entry in &line {
            let together = match self.group_of(entry) {
                // The first one stands for the group.
                Some(group) => groups.remove(&group).unwrap_or_default(),
                None => vec![*entry],
            };
            if together.iter().all(|member| is_free(member.user_id)) {
                let stands_by = together.iter().any(|member| member.check_in == Some(QueueCheckInStatus::Standby));
                let members: Vec<_> = together.iter().map(|member| member.id).collect();
                units.extend(members.chunks(self.queue_size().max(1)).map(|part| (stands_by, part.to_vec())));
            }
        }
        units.sort_by_key(|(stands_by, _)| *stands_by);
        first_that_fill(&units, missing)
    }

    /// Notes a status of check-in, or in the queue, and there when a call ends. Those who come back from stand-by or a call keep
    /// their position in line; otherwise a player who waits is the last.
    pub(super) fn check_in(
        &mut self,
        id: RegistrationId,
        status: Option<QueueCheckInStatus>,
        envelope: &Envelope,
    ) -> Result<(), FoldError> {
        use QueueCheckInStatus::{CheckedIn, Standby, WaitingForCheckInRequest, WaitingForPlayerResponse};
        let until = self.is_queue().then(|| envelope.occurred_at + self.answer_time());
        let entry = self.entry(id)?;
        if let Some(until) = until {
            let keeps = matches!(entry.check_in, Some(Standby | WaitingForPlayerResponse | CheckedIn));
            if status == Some(WaitingForCheckInRequest) && !keeps {
                entry.queued_since = Some(envelope.position);
            }
            entry.call_ends = (status == Some(WaitingForPlayerResponse)).then_some(until);
        }
        entry.check_in = status;
        Ok(())
    }

    /// In an on-demand queue, a registration that becomes complete waits in line, and one that leaves is in it no more.
    pub(super) fn enter_queue(
        &mut self,
        id: RegistrationId,
        status: RegistrationStatus,
        envelope: &Envelope,
    ) -> Result<(), FoldError> {
        if self.is_queue() {
            let waits = Some(QueueCheckInStatus::WaitingForCheckInRequest);
            self.check_in(id, None, envelope)?;
            match status {
                RegistrationStatus::Complete => self.check_in(id, waits, envelope)?,
                RegistrationStatus::MovedToChildEvent => self.count_fire(envelope),
                _ => {}
            }
        }
        Ok(())
    }

    fn count_fire(&mut self, envelope: &Envelope) {
        if self.fires.count == 0 || envelope.position.0 != self.fires.last.0 + 1 {
            self.fires.count = self.fires.count.saturating_add(1);
        }
        self.fires.last = envelope.position;
    }
}

/// Returns the members of the units that have so many members together; of all such choices, the one that prefers earlier
/// units.
fn first_that_fill(units: &[(bool, Vec<RegistrationId>)], missing: usize) -> Vec<RegistrationId> {
    // For each unit, which numbers of members it and the later ones can have together.
    let mut reached = vec![vec![false; missing + 1]; units.len() + 1];
    if let Some(none) = reached.last_mut() {
        none[0] = true;
    }
    for (at, (_, unit)) in units.iter().enumerate().rev() {
        reached[at] = (0..=missing)
            .map(|sum| reached[at + 1][sum] || (unit.len() <= sum && reached[at + 1][sum - unit.len()]))
            .collect();
    }
    let mut left = missing;
    let mut chosen = Vec::new();
    for (at, (_, unit)) in units.iter().enumerate() {
        if unit.len() <= left && reached[at + 1][left - unit.len()] {
            left -= unit.len();
            chosen.extend(unit);
        }
    }
    if left == 0 { chosen } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn filled(sizes: &[usize], missing: usize) -> Vec<i64> {
        let mut ids = 1..;
        let units: Vec<_> =
            sizes.iter().map(|size| (false, ids.by_ref().take(*size).map(RegistrationId).collect())).collect();
        first_that_fill(&units, missing).into_iter().map(|id| id.0).collect()
    }

    #[test]
    fn groups_stay_whole_and_the_next_that_fits_is_called() {
        assert_eq!(filled(&[1, 1, 1, 1, 1], 4), [1, 2, 3, 4]);
        assert_eq!(filled(&[1, 4], 4), [2, 3, 4, 5], "the first alone would leave the group apart");
        assert_eq!(filled(&[3, 3, 1], 4), [1, 2, 3, 7]);
        assert_eq!(filled(&[3, 3], 4), [0i64; 0], "no whole groups are four");
        assert_eq!(filled(&[2, 1], 1), [3]);
        assert_eq!(filled(&[1], 0), [0i64; 0]);
    }

    proptest! {
        #[test]
        fn exactly_the_missing_are_called_if_that_is_possible(
            sizes in proptest::collection::vec(1..5usize, 0..9), missing in 1..12usize,
        ) {
            let called = filled(&sizes, missing);
            let possible = (0..1u32 << sizes.len()).any(|choice| {
                let chosen = sizes.iter().enumerate().filter(|(at, _)| choice & (1 << at) != 0);
                chosen.map(|(_, size)| size).sum::<usize>() == missing
            });
            prop_assert_eq!(called.len(), if possible { missing } else { 0 });
            let mut first = 1;
            for size in sizes {
                let of_unit = (first..).take(size).filter(|id| called.contains(id)).count();
                prop_assert!(of_unit == 0 || of_unit == size, "a group is called whole");
                first += i64::try_from(size).unwrap();
            }
        }
    }
}
