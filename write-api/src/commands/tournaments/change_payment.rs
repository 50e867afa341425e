//! Changes what is recorded about a registration's payment. Card payments and wallet orders follow their state
//! machines; staff may mark a registration as paid regardless of them.

use std::fmt::Display;

use domain::limits::WALLET_ORDER_ID;
use domain::machines::{CARD_PAYMENT, IllegalStep, Machine, WALLET_ORDER};
use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use proto_events::tournament::Payment;
use proto_events::vocabulary::{CardPaymentStatus, PaymentMethod, WalletOrderStatus};

use super::field::{UnknownRegistration, entry_of};
pub use super::outcome::Outcome;
use crate::engine::fields::FieldErrors;
use crate::engine::legacy::Decision;

/// Changes what is recorded about a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangePayment {
    /// The registration.
    pub registration_id: RegistrationId,
    /// The changes.
    pub known: PaymentChanges,
}

/// Changes to a payment. `None` keeps a value; `Some(None)` clears it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PaymentChanges {
    /// The method of payment.
    pub method: Option<Option<PaymentMethod>>,
    /// The status of the card payment.
    pub card_status: Option<CardPaymentStatus>,
    /// The status of the wallet order.
    pub wallet_status: Option<WalletOrderStatus>,
    /// The wallet's order id.
    pub wallet_order_id: Option<String>,
    /// Whether staff marked it as paid.
    pub marked_as_paid: Option<bool>,
    /// Whether the player asked to pay later.
    pub deferred_requested: Option<bool>,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The event has no such registration.
    #[error(transparent)]
    UnknownRegistration(#[from] UnknownRegistration),
    /// The state machine does not allow this step.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
    /// A field is invalid.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
}

/// Decides the command.
///
/// # Errors
/// If the event has no such registration, a step is not allowed, or the order id is too long.
pub fn decide(tournament: &Tournament, command: &ChangePayment) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let registration_id = command.registration_id;
    let (before, known) = (&entry_of(tournament, registration_id)?.payment, &command.known);
    let payment = Payment {
        method: known.method.unwrap_or(before.method),
        card_status: known.card_status.or(before.card_status),
        wallet_status: known.wallet_status.or(before.wallet_status),
        wallet_order_id: known.wallet_order_id.as_ref().unwrap_or(&before.wallet_order_id).clone(),
        marked_as_paid: known.marked_as_paid.unwrap_or(before.marked_as_paid),
        deferred_requested: known.deferred_requested.unwrap_or(before.deferred_requested),
    };
    if payment == *before {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    faults(&payment.wallet_order_id).check()?;
    check_step(&CARD_PAYMENT, before.card_status, payment.card_status)?;
    check_step(&WALLET_ORDER, before.wallet_status, payment.wallet_status)?;
    Ok(Decision::happens(vec![TournamentEvent::PaymentChanged { registration_id, payment }], Outcome::Changed))
}

/// Returns the faults of a wallet order's id.
pub(super) fn faults(wallet_order_id: &str) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.text("walletpay_order_id", wallet_order_id, WALLET_ORDER_ID);
    errors
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

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::RegistrationStatus;

    use super::*;
    use crate::testing::{registered, tournament};

    const ENTRY: RegistrationId = RegistrationId(1);

    fn decided(before: Payment, known: PaymentChanges) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
        let paid = TournamentEvent::PaymentChanged { registration_id: ENTRY, payment: before };
        let events = [registered(1, RegistrationStatus::InProgress), paid];
        decide(&tournament(&events), &ChangePayment { registration_id: ENTRY, known })
    }

    fn card(status: CardPaymentStatus) -> PaymentChanges {
        PaymentChanges { card_status: Some(status), ..PaymentChanges::default() }
    }

    #[test]
    fn what_is_known_is_noted_and_the_rest_stays() {
        let before = Payment { marked_as_paid: true, ..Payment::default() };
        let known =
            PaymentChanges { method: Some(Some(PaymentMethod::Cardpay)), ..card(CardPaymentStatus::Processing) };
        let payment = Payment {
            method: Some(PaymentMethod::Cardpay),
            card_status: Some(CardPaymentStatus::Processing),
            ..before.clone()
        };
        let changed = TournamentEvent::PaymentChanged { registration_id: ENTRY, payment };
        assert_eq!(decided(before, known).unwrap(), Decision::happens(vec![changed], Outcome::Changed));
    }

    #[test]
    fn the_same_again_changes_nothing() {
        let refunded = Payment { card_status: Some(CardPaymentStatus::Refunded), ..Payment::default() };
        for known in [PaymentChanges::default(), card(CardPaymentStatus::Refunded)] {
            assert_eq!(decided(refunded.clone(), known).unwrap(), Decision::nothing(Outcome::Unchanged));
        }
    }

    #[test]
    fn payments_go_on_as_their_machines_allow() {
        for &to in CardPaymentStatus::ALL {
            let first = decided(Payment::default(), card(to)).is_ok();
            assert_eq!(first, CARD_PAYMENT.initial.contains(&to), "{to}");
            for &from in CardPaymentStatus::ALL.iter().filter(|from| **from != to) {
                let before = Payment { card_status: Some(from), ..Payment::default() };
                let decided = decided(before, card(to)).map(|decision| decision.outcome);
                let expected = CARD_PAYMENT.check(from, to).map(|()| Outcome::Changed).map_err(Refusal::Illegal);
                assert_eq!(decided, expected, "{from} {to}");
            }
        }
        let wallet = |status| PaymentChanges { wallet_status: Some(status), ..PaymentChanges::default() };
        assert!(decided(Payment::default(), wallet(WalletOrderStatus::Created)).is_ok());
        let Err(Refusal::Illegal(step)) = decided(Payment::default(), wallet(WalletOrderStatus::Completed)) else {
            panic!("completed before it was created")
        };
        assert_eq!((step.from.as_str(), step.legal), ("not begun", vec!["CREATED".to_owned()]));
    }

    #[test]
    fn an_order_id_has_its_length_and_an_entry_is_there() {
        let long = PaymentChanges { wallet_order_id: Some("x".repeat(256)), ..PaymentChanges::default() };
        assert!(matches!(decided(Payment::default(), long), Err(Refusal::Invalid(_))));
        let nobodys = ChangePayment { registration_id: ENTRY, known: PaymentChanges::default() };
        assert!(matches!(decide(&tournament(&[]), &nobodys), Err(Refusal::UnknownRegistration(_))));
    }
}
