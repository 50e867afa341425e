//! Registrations and teams of a [`TournamentScript`].

use chrono::{DateTime, Utc};
use proto_events::TournamentEvent;
use proto_events::ids::{DecklistId, RegistrationId, Sequence, TeamId, TeamPlayerId, UserId};
use proto_events::tournament::{Payment, QueueGroupRole, TeamMember};
use proto_events::vocabulary::{QueueCheckInStatus, RegistrationStatus};

use super::TournamentScript;

impl TournamentScript<'_> {
    /// Registers a person at the time `at`, or now if that is later.
    pub fn register(&mut self, user_id: UserId, status: RegistrationStatus, at: DateTime<Utc>) -> RegistrationId {
        self.at(at);
        let registration_id = RegistrationId(self.ids.next(Sequence::Registration));
        self.record(TournamentEvent::PlayerRegistered { registration_id, user_id, status });
        registration_id
    }

    /// Changes a registration's status: promoted from the waitlist, moved to a child event, canceled.
    pub fn registration_status(&mut self, registration_id: RegistrationId, status: RegistrationStatus) {
        self.record(TournamentEvent::RegistrationStatusChanged { registration_id, status });
    }

    /// Drops a player.
    pub fn drop_player(&mut self, registration_id: RegistrationId) {
        self.record(TournamentEvent::PlayerDropped { registration_id });
    }

    /// Disqualifies a player.
    pub fn disqualify(&mut self, registration_id: RegistrationId) {
        self.record(TournamentEvent::PlayerDisqualified { registration_id });
    }

    /// Sets all that is known of a registration's payment.
    pub fn payment(&mut self, registration_id: RegistrationId, payment: Payment) {
        self.record(TournamentEvent::PaymentChanged { registration_id, payment });
    }

    /// Changes a registration's status in the check-in queue.
    pub fn check_in(&mut self, registration_id: RegistrationId, status: QueueCheckInStatus) {
        self.record(TournamentEvent::CheckInChanged { registration_id, status: Some(status) });
    }

    /// Adds a registration to a queue group.
    pub fn queue_group(&mut self, registration_id: RegistrationId, role: QueueGroupRole) {
        self.record(TournamentEvent::QueueGroupChanged { registration_id, role: Some(role) });
    }

    /// Sets all tags of a player.
    pub fn tags(&mut self, registration_id: RegistrationId, tags: Vec<String>) {
        self.record(TournamentEvent::TagsChanged { registration_id, tags });
    }

    /// Sets staff's notes.
    pub fn notes(&mut self, registration_id: RegistrationId, internal_notes: impl Into<String>) {
        self.record(TournamentEvent::NotesChanged { registration_id, internal_notes: internal_notes.into() });
    }

    /// Gives a player a fixed table.
    pub fn seat(&mut self, registration_id: RegistrationId, table: i32) {
        self.record(TournamentEvent::SeatFixed { registration_id, fixed_seat: Some(table) });
    }

    /// Awards a player byes in these rounds.
    pub fn byes(&mut self, registration_id: RegistrationId, round_numbers: Vec<i32>) {
        self.record(TournamentEvent::ByesAwarded { registration_id, round_numbers });
    }

    /// Marks that a player hands in a list on paper.
    pub fn paper_list(&mut self, registration_id: RegistrationId) {
        self.record(TournamentEvent::PaperDecklistMarked { registration_id, using_paper_decklist: true });
    }

    /// Attaches a list to a registration.
    pub fn attach_decklist(&mut self, registration_id: RegistrationId, decklist_id: DecklistId) {
        self.record(TournamentEvent::DecklistAttached { registration_id, decklist_id: Some(decklist_id) });
    }

    /// Forms a team of members by seat; the first is its captain. Takes one team-player id per member.
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

    /// Drops a team.
    pub fn drop_team(&mut self, team_id: TeamId) {
        self.record(TournamentEvent::TeamDropped { team_id });
    }
}
