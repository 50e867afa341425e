//! The right of a session to a stream.

use api_kit::event_stream::StreamRight;
use api_kit::{Caller, Gate};
use axum::http::HeaderMap;
use domain::permissions::Operation;
use storage::ViewKind;

/// The kinds of records about sessions.
pub(super) const RECORDS: [ViewKind; 2] = [ViewKind::Account, ViewKind::Membership];

/// The right of a session to a stream.
pub(crate) struct Permit {
    right: StreamRight,
    caller: Caller,
}

impl Permit {
    /// Creates the permit of a caller whom the gate has admitted for this operation, by these headers of the request.
    pub(crate) fn new(gate: &Gate, headers: &HeaderMap, caller: &Caller, operation: Operation) -> Self {
        Self { right: StreamRight::new(gate, operation, headers), caller: caller.clone() }
    }

    /// Returns whether the session still has the right, in the same organization and role.
    pub(super) async fn holds(&self) -> bool {
        let of = |caller: &Caller| (caller.user_id, caller.organization_id, caller.role);
        self.right.holds(|caller| of(caller) == of(&self.caller)).await
    }
}
