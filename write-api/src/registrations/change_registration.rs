//! Changes several parts of a registration: all changes or none. Each part is a decision of its own.

mod byes;
mod check_in_status;
mod fields;
mod notes;
mod paper;
pub(super) mod payment;
pub(crate) mod seat;
mod status;
mod tags;

use proto_events::ids::RegistrationId;
use serde_json::Value;

pub use fields::RegistrationChange;

use super::document;
use crate::http::body::{OrNull, check_body, read_typed};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "change_registration",
    summary: "Change a registration",
    text: "Fields that are not given stay as they are. Either all changes are made or none. `registration_status`, \
           `cardpay_payment_intent_status`, `walletpay_order_status` and `queue_check_in_status` change step by step: \
           a step that is not possible is refused (409), and `legal` lists the possible ones. A fixed table belongs \
           to one player, and byes of rounds that have begun cannot be changed (409).",
    body: Some(body_schema::<RegistrationChange>()),
    answer: Answer::json(200, "Registration"),
    ..Route::at("PATCH", "/api/v1/magic-events/{id}/registrations/{registration_id}/", Operation::ManageRegistrations)
};

/// Returns the faults of the given values, whichever registration they are for.
fn faults(change: &RegistrationChange) -> [FieldErrors; 3] {
    [
        tags::faults(change.tags.as_deref().unwrap_or_default()),
        notes::faults(change.internal_notes.as_deref().unwrap_or_default()),
        payment::faults(change.walletpay_order_id.as_deref().unwrap_or_default()),
    ]
}

impl RegistrationChange {
    /// Reads fields that were typed in a form, as they are read from a body.
    ///
    /// # Errors
    /// 400 with the faults of all fields.
    pub fn typed(fields: Value) -> Result<Self, Problem> {
        read_typed(fields, faults)
    }
}

/// Changes a registration.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangeRegistration {
    /// The registration.
    pub registration_id: RegistrationId,
    /// What changes.
    pub change: RegistrationChange,
}

impl EventCommand for ChangeRegistration {
    const ROUTE: &'static Route = &ROUTE;

    fn check(&self, errors: &mut FieldErrors) {
        check_body(&self.change, errors);
    }

    async fn run(&self, event: &EventRun<'_>) -> Result<Written<Tournament>, Problem> {
        event.change(|tournament, _| decide(tournament, self.registration_id, &self.change)).await
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let event_id = request.id("event")?;
    let registration_id = request.id_in("registration_id", "registration")?;
    let mut input = request.read::<RegistrationChange>(body).await?;
    let faults = input.fields().map(faults);
    faults.into_iter().flatten().for_each(|faults| input.foresee(faults));
    let (change, run) = input.finish(&request)?;
    let command = ChangeRegistration { registration_id, change };
    let written = command.run(&run.on_event(event_id)).await?;
    document::answer(&request, StatusCode::OK, &written, command.registration_id).await
}

/// Decides the command. Changes that depend on the current state are decided first.
///
/// # Errors
/// If one of the changes is refused.
pub(crate) fn decide(
    tournament: &Tournament,
    id: RegistrationId,
    change: &RegistrationChange,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let mut events = payment::decide(tournament, id, change)?;
    if let Some(status) = change.registration_status {
        events.extend(status::decide(tournament, id, status)?);
    }
    if let Some(OrNull(status)) = change.queue_check_in_status {
        events.extend(check_in_status::decide(tournament, id, status)?);
    }
    if let Some(tags) = &change.tags {
        events.extend(tags::decide(tournament, id, tags)?);
    }
    if let Some(note) = &change.internal_notes {
        events.extend(notes::decide(tournament, id, note)?);
    }
    if let Some(OrNull(table)) = change.fixed_seat {
        events.extend(seat::decide(tournament, id, table)?);
    }
    if let Some(rounds) = &change.has_byes_for_round_numbers {
        events.extend(byes::decide(tournament, id, rounds)?);
    }
    if let Some(on_paper) = change.using_paper_decklist {
        events.extend(paper::decide(tournament, id, on_paper)?);
    }
    Ok(events)
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::{QueueCheckInStatus, RegistrationStatus};

    use super::*;
    use crate::testing::{in_play, tournament};

    fn everything() -> RegistrationChange {
        RegistrationChange {
            registration_status: Some(RegistrationStatus::Dropped),
            mark_as_paid: Some(true),
            queue_check_in_status: Some(OrNull(Some(QueueCheckInStatus::Standby))),
            tags: Some(vec!["vip".into()]),
            internal_notes: Some("Late.".into()),
            fixed_seat: Some(OrNull(Some(7))),
            has_byes_for_round_numbers: Some(vec![2]),
            using_paper_decklist: Some(true),
            ..RegistrationChange::default()
        }
    }

    fn decided(change: &RegistrationChange) -> Result<Vec<TournamentEvent>, Refusal> {
        decide(&in_play(), RegistrationId(1), change)
    }

    #[test]
    fn each_change_is_an_event_of_its_own() {
        assert_eq!(decided(&everything()).unwrap().len(), 8);
        assert_eq!(decided(&RegistrationChange::default()).unwrap(), []);
    }

    #[test]
    fn one_fault_keeps_all_of_it_from_happening() {
        let wrong: [fn(&mut RegistrationChange); 6] = [
            |it| it.registration_status = Some(RegistrationStatus::InProgress),
            |it| it.walletpay_order_id = Some("x".repeat(256)),
            |it| it.queue_check_in_status = Some(OrNull(Some(QueueCheckInStatus::TimedOut))),
            |it| it.tags = Some(vec![" ".into()]),
            |it| it.internal_notes = Some("x".repeat(10_001)),
            |it| it.has_byes_for_round_numbers = Some(vec![1]),
        ];
        for (number, spoil) in wrong.into_iter().enumerate() {
            let mut change = everything();
            spoil(&mut change);
            assert!(decided(&change).is_err(), "{number}");
        }
    }

    #[test]
    fn an_unknown_registration_is_refused_whatever_changes() {
        let refused = decide(&tournament(&[]), RegistrationId(1), &RegistrationChange::default());
        assert_eq!(refused.unwrap_err().code(), "unknown-registration");
    }
}
