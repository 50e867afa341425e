//! The deployment to check, and the results of the checks.

use std::path::PathBuf;

use projector::ViewSettings;
use serde::Serialize;
use service_kit::nats::NatsOptions;
use storage::{Access, Database};

use crate::parts::Parts;

#[derive(Debug, Clone)]
pub(crate) struct Deployment {
    pub(crate) folder: Option<PathBuf>,
    /// The file that holds the installation's secret, if it is named.
    pub(crate) secret_file: Option<PathBuf>,
    /// The database of the log, and the access that the checked process needs.
    pub(crate) events: Option<(Database, Access)>,
    /// The database of the views, and the access that the checked process needs.
    pub(crate) views: Option<(Database, Access)>,
    pub(crate) nats: Option<NatsOptions>,
    /// The settings that views should be rendered with, if known.
    pub(crate) settings: Option<ViewSettings>,
    /// Free bytes below which what users do with their own rights is refused.
    pub(crate) free_space_floor: u64,
    pub(crate) parts: Parts,
    /// Address of a running process: `http://127.0.0.1:8080`.
    pub(crate) address: Option<String>,
    pub(crate) public_url: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    /// Everything is right.
    Fine,
    /// It works, but should be looked at.
    Note,
    /// It does not work, or soon will not.
    Wrong,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Finding {
    pub(crate) check: &'static str,
    pub(crate) state: State,
    pub(crate) found: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) advice: Option<String>,
}

impl Finding {
    pub(super) fn fine(check: &'static str, found: impl Into<String>) -> Self {
        Self { check, state: State::Fine, found: found.into(), advice: None }
    }

    pub(super) fn note(check: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { check, state: State::Note, found: found.into(), advice: Some(advice.into()) }
    }

    pub(super) fn wrong(check: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { check, state: State::Wrong, found: found.into(), advice: Some(advice.into()) }
    }
}
