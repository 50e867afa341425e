//! What several documents of a tournament show, computed when the first of them is rendered.

use std::cell::OnceCell;
use std::collections::HashMap;

use domain::documents::Versions;
use domain::tournament::records::Record;
use domain::tournament::standings::Standing;
use proto_events::ids::RegistrationId;
use serde_json::value::RawValue;

/// Parts of one rendering.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// Records and places of the players.
    pub(super) achievements: OnceCell<Achievements>,
    /// The players as events and rounds show them.
    pub(super) statuses: OnceCell<Statuses>,
    pub(super) standings: OnceCell<Vec<Standing>>,
}

/// The record of every registration, and its place from the playoff on.
#[derive(Debug)]
pub(in crate::views) struct Achievements {
    pub(super) records: HashMap<RegistrationId, Record>,
    pub(super) places: HashMap<RegistrationId, i32>,
}

/// The status of every registration, serialized once and spliced into documents: an event shows each once per round.
#[derive(Debug)]
pub(in crate::views) struct Statuses {
    /// In the order of `Tournament::registrations`.
    pub(super) written: Vec<Versions<Box<RawValue>>>,
}
