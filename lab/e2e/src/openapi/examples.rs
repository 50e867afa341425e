//! The examples of the document.

use std::collections::{BTreeMap, BTreeSet};

use super::json::Json;

/// Named examples of one kind of answer.
pub type Named = Vec<(String, Json)>;

/// The examples of a document. Every part may be empty.
#[derive(Debug, Default)]
pub struct Examples {
    /// The answer to each operation.
    pub answers: BTreeMap<&'static str, Json>,
    /// The operations that create something with an address of its own, which their answers have as `Location`.
    pub located: BTreeSet<&'static str>,
    /// The answer to an invitation of a person.
    pub invitation: Option<Json>,
    /// The body of a request to each operation.
    pub bodies: BTreeMap<&'static str, Json>,
    /// Errors that depend on the operation, by operation and status.
    pub problems: BTreeMap<(&'static str, u16), Json>,
    /// Errors that are the same for every operation, by status.
    pub shared: BTreeMap<u16, Named>,
}
