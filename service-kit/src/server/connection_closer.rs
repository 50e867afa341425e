//! Lets a handler close the connection of its request. An error in the response body is not enough if the client reads
//! nothing: while hyper waits for the client, it does not poll the body.

use std::sync::{Arc, Weak};

use super::close_signal::CloseReason;
use super::state::ConnectionState;

/// Closes the connection of a request. The server adds it to the extensions of every request for the router.
#[derive(Debug, Clone, Default)]
pub struct ConnectionCloser(Weak<ConnectionState>);

impl ConnectionCloser {
    pub(super) fn of(state: &Arc<ConnectionState>) -> Self {
        Self(Arc::downgrade(state))
    }

    /// Closes the connection immediately, because its client reads too slowly.
    pub fn close(&self) {
        if let Some(state) = self.0.upgrade() {
            state.closing.close(CloseReason::Slow);
        }
    }
}
