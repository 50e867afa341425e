//! Messages of staff to players.

use proto_events::Position;
use proto_events::tournament::MessageTo;

use super::judging::Moment;

/// Messages that a tournament keeps.
pub(super) const KEPT: usize = 30;

/// A message of staff to players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaffMessage {
    /// Its position in the log, by which notifications name it.
    pub position: Position,
    /// When it was sent, and by whom.
    pub sent: Moment,
    /// The players it is for.
    pub to: MessageTo,
    /// Its text.
    pub text: String,
}
