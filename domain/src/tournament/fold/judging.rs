//! Folds the events of penalties and calls.

use proto_events::ids::{CallId, PenaltyId};
use proto_events::tournament::{IssuedPenalty, NewCall};
use proto_events::{Envelope, TournamentEvent as E};

use crate::FoldError;
use crate::tournament::{JudgeCall, Moment, PlayerPenalty, Tournament};

impl Tournament {
    /// Applies an event of a penalty or a call. `apply_event` names them.
    pub(super) fn judge(&mut self, event: &E, envelope: &Envelope) -> Result<(), FoldError> {
        let by = Moment::of(envelope);
        match event {
            E::PenaltyIssued { penalty_id: id, issued } => self.issue_penalty(*id, issued, by)?,
            E::PenaltyWithdrawn { penalty_id: id } => self.penalty_mut(*id)?.withdrawn = Some(by),
            E::PenaltyRestored { penalty_id: id } => self.penalty_mut(*id)?.withdrawn = None,
            E::JudgeCalled { call_id: id, call } => self.call_judge(*id, call, by)?,
            E::CallAnswered { call_id: id } => self.call_mut(*id)?.answered = Some(by),
            E::CallClosed { call_id: id } => self.call_mut(*id)?.closed = Some(by),
            _ => return Err(FoldError::Unknown { what: "event of judges in stream", id: self.id.0 }),
        }
        Ok(())
    }

    fn issue_penalty(&mut self, id: PenaltyId, issued: &IssuedPenalty, by: Moment) -> Result<(), FoldError> {
        if self.penalty(id).is_some() {
            return Err(FoldError::Duplicate { what: "penalty", id: id.0 });
        }
        self.registration_place(issued.registration_id)?;
        self.penalties.push(PlayerPenalty { id, issued: issued.clone(), by, withdrawn: None });
        Ok(())
    }

    fn call_judge(&mut self, id: CallId, call: &NewCall, by: Moment) -> Result<(), FoldError> {
        if self.call(id).is_some() {
            return Err(FoldError::Duplicate { what: "call", id: id.0 });
        }
        call.registration_id.map(|player| self.registration_place(player)).transpose()?;
        self.calls.push(JudgeCall { id, call: call.clone(), by, answered: None, closed: None });
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
