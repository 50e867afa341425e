//! Runs a command on one existing stream: reach, load, decide, append, answer.

use std::sync::Arc;

use proto_events::{DomainEvent, StreamId};

use super::api::WriteApi;
use super::append::{Appended, Target};
use super::context::Context;
use super::decision::{ATTEMPTS, CommandError, Decision};
use super::folded::Fold;
use super::idempotency::Written;
use super::ids::Ids;
use super::state::Folded;
use super::versions::check_version;

impl WriteApi {
    /// Runs a command that decides on the state of its stream alone.
    ///
    /// `decide` returns the new events, none if there is nothing to do. It may run several times, so it must be pure:
    /// ids come from its second argument.
    pub(crate) async fn change<S: Fold, E: Into<DomainEvent>, R>(
        &self,
        context: &Context,
        stream: StreamId,
        decide: impl Fn(&S, &mut Ids) -> Result<Vec<E>, R>,
    ) -> Result<Written<S>, CommandError<R>> {
        let nothing = |_| async { Ok(()) };
        self.change_with(context, stream, nothing, |state, (), ids| decide(state, ids).map(Decision::from)).await
    }

    /// Like `change`, for a command that decides on more than the state of its stream. `load` reads that for the state
    /// on which the command is decided; for another attempt it reads again. The decision may contain writes to other
    /// streams and names to claim.
    pub(crate) async fn change_with<
        S: Fold,
        I,
        E: Into<DomainEvent>,
        R,
        L: Future<Output = Result<I, CommandError<R>>>,
    >(
        &self,
        context: &Context,
        stream: StreamId,
        load: impl Fn(Arc<Folded<S>>) -> L,
        decide: impl Fn(&S, &I, &mut Ids) -> Result<Decision<E>, R>,
    ) -> Result<Written<S>, CommandError<R>> {
        let _turn = self.turns.wait(stream).await;
        if let Some(written) = self.earlier_within_reach(context, stream).await? {
            return Ok(written);
        }
        let mut ids = Ids::default();
        let mut known = self.kept(stream).filter(|kept: &Arc<Folded<S>>| !kept.state.is_deleted());
        let mut believed = known.is_some();
        for _ in 0..ATTEMPTS {
            if !believed {
                known = self.read_on(stream, known).await?;
            }
            let folded = known.clone().filter(|known| context.reach.covers(known));
            let folded = folded.ok_or(CommandError::NotFound(stream))?;
            let decided = match check_version(context.expected.as_ref(), folded.version) {
                Ok(()) => {
                    let inputs = load(Arc::clone(&folded)).await?;
                    self.decide_with_ids(&mut ids, |ids| decide(&folded.state, &inputs, ids)).await
                }
                Err(stale) => Err(CommandError::Stale { stream, stale }),
            };
            // A refusal, or a decision to do nothing, never rests on memory alone.
            let writes = decided.as_ref().is_ok_and(|decision| !decision.events.is_empty());
            if std::mem::take(&mut believed) && !writes {
                continue;
            }
            let decision = match decided {
                Ok(decision) => decision,
                // An equal request may have been carried out meanwhile and be the reason for the refusal.
                Err(refusal) => return self.earlier_within_reach(context, stream).await?.ok_or(refusal),
            };
            let since = folded.version;
            if !writes && context.key.is_none() {
                return Ok(Written { folded, since });
            }
            let target = Target { stream, organization_id: folded.organization_id };
            match self.append_decided(context, target, Some(folded), decision).await? {
                Appended::Folded(folded) => return Ok(Written { folded, since }),
                Appended::Repeated(answer) => return self.repeated(context, &answer).await,
                Appended::Overtaken => {}
            }
        }
        Err(CommandError::Busy(stream))
    }

    /// Decides a command, and reserves the ids that it uses. The first decision only counts them, so a refused command
    /// uses none.
    pub(super) async fn decide_with_ids<D, R>(
        &self,
        ids: &mut Ids,
        decide: impl Fn(&mut Ids) -> Result<D, R>,
    ) -> Result<D, CommandError<R>> {
        let mut counted = Ids::counting();
        let decision = decide(&mut counted).map_err(CommandError::Refused)?;
        if counted.is_unused() {
            return Ok(decision);
        }
        ids.reserve_as_many(&*self.events, &counted).await?;
        let mut taken = ids.clone();
        let decision = decide(&mut taken).map_err(CommandError::Refused)?;
        taken.check().map_err(super::decision::Failure::from)?;
        Ok(decision)
    }

    /// Returns the result of the first time if a request with this key was carried out before, and the caller still
    /// reaches the stream.
    async fn earlier_within_reach<S: Fold, R>(
        &self,
        context: &Context,
        stream: StreamId,
    ) -> Result<Option<Written<S>>, CommandError<R>> {
        let Some(written) = self.carried_out_before(context).await? else { return Ok(None) };
        let within_reach = |folded: &Arc<Folded<S>>| context.reach.covers(folded);
        if within_reach(&written.folded) { Ok(Some(written)) } else { Err(CommandError::NotFound(stream)) }
    }
}
