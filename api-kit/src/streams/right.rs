//! The right of a caller to a stream. A stream outlives the check of its request, so the check is repeated when a record
//! about a caller changes, and with every heartbeat.

use axum::http::HeaderMap;
use domain::permissions::Operation;
use storage::{Notice, ViewKind};

use crate::gate::credential_in;
use crate::{Caller, Gate};

/// The kinds of records about callers.
const RECORDS: [ViewKind; 4] = [ViewKind::Credential, ViewKind::UserToken, ViewKind::Account, ViewKind::Membership];

/// Returns whether a notice names a record about a caller.
pub(super) fn concerns_callers(notice: &Notice) -> bool {
    match notice {
        Notice::Documents { keys, .. } => keys.iter().any(|key| RECORDS.contains(&key.kind)),
        Notice::Everything => true,
    }
}

/// The right of a caller to a stream.
pub struct StreamRight {
    gate: Gate,
    operation: Operation,
    /// The headers with the credential.
    headers: HeaderMap,
    caller: Caller,
}

impl StreamRight {
    /// Creates the right of a caller whom the gate has admitted for this operation, by these headers.
    pub fn new(gate: &Gate, operation: Operation, headers: &HeaderMap, caller: &Caller) -> Self {
        Self { gate: gate.clone(), operation, headers: credential_in(headers), caller: caller.clone() }
    }

    /// Returns whether the caller still has the right, in the same organization and role. While the store does not answer,
    /// the right stays.
    pub(super) async fn holds(&self) -> bool {
        let of = |caller: &Caller| (caller.user_id, caller.organization_id, caller.role);
        match self.gate.admit(&self.headers, self.operation).await {
            Ok(caller) => of(&caller) == of(&self.caller),
            Err(problem) => problem.status().is_server_error(),
        }
    }
}
