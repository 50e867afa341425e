//! Places, and the waitlist: who is next, and until when places are offered to those who wait.

use chrono::{DateTime, Utc};
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::{LifecycleStatus, ProgressStatus, RegistrationStatus};

use super::{GroupId, Registration, Team, Tournament};

impl Registration {
    /// Whether it takes up one of the event's places.
    pub fn has_a_place(&self) -> bool {
        use RegistrationStatus::{Complete, Eliminated, InProgress, InWaitingRoom};
        matches!(self.status, InProgress | InWaitingRoom | Complete | Eliminated)
    }
}

impl Tournament {
    /// Returns the number of free places; `None` if there is no limit. An offered place is not free.
    pub fn places_left(&self) -> Option<usize> {
        Some(self.capacity()?.saturating_sub(self.places_taken()))
    }

    /// Returns the players who wait for approval, in the order in which they came.
    pub fn waiting_for_approval(&self) -> impl Iterator<Item = &Registration> {
        self.registrations.iter().filter(|entry| entry.status == RegistrationStatus::InWaitingRoom)
    }

    /// Returns the number of places that are taken or offered. It is above the capacity if staff let more players in.
    pub fn places_taken(&self) -> usize {
        self.places_held(|entry| entry.has_a_place() || entry.offer.is_some())
    }

    /// Returns the number of places that these registrations take. A team that players founded takes one for each seat.
    pub fn places_held(&self, holds: impl Fn(&Registration) -> bool) -> usize {
        let single = |entry: &&Registration| holds(entry) && self.founded_team(entry).is_none();
        let founded = self.teams.iter().filter(|team| team.is_founded && !team.is_dropped);
        let of_teams = founded.map(|team| self.seats_held(self.holders(team, &holds)));
        self.registrations.iter().filter(single).count() + of_teams.sum::<usize>()
    }

    fn holders(&self, team: &Team, holds: impl Fn(&Registration) -> bool) -> usize {
        let members = team.members.iter().filter_map(|member| self.registration(member.registration_id));
        members.filter(|entry| holds(entry)).count()
    }

    /// Returns who in a line gets a place, if these registrations hold theirs. A group gets its places together: until
    /// there are enough for the group at the front, the line waits, so no one overtakes it for ever. A group that is
    /// larger than the event gets what there is.
    pub fn next_in_line(&self, line: &[&Registration], holds: impl Fn(&Registration) -> bool) -> Vec<RegistrationId> {
        let Some(capacity) = self.capacity() else { return line.iter().map(|entry| entry.id).collect() };
        let mut held = self.places_held(&holds);
        let mut next: Vec<RegistrationId> = Vec::new();
        for entry in line {
            if next.contains(&entry.id) {
                continue;
            }
            let mut together = match self.group_of(entry) {
                Some(group) => {
                    line.iter().filter(|other| self.group_of(other) == Some(group)).map(|it| it.id).collect()
                }
                None => vec![entry.id],
            };
            if together.len() > capacity {
                together.truncate(capacity.saturating_sub(held));
            }
            let needed = match self.founded_team(entry) {
                Some(team) => {
                    let before = self.holders(team, &holds);
                    self.seats_held(before + together.len()) - self.seats_held(before)
                }
                None => together.len(),
            };
            if together.is_empty() || held + needed > capacity {
                break;
            }
            held += needed;
            next.extend(together);
        }
        next
    }

    /// Returns the number of places; `None` if there is no limit.
    pub fn capacity(&self) -> Option<usize> {
        Some(usize::try_from(self.details.capacity?).unwrap_or(0))
    }

    /// Returns the waitlist in its order. Members of a group stand together: a team where its first member came, a group of
    /// single players where its last one came, so that no one joins a group to get ahead.
    pub fn waitlist(&self) -> Vec<&Registration> {
        let waits = |entry: &Registration| entry.status == RegistrationStatus::OnWaitlist;
        let mut waiting: Vec<_> = self.registrations.iter().filter(|entry| waits(entry)).collect();
        waiting.sort_by_cached_key(|entry| {
            let own = (entry.in_line_since, entry.id);
            let mates = self.group_of(entry).map(|group| (group, self.in_group(group)));
            let Some((group, mates)) = mates else { return (own, own) };
            let times = mates.iter().filter(|mate| waits(mate)).map(|mate| (mate.in_line_since, mate.id));
            let of_group = if matches!(group, GroupId::Team(_)) { times.min() } else { times.max() };
            (of_group.unwrap_or(own), own)
        });
        waiting
    }

    /// Returns the position of a registration on the waitlist, from 1.
    pub fn position_in_line(&self, id: RegistrationId) -> Option<usize> {
        self.waitlist().iter().position(|entry| entry.id == id).map(|place| place + 1)
    }

    /// Returns the position on the waitlist that a player who registers now gets; `None` if there is a place. If others
    /// wait, a free place is theirs.
    pub fn next_position(&self) -> Option<usize> {
        let waiting = self.registrations.iter().filter(|entry| entry.status == RegistrationStatus::OnWaitlist).count();
        let is_full = self.places_left().is_some_and(|left| left == 0 || waiting > 0);
        (is_full || self.lifecycle == LifecycleStatus::WaitlistOnly).then_some(waiting + 1)
    }

    /// Returns when registration closes or the event starts, whichever is first. Offers end by then.
    pub fn offers_end(&self) -> Option<DateTime<Utc>> {
        [self.details.registration_closes, self.details.start_datetime].into_iter().flatten().min()
    }

    /// Whether places are offered to players on the waitlist.
    pub fn makes_offers(&self, now: DateTime<Utc>) -> bool {
        let is_early = self.offers_end().is_none_or(|end| now < end);
        self.organizing.offer_minutes.is_some() && self.takes_registrations() && is_early && self.keeps_offers()
    }

    /// Returns until when a place is offered to a registration, if it can be accepted.
    pub fn open_offer(&self, entry: &Registration, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        entry.offer.filter(|until| now < self.offer_end(*until) && self.keeps_offers())
    }

    /// Returns when an offer ends that was made until a time: the end of all offers may have been moved since.
    pub fn offer_end(&self, until: DateTime<Utc>) -> DateTime<Utc> {
        self.offers_end().map_or(until, |end| until.min(end))
    }

    fn keeps_offers(&self) -> bool {
        !self.play_has_begun() && !self.details.is_canceled && !self.lifecycle.is_finished()
    }

    /// Whether a round of play has begun. Player meetings do not count.
    pub fn play_has_begun(&self) -> bool {
        self.rounds().any(|(_, round)| round.number > 0 && round.status != ProgressStatus::Upcoming)
    }
}
