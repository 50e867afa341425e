//! Runs a command that begins a stream: decide, reserve its id, append, answer.

use proto_events::ids::{OrganizationId, Sequence};
use proto_events::{DomainEvent, StreamId, StreamKind};
use storage::{Claim, ReservedIds};

use super::api::WriteApi;
use super::append::Base;
use super::context::Context;
use super::decision::{ATTEMPTS, CommandError, Decision};
use super::folded::Fold;
use super::idempotency::Written;
use super::refusal::Refusal;

/// A name that at most one stream has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UniqueName {
    /// Where it is unique: the scope of the claim.
    pub(crate) scope: String,
    pub(crate) name: String,
}

impl UniqueName {
    /// Returns the claim of this name for a stream.
    pub(crate) fn claim(&self, holder: StreamId) -> Claim {
        Claim { scope: self.scope.clone(), name: self.name.clone(), holder }
    }
}

impl WriteApi {
    /// Runs a command that begins a stream of this kind in an organization; a new organization belongs to itself. No other
    /// stream may have the name, if there is one. `decide` gets the stream that has the name already, if any; without events
    /// the result is that stream. It may run several times, so it must be pure: ids of parts come from its second
    /// argument.
    pub(crate) async fn create<S: Fold, E: Into<DomainEvent>>(
        &self,
        context: &Context,
        kind: StreamKind,
        organization_id: Option<OrganizationId>,
        name: Option<UniqueName>,
        decide: impl Fn(Option<&S>, &mut ReservedIds) -> Result<Vec<E>, Refusal>,
    ) -> Result<Written<S>, CommandError> {
        if let Some(written) = self.carried_out_before(context).await? {
            return Ok(written);
        }
        let mut ids = ReservedIds::default();
        let mut stream = None;
        for _ in 0..ATTEMPTS {
            let namesake = match &name {
                Some(UniqueName { scope, name }) => self.holder(scope, name).await?,
                None => None,
            };
            let namesake = match namesake {
                Some(holder) => self.newest::<S>(holder).await?,
                None => None,
            };
            let known = namesake.as_ref().map(|namesake| &namesake.state);
            let events = match self.decide_with_ids(&mut ids, |ids| decide(known, ids)).await {
                Ok(events) => events,
                // An equal request may have been carried out meanwhile and be the reason for the refusal.
                Err(refusal) => return self.carried_out_before(context).await?.ok_or(refusal),
            };
            if let Some(folded) = namesake.filter(|_| events.is_empty()) {
                return Ok(Written { since: folded.version, folded });
            }
            let begun = match stream {
                Some(begun) => begun,
                None => self.new_stream(kind).await?,
            };
            stream = Some(begun);
            let claims = name.iter().map(|name| name.claim(begun)).collect();
            let decision = Decision { claims, ..Decision::from(events) };
            let organization_id = organization_id.unwrap_or(OrganizationId(begun.id));
            if let Some(written) = self.begin(context, begun, organization_id, decision).await? {
                return Ok(written);
            }
        }
        Err(CommandError::Busy(stream.unwrap_or(StreamId { kind, id: 0 })))
    }

    /// Begins a stream. `None` if another writer was first: decide again.
    pub(crate) async fn begin<S: Fold>(
        &self,
        context: &Context,
        stream: StreamId,
        organization_id: OrganizationId,
        decision: Decision,
    ) -> Result<Option<Written<S>>, CommandError> {
        let base = Base { stream, organization_id, known: None };
        self.append_decided(context, base, decision).await
    }

    /// Reserves the id of a new stream.
    pub(crate) async fn new_stream(&self, kind: StreamKind) -> Result<StreamId, storage::StoreError> {
        let sequence = match kind {
            StreamKind::Organization => Sequence::Organization,
            StreamKind::User => Sequence::User,
            StreamKind::Convention => Sequence::Convention,
            StreamKind::Tournament => Sequence::Tournament,
            StreamKind::Decklist => Sequence::Decklist,
        };
        Ok(StreamId { kind, id: self.events.reserve_ids(sequence, 1).await? })
    }
}
