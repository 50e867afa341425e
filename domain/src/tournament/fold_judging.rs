//! Finds penalties and calls for a judge, and folds their events.

use proto_events::ids::{CallId, PenaltyId};
use proto_events::tournament::{IssuedPenalty, NewCall};

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

    /// Adds a penalty.
    pub(super) fn issue_penalty(&mut self, id: PenaltyId, issued: &IssuedPenalty, by: Moment) -> Result<(), FoldError> {
        if self.penalty(id).is_some() {
            return Err(FoldError::Duplicate { what: "penalty", id: id.0 });
        }
        self.registration_place(issued.registration_id)?;
        self.penalties.push(PlayerPenalty { id, issued: issued.clone(), by, withdrawn: None });
        Ok(())
    }

    /// Adds a call.
    pub(super) fn call_judge(&mut self, id: CallId, call: &NewCall, by: Moment) -> Result<(), FoldError> {
        if self.call(id).is_some() {
            return Err(FoldError::Duplicate { what: "call", id: id.0 });
        }
        call.registration_id.map(|player| self.registration_place(player)).transpose()?;
        self.calls.push(JudgeCall { id, call: call.clone(), by, answered: None, closed: None });
        Ok(())
    }

    /// Returns the penalty to change.
    pub(super) fn penalty_mut(&mut self, id: PenaltyId) -> Result<&mut PlayerPenalty, FoldError> {
        let found = self.penalties.iter_mut().find(|penalty| penalty.id == id);
        found.ok_or(FoldError::Unknown { what: "penalty", id: id.0 })
    }

    /// Returns the call to change.
    pub(super) fn call_mut(&mut self, id: CallId) -> Result<&mut JudgeCall, FoldError> {
        let found = self.calls.iter_mut().find(|call| call.id == id);
        found.ok_or(FoldError::Unknown { what: "call", id: id.0 })
    }
}
