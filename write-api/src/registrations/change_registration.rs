//! Changes several parts of a registration: all changes or none. Each part is a decision of its own.

use std::fmt::Display;

use domain::tournament::table_range::TableRange;
use proto_events::tournament::Payment;

use super::document;
use super::entries::{check_no_queue, check_not_over, entry_of, over};
use crate::engine::fields::too_many_items;
use crate::prelude::*;

/// The maximum length of a note.
const NOTE: usize = 10_000;
/// The maximum number of tags of a player.
const TAGS: usize = 50;
/// The maximum length of a tag.
const TAG: usize = 100;

pub(crate) const ROUTE: Route = Route {
    id: "change_registration",
    summary: "Change a registration",
    text: "Fields that are not given stay as they are. Either all changes are made or none. `registration_status`, \
           `cardpay_payment_intent_status`, `walletpay_order_status` and `queue_check_in_status` change step by step: \
           a step that is not possible is refused (409), and `legal` lists the possible ones. A fixed table belongs \
           to one player, and byes of rounds that have begun cannot be changed (409).",
    body: Some(body_schema::<ChangeRegistration>()),
    answer: Answer::json(200, "Registration"),
    ..Route::at("PATCH", "/api/v1/magic-events/{id}/registrations/{registration_id}/", Operation::ManageRegistrations)
};

body! {
    /// Changes of a registration. Fields that are not given stay as they are.
    #[derive(Default)]
    pub struct ChangeRegistration as RegistrationChange of registration_id: RegistrationId
        such as r#"{"mark_as_paid": true}"# foreseeing faults {
        /// The new status.
        registration_status: Option<RegistrationStatus>,
        /// Whether staff marked it as paid.
        mark_as_paid: Option<bool>,
        /// Payment method; null if unknown.
        payment_method: Option<OrNull<PaymentMethod>>,
        /// Status of the card payment.
        cardpay_payment_intent_status: Option<CardPaymentStatus>,
        /// Status of the wallet payment.
        walletpay_order_status: Option<WalletOrderStatus>,
        /// Id of the wallet order.
        walletpay_order_id: Option<String> => WALLET_ORDER_ID,
        /// Whether the player asked to pay later.
        requested_deferred_payment: Option<bool>,
        /// Status in the check-in queue; null removes the player from the queue.
        queue_check_in_status: Option<OrNull<QueueCheckInStatus>>,
        /// All tags of the player.
        tags: Option<Vec<String>>,
        /// Staff's notes.
        internal_notes: Option<String> => NOTE,
        /// Number of the table at which the player sits in every round; null for no fixed table. In a team event, the team
        /// plays the team match at this table; at the free end of a row, the last one of the row.
        fixed_seat: Option<OrNull<i32>> => 1..=TABLE_NUMBER_MAX,
        /// Numbers of all rounds for which the player is awarded a bye.
        has_byes_for_round_numbers: Option<Vec<i32>> => 1..=ROUNDS_OF_EVENT,
        /// Whether the player hands in a list on paper.
        using_paper_decklist: Option<bool>,
    }
}

/// Returns the faults of the given values, whichever registration they are for.
fn faults(change: &ChangeRegistration) -> FieldErrors {
    let mut errors = FieldErrors::default();
    let tags = distinct(change.tags.as_deref().unwrap_or_default());
    if tags.len() > TAGS {
        errors.add("tags", too_many_items(TAGS));
    }
    tags.iter().for_each(|tag| errors.required_line("tags", tag, TAG));
    errors.text("internal_notes", change.internal_notes.as_deref().unwrap_or_default(), NOTE);
    errors.line("walletpay_order_id", change.walletpay_order_id.as_deref().unwrap_or_default(), WALLET_ORDER_ID);
    errors
}

decided_by_event!(
    ChangeRegistration,
    checked by check_body,
    |command, tournament, _, _| decide(tournament, command) => document::answer(registration_id)
);
/// The event of one part of a change; none if the part stays as it is.
type Part = Result<Option<TournamentEvent>, Refusal>;

/// Decides the command. Changes that depend on the current state are decided first. It is refused if the event has no
/// such registration, or one of the changes is refused.
pub(crate) fn decide(tournament: &Tournament, change: &ChangeRegistration) -> Result<Vec<TournamentEvent>, Refusal> {
    let entry = entry_of(tournament, change.registration_id)?;
    let events = [
        payment(entry, change)?,
        status(tournament, entry, change.registration_status)?,
        check_in(tournament, entry, change.queue_check_in_status.as_ref())?,
        tags(entry, change.tags.as_deref())?,
        notes(entry, change.internal_notes.as_ref())?,
        seat(tournament, entry, change.fixed_seat.as_ref())?,
        byes(tournament, entry, change.has_byes_for_round_numbers.as_deref())?,
        paper(entry, change.using_paper_decklist),
    ];
    Ok(events.into_iter().flatten().collect())
}

/// Changes what is recorded about the payment. Card payments and wallet orders follow their state machines; staff may mark
/// a registration as paid regardless of them.
fn payment(entry: &Registration, change: &ChangeRegistration) -> Part {
    let before = &entry.payment;
    let payment = Payment {
        method: change.payment_method.as_ref().map_or(before.method, |OrNull(method)| *method),
        card_status: change.cardpay_payment_intent_status.or(before.card_status),
        wallet_status: change.walletpay_order_status.or(before.wallet_status),
        wallet_order_id: change.walletpay_order_id.as_ref().unwrap_or(&before.wallet_order_id).clone(),
        marked_as_paid: change.mark_as_paid.unwrap_or(before.marked_as_paid),
        deferred_requested: change.requested_deferred_payment.unwrap_or(before.deferred_requested),
    };
    if payment == *before {
        return Ok(None);
    }
    let walletpay_order_id = Some(payment.wallet_order_id.clone());
    faults(&ChangeRegistration { walletpay_order_id, ..ChangeRegistration::default() }).check()?;
    check_step(&CARD_PAYMENT, before.card_status, payment.card_status)?;
    check_step(&WALLET_ORDER, before.wallet_status, payment.wallet_status)?;
    Ok(Some(TournamentEvent::PaymentChanged { registration_id: entry.id, payment }))
}

/// Checks a step of a process that may not have begun.
pub(super) fn check_step<S: Copy + PartialEq + Display>(
    machine: &Machine<S>,
    from: Option<S>,
    to: Option<S>,
) -> Result<(), IllegalStep> {
    match (from, to) {
        (_, None) => Ok(()),
        (Some(from), Some(to)) if from == to => Ok(()),
        (Some(from), Some(to)) => machine.check(from, to),
        (None, Some(to)) if machine.initial.contains(&to) => Ok(()),
        (None, Some(to)) => Err(IllegalStep {
            machine: machine.name,
            from: "not begun".to_owned(),
            to: to.to_string(),
            legal: machine.initial.iter().map(ToString::to_string).collect(),
        }),
    }
}

/// Changes the status, as its state machine allows.
fn status(tournament: &Tournament, entry: &Registration, status: Option<RegistrationStatus>) -> Part {
    let Some(status) = status.filter(|status| *status != entry.status) else { return Ok(None) };
    let registration_id = entry.id;
    REGISTRATION.check(entry.status, status)?;
    let event = match status {
        RegistrationStatus::MovedToChildEvent => return Err(is_moved()),
        RegistrationStatus::Dropped => TournamentEvent::PlayerDropped { registration_id },
        RegistrationStatus::Disqualified => TournamentEvent::PlayerDisqualified { registration_id },
        status => TournamentEvent::RegistrationStatusChanged { registration_id, status },
    };
    // Players can be disqualified even after the event is over.
    if status != RegistrationStatus::Disqualified {
        check_not_over(tournament, over)?;
    }
    Ok(Some(event))
}

/// A move sets this status, and no other command.
fn is_moved() -> Refusal {
    Refusal::conflict(message!(
        "registration-is-moved",
        "A registration becomes MOVED_TO_CHILD_EVENT only by a move: name the event at its address `move/`."
    ))
}

/// Changes the check-in status, as its state machine allows, or removes the player from the queue.
fn check_in(tournament: &Tournament, entry: &Registration, status: Option<&OrNull<QueueCheckInStatus>>) -> Part {
    let Some(OrNull(status)) = status.filter(|OrNull(status)| *status != entry.check_in) else { return Ok(None) };
    check_no_queue(tournament)?;
    check_step(&CHECK_IN, entry.check_in, *status)?;
    Ok(Some(TournamentEvent::CheckInChanged { registration_id: entry.id, status: *status }))
}

/// Sets all of the store's tags of a player.
fn tags(entry: &Registration, given: Option<&[String]>) -> Part {
    let Some(tags) = given.map(distinct).filter(|tags| *tags != entry.tags) else { return Ok(None) };
    faults(&ChangeRegistration { tags: Some(tags.clone()), ..ChangeRegistration::default() }).check()?;
    Ok(Some(TournamentEvent::TagsChanged { registration_id: entry.id, tags }))
}

/// Returns the tags as they are stored: trimmed and without duplicates.
fn distinct(given: &[String]) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    for tag in given.iter().map(|tag| tag.trim()) {
        if !tags.iter().any(|known| known == tag) {
            tags.push(tag.to_owned());
        }
    }
    tags
}

/// Sets staff's note. Players never see it.
fn notes(entry: &Registration, note: Option<&String>) -> Part {
    let Some(note) = note.filter(|note| **note != entry.internal_notes) else { return Ok(None) };
    faults(&ChangeRegistration { internal_notes: Some(note.clone()), ..ChangeRegistration::default() }).check()?;
    Ok(Some(TournamentEvent::NotesChanged { registration_id: entry.id, internal_notes: note.clone() }))
}

/// Fixes a player's table for all rounds, or releases it. A table can be fixed for one player only.
fn seat(tournament: &Tournament, entry: &Registration, seat: Option<&OrNull<i32>>) -> Part {
    let Some(&OrNull(fixed_seat)) = seat.filter(|OrNull(seat)| *seat != entry.fixed_seat) else { return Ok(None) };
    let tables = TableRange::of(tournament);
    if fixed_seat.is_some_and(|table| !tables.contains(table)) {
        return Err(no_table(tables));
    }
    let mut others = tournament.registrations.iter().filter(|other| other.id != entry.id && other.has_a_place());
    match others.find(|other| other.fixed_seat == fixed_seat && fixed_seat.is_some()) {
        Some(other) => Err(Refusal::conflict(message!(
            "registration-taken",
            "The registration {value} keeps this table already.",
            value = other.id
        ))),
        None => Ok(Some(TournamentEvent::SeatFixed { registration_id: entry.id, fixed_seat })),
    }
}

/// The event has no such table.
fn no_table(TableRange { first, last, .. }: TableRange) -> Refusal {
    let said = match last {
        Some(last) => {
            message!("registration-no-table", "Must be one of the event's tables, {first} to {last}.", first, last)
        }
        None => message!("registration-table-too-low", "Must be one of the event's tables, {first} and above.", first),
    };
    Refusal::at_field("fixed_seat", said)
}

/// Sets all rounds in which the player has a bye. Rounds that have begun cannot change.
fn byes(tournament: &Tournament, entry: &Registration, round_numbers: Option<&[i32]>) -> Part {
    let before: BTreeSet<i32> = entry.bye_rounds.iter().copied().collect();
    let after = round_numbers.map(|numbers| numbers.iter().copied().collect::<BTreeSet<i32>>());
    let Some(after) = after.filter(|after| *after != before) else { return Ok(None) };
    let begun = |number: &&i32| {
        let mut rounds = tournament.rounds().filter(|(_, round)| round.number == **number);
        rounds.any(|(_, round)| round.status != ProgressStatus::Upcoming)
    };
    if let Some(number) = before.symmetric_difference(&after).find(begun) {
        return Err(Refusal::conflict(message!(
            "registration-round-begun",
            "Round {value} has begun: its byes can no longer change.",
            value = number
        )));
    }
    let round_numbers = after.into_iter().collect();
    Ok(Some(TournamentEvent::ByesAwarded { registration_id: entry.id, round_numbers }))
}

/// Marks whether a player hands in the list on paper.
fn paper(entry: &Registration, on_paper: Option<bool>) -> Option<TournamentEvent> {
    let using_paper_decklist = on_paper.filter(|on_paper| *on_paper != entry.using_paper_decklist)?;
    Some(TournamentEvent::PaperDecklistMarked { registration_id: entry.id, using_paper_decklist })
}

#[cfg(test)]
mod tests;
