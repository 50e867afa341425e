//! Parts of registrations and teams, penalties, and calls for a judge.

use serde::{Deserialize, Serialize};

use crate::ids::{DecklistId, MatchId, RegistrationId, RoundId, TeamPlayerId};
use crate::stream::Version;
use crate::vocabulary::{CardPaymentStatus, PaymentMethod, Penalty, WalletOrderStatus};

/// The revision of a list that counts for a tournament, even if the list is changed later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FixedRevision {
    /// The registration.
    pub registration_id: RegistrationId,
    /// The list.
    pub decklist_id: DecklistId,
    /// Number of the revision: the version of the list's stream.
    pub version: Version,
}

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

/// A penalty as a judge issues it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IssuedPenalty {
    /// The player's registration.
    pub registration_id: RegistrationId,
    /// The round in which the infraction happened, if in one.
    pub round_id: Option<RoundId>,
    /// The match in which it happened, if in one.
    pub match_id: Option<MatchId>,
    /// The infraction, at most 200 characters.
    pub infraction: String,
    /// The penalty for it.
    pub penalty: Penalty,
    /// Staff's note.
    pub note: String,
}

/// A call for a judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewCall {
    /// The player who called; `None` for staff.
    pub registration_id: Option<RegistrationId>,
    /// The match, if the call is about one.
    pub match_id: Option<MatchId>,
    /// Number of the table, if the call is about one.
    pub table_number: Option<i32>,
    /// The reason, as the caller wrote it.
    pub note: String,
}
