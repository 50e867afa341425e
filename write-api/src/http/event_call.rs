//! A write on an event: the event in its address, the fields of its body, and what its headers say.

use axum::body::Body;
use proto_events::ids::TournamentId;
use service_kit::problem::Problem;

use super::body::Object;
use super::call::Call;
use super::headers;
use super::idempotency::{self, Request};
use crate::VersionMatch;
use crate::commands::tournaments::order::Order;

/// What was sent of an event.
pub(crate) struct EventCall {
    pub(crate) tournament_id: TournamentId,
    pub(crate) fields: Object,
    key: Option<String>,
    expected: Option<VersionMatch>,
}

impl EventCall {
    /// Reads a JSON object; the example is told to whoever sends nothing.
    pub(crate) async fn read(call: &Call, body: Body, example: &str) -> Result<Self, Problem> {
        let tournament_id = call.id("event")?;
        Ok(Self::of(call, tournament_id, call.object(body, example).await?))
    }

    /// The same where nothing need be said.
    pub(crate) async fn read_or_nothing(call: &Call, body: Body) -> Result<Self, Problem> {
        let tournament_id = call.id("event")?;
        Ok(Self::of(call, tournament_id, call.object_or_nothing(body).await?))
    }

    fn of(call: &Call, tournament_id: TournamentId, mut fields: Object) -> Self {
        let key = headers::idempotency_key(&call.headers, &mut fields.errors);
        let expected = headers::if_match(&call.headers, &mut fields.errors);
        Self { tournament_id, fields, key, expected }
    }

    /// What the command comes with, once all fields are taken.
    ///
    /// # Errors
    /// 400 if something was found wrong with fields or headers.
    pub(crate) fn order(self, call: &Call) -> Result<Order, Problem> {
        let Self { tournament_id, mut fields, key, expected } = self;
        let request = Request::Fields(&call.asked.line, fields.taken());
        let key = key.map(|key| idempotency::key(&call.caller, key, request));
        fields.check()?;
        Ok(Order { actor: call.caller.actor(), reach: call.reach(), tournament_id, expected, key })
    }
}
