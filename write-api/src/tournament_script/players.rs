//! Entries and teams of a [`TournamentScript`].

use chrono::{DateTime, Utc};
use proto_events::TournamentEvent;
use proto_events::ids::{DecklistId, RegistrationId, Sequence, TeamId, TeamPlayerId, UserId};
use proto_events::tournament::{Payment, QueueGroupRole, TeamMember};
use proto_events::vocabulary::{QueueCheckInStatus, RegistrationStatus};

use super::TournamentScript;

impl TournamentScript<'_> {
    /// A person signed up, at `at` or as soon after it as times ascend.
    pub fn register(&mut self, user_id: UserId, status: RegistrationStatus, at: DateTime<Utc>) -> RegistrationId {
        self.at(at);
        let registration_id = RegistrationId(self.ids.next(Sequence::Registration));
        self.record(TournamentEvent::PlayerRegistered { registration_id, user_id, status });
        registration_id
    }

    /// An entry moved on: from the waitlist, to a child event, canceled.
    pub fn registration_status(&mut self, registration_id: RegistrationId, status: RegistrationStatus) {
        self.record(TournamentEvent::RegistrationStatusChanged { registration_id, status });
    }

    /// A player stopped playing.
    pub fn drop_player(&mut self, registration_id: RegistrationId) {
        self.record(TournamentEvent::PlayerDropped { registration_id });
    }

    /// A player was disqualified.
    pub fn disqualify(&mut self, registration_id: RegistrationId) {
        self.record(TournamentEvent::PlayerDisqualified { registration_id });
    }

    /// All that is known of an entry's payment.
    pub fn payment(&mut self, registration_id: RegistrationId, payment: Payment) {
        self.record(TournamentEvent::PaymentChanged { registration_id, payment });
    }

    /// An entry moved in the check-in queue.
    pub fn check_in(&mut self, registration_id: RegistrationId, status: QueueCheckInStatus) {
        self.record(TournamentEvent::CheckInChanged { registration_id, status: Some(status) });
    }

    /// An entry joined a queue group.
    pub fn queue_group(&mut self, registration_id: RegistrationId, role: QueueGroupRole) {
        self.record(TournamentEvent::QueueGroupChanged { registration_id, role: Some(role) });
    }

    /// All tags of a player.
    pub fn tags(&mut self, registration_id: RegistrationId, tags: Vec<String>) {
        self.record(TournamentEvent::TagsChanged { registration_id, tags });
    }

    /// Staff's note.
    pub fn notes(&mut self, registration_id: RegistrationId, internal_notes: impl Into<String>) {
        self.record(TournamentEvent::NotesChanged { registration_id, internal_notes: internal_notes.into() });
    }

    /// A player keeps one table.
    pub fn seat(&mut self, registration_id: RegistrationId, table: i32) {
        self.record(TournamentEvent::SeatFixed { registration_id, fixed_seat: Some(table) });
    }

    /// A player was awarded byes in these rounds.
    pub fn byes(&mut self, registration_id: RegistrationId, round_numbers: Vec<i32>) {
        self.record(TournamentEvent::ByesAwarded { registration_id, round_numbers });
    }

    /// A player hands in the list on paper.
    pub fn paper_list(&mut self, registration_id: RegistrationId) {
        self.record(TournamentEvent::PaperDecklistMarked { registration_id, using_paper_decklist: true });
    }

    /// A list was attached to an entry.
    pub fn attach_decklist(&mut self, registration_id: RegistrationId, decklist_id: DecklistId) {
        self.record(TournamentEvent::DecklistAttached { registration_id, decklist_id: Some(decklist_id) });
    }

    /// A team came together; members by seat, the first is its captain. Takes one team-player id a member.
    pub fn team(
        &mut self,
        name: impl Into<String>,
        invite_hash: impl Into<String>,
        by_seat: &[RegistrationId],
    ) -> TeamId {
        let team_id = TeamId(self.ids.next(Sequence::Team));
        let mut members = Vec::with_capacity(by_seat.len());
        for (&registration_id, seat) in by_seat.iter().zip(1..) {
            let team_player_id = TeamPlayerId(self.ids.next(Sequence::TeamPlayer));
            members.push(TeamMember { team_player_id, registration_id, seat, captain: seat == 1 });
        }
        self.members.insert(team_id, members.clone());
        self.record(TournamentEvent::TeamFormed {
            team_id,
            team_name: name.into(),
            invite_hash: invite_hash.into(),
            members,
        });
        team_id
    }

    /// A team stopped playing.
    pub fn drop_team(&mut self, team_id: TeamId) {
        self.record(TournamentEvent::TeamDropped { team_id });
    }
}
