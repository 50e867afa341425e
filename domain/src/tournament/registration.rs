//! Entries and teams.

use chrono::{DateTime, Utc};
use proto_events::ids::{DecklistId, OrganizationId, RegistrationId, TeamId, UserId};
use proto_events::tournament::{Payment, QueueGroupRole, TeamMember};
use proto_events::vocabulary::{QueueCheckInStatus, RegistrationStatus};
use proto_events::{Position, Version};

use crate::decklist::Decklist;
use crate::user::User;

/// A person's entry in a tournament.
#[derive(Debug, Clone)]
pub struct Registration {
    /// The entry.
    pub id: RegistrationId,
    /// The person.
    pub user_id: UserId,
    /// Whether the person signed up. Staff registered all others.
    pub signed_up: bool,
    /// Where it stands.
    pub status: RegistrationStatus,
    /// When it was first complete.
    pub completed_at: Option<DateTime<Utc>>,
    /// When it came onto the waitlist.
    pub waitlisted_at: Option<DateTime<Utc>>,
    /// All that is known of its payment.
    pub payment: Payment,
    /// Where it stands in the check-in queue.
    pub check_in: Option<QueueCheckInStatus>,
    /// Its role in a queue group.
    pub queue_group: Option<QueueGroupRole>,
    /// The store's tags.
    pub tags: Vec<String>,
    /// Staff's note.
    pub internal_notes: String,
    /// The table it keeps.
    pub fixed_seat: Option<i32>,
    /// Rounds with an awarded bye.
    pub bye_rounds: Vec<i32>,
    /// Whether the list comes on paper.
    pub using_paper_decklist: bool,
    /// The list handed in.
    pub decklist_id: Option<DecklistId>,
    /// Whether the player handed that list in. Staff attached all others.
    pub list_is_players: bool,
    /// Place in the log where that list was handed in or attached.
    pub list_attached_at: Option<Position>,
    /// Lists that the player handed in, each with the place in the log where it was last taken back or replaced.
    pub lists_taken_back: Vec<(DecklistId, Position)>,
    /// Whether staff locked this entry's list, or unlocked it; without either what holds for all does.
    pub list_locked: Option<bool>,
    /// The revision that counts of each list that was ever handed in and fixed.
    pub fixed_revisions: Vec<(DecklistId, Version)>,
    /// The team, in a team event.
    pub team_id: Option<TeamId>,
}

impl Registration {
    /// A new entry with nothing known but who it is.
    pub fn new(id: RegistrationId, user_id: UserId, status: RegistrationStatus) -> Self {
        Self {
            id,
            user_id,
            signed_up: false,
            status,
            completed_at: None,
            waitlisted_at: None,
            payment: Payment::default(),
            check_in: None,
            queue_group: None,
            tags: Vec::new(),
            internal_notes: String::new(),
            fixed_seat: None,
            bye_rounds: Vec::new(),
            using_paper_decklist: false,
            decklist_id: None,
            list_is_players: false,
            list_attached_at: None,
            lists_taken_back: Vec::new(),
            list_locked: None,
            fixed_revisions: Vec::new(),
            team_id: None,
        }
    }

    /// The list handed in, and the revision that counts once that is fixed.
    pub fn list(&self) -> Option<(DecklistId, Option<Version>)> {
        let list = self.decklist_id?;
        Some((list, self.fixed_revision_of(list)))
    }

    /// The revision of a list that is fixed for this entry, also while another list is handed in.
    pub fn fixed_revision_of(&self, list: DecklistId) -> Option<Version> {
        self.fixed_revisions.iter().find(|(fixed, _)| *fixed == list).map(|(_, version)| *version)
    }

    /// The revision that counts of the list handed in; none while the newest one does. What staff attached of another
    /// organization's lists, before such revisions were fixed at once, counts as it was at that moment.
    pub fn revision_of(&self, list: &Decklist, organization_id: OrganizationId) -> Option<Version> {
        let is_foreign = list.organization_id != organization_id && !self.list_is_players;
        let as_attached = || self.list_attached_at.filter(|_| is_foreign).map(|at| list.version_at(at));
        self.fixed_revision_of(list.id).or_else(as_attached)
    }

    /// Place in the log where a list was taken back that the player had handed in.
    pub fn taken_back_at(&self, list: DecklistId) -> Option<Position> {
        self.lists_taken_back.iter().find(|(known, _)| *known == list).map(|(_, at)| *at)
    }

    /// Whether the staff of an organization reads the player's whole profile, and not just a name: the organization manages
    /// the account, or the player signed up for the event.
    pub fn shows_profile(&self, organization_id: OrganizationId, user: &User) -> bool {
        self.signed_up || user.is_managed_by(organization_id)
    }

    /// Notes that a list was handed in or attached, or taken back.
    pub(super) fn attach(&mut self, list: Option<DecklistId>, by_player: bool, at: Position) {
        if let Some(before) = self.decklist_id.filter(|_| self.list_is_players) {
            self.lists_taken_back.retain(|(known, _)| *known != before);
            self.lists_taken_back.push((before, at));
        }
        if by_player {
            // The player's list counts as the player goes on to write it, whatever was fixed of it for staff before.
            self.fixed_revisions.retain(|(fixed, _)| Some(*fixed) != list);
        }
        self.decklist_id = list;
        self.list_is_players = by_player && list.is_some();
        self.list_attached_at = list.map(|_| at);
    }

    /// Notes the revision of a list that counts.
    pub(super) fn fix(&mut self, list: DecklistId, version: Version) {
        self.fixed_revisions.retain(|(fixed, _)| *fixed != list);
        self.fixed_revisions.push((list, version));
    }

    /// Whether the entry stands in standings made now: it was once complete, and is not disqualified, canceled or moved
    /// away. Who dropped from the waitlist never stood there.
    pub fn is_listed(&self) -> bool {
        match self.status {
            RegistrationStatus::Complete => true,
            RegistrationStatus::Dropped | RegistrationStatus::Eliminated => self.completed_at.is_some(),
            _ => false,
        }
    }

    /// Whether the entry takes or took a place in the event.
    pub fn is_enrolled(&self) -> bool {
        self.is_listed() || self.status == RegistrationStatus::Disqualified
    }
}

/// A team.
#[derive(Debug, Clone)]
pub struct Team {
    /// The team.
    pub id: TeamId,
    /// Its name.
    pub name: String,
    /// Word by which further members join.
    pub invite_hash: String,
    /// Its members, by seat.
    pub members: Vec<TeamMember>,
    /// Whether it stopped playing.
    pub is_dropped: bool,
}
