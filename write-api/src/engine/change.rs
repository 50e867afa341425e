//! Runs a command on one existing stream: reach, load, decide, append, answer.

use std::future::ready;
use std::sync::Arc;

use futures::future::BoxFuture;
use proto_events::StreamId;
use storage::ReservedIds;

use super::api::WriteApi;
use super::append::Base;
use super::context::Context;
use super::decision::{ATTEMPTS, CommandError, Decision};
use super::folded::Fold;
use super::idempotency::Written;
use super::refusal::Refusal;
use super::state::Folded;

/// Reads what a command decides on besides the state of its stream.
type Load<'a, S, I> = dyn Fn(Arc<Folded<S>>) -> BoxFuture<'a, Result<I, CommandError>> + Send + Sync + 'a;

/// Decides a command.
type Decide<'a, S, I> = dyn Fn(&S, &I, &mut ReservedIds) -> Result<Decision, Refusal> + Send + Sync + 'a;

impl WriteApi {
    /// Runs a command that decides on the state of its stream alone.
    ///
    /// `decide` returns the new events, none if there is nothing to do, perhaps with writes to other streams, names to
    /// claim and messages. It may run several times, so it must be pure: ids come from its second argument.
    pub(crate) async fn change<S: Fold, D: Into<Decision>>(
        &self,
        context: &Context,
        stream: StreamId,
        decide: impl Fn(&S, &mut ReservedIds) -> Result<D, Refusal> + Send + Sync,
    ) -> Result<Written<S>, CommandError> {
        let nothing = |_| ready(Ok(()));
        self.change_with(context, stream, nothing, |state, (), ids| decide(state, ids)).await
    }

    /// Like `change`, for a command that decides on more than the state of its stream. `load` reads that for the state
    /// on which the command is decided; for another attempt it reads again.
    pub(crate) async fn change_with<S: Fold, I: Send + Sync, D: Into<Decision>, L>(
        &self,
        context: &Context,
        stream: StreamId,
        load: impl Fn(Arc<Folded<S>>) -> L + Send + Sync,
        decide: impl Fn(&S, &I, &mut ReservedIds) -> Result<D, Refusal> + Send + Sync,
    ) -> Result<Written<S>, CommandError>
    where
        L: Future<Output = Result<I, CommandError>> + Send,
    {
        let load = |folded| -> BoxFuture<'_, Result<I, CommandError>> { Box::pin(load(folded)) };
        let decide = |state: &S, inputs: &I, ids: &mut ReservedIds| decide(state, inputs, ids).map(Into::into);
        self.change_by(context, stream, &load, &decide).await
    }

    /// Runs a command. Its functions are trait objects, so that this is compiled once for each kind of stream and not for each
    /// command.
    async fn change_by<S: Fold, I: Send + Sync>(
        &self,
        context: &Context,
        stream: StreamId,
        load: &Load<'_, S, I>,
        decide: &Decide<'_, S, I>,
    ) -> Result<Written<S>, CommandError> {
        let mut ids = ReservedIds::default();
        for attempt in 0..ATTEMPTS {
            let _turn = self.memories.turns.acquire(stream).await;
            if attempt == 0
                && let Some(written) = self.earlier_within_reach(context, stream).await?
            {
                return Ok(written);
            }
            let newest = self.newest(stream).await?;
            let (folded, decision) = match self.decided(context, stream, newest, &mut ids, (load, decide)).await {
                Ok(decided) => decided,
                // An equal request may have been carried out meanwhile and be the reason for the refusal.
                Err(refusal) => return self.earlier_within_reach(context, stream).await?.ok_or(refusal),
            };
            if decision.events.is_empty() && context.key.is_none() {
                return Ok(Written { since: folded.version, folded });
            }
            let base = Base { stream, organization_id: folded.organization_id, known: Some(folded) };
            if let Some(written) = self.append_decided(context, base, decision).await? {
                return Ok(written);
            }
        }
        Err(CommandError::Busy(stream))
    }

    /// Decides a command on a state of the stream, and returns both.
    async fn decided<S: Fold, I: Send + Sync>(
        &self,
        context: &Context,
        stream: StreamId,
        known: Option<Arc<Folded<S>>>,
        ids: &mut ReservedIds,
        (load, decide): (&Load<'_, S, I>, &Decide<'_, S, I>),
    ) -> Result<(Arc<Folded<S>>, Decision), CommandError> {
        let known = known.filter(|folded| context.reach.covers(folded)).ok_or(CommandError::NotFound(stream))?;
        context.check_version(stream, known.version)?;
        let inputs = load(Arc::clone(&known)).await?;
        let decision = self.decide_with_ids(ids, |ids| decide(&known.state, &inputs, ids)).await?;
        Ok((known, decision))
    }

    /// Decides a command, and reserves the ids that it uses. The first decision only counts them, so a refused command
    /// uses none.
    pub(super) async fn decide_with_ids<D>(
        &self,
        ids: &mut ReservedIds,
        decide: impl Fn(&mut ReservedIds) -> Result<D, Refusal>,
    ) -> Result<D, CommandError> {
        let mut counted = ReservedIds::counting();
        let decision = decide(&mut counted)?;
        if counted.is_unused() {
            return Ok(decision);
        }
        ids.reserve_as_many(&*self.events, &counted).await?;
        let mut taken = ids.clone();
        let decision = decide(&mut taken)?;
        taken.check().map_err(super::decision::Failure::from)?;
        Ok(decision)
    }

    /// Returns the result of the first time if a request with this key was carried out before, and the caller still
    /// reaches the stream.
    async fn earlier_within_reach<S: Fold>(
        &self,
        context: &Context,
        stream: StreamId,
    ) -> Result<Option<Written<S>>, CommandError> {
        let Some(written) = self.carried_out_before(context).await? else { return Ok(None) };
        let within_reach = |folded: &Arc<Folded<S>>| context.reach.covers(folded);
        if within_reach(&written.folded) { Ok(Some(written)) } else { Err(CommandError::NotFound(stream)) }
    }
}
