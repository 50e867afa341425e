//! A tournament as it would be after events that have not happened, for rules that look ahead.

use chrono::DateTime;
use proto_events::{Actor, Envelope, Position, StreamId, TournamentEvent};

use super::Tournament;
use crate::FoldError;

impl Tournament {
    /// Returns the tournament as it would be after these events. Their time and actor are placeholders.
    ///
    /// # Errors
    /// When the events do not fit.
    pub fn foreseen(&self, events: &[TournamentEvent]) -> Result<Self, FoldError> {
        let mut after = self.clone();
        for event in events {
            after.apply(&Envelope {
                position: Position::START,
                stream: StreamId::tournament(self.id),
                version: 0,
                organization_id: self.organization_id,
                occurred_at: DateTime::UNIX_EPOCH,
                recorded_at: DateTime::UNIX_EPOCH,
                actor: Actor::System,
                event: event.clone().into(),
            })?;
        }
        Ok(after)
    }
}
