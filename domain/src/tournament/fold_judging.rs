//! Finds penalties and calls for a judge, and folds their events.

use proto_events::ids::{CallId, PenaltyId};
use proto_events::{Envelope, TournamentEvent};

use super::{JudgeCall, Moment, PlayerPenalty, Tournament};
use crate::FoldError;

impl Tournament {
    /// Returns the penalty with this id.
    pub fn penalty(&self, id: PenaltyId) -> Option<&PlayerPenalty> {
        self.penalties.iter().find(|penalty| penalty.id == id)
    }

    /// Returns the call with this id.
    pub fn call(&self, id: CallId) -> Option<&JudgeCall> {
        self.calls.iter().find(|call| call.id == id)
    }

    /// Returns the calls in the order in which judges work: those that are not closed first, both in order of time.
    pub fn calls_in_order(&self) -> Vec<&JudgeCall> {
        let mut calls: Vec<_> = self.calls.iter().collect();
        calls.sort_by_key(|call| call.closed.is_some());
        calls
    }

    /// Applies an event of a penalty.
    pub(super) fn apply_penalty(&mut self, event: &TournamentEvent, envelope: &Envelope) -> Result<(), FoldError> {
        match event {
            TournamentEvent::PenaltyIssued { penalty_id: id, issued } => {
                if self.penalty(*id).is_some() {
                    return Err(FoldError::Duplicate { what: "penalty", id: id.0 });
                }
                self.registration_place(issued.registration_id)?;
                let by = Moment::of(envelope);
                self.penalties.push(PlayerPenalty { id: *id, issued: issued.clone(), by, withdrawn: None });
            }
            TournamentEvent::PenaltyWithdrawn { penalty_id } => {
                self.penalty_mut(*penalty_id)?.withdrawn = Some(Moment::of(envelope));
            }
            TournamentEvent::PenaltyRestored { penalty_id } => self.penalty_mut(*penalty_id)?.withdrawn = None,
            _ => {}
        }
        Ok(())
    }

    /// Applies an event of a call.
    pub(super) fn apply_call(&mut self, event: &TournamentEvent, envelope: &Envelope) -> Result<(), FoldError> {
        match event {
            TournamentEvent::JudgeCalled { call_id: id, call } => {
                if self.call(*id).is_some() {
                    return Err(FoldError::Duplicate { what: "call", id: id.0 });
                }
                call.registration_id.map(|player| self.registration_place(player)).transpose()?;
                let by = Moment::of(envelope);
                self.calls.push(JudgeCall { id: *id, call: call.clone(), by, answered: None, closed: None });
            }
            TournamentEvent::CallAnswered { call_id } => {
                self.call_mut(*call_id)?.answered = Some(Moment::of(envelope));
            }
            TournamentEvent::CallClosed { call_id } => self.call_mut(*call_id)?.closed = Some(Moment::of(envelope)),
            _ => {}
        }
        Ok(())
    }

    fn penalty_mut(&mut self, id: PenaltyId) -> Result<&mut PlayerPenalty, FoldError> {
        let found = self.penalties.iter_mut().find(|penalty| penalty.id == id);
        found.ok_or(FoldError::Unknown { what: "penalty", id: id.0 })
    }

    fn call_mut(&mut self, id: CallId) -> Result<&mut JudgeCall, FoldError> {
        let found = self.calls.iter_mut().find(|call| call.id == id);
        found.ok_or(FoldError::Unknown { what: "call", id: id.0 })
    }
}
