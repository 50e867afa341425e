//! The deployment to check.

use std::path::PathBuf;

use projector::ViewSettings;
use service_kit::nats::NatsOptions;
use storage::{Access, Database};

use crate::parts::Parts;

/// The deployment to check.
#[derive(Debug, Clone)]
pub(crate) struct Deployment {
    /// The data folder, if the data is in one.
    pub(crate) folder: Option<PathBuf>,
    /// The file that holds the installation's secret, if it is named.
    pub(crate) secret_file: Option<PathBuf>,
    /// The database of the log, and the access that the checked process needs.
    pub(crate) events: Option<(Database, Access)>,
    /// The database of the views, and the access that the checked process needs.
    pub(crate) views: Option<(Database, Access)>,
    /// The options for NATS.
    pub(crate) nats: Option<NatsOptions>,
    /// The settings that views should be rendered with, if known.
    pub(crate) settings: Option<ViewSettings>,
    /// Free bytes below which what users do with their own rights is refused.
    pub(crate) free_space_floor: u64,
    /// The parts of the process to check.
    pub(crate) parts: Parts,
    /// Address of a running process: `http://127.0.0.1:8080`.
    pub(crate) address: Option<String>,
    /// Base URL under which people reach the service.
    pub(crate) public_url: Option<String>,
}
