//! Entries and teams.

use chrono::{DateTime, Utc};
use proto_events::Version;
use proto_events::ids::{DecklistId, RegistrationId, TeamId, UserId};
use proto_events::tournament::{Payment, QueueGroupRole, TeamMember};
use proto_events::vocabulary::{QueueCheckInStatus, RegistrationStatus};

/// A person's entry in a tournament.
#[derive(Debug, Clone)]
pub struct Registration {
    /// The entry.
    pub id: RegistrationId,
    /// The person.
    pub user_id: UserId,
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
    /// Whether staff locked this entry's list, or unlocked it; without either what holds for all does.
    pub list_locked: Option<bool>,
    /// The list and its revision that count, once they are fixed.
    pub fixed_revision: Option<(DecklistId, Version)>,
    /// The team, in a team event.
    pub team_id: Option<TeamId>,
}

impl Registration {
    /// A new entry with nothing known but who it is.
    pub fn new(id: RegistrationId, user_id: UserId, status: RegistrationStatus) -> Self {
        Self {
            id,
            user_id,
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
            list_locked: None,
            fixed_revision: None,
            team_id: None,
        }
    }

    /// The list that counts, and its revision once that is fixed. What is fixed says nothing of another list, by which staff
    /// replaced it since.
    pub fn list(&self) -> Option<(DecklistId, Option<Version>)> {
        let list = self.decklist_id?;
        let fixed = self.fixed_revision.filter(|(fixed, _)| *fixed == list);
        Some((list, fixed.map(|(_, version)| version)))
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
