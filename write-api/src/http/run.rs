//! One run of a command: who gives it, on which conditions, and with what it is carried out.

use std::ops::Deref;
use std::sync::Arc;

use api_kit::Caller;
use chrono::{DateTime, Utc};
use domain::permissions::{Operation, Own};
use domain::tournament::Tournament;
use proto_events::ids::TournamentId;
use proto_events::{StreamId, TournamentEvent};
use service_kit::problem::Problem;

use super::shared::Shared;
use crate::engine::context::Context;
use crate::engine::decision::{CommandError, Decision};
use crate::{Folded, Ids, Reach, Refusal, WriteApi, Written};

/// One run of a command.
#[derive(Clone)]
pub struct Run {
    pub(crate) shared: Arc<Shared>,
    pub(crate) caller: Caller,
    /// The permission that it needs.
    pub(crate) operation: Operation,
    /// When the request arrived. Deadlines refer to this time, however long the body takes.
    pub(crate) arrived_at: DateTime<Utc>,
    /// The actor, the reach of the caller, the expected version, and the idempotency key.
    pub(crate) context: Context,
}

/// A run of a command on an event.
pub struct EventRun<'a> {
    run: &'a Run,
    event_id: TournamentId,
}

impl Run {
    /// Creates a run without conditions. The caller reaches the organization's things if the role may, and a person's own
    /// things if the operation includes them.
    pub(crate) fn new(shared: Arc<Shared>, caller: Caller, operation: Operation, arrived_at: DateTime<Utc>) -> Self {
        let person = caller.person().filter(|_| operation.rule().own == Own::Too);
        let reach = Reach { organization_id: caller.organization_for(operation), user_id: person };
        let context = Context::new(caller.actor(), reach);
        Self { shared, caller, operation, arrived_at, context }
    }

    /// Returns the commands.
    pub(crate) fn api(&self) -> &WriteApi {
        &self.shared.commands
    }

    /// Returns the run on an event.
    pub(crate) fn on_event(&self, event_id: TournamentId) -> EventRun<'_> {
        EventRun { run: self, event_id }
    }
}

impl EventRun<'_> {
    /// Runs a command that decides on the event alone, as [`WriteApi::change`] does.
    pub(crate) async fn change(
        &self,
        decide: impl Fn(&Tournament, &mut Ids) -> Result<Vec<TournamentEvent>, Refusal>,
    ) -> Result<Written<Tournament>, Problem> {
        Ok(self.api().change(&self.context, StreamId::tournament(self.event_id), decide).await?)
    }

    /// Runs a command that decides on more than the event, as [`WriteApi::change_with`] does.
    pub(crate) async fn change_with<
        I,
        D: Into<Decision<TournamentEvent>>,
        L: Future<Output = Result<I, CommandError>>,
    >(
        &self,
        load: impl Fn(Arc<Folded<Tournament>>) -> L,
        decide: impl Fn(&Tournament, &I, &mut Ids) -> Result<D, Refusal>,
    ) -> Result<Written<Tournament>, Problem> {
        let decide = |event: &Tournament, loaded: &I, ids: &mut Ids| decide(event, loaded, ids).map(Into::into);
        Ok(self.api().change_with(&self.context, StreamId::tournament(self.event_id), load, decide).await?)
    }
}

impl Deref for EventRun<'_> {
    type Target = Run;

    fn deref(&self) -> &Run {
        self.run
    }
}
