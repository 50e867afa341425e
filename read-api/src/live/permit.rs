//! The right of a caller to a stream. A stream outlives the check of its request, so the check is repeated when a record
//! about a caller changes, and with every heartbeat.

use api_kit::{Caller, Gate};
use axum::http::HeaderMap;
use domain::permissions::Operation;
use storage::ViewKind;

use super::topic::{Readers, Topic};

/// The kinds of records about callers.
pub(super) const RECORDS: [ViewKind; 4] =
    [ViewKind::Credential, ViewKind::UserToken, ViewKind::Account, ViewKind::Membership];

/// The right of a caller to a stream.
pub(crate) struct Permit {
    gate: Gate,
    operation: Operation,
    /// The headers with the credential.
    headers: HeaderMap,
    topic: Topic,
}

impl Permit {
    /// Creates the permit of a request that the gate has admitted.
    pub(crate) fn new(gate: &Gate, operation: Operation, headers: &HeaderMap, topic: Topic) -> Self {
        let headers = api_kit::gate::credential_in(headers);
        Self { gate: gate.clone(), operation, headers, topic }
    }

    /// Returns whether the caller still has the right and still sees the same. While the store does not answer, the
    /// right stays.
    pub(super) async fn holds(&self) -> bool {
        let sees_the_same = |caller: Caller| {
            let is_of_organization = caller.organization_id == Some(self.topic.organization_id);
            is_of_organization && Readers::of(&caller) == self.topic.readers
        };
        match self.gate.admit(&self.headers, self.operation).await {
            Ok(caller) => sees_the_same(caller),
            Err(problem) => problem.status().is_server_error(),
        }
    }
}
