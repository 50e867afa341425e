//! Imports a tournament from a checked archive: users, decklists and the tournament, all in one append. A
//! second import of the same file is an outcome, not an error; a changed file under the same id is refused.

use proto_events::ids::{OrganizationId, TournamentId, UserId};
use proto_events::{Actor, DomainEvent, Envelope, TournamentEvent};
use storage::EventStore;

use crate::engine::decision::{ATTEMPTS, Failure};
use crate::import::plan::{Context, id_counts, people, plan, player_scope, tournament_claim};
use crate::import::{Archive, CheckedArchive, ImportError, ImportOutcome};
use crate::{Ids, WriteApi};

/// An import of a tournament of the same platform and id that was not undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Earlier {
    /// The tournament.
    pub(crate) tournament_id: TournamentId,
    /// SHA-256 of the imported file; empty if it is not known.
    pub(crate) sha256: String,
}

/// Returns the outcome if the same file was imported before, or `None` to go on.
///
/// # Errors
/// If the earlier file had different content.
fn decide(earlier: Option<&Earlier>, file: &CheckedArchive) -> Result<Option<ImportOutcome>, ImportError> {
    match earlier {
        None => Ok(None),
        Some(Earlier { tournament_id, sha256 }) if *sha256 == file.sha256 => {
            Ok(Some(ImportOutcome::AlreadyImported { tournament_id: *tournament_id }))
        }
        Some(Earlier { tournament_id, .. }) => Err(ImportError::OtherContent {
            file: file.file_name().to_owned(),
            tournament_id: *tournament_id,
            platform: file.archive.platform.clone(),
            source_id: file.archive.source_id.clone(),
        }),
    }
}

impl WriteApi {
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
        if self.organization(organization_id).await?.is_none() {
            return Err(ImportError::UnknownOrganization(organization_id));
        }
        let names = people::claimed_names(&file.archive.players);
        for _ in 0..ATTEMPTS {
            let (earlier, undone) = self.earlier_imports(organization_id, &file.archive).await?;
            if let Some(outcome) = decide(earlier.as_ref(), file)? {
                return Ok(outcome);
            }
            if let Some(tournament_id) = self.imported_under_former_id(organization_id, file).await? {
                return Ok(ImportOutcome::AlreadyImported { tournament_id });
            }
            let known = self.known_players(organization_id, &file.archive, &names).await?;
            let ids = ids_for(&*self.events, &file.archive, &known, dry_run).await?;
            let plan = plan(file, &names, Context { organization_id, known, undone, now: self.now(), ids })
                .map_err(Failure::from)?;
            if dry_run {
                return Ok(ImportOutcome::WouldImport(plan.counts));
            }
            if self.append(&Actor::CommandLine, plan.writes, plan.claims).await?.is_committed() {
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
    ) -> Result<(Option<Earlier>, usize), ImportError> {
        let mut undone = 0;
        loop {
            let (scope, name) = tournament_claim(organization_id, archive, undone);
            let Some(holder) = self.holder(&scope, &name).await? else {
                return Ok((None, undone));
            };
            let tournament_id = TournamentId(holder.id);
            if self.tournament(tournament_id).await?.is_some() {
                let sha256 = imported_sha256(&self.read(holder, 0).await?);
                return Ok((Some(Earlier { tournament_id, sha256 }), undone));
            }
            undone += 1;
        }
    }

    /// Returns the tournament that an earlier version imported from the same file under another id.
    async fn imported_under_former_id(
        &self,
        organization_id: OrganizationId,
        file: &CheckedArchive,
    ) -> Result<Option<TournamentId>, ImportError> {
        let Some(former) = file.archive.former_source_id.clone() else { return Ok(None) };
        let archive = Archive { source_id: former, ..file.archive.clone() };
        let (earlier, _) = self.earlier_imports(organization_id, &archive).await?;
        Ok(earlier.filter(|earlier| earlier.sha256 == file.sha256).map(|earlier| earlier.tournament_id))
    }

    /// Returns the users of players who were imported before, in one query.
    async fn known_players(
        &self,
        organization_id: OrganizationId,
        archive: &Archive,
        names: &[String],
    ) -> Result<Vec<Option<UserId>>, ImportError> {
        let holders = self.events.holders(&player_scope(organization_id, archive), names).await?;
        Ok(holders.into_iter().map(|holder| holder.map(|stream| UserId(stream.id))).collect())
    }
}

/// Reserves ids. A dry run imagines them instead.
async fn ids_for(
    store: &dyn EventStore,
    archive: &Archive,
    known: &[Option<UserId>],
    dry_run: bool,
) -> Result<Ids, ImportError> {
    let counts = id_counts(archive, known.iter().filter(|known| known.is_none()).count());
    if dry_run {
        return Ok(Ids::imagined(&counts));
    }
    Ok(Ids::reserve(store, &counts).await?)
}

fn imported_sha256(events: &[Envelope]) -> String {
    let source = events.iter().find_map(|envelope| match &envelope.event {
        DomainEvent::Tournament(TournamentEvent::Imported { source }) => Some(source.sha256.clone()),
        _ => None,
    });
    source.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::tests::small_file;

    #[test]
    fn a_new_file_goes_on() {
        assert_eq!(decide(None, &small_file()).unwrap(), None);
    }

    #[test]
    fn the_same_file_again_is_an_outcome() {
        let file = small_file();
        let earlier = Earlier { tournament_id: TournamentId(4), sha256: file.sha256.clone() };
        let outcome = decide(Some(&earlier), &file).unwrap();
        assert_eq!(outcome, Some(ImportOutcome::AlreadyImported { tournament_id: TournamentId(4) }));
    }

    #[test]
    fn another_content_under_the_same_id_is_refused_and_names_the_event() {
        let earlier = Earlier { tournament_id: TournamentId(4), sha256: "00".into() };
        let refused = decide(Some(&earlier), &small_file()).unwrap_err().to_string();
        assert!(refused.contains("event 4"), "{refused}");
    }
}
