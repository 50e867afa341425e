//! The input of a write: the fields of its body, and its headers for retries and versions.

use axum::body::Body;
use proto_events::ids::TournamentId;
use service_kit::problem::Problem;

use super::body::Object;
use super::headers;
use super::idempotency::{self, Request};
use super::request::WriteRequest;
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
    pub(crate) async fn read(request: &WriteRequest, body: Body, example: &str) -> Result<Self, Problem> {
        Ok(Self::of(request, request.object(body, example).await?))
    }

    /// Like `read` with an optional body.
    pub(crate) async fn read_or_nothing(request: &WriteRequest, body: Body) -> Result<Self, Problem> {
        Ok(Self::of(request, request.object_or_nothing(body).await?))
    }

    fn of(request: &WriteRequest, mut fields: Object) -> Self {
        let key = headers::idempotency_key(&request.headers, &mut fields.errors);
        let expected = headers::if_match(&request.headers, &mut fields.errors);
        Self { fields, key, expected }
    }

    /// Returns idempotency key and expected version, once all fields are taken.
    ///
    /// # Errors
    /// 400 if fields or headers have errors.
    pub(crate) fn finish(
        self,
        request: &WriteRequest,
    ) -> Result<(Option<IdempotencyKey>, Option<VersionMatch>), Problem> {
        let Self { mut fields, key, expected } = self;
        let sent = Request::Fields(&request.line.text, fields.taken());
        let key = key.map(|key| idempotency::key(&request.caller, key, sent));
        fields.check()?;
        Ok((key, expected))
    }

    /// Like `finish`; returns the request context of a command on an event.
    ///
    /// # Errors
    /// 400 if fields or headers have errors.
    pub(crate) fn order(self, request: &WriteRequest, tournament_id: TournamentId) -> Result<Order, Problem> {
        let (key, expected) = self.finish(request)?;
        Ok(Order { actor: request.caller.actor(), reach: request.reach(), tournament_id, expected, key })
    }
}
