//! Changes what is recorded about a registration's payment. Card payments and wallet orders follow their state
//! machines; staff may mark a registration as paid regardless of them.

use std::fmt::Display;

use domain::limits::WALLET_ORDER_ID;
use domain::machines::{CARD_PAYMENT, IllegalStep, Machine, WALLET_ORDER};
use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use proto_events::tournament::Payment;

use super::fields::RegistrationChange;
use crate::FieldErrors;
use crate::Refusal;
use crate::http::body::OrNull;
use crate::registrations::entries::entry_of;

/// Decides the command.
///
/// # Errors
/// If the event has no such registration, a step is not allowed, or the order id is too long.
pub(crate) fn decide(
    tournament: &Tournament,
    registration_id: RegistrationId,
    change: &RegistrationChange,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let before = &entry_of(tournament, registration_id)?.payment;
    let payment = Payment {
        method: change.payment_method.as_ref().map_or(before.method, |OrNull(method)| *method),
        card_status: change.cardpay_payment_intent_status.or(before.card_status),
        wallet_status: change.walletpay_order_status.or(before.wallet_status),
        wallet_order_id: change.walletpay_order_id.as_ref().unwrap_or(&before.wallet_order_id).clone(),
        marked_as_paid: change.mark_as_paid.unwrap_or(before.marked_as_paid),
        deferred_requested: change.requested_deferred_payment.unwrap_or(before.deferred_requested),
    };
    if payment == *before {
        return Ok(Vec::new());
    }
    faults(&payment.wallet_order_id).check()?;
    check_step(&CARD_PAYMENT, before.card_status, payment.card_status)?;
    check_step(&WALLET_ORDER, before.wallet_status, payment.wallet_status)?;
    Ok(vec![TournamentEvent::PaymentChanged { registration_id, payment }])
}

/// Returns the faults of a wallet order's id.
pub(crate) fn faults(wallet_order_id: &str) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.line("walletpay_order_id", wallet_order_id, WALLET_ORDER_ID);
    errors
}

/// Checks a step of a process that may not have begun.
pub(crate) fn check_step<S: Copy + PartialEq + Display>(
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
    use proto_events::vocabulary::{CardPaymentStatus, PaymentMethod, RegistrationStatus, WalletOrderStatus};

    use super::*;
    use crate::testing::{coded, registered, tournament};

    const ENTRY: RegistrationId = RegistrationId(1);

    fn decided(before: Payment, change: &RegistrationChange) -> Result<Vec<TournamentEvent>, Refusal> {
        let paid = TournamentEvent::PaymentChanged { registration_id: ENTRY, payment: before };
        let events = [registered(1, RegistrationStatus::InProgress), paid];
        decide(&tournament(&events), ENTRY, change)
    }

    fn card(status: CardPaymentStatus) -> RegistrationChange {
        RegistrationChange { cardpay_payment_intent_status: Some(status), ..RegistrationChange::default() }
    }

    #[test]
    fn what_is_known_is_noted_and_the_rest_stays() {
        let before = Payment { marked_as_paid: true, ..Payment::default() };
        let known = RegistrationChange {
            payment_method: Some(OrNull(Some(PaymentMethod::Cardpay))),
            ..card(CardPaymentStatus::Processing)
        };
        let payment = Payment {
            method: Some(PaymentMethod::Cardpay),
            card_status: Some(CardPaymentStatus::Processing),
            ..before.clone()
        };
        let changed = TournamentEvent::PaymentChanged { registration_id: ENTRY, payment };
        assert_eq!(decided(before, &known).unwrap(), vec![changed]);
    }

    #[test]
    fn the_same_again_changes_nothing() {
        let refunded = Payment { card_status: Some(CardPaymentStatus::Refunded), ..Payment::default() };
        for known in [RegistrationChange::default(), card(CardPaymentStatus::Refunded)] {
            assert_eq!(decided(refunded.clone(), &known).unwrap(), Vec::new());
        }
    }

    #[test]
    fn payments_go_on_as_their_machines_allow() {
        for &to in CardPaymentStatus::ALL {
            let first = decided(Payment::default(), &card(to)).is_ok();
            assert_eq!(first, CARD_PAYMENT.initial.contains(&to), "{to}");
            for &from in CardPaymentStatus::ALL.iter().filter(|from| **from != to) {
                let before = Payment { card_status: Some(from), ..Payment::default() };
                let decided = decided(before, &card(to)).map(|_| ());
                let expected = CARD_PAYMENT.check(from, to).map_err(Refusal::from);
                assert_eq!(decided, expected, "{from} {to}");
            }
        }
        let wallet =
            |status| RegistrationChange { walletpay_order_status: Some(status), ..RegistrationChange::default() };
        assert!(decided(Payment::default(), &wallet(WalletOrderStatus::Created)).is_ok());
        let refused = coded(decided(Payment::default(), &wallet(WalletOrderStatus::Completed)));
        assert!(refused.starts_with("illegal-step ") && refused.ends_with(" not begun COMPLETED CREATED"), "{refused}");
    }

    #[test]
    fn an_order_id_has_its_length_and_an_entry_is_there() {
        let long = RegistrationChange { walletpay_order_id: Some("x".repeat(256)), ..RegistrationChange::default() };
        assert_eq!(decided(Payment::default(), &long).unwrap_err().code(), "invalid");
        let unknown = decide(&tournament(&[]), ENTRY, &RegistrationChange::default());
        assert_eq!(coded(unknown), format!("unknown-registration {ENTRY}"));
    }
}
