//! Parts of registrations and teams.

use serde::{Deserialize, Serialize};

use crate::ids::{RegistrationId, TeamPlayerId};
use crate::vocabulary::{CardPaymentStatus, PaymentMethod, WalletOrderStatus};

/// The payment of a registration.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// The method of payment.
    pub method: Option<PaymentMethod>,
    /// State of the card payment.
    pub card_status: Option<CardPaymentStatus>,
    /// State of the wallet order.
    pub wallet_status: Option<WalletOrderStatus>,
    /// The wallet's order id, at most 255 characters.
    pub wallet_order_id: String,
    /// Whether staff marked it as paid.
    pub marked_as_paid: bool,
    /// Whether the player asked to pay later.
    pub deferred_requested: bool,
}

/// The role of a registration in a queue group, which becomes a pod or a team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct QueueGroupRole {
    /// Id of the role itself.
    pub id: i64,
    /// Whether the player is the captain of the group.
    pub captain: bool,
    /// Id of the group.
    pub queue_group: i64,
}

/// One member of a team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamMember {
    /// The seat's own id.
    pub team_player_id: TeamPlayerId,
    /// The member's registration.
    pub registration_id: RegistrationId,
    /// Seat, from 1.
    pub seat: i32,
    /// Whether this member is the captain.
    pub captain: bool,
}
