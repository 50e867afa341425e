//! The input of a write: the fields of its body, and its headers for retries and versions.

use axum::body::Body;
use proto_events::ids::TournamentId;
use service_kit::problem::Problem;

use super::body::Object;
use super::call::Call;
use super::headers;
use super::idempotency::{self, Request};
use crate::commands::tournaments::order::Order;
use crate::{IdempotencyKey, VersionMatch};

/// The input of a write. An endpoint takes the fields, and then the headers, which reports all errors.
pub(crate) struct Sent {
    pub(crate) fields: Object,
    key: Option<String>,
    expected: Option<VersionMatch>,
}

impl Sent {
    /// Reads a JSON object; the example is for the refusal of an empty body.
    pub(crate) async fn read(call: &Call, body: Body, example: &str) -> Result<Self, Problem> {
        Ok(Self::of(call, call.object(body, example).await?))
    }

    /// Like `read` with an optional body.
    pub(crate) async fn read_or_nothing(call: &Call, body: Body) -> Result<Self, Problem> {
        Ok(Self::of(call, call.object_or_nothing(body).await?))
    }

    fn of(call: &Call, mut fields: Object) -> Self {
        let key = headers::idempotency_key(&call.headers, &mut fields.errors);
        let expected = headers::if_match(&call.headers, &mut fields.errors);
        Self { fields, key, expected }
    }

    /// Returns idempotency key and expected version, once all fields are taken.
    ///
    /// # Errors
    /// 400 if fields or headers have errors.
    pub(crate) fn finish(self, call: &Call) -> Result<(Option<IdempotencyKey>, Option<VersionMatch>), Problem> {
        let Self { mut fields, key, expected } = self;
        let request = Request::Fields(&call.asked.line, fields.taken());
        let key = key.map(|key| idempotency::key(&call.caller, key, request));
        fields.check()?;
        Ok((key, expected))
    }

    /// Like `finish`; returns the request context of a command on an event.
    ///
    /// # Errors
    /// 400 if fields or headers have errors.
    pub(crate) fn order(self, call: &Call, tournament_id: TournamentId) -> Result<Order, Problem> {
        let (key, expected) = self.finish(call)?;
        Ok(Order { actor: call.caller.actor(), reach: call.reach(), tournament_id, expected, key })
    }
}
