//! One run of a command: who gives it, on which conditions, and with what it is carried out.

use std::ops::Deref;
use std::sync::Arc;

use api_kit::consistency::LogTag;
use api_kit::{Caller, ConsistencyTokens, DiskSpaceGuard, Gate, JoinCodes, PrivateLinks, Progress};
use chrono::{DateTime, Utc};
use domain::decklist::DeckHost;
use domain::permissions::{Operation, Own};
use domain::tournament::Tournament;
use proto_events::ids::{OrganizationId, TournamentId};
use proto_events::{StreamId, StreamKind};
use service_kit::problem::Problem;
use storage::{DocumentKey, StoreError, ViewKind, ViewReader};

use super::fair_queue::FairQueue;
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
pub struct EventRun {
    run: Run,
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

    pub(crate) fn on_event(self, event_id: TournamentId) -> EventRun {
        EventRun { run: self, event_id }
    }
}

impl EventRun {
    /// Returns the stream of the event.
    pub(crate) fn stream(&self) -> StreamId {
        StreamId::tournament(self.event_id)
    }

    /// Runs a command that decides on the event alone, as [`WriteApi::change`] does.
    pub(crate) async fn change<D: Into<Decision>>(
        &self,
        decide: impl Fn(&Tournament, &mut Ids) -> Result<D, Refusal> + Send + Sync,
    ) -> Result<Written<Tournament>, Problem> {
        Ok(self.api().change(&self.context, self.stream(), decide).await?)
    }

    /// Runs a command that decides on more than the event, as [`WriteApi::change_with`] does.
    pub(crate) async fn change_with<
        I: Send + Sync,
        D: Into<Decision>,
        L: Future<Output = Result<I, CommandError>> + Send,
    >(
        &self,
        load: impl Fn(Arc<Folded<Tournament>>) -> L + Send + Sync,
        decide: impl Fn(&Tournament, &I, &mut Ids) -> Result<D, Refusal> + Send + Sync,
    ) -> Result<Written<Tournament>, Problem> {
        Ok(self.api().change_with(&self.context, self.stream(), load, decide).await?)
    }
}

impl Deref for EventRun {
    type Target = Run;

    fn deref(&self) -> &Run {
        &self.run
    }
}

/// Settings of answers.
#[derive(Clone)]
pub struct WriteHttpSettings {
    /// Public address of the service, without a slash at the end.
    pub public_url: String,
    /// Whether answers have vendors' field names in addition to the interface's.
    pub vendor_field_names: bool,
    /// The site with the pages of lists that have an id there.
    pub deck_host: DeckHost,
    /// Decklists that a person may own; `None` means no limit.
    pub own_lists: Option<u32>,
    /// Makes the codes of players' private links.
    pub private_links: PrivateLinks,
    /// Makes and checks the join codes of events.
    pub join_codes: JoinCodes,
    /// Addresses that the read side answers, for the header `Allow`.
    pub read_addresses: Vec<&'static str>,
    /// Whether there is room for operations that people carry out on their own things.
    pub room: DiskSpaceGuard,
}

/// The shared state of all requests.
pub(crate) struct Shared {
    pub(crate) commands: WriteApi,
    pub(crate) gate: Gate,
    pub(crate) tokens: ConsistencyTokens,
    /// The log that consistency tokens refer to.
    pub(crate) log: LogTag,
    pub(crate) progress: Progress,
    pub(crate) views: Arc<dyn ViewReader>,
    pub(crate) settings: WriteHttpSettings,
    /// The writes in progress of each organization, or event.
    pub(crate) shares: Arc<FairQueue>,
}

/// The views find the events that use a list or a person. They may miss what was handed in just now, so commands look at
/// the events themselves before they rely on it.
impl Run {
    /// Returns the events of an organization that use a stream.
    pub(crate) async fn own_events_with(
        &self,
        organization_id: OrganizationId,
        stream: StreamId,
    ) -> Result<Vec<TournamentId>, StoreError> {
        let mut own = Vec::new();
        for event in self.events_with(stream).await? {
            let key = DocumentKey::new(organization_id, ViewKind::Overview, event);
            if self.shared.views.document(&key).await?.is_some() {
                own.push(event);
            }
        }
        Ok(own)
    }

    /// Returns the events of all organizations that use a stream.
    pub(crate) async fn events_with(&self, stream: StreamId) -> Result<Vec<TournamentId>, StoreError> {
        let views = &self.shared.views;
        let Some(active) = views.active().await? else { return Ok(Vec::new()) };
        let dependents = views.dependents(active.generation, &[stream]).await?;
        let tournaments = dependents.iter().filter(|stream| stream.kind == StreamKind::Tournament);
        Ok(tournaments.map(|stream| TournamentId(stream.id)).collect())
    }
}
