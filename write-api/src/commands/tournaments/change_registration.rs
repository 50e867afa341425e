//! Changes several parts of a registration; all changes or none. Each change is a command of its own.

use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::{QueueCheckInStatus, RegistrationStatus};

use super::change_payment::{self, ChangePayment, PaymentChanges};
use super::order::Order;
pub use super::outcome::Outcome;
use super::{
    award_byes, change_check_in, fix_seat, mark_paper_decklist, set_registration_status, tag_player, write_notes,
};
use crate::engine::decision::CommandError;
use crate::engine::fields::FieldErrors;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Changes to a registration. `None` keeps a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RegistrationChanges {
    /// The new status.
    pub status: Option<RegistrationStatus>,
    /// The changes to its payment.
    pub payment: PaymentChanges,
    /// The new check-in status; `Some(None)` removes it from the queue.
    pub check_in: Option<Option<QueueCheckInStatus>>,
    /// The complete tags.
    pub tags: Option<Vec<String>>,
    /// The complete note.
    pub internal_notes: Option<String>,
    /// The fixed table; `Some(None)` releases it.
    pub fixed_seat: Option<Option<i32>>,
    /// All rounds with a bye.
    pub bye_rounds: Option<Vec<i32>>,
    /// Whether the list is handed in on paper.
    pub using_paper_decklist: Option<bool>,
}

impl RegistrationChanges {
    /// Returns the faults of the given values, whichever registration they are for.
    pub fn faults(&self) -> [FieldErrors; 3] {
        [
            tag_player::faults(self.tags.as_deref().unwrap_or_default()),
            write_notes::faults(self.internal_notes.as_deref().unwrap_or_default()),
            change_payment::faults(self.payment.wallet_order_id.as_deref().unwrap_or_default()),
        ]
    }
}

/// Changes a registration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeRegistration {
    /// The registration.
    pub registration_id: RegistrationId,
    /// The changes.
    pub changes: RegistrationChanges,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The status is refused.
    #[error(transparent)]
    Status(#[from] set_registration_status::Refusal),
    /// The change of payment is refused.
    #[error(transparent)]
    Payment(#[from] change_payment::Refusal),
    /// The check-in status is refused.
    #[error(transparent)]
    CheckIn(#[from] change_check_in::Refusal),
    /// The tags are refused.
    #[error(transparent)]
    Tags(#[from] tag_player::Refusal),
    /// The note is refused.
    #[error(transparent)]
    Notes(#[from] write_notes::Refusal),
    /// The table is refused.
    #[error(transparent)]
    Seat(#[from] fix_seat::Refusal),
    /// The byes are refused.
    #[error(transparent)]
    Byes(#[from] award_byes::Refusal),
    /// The event has no such registration.
    #[error(transparent)]
    Paper(#[from] mark_paper_decklist::Refusal),
}

/// Decides the command. Changes that depend on the current state are decided first.
///
/// # Errors
/// If one of the changes is refused.
pub fn decide(
    tournament: &Tournament,
    command: &ChangeRegistration,
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let ChangeRegistration { registration_id, changes } = command.clone();
    let RegistrationChanges { status, payment: known, check_in, tags, internal_notes, .. } = changes;
    let RegistrationChanges { fixed_seat, bye_rounds, using_paper_decklist, .. } = changes;
    let mut events = change_payment::decide(tournament, &ChangePayment { registration_id, known })?.events;
    if let Some(status) = status {
        let command = set_registration_status::SetRegistrationStatus { registration_id, status };
        events.extend(set_registration_status::decide(tournament, &command)?.events);
    }
    if let Some(status) = check_in {
        let command = change_check_in::ChangeCheckIn { registration_id, status };
        events.extend(change_check_in::decide(tournament, &command)?.events);
    }
    if let Some(tags) = tags {
        events.extend(tag_player::decide(tournament, &tag_player::TagPlayer { registration_id, tags })?.events);
    }
    if let Some(internal_notes) = internal_notes {
        let command = write_notes::WriteNotes { registration_id, internal_notes };
        events.extend(write_notes::decide(tournament, &command)?.events);
    }
    if let Some(fixed_seat) = fixed_seat {
        events.extend(fix_seat::decide(tournament, &fix_seat::FixSeat { registration_id, fixed_seat })?.events);
    }
    if let Some(round_numbers) = bye_rounds {
        let command = award_byes::AwardByes { registration_id, round_numbers };
        events.extend(award_byes::decide(tournament, &command)?.events);
    }
    if let Some(using_paper_decklist) = using_paper_decklist {
        let command = mark_paper_decklist::MarkPaperDecklist { registration_id, using_paper_decklist };
        events.extend(mark_paper_decklist::decide(tournament, &command)?.events);
    }
    let outcome = if events.is_empty() { Outcome::Unchanged } else { Outcome::Changed };
    Ok(Decision::happens(events, outcome))
}

impl WriteApi {
    /// Changes several parts of a registration.
    ///
    /// # Errors
    /// If the command is refused, the event is not found or has another version, or the store fails.
    pub async fn change_registration(
        &self,
        order: &Order,
        command: &ChangeRegistration,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        self.carry_out(order, Outcome::Repeated, |tournament| decide(tournament, command)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{in_play, tournament};

    fn everything() -> RegistrationChanges {
        RegistrationChanges {
            status: Some(RegistrationStatus::Dropped),
            payment: PaymentChanges { marked_as_paid: Some(true), ..PaymentChanges::default() },
            check_in: Some(Some(QueueCheckInStatus::Standby)),
            tags: Some(vec!["vip".into()]),
            internal_notes: Some("Late.".into()),
            fixed_seat: Some(Some(7)),
            bye_rounds: Some(vec![2]),
            using_paper_decklist: Some(true),
        }
    }

    fn decided(changes: RegistrationChanges) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
        decide(&in_play(), &ChangeRegistration { registration_id: RegistrationId(1), changes })
    }

    #[test]
    fn each_change_is_an_event_of_its_own() {
        let decision = decided(everything()).unwrap();
        assert_eq!((decision.events.len(), decision.outcome), (8, Outcome::Changed));
        assert_eq!(decided(RegistrationChanges::default()).unwrap(), Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn one_fault_keeps_all_of_it_from_happening() {
        let wrong: [fn(&mut RegistrationChanges); 6] = [
            |it| it.status = Some(RegistrationStatus::InProgress),
            |it| it.payment.wallet_order_id = Some("x".repeat(256)),
            |it| it.check_in = Some(Some(QueueCheckInStatus::TimedOut)),
            |it| it.tags = Some(vec![" ".into()]),
            |it| it.internal_notes = Some("x".repeat(10_001)),
            |it| it.bye_rounds = Some(vec![1]),
        ];
        for (number, change) in wrong.into_iter().enumerate() {
            let mut changes = everything();
            change(&mut changes);
            assert!(decided(changes).is_err(), "{number}");
        }
    }

    #[test]
    fn an_entry_that_is_not_there_is_refused_whatever_changes() {
        let registration_id = RegistrationId(1);
        let nothing = ChangeRegistration { registration_id, changes: RegistrationChanges::default() };
        let refused = decide(&tournament(&[]), &nothing);
        assert!(matches!(refused, Err(Refusal::Payment(change_payment::Refusal::UnknownRegistration(_)))));
    }
}
