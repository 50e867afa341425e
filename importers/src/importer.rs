//! Stores checked files: users, decklists and the tournament, all in one append. A second import of the same file is an
//! outcome, not an error; a changed file under the same id is refused.

use std::sync::Arc;

use domain::tournament::Tournament;
use proto_events::ids::{OrganizationId, TournamentId, UserId};
use proto_events::{Actor, Envelope, Recorded, StreamId};
use service_kit::BoxError;
use service_kit::clock::Clock;
use storage::{AppendError, AppendRequest, Claim, EventStore, ReservedIds, StoreError, StreamWrite};

use crate::archive::Archive;
use crate::check::CheckedArchive;
use crate::outcome::{ImportError, ImportOutcome};
use crate::plan::{Context, id_counts, people, plan, player_scope, tournament_claim};

/// How often a plan is made while other writers keep appending first.
pub(crate) const ATTEMPTS: usize = 5;

/// Appends imports to a log, and undoes them.
#[derive(Clone)]
pub struct Importer {
    pub(crate) events: Arc<dyn EventStore>,
    pub(crate) clock: Arc<dyn Clock>,
}

/// Returns the outcome if the same file was imported before.
///
/// # Errors
/// If the earlier file had different content.
fn outcome_again(earlier: &Tournament, file: &CheckedArchive) -> Result<ImportOutcome, ImportError> {
    let tournament_id = earlier.id;
    if earlier.import.as_ref().is_some_and(|source| source.sha256 == file.sha256) {
        return Ok(ImportOutcome::AlreadyImported { tournament_id });
    }
    Err(ImportError::OtherContent {
        file: file.file_name.clone(),
        tournament_id,
        platform: file.archive.platform.clone(),
        source_id: file.archive.source_id.clone(),
    })
}

impl Importer {
    /// Creates an importer into this log.
    pub fn new(events: Arc<dyn EventStore>, clock: Arc<dyn Clock>) -> Self {
        Self { events, clock }
    }

    /// Imports a tournament into an organization; with `dry_run`, only reports what would be imported.
    ///
    /// # Errors
    /// If the organization is unknown, another file was imported under the same id, or the store fails.
    pub async fn import(
        &self,
        organization_id: OrganizationId,
        file: &CheckedArchive,
        dry_run: bool,
    ) -> Result<ImportOutcome, ImportError> {
        if self.read(StreamId::organization(organization_id)).await?.is_empty() {
            return Err(ImportError::UnknownOrganization(organization_id));
        }
        let names = people::claimed_names(&file.archive.players);
        for _ in 0..ATTEMPTS {
            let (earlier, undone) = self.earlier_imports(organization_id, &file.archive).await?;
            if let Some(earlier) = earlier {
                return outcome_again(&earlier, file);
            }
            let holders = self.events.holders(&player_scope(organization_id, &file.archive), &names).await?;
            let known: Vec<_> = holders.into_iter().map(|holder| holder.map(|stream| UserId(stream.id))).collect();
            let counts = id_counts(&file.archive, known.iter().filter(|known| known.is_none()).count());
            let ids = match dry_run {
                true => ReservedIds::imagined(&counts),
                false => ReservedIds::reserve(&*self.events, &counts).await?,
            };
            let plan = plan(file, &names, Context { organization_id, known, undone, now: self.clock.now(), ids })
                .map_err(BoxError::from)?;
            if dry_run {
                return Ok(ImportOutcome::WouldImport(plan.counts));
            }
            if self.append(plan.writes, plan.claims).await? {
                return Ok(ImportOutcome::Imported { tournament_id: plan.tournament_id, counts: plan.counts });
            }
        }
        Err(ImportError::Busy)
    }

    /// Returns the import of this tournament that was not undone, if any, and how many were undone before.
    async fn earlier_imports(
        &self,
        organization_id: OrganizationId,
        archive: &Archive,
    ) -> Result<(Option<Tournament>, usize), BoxError> {
        let mut undone = 0;
        loop {
            let (scope, name) = tournament_claim(organization_id, archive, undone);
            let Some(holder) = self.events.holders(&scope, &[name]).await?.into_iter().next().flatten() else {
                return Ok((None, undone));
            };
            if let Some((earlier, _)) = self.tournament(TournamentId(holder.id)).await? {
                return Ok((Some(earlier), undone));
            }
            undone += 1;
        }
    }

    async fn read(&self, stream: StreamId) -> Result<Vec<Envelope>, BoxError> {
        decoded(&self.events.read_stream(stream, 0).await?)
    }

    /// Returns a tournament that exists and is not deleted, with its events.
    pub(crate) async fn tournament(&self, id: TournamentId) -> Result<Option<(Tournament, Vec<Envelope>)>, BoxError> {
        let stream = StreamId::tournament(id);
        let events = self.read(stream).await?;
        if events.is_empty() {
            return Ok(None);
        }
        let tournament = Tournament::from_events(&events).map_err(|error| format!("{stream}: {error}"))?;
        Ok((!tournament.is_deleted).then_some((tournament, events)))
    }

    /// Appends all writes and claims, or nothing. Returns whether they are stored; otherwise another writer was first.
    pub(crate) async fn append(&self, writes: Vec<StreamWrite>, claims: Vec<Claim>) -> Result<bool, StoreError> {
        let request = AppendRequest {
            actor: Actor::CommandLine,
            recorded_at: self.clock.now(),
            writes,
            claims,
            outbox: Vec::new(),
            idempotency: None,
            traceparent: None,
        };
        match self.events.append(request).await {
            Ok(_) => Ok(true),
            // The person was erased after the plan was made, or another writer was first.
            Err(AppendError::Store(StoreError::Erased(_))) => Ok(false),
            Err(AppendError::Store(error)) => Err(error),
            Err(_) => Ok(false),
        }
    }
}

pub(crate) fn decoded<'a>(recorded: impl IntoIterator<Item = &'a Recorded>) -> Result<Vec<Envelope>, BoxError> {
    let decode = |event: &Recorded| event.decode().map_err(|error| format!("{}: {error}", event.stream).into());
    recorded.into_iter().map(decode).collect()
}
