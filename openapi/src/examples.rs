//! Examples in the document. The caller requests them from a running service.

use std::collections::BTreeMap;

use crate::json::Json;

/// Named examples of one kind of answer.
pub type Named = Vec<(String, Json)>;

/// The examples of a document. Every part may be empty.
#[derive(Debug, Default)]
pub struct Examples {
    /// The answer to each operation.
    pub answers: BTreeMap<&'static str, Json>,
    /// The answer to an invitation of a person.
    pub invitation: Option<Json>,
    /// The body of a request to each operation.
    pub bodies: BTreeMap<&'static str, Json>,
    /// Errors that depend on the operation, by operation and status.
    pub problems: BTreeMap<(&'static str, u16), Json>,
    /// Errors that are the same for every operation, by status.
    pub shared: BTreeMap<u16, Named>,
}

impl Examples {
    /// Returns the answer to an operation.
    pub(crate) fn answer(&self, operation: &str) -> Option<Json> {
        self.answers.get(operation).cloned()
    }

    /// Returns the body of a request to an operation.
    pub(crate) fn body(&self, operation: &str) -> Option<Json> {
        self.bodies.get(operation).cloned()
    }

    /// Returns an error of an operation.
    pub(crate) fn problem(&self, operation: &'static str, status: u16) -> Named {
        let problem = self.problems.get(&(operation, status)).cloned();
        problem.into_iter().map(|problem| (status.to_string(), problem)).collect()
    }

    /// Returns an error that is the same for every operation.
    pub(crate) fn shared_problem(&self, status: u16) -> Named {
        self.shared.get(&status).cloned().unwrap_or_default()
    }
}
