//! Documents of penalties and of calls for a judge.

use std::borrow::Cow;

use proto_events::vocabulary::{CallStatus, Penalty};
use serde::Serialize;
use utoipa::ToSchema;

use super::{ActorDocument, Time as DateTime};
use crate::tournament::{JudgeCall, Moment, PlayerPenalty, Tournament};

/// A player's penalty. Only staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlayerPenalty)]
pub struct PenaltyDocument<'a> {
    /// Id of the penalty.
    id: i64,
    /// Id of the event.
    event_id: i64,
    /// Name of the event.
    event_name: &'a str,
    /// Id of the player's registration.
    registration_id: i64,
    /// Id of the player.
    user_id: Option<i64>,
    /// Name of the player.
    player_name: Cow<'a, str>,
    /// Id of the round in which it happened; null outside of rounds.
    round_id: Option<i64>,
    /// Number of that round; null if the round was removed.
    round_number: Option<i32>,
    /// Id of the match in which it happened; null outside of matches.
    match_id: Option<i64>,
    /// Number of the table of that match; null if the round was paired again.
    table_number: Option<i32>,
    /// The infraction.
    infraction: &'a str,
    /// The penalty for it.
    penalty: Penalty,
    /// Staff's note.
    note: &'a str,
    /// When it was issued.
    issued_at: DateTime,
    /// The actor who issued it.
    issued_by: ActorDocument,
    /// When it was withdrawn; null while it applies.
    withdrawn_at: Option<DateTime>,
    /// The actor who withdrew it; null while it applies.
    withdrawn_by: Option<ActorDocument>,
}

/// A call for a judge.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = JudgeCall)]
pub struct JudgeCallDocument<'a> {
    /// Id of the call.
    id: i64,
    /// Id of the event.
    event_id: i64,
    /// Its status.
    status: CallStatus,
    /// Id of the match that it is about; null if it is about none.
    match_id: Option<i64>,
    /// Number of the table; null if it is about none.
    table_number: Option<i32>,
    /// Number of the round of that match; null without a match, or if the round was paired again.
    round_number: Option<i32>,
    /// Id of the registration of the player who called; null if staff called.
    registration_id: Option<i64>,
    /// Id of that player; null if staff called.
    user_id: Option<i64>,
    /// Name of that player; empty if staff called.
    player_name: Cow<'a, str>,
    /// The reason, as the caller wrote it.
    note: &'a str,
    /// When the judge was called.
    called_at: DateTime,
    /// The actor who called.
    called_by: ActorDocument,
    /// When a judge took the call; null before that.
    answered_at: Option<DateTime>,
    /// The judge who took it; null before that.
    answered_by: Option<ActorDocument>,
    /// When it was closed; null before that.
    closed_at: Option<DateTime>,
    /// The actor who closed it; null before that.
    closed_by: Option<ActorDocument>,
}

impl<'a> PenaltyDocument<'a> {
    /// Returns the document of a penalty of a player with this name.
    pub fn new(tournament: &'a Tournament, penalty: &'a PlayerPenalty, player_name: Cow<'a, str>) -> Self {
        let issued = &penalty.issued;
        let round = issued.round_id.and_then(|round| tournament.round(round));
        let placed = issued.match_id.and_then(|id| tournament.placed(id));
        let (withdrawn_at, withdrawn_by) = parts(penalty.withdrawn.as_ref());
        Self {
            id: penalty.id.0,
            event_id: tournament.id.0,
            event_name: &tournament.details.name,
            registration_id: issued.registration_id.0,
            user_id: tournament.registration(issued.registration_id).map(|entry| entry.user_id.0),
            player_name,
            round_id: issued.round_id.map(|round| round.0),
            round_number: round.map(|(_, round)| round.number),
            match_id: issued.match_id.map(|id| id.0),
            table_number: placed.map(|placed| placed.table.pairing.table_number),
            infraction: &issued.infraction,
            penalty: issued.penalty,
            note: &issued.note,
            issued_at: DateTime(penalty.by.at),
            issued_by: ActorDocument::from(&penalty.by.by),
            withdrawn_at,
            withdrawn_by,
        }
    }
}

impl<'a> JudgeCallDocument<'a> {
    /// Returns the document of a call by a player with this name; empty if staff called.
    pub fn new(tournament: &'a Tournament, call: &'a JudgeCall, player_name: Cow<'a, str>) -> Self {
        let new = &call.call;
        let player = new.registration_id.and_then(|player| tournament.registration(player));
        let (answered_at, answered_by) = parts(call.answered.as_ref());
        let (closed_at, closed_by) = parts(call.closed.as_ref());
        Self {
            id: call.id.0,
            event_id: tournament.id.0,
            status: call.status(),
            match_id: new.match_id.map(|id| id.0),
            table_number: new.table_number,
            round_number: new.match_id.and_then(|id| tournament.placed(id)).map(|placed| placed.round.number),
            registration_id: new.registration_id.map(|id| id.0),
            user_id: player.map(|entry| entry.user_id.0),
            player_name,
            note: &new.note,
            called_at: DateTime(call.by.at),
            called_by: ActorDocument::from(&call.by.by),
            answered_at,
            answered_by,
            closed_at,
            closed_by,
        }
    }
}

/// Returns the time and the actor of a step, if it was taken.
fn parts(step: Option<&Moment>) -> (Option<DateTime>, Option<ActorDocument>) {
    (step.map(|step| DateTime(step.at)), step.map(|step| ActorDocument::from(&step.by)))
}
