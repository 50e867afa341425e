//! Runs a command on one existing stream: reach, load, decide, append, answer.

use std::sync::Arc;

use proto_events::{DomainEvent, StreamId};
use storage::{PendingAppend, ReservedIds};

use super::api::WriteApi;
use super::append::{AppendOutcome, Target};
use super::conditions::check_version;
use super::context::Context;
use super::decision::{ATTEMPTS, CommandError, Decision};
use super::folded::Fold;
use super::idempotency::Written;
use super::refusal::Refusal;
use super::state::Folded;
use super::stream_lock::StreamLock;

/// Returns whether later commands may be decided on this decision before it is written.
fn may_run_ahead<S: Fold>(decision: &Decision<DomainEvent>) -> bool {
    let is_alone = decision.writes.is_empty() && decision.claims.is_empty() && !decision.events.is_empty();
    is_alone && decision.events.iter().all(S::may_run_ahead)
}

/// A decision on a command.
struct Decided<S> {
    /// The request whose events the state contains although they may not be written yet.
    after: Option<PendingAppend>,
    /// The state that it was decided on.
    folded: Arc<Folded<S>>,
    decision: Decision<DomainEvent>,
}

impl WriteApi {
    /// Runs a command that decides on the state of its stream alone.
    ///
    /// `decide` returns the new events, none if there is nothing to do. It may run several times, so it must be pure:
    /// ids come from its second argument.
    pub(crate) async fn change<S: Fold, E: Into<DomainEvent>>(
        &self,
        context: &Context,
        stream: StreamId,
        decide: impl Fn(&S, &mut ReservedIds) -> Result<Vec<E>, Refusal>,
    ) -> Result<Written<S>, CommandError> {
        let nothing = |_| async { Ok(()) };
        self.change_with(context, stream, nothing, |state, (), ids| decide(state, ids).map(Decision::from)).await
    }

    /// Like `change`, for a command that decides on more than the state of its stream. `load` reads that for the state
    /// on which the command is decided; for another attempt it reads again. The decision may contain writes to other
    /// streams and names to claim.
    pub(crate) async fn change_with<S: Fold, I, E: Into<DomainEvent>, L: Future<Output = Result<I, CommandError>>>(
        &self,
        context: &Context,
        stream: StreamId,
        load: impl Fn(Arc<Folded<S>>) -> L,
        decide: impl Fn(&S, &I, &mut ReservedIds) -> Result<Decision<E>, Refusal>,
    ) -> Result<Written<S>, CommandError> {
        let mut ids = ReservedIds::default();
        for attempt in 0..ATTEMPTS {
            let turn = S::memory(&self.memories).locks.lock(stream).await;
            if attempt == 0
                && let Some(written) = self.earlier_within_reach(context, stream).await?
            {
                return Ok(written);
            }
            let speculative = turn.speculative();
            let after = speculative.as_ref().map(|state| state.pending.clone());
            let in_memory = match &speculative {
                Some(state) => Some(Arc::clone(&state.folded)),
                // The state that is kept may lag behind the store.
                None => self.kept::<S>(stream).filter(|kept| attempt == 0 && !kept.state.is_deleted()),
            };
            let ahead = match in_memory {
                Some(known) => {
                    self.decided(context, stream, (Some(known), after), &mut ids, (&load, &decide)).await.ok()
                }
                None => None,
            };
            // A refusal, or a decision to do nothing, never rests on memory alone.
            let decided = match ahead.filter(|decided| !decided.decision.events.is_empty()) {
                Some(decided) => Ok(decided),
                None => {
                    if let Some(state) = speculative {
                        state.done().await;
                    }
                    let newest = self.newest(stream).await?;
                    self.decided(context, stream, (newest, None), &mut ids, (&load, &decide)).await
                }
            };
            if let Some(written) = self.attempt(context, stream, turn, decided).await? {
                return Ok(written);
            }
        }
        Err(CommandError::Busy(stream))
    }

    /// Decides a command and appends its events. `None` if another writer was first.
    async fn attempt<S: Fold>(
        &self,
        context: &Context,
        stream: StreamId,
        turn: StreamLock<S>,
        decided: Result<Decided<S>, CommandError>,
    ) -> Result<Option<Written<S>>, CommandError> {
        let Decided { after, folded, decision } = match decided {
            Ok(decided) => decided,
            // An equal request may have been carried out meanwhile and be the reason for the refusal.
            Err(refusal) => {
                return self.earlier_within_reach(context, stream).await?.ok_or(refusal).map(Some);
            }
        };
        let since = folded.version;
        if decision.events.is_empty() && context.key.is_none() {
            return Ok(Some(Written { folded, since }));
        }
        let appended = if may_run_ahead::<S>(&decision) {
            self.append_ahead(context, turn, (folded, after), decision).await?
        } else {
            let target = Target { stream: folded.stream, organization_id: folded.organization_id };
            let appended = self.append_decided(context, target, (Some(folded), after), decision).await?;
            drop(turn);
            appended
        };
        match appended {
            AppendOutcome::Committed(folded) => Ok(Some(Written { folded, since })),
            AppendOutcome::Repeated(answer) => self.repeated(context, &answer).await.map(Some),
            AppendOutcome::Overtaken => Ok(None),
        }
    }

    /// Decides a command on a state of the stream. `after` is the request whose events the state contains although they may not
    /// be written yet.
    async fn decided<S: Fold, I, E: Into<DomainEvent>, L: Future<Output = Result<I, CommandError>>>(
        &self,
        context: &Context,
        stream: StreamId,
        (known, after): (Option<Arc<Folded<S>>>, Option<PendingAppend>),
        ids: &mut ReservedIds,
        (load, decide): (
            impl Fn(Arc<Folded<S>>) -> L,
            impl Fn(&S, &I, &mut ReservedIds) -> Result<Decision<E>, Refusal>,
        ),
    ) -> Result<Decided<S>, CommandError> {
        let known = known.filter(|known| context.reach.covers(known));
        let folded = known.ok_or(CommandError::NotFound(stream))?;
        check_version(context.expected.as_ref(), folded.version)
            .map_err(|stale| CommandError::Stale { stream, stale })?;
        let inputs = load(Arc::clone(&folded)).await?;
        let decision = self.decide_with_ids(ids, |ids| decide(&folded.state, &inputs, ids)).await?.general();
        Ok(Decided { after, folded, decision })
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
