//! Penalties of players, and calls for a judge.

use chrono::{DateTime, Utc};
use proto_events::ids::{CallId, PenaltyId};
use proto_events::tournament::{IssuedPenalty, NewCall};
use proto_events::vocabulary::CallStatus;
use proto_events::{Actor, Envelope, TournamentEvent};

use super::Tournament;
use crate::FoldError;

/// When a step was taken, and by whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// When.
    pub at: DateTime<Utc>,
    /// The actor.
    pub by: Actor,
}

/// A penalty of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerPenalty {
    /// Its id.
    pub id: PenaltyId,
    /// Its details.
    pub issued: IssuedPenalty,
    /// The step that issued it.
    pub by: Moment,
    /// The step that withdrew it; `None` while it applies.
    pub withdrawn: Option<Moment>,
}

/// A call for a judge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgeCall {
    /// Its id.
    pub id: CallId,
    /// Its details.
    pub call: NewCall,
    /// The step that made it.
    pub by: Moment,
    /// The step by which a judge took it.
    pub answered: Option<Moment>,
    /// The step that closed it.
    pub closed: Option<Moment>,
}

impl JudgeCall {
    /// Returns its status.
    pub fn status(&self) -> CallStatus {
        match (&self.closed, &self.answered) {
            (Some(_), _) => CallStatus::Closed,
            (None, Some(_)) => CallStatus::Answered,
            (None, None) => CallStatus::Open,
        }
    }
}

impl Moment {
    fn of(envelope: &Envelope) -> Self {
        Self { at: envelope.occurred_at, by: envelope.actor.clone() }
    }
}

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
