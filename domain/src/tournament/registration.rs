//! Registrations and teams.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use proto_events::ids::{DecklistId, OrganizationId, RegistrationId, TeamId, UserId};
use proto_events::tournament::{Payment, QueueGroupRole, TeamMember};
use proto_events::user::Profile;
use proto_events::vocabulary::{QueueCheckInStatus, RegistrationStatus};
use proto_events::{Envelope, Position, Version};

use crate::decklist::Decklist;
use crate::user::User;

/// A person's registration in a tournament.
#[derive(Debug, Clone, Default)]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub struct Registration {
    pub id: RegistrationId,
    pub user_id: UserId,
    /// Whether the player signed up. Otherwise staff made the registration.
    pub signed_up: bool,
    pub status: RegistrationStatus,
    /// Whether staff canceled it, or the service.
    pub canceled_by_staff: bool,
    /// Whether staff approved it, as its last change of status.
    pub is_approved: bool,
    /// Whether it came to the waiting room and staff has not approved it since: with a place, it is there again.
    pub awaits_approval: bool,
    /// When it was first complete.
    pub completed_at: Option<DateTime<Utc>>,
    /// When it was first on the waitlist.
    pub waitlisted_at: Option<DateTime<Utc>>,
    /// Log position since which it has its place on the waitlist. Clocks of processes differ.
    pub in_line_since: Option<Position>,
    /// Until when the player can accept the place that is offered to it; none without an offer.
    pub offer: Option<DateTime<Utc>>,
    /// How many offers expired since the player last registered.
    pub offers_expired: u32,
    pub payment: Payment,
    pub check_in: Option<QueueCheckInStatus>,
    /// Log position since which it has its place in the line of an on-demand queue.
    pub queued_since: Option<Position>,
    /// When the call of an on-demand queue ends without an answer.
    pub call_ends: Option<DateTime<Utc>>,
    pub queue_group: Option<QueueGroupRole>,
    pub tags: Vec<String>,
    pub internal_notes: String,
    /// The fixed table, if any.
    pub fixed_seat: Option<i32>,
    /// Rounds with an awarded bye.
    pub bye_rounds: Vec<i32>,
    /// Whether the player hands in a list on paper.
    pub using_paper_decklist: bool,
    pub decklist_id: Option<DecklistId>,
    /// Whether the player handed that list in, and has not left since. Otherwise staff attached it.
    pub list_is_players: bool,
    /// Whether the player left the event without withdrawing the list.
    pub left_with_list: bool,
    /// Log position where that list was handed in or attached, or where the player left.
    pub list_attached_at: Option<Position>,
    /// Lists that the player handed in, each with the log position where it was last withdrawn or replaced.
    pub lists_taken_back: BTreeMap<DecklistId, Position>,
    /// Whether staff locked or unlocked this registration's list; if neither, the event's lock or deadline applies.
    pub list_locked: Option<bool>,
    /// The fixed revision of each list that was ever handed in and fixed.
    pub fixed_revisions: BTreeMap<DecklistId, Version>,
    /// The team, in a team event.
    pub team_id: Option<TeamId>,
    /// The hash of the code of its private link, if it has a link.
    pub private_link: Option<String>,
    /// How many private links were made for it.
    pub private_links_made: u32,
}

/// How often a queue made a child event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Fires {
    /// Their number.
    pub count: u32,
    /// Log position of the last move of a player. The moves of one fire follow each other.
    pub(super) last: Position,
}

impl Registration {
    /// Creates a registration with an id, a player and a status.
    pub fn new(id: RegistrationId, user_id: UserId, status: RegistrationStatus) -> Self {
        Self { id, user_id, status, ..Self::default() }
    }

    /// Returns the list handed in, and its fixed revision, if any.
    pub fn list(&self) -> Option<(DecklistId, Option<Version>)> {
        let list = self.decklist_id?;
        Some((list, self.fixed_revision_of(list)))
    }

    /// Returns the fixed revision of a list for this registration, even while another list is handed in.
    pub fn fixed_revision_of(&self, list: DecklistId) -> Option<Version> {
        self.fixed_revisions.get(&list).copied()
    }

    /// Returns the revision that counts of the list handed in; none if the newest one does. A list of another
    /// organization that staff attached, before such revisions were fixed at once, counts as it was when it was
    /// attached.
    pub fn revision_of(&self, list: &Decklist, organization_id: OrganizationId) -> Option<Version> {
        let is_foreign = list.organization_id != organization_id && !self.list_is_players;
        let as_attached = || self.list_attached_at.filter(|_| is_foreign).map(|at| list.version_at(at));
        self.fixed_revision_of(list.id).or_else(as_attached)
    }

    /// Returns the player's profile if staff of an organization may read all of it rather than just the name: the
    /// organization manages the account, or the player signed up for the event.
    pub fn profile_shown<'a>(&self, organization_id: OrganizationId, user: Option<&'a User>) -> Option<&'a Profile> {
        let shown = user.filter(|user| self.signed_up || user.is_managed_by(organization_id));
        shown.map(|user| &user.profile)
    }

    /// Notes that the player left before play. The list that the player handed in counts as it is now, and the player
    /// may withdraw it. Only signing up again offers it again.
    pub(super) fn leave(&mut self, at: Position) {
        if self.list_is_players {
            self.note_taken_back(at);
            (self.list_is_players, self.left_with_list) = (false, true);
            self.list_attached_at = Some(at);
        }
    }

    /// Notes that the registration is on the waitlist. A player who registers again is at its end; staff brings a player
    /// back to the earlier position.
    pub(super) fn wait(&mut self, at: &Envelope, is_own: bool) {
        self.waitlisted_at.get_or_insert(at.occurred_at);
        match is_own {
            true => (self.in_line_since, self.offers_expired) = (Some(at.position), 0),
            false => _ = self.in_line_since.get_or_insert(at.position),
        }
    }

    /// Notes that the player did not answer an offer in time.
    pub(super) fn let_offer_expire(&mut self, at: Position) {
        (self.offer, self.in_line_since) = (None, Some(at));
        self.offers_expired = self.offers_expired.saturating_add(1);
    }

    /// Notes a private link, which replaces an earlier one.
    pub(super) fn link(&mut self, number: u32, sha256: &str) {
        (self.private_link, self.private_links_made) = (Some(sha256.to_owned()), number);
    }

    pub(super) fn use_paper(&mut self, using_paper_decklist: bool) {
        self.using_paper_decklist = using_paper_decklist;
    }

    /// Whether the player left the event before play. The list of such a player is not shown to anyone new, and the
    /// player may withdraw it at any time.
    pub fn has_left(&self) -> bool {
        self.left_with_list
            || matches!(self.status, RegistrationStatus::Canceled | RegistrationStatus::MovedToChildEvent)
    }

    /// Notes that the player signed up. If the player had left, this offers the list again; fixed revisions stay fixed.
    pub(super) fn sign_up(&mut self, at: Position) {
        self.signed_up = true;
        if self.left_with_list {
            (self.list_is_players, self.left_with_list) = (true, false);
            self.list_attached_at = Some(at);
        }
    }

    fn note_taken_back(&mut self, at: Position) {
        if let Some(before) = self.decklist_id.filter(|_| self.list_is_players) {
            self.lists_taken_back.insert(before, at);
        }
    }

    /// Notes that a list was handed in, attached or withdrawn.
    pub(super) fn attach(&mut self, list: Option<DecklistId>, by_player: bool, at: Position) {
        self.note_taken_back(at);
        if let Some(list) = list.filter(|_| by_player) {
            // The player's own list counts in its newest revision, even if staff had an earlier one fixed.
            self.fixed_revisions.remove(&list);
        }
        self.decklist_id = list;
        self.left_with_list = false;
        self.list_is_players = by_player && list.is_some();
        self.list_attached_at = list.map(|_| at);
    }

    /// Whether the registration is listed in present standings: it was complete once, and is not disqualified, canceled
    /// or moved. Players who dropped from the waitlist never were listed.
    pub fn is_listed(&self) -> bool {
        match self.status {
            RegistrationStatus::Complete => true,
            RegistrationStatus::Dropped | RegistrationStatus::Eliminated => self.completed_at.is_some(),
            _ => false,
        }
    }

    /// Whether the registration holds or held a place in the event.
    pub fn is_enrolled(&self) -> bool {
        self.is_listed() || self.status == RegistrationStatus::Disqualified
    }
}

/// A team.
#[derive(Debug, Clone)]
pub struct Team {
    /// Its id.
    pub id: TeamId,
    /// Its name.
    pub name: String,
    /// The value that was recorded with it. Links to join it follow from [`Team::invites_made`].
    pub invite_hash: String,
    /// How many links to join it were made. Only the newest is valid.
    pub invites_made: u32,
    /// Its members, by seat.
    pub members: Vec<TeamMember>,
    /// Players whom it invited, and who have not answered.
    pub invited: Vec<RegistrationId>,
    /// Whether it lacked members once, because players founded it. Such a team plays when all its seats are taken.
    pub is_founded: bool,
    /// Whether it stopped playing.
    pub is_dropped: bool,
}

impl Team {
    /// Returns the registration of its captain.
    pub fn captain(&self) -> Option<RegistrationId> {
        self.members.iter().find(|member| member.captain).map(|captain| captain.registration_id)
    }

    /// Whether a registration is a member.
    pub fn has(&self, entry: RegistrationId) -> bool {
        self.members.iter().any(|member| member.registration_id == entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: DecklistId = DecklistId(17);

    /// The registration of a player who handed a list in at log position 3 and left at position 5.
    fn left() -> Registration {
        let mut entry = Registration::new(RegistrationId(1), UserId(9), RegistrationStatus::Complete);
        entry.attach(Some(LIST), true, Position(3));
        entry.leave(Position(5));
        entry
    }

    #[test]
    fn the_list_of_a_player_who_left_is_the_players_no_more() {
        let entry = left();
        assert_eq!((entry.decklist_id, entry.list_is_players), (Some(LIST), false));
        assert_eq!(
            (entry.list_attached_at, entry.lists_taken_back.get(&LIST)),
            (Some(Position(5)), Some(&Position(5)))
        );
    }

    #[test]
    fn a_player_who_comes_back_offers_the_list_anew_and_what_was_fixed_stays_fixed() {
        let mut entry = left();
        entry.fixed_revisions.insert(LIST, 2);
        entry.sign_up(Position(8));
        assert!(entry.list_is_players && entry.signed_up);
        assert_eq!(entry.list(), Some((LIST, Some(2))));
    }

    #[test]
    fn a_player_who_comes_back_does_not_offer_what_staff_attached() {
        let mut entry = left();
        entry.attach(Some(LIST), false, Position(6));
        entry.sign_up(Position(8));
        assert!(!entry.list_is_players);
        let mut staffs = Registration::new(RegistrationId(1), UserId(9), RegistrationStatus::Complete);
        staffs.attach(Some(LIST), false, Position(3));
        staffs.leave(Position(5));
        staffs.sign_up(Position(8));
        assert!(!staffs.list_is_players);
        assert_eq!(staffs.list_attached_at, Some(Position(3)));
    }
}
