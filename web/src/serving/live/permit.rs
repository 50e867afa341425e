//! The right of a session to a stream. A stream outlives the check of its request, so the check is repeated when a record
//! about a caller changes, and with every heartbeat.

use api_kit::{Caller, Gate};
use axum::http::HeaderMap;
use domain::permissions::Operation;
use storage::ViewKind;

/// The kinds of records about sessions.
pub(super) const RECORDS: [ViewKind; 2] = [ViewKind::Account, ViewKind::Membership];

/// The right of a session to a stream.
pub(crate) struct Permit {
    gate: Gate,
    operation: Operation,
    /// The headers with the session.
    headers: HeaderMap,
    caller: Caller,
}

impl Permit {
    /// Creates the permit of a caller whom the gate has admitted for this operation, by these headers of the request.
    pub(crate) fn new(gate: &Gate, headers: &HeaderMap, caller: &Caller, operation: Operation) -> Self {
        let headers = api_kit::gate::credential_in(headers);
        Self { gate: gate.clone(), operation, headers, caller: caller.clone() }
    }

    /// Returns whether the session still has the right. While the store does not answer, the right stays.
    pub(super) async fn holds(&self) -> bool {
        let of = |caller: &Caller| (caller.user_id, caller.organization_id, caller.role);
        match self.gate.admit(&self.headers, self.operation).await {
            Ok(caller) => of(&caller) == of(&self.caller),
            Err(problem) => problem.status().is_server_error(),
        }
    }
}
