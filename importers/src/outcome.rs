//! The outcome of an import, and why a file was not imported.

use proto_events::ids::{OrganizationId, TournamentId};
use service_kit::BoxError;
use storage::StoreError;

use crate::plan::ImportCounts;
use crate::problems::Problems;

/// The outcome of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportOutcome {
    /// It is stored.
    Imported {
        /// The tournament.
        tournament_id: TournamentId,
        /// What it has.
        counts: ImportCounts,
    },
    /// The same file was imported before; nothing changed.
    AlreadyImported {
        /// The tournament of that import.
        tournament_id: TournamentId,
    },
    /// It could be imported; nothing was stored.
    WouldImport(ImportCounts),
}

/// Why a file was not imported. Nothing was stored.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be parsed or is too large, or fields are missing, of the wrong type, or do not fit together.
    #[error("{file}: {problems}")]
    Invalid {
        /// Name of the file.
        file: String,
        /// The problems.
        problems: Problems,
    },
    /// The tournament was imported from a file with other content.
    #[error(
        "{file}: event {tournament_id} was imported from {platform}:{source_id} before, from a file with other content"
    )]
    OtherContent {
        /// Name of the file.
        file: String,
        /// The tournament of that import.
        tournament_id: TournamentId,
        /// The platform.
        platform: String,
        /// Its id there.
        source_id: String,
    },
    /// There is no such organization.
    #[error("organization {0} does not exist")]
    UnknownOrganization(OrganizationId),
    /// Other imports wrote first in every attempt.
    #[error("others keep importing the same players; try again")]
    Busy,
    /// The store failed, or its data cannot be read.
    #[error(transparent)]
    Failed(#[from] BoxError),
}

impl From<StoreError> for ImportError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}
