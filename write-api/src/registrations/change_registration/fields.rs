//! The fields of a change of a registration.

use domain::limits::WALLET_ORDER_ID;
use domain::limits::{ROUNDS_OF_EVENT, TABLE_NUMBER_MAX};
use proto_events::vocabulary::{
    CardPaymentStatus, PaymentMethod, QueueCheckInStatus, RegistrationStatus, WalletOrderStatus,
};

use super::notes::NOTE;
use crate::http::body::{OrNull, body};

body! {
    /// Changes of a registration. Fields that are not given stay as they are.
    #[derive(Default)]
    pub struct RegistrationChange such as r#"{"mark_as_paid": true}"# {
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
        /// Number of the table at which the player sits in every round; null for no fixed table.
        fixed_seat: Option<OrNull<i32>> => 1..=TABLE_NUMBER_MAX,
        /// Numbers of all rounds for which the player is awarded a bye.
        has_byes_for_round_numbers: Option<Vec<i32>> => 1..=ROUNDS_OF_EVENT,
        /// Whether the player hands in a list on paper.
        using_paper_decklist: Option<bool>,
    }
}
