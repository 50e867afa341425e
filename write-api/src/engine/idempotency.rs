//! A request with an idempotency key is carried out once; repeating it returns the first answer.
//!
//! The look-up here is the early one. The append checks the key again, so that only one of several concurrent requests is
//! written.

use std::sync::Arc;

use proto_events::{DomainEvent, Version};
use storage::{IdempotentAnswer, StoreError};

use super::api::WriteApi;
use super::conditions::{IdempotencyKey, Reference};
use super::context::Context;
use super::decision::{CommandError, Failure};
use super::folded::Fold;
use super::state::Folded;

/// The result of a command on one stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written<S> {
    /// The state after the command; of a repeated command, the state after the first time.
    pub folded: Arc<Folded<S>>,
    /// The version before the command: its events are above it, up to the version of `folded`.
    pub since: Version,
}

impl<S> Written<S> {
    /// Returns whether the command has events, appended now or the first time.
    pub fn happened(&self) -> bool {
        self.since < self.folded.version
    }
}

impl WriteApi {
    /// Returns the events of a command, appended now or the first time.
    pub async fn events_of<S>(&self, written: &Written<S>) -> Result<Vec<DomainEvent>, Failure> {
        let Folded { stream, version, .. } = *written.folded;
        let events = self.read(stream, written.since, version).await?;
        Ok(events.into_iter().map(|event| event.event).collect())
    }

    /// Returns the result of the first time, if a request with the context's key was carried out before.
    pub(crate) async fn carried_out_before<S: Fold>(
        &self,
        context: &Context,
    ) -> Result<Option<Written<S>>, CommandError> {
        let Some(IdempotencyKey { owner, key, .. }) = &context.key else { return Ok(None) };
        let Some(answer) = self.events.recorded_answer(owner, key).await? else { return Ok(None) };
        self.repeated(context, &answer).await.map(Some)
    }

    /// Rebuilds the result of the first time from a recorded answer.
    pub(super) async fn repeated<S: Fold>(
        &self,
        context: &Context,
        answer: &IdempotentAnswer,
    ) -> Result<Written<S>, CommandError> {
        if context.key.as_ref().is_none_or(|key| key.request_sha256 != answer.request_sha256) {
            return Err(CommandError::KeyReused);
        }
        let damaged =
            || Failure::from(StoreError::Damaged(format!("a recorded answer refers to `{}`", answer.response)));
        let Reference { stream, since, version } = Reference::from_json(&answer.response).ok_or_else(damaged)?;
        let folded = self.at_version(stream, version).await?.ok_or_else(damaged)?;
        Ok(Written { folded, since })
    }
}
