//! The right of a caller to a stream.

use api_kit::Gate;
use api_kit::event_stream::StreamRight;
use axum::http::HeaderMap;
use domain::permissions::Operation;
use storage::ViewKind;

use super::topic::{Readers, Topic};

/// The kinds of records about callers.
pub(super) const RECORDS: [ViewKind; 4] =
    [ViewKind::Credential, ViewKind::UserToken, ViewKind::Account, ViewKind::Membership];

/// The right of a caller to a stream.
pub(crate) struct Permit {
    right: StreamRight,
    topic: Topic,
}

impl Permit {
    /// Creates the permit of a request that the gate has admitted.
    pub(crate) fn new(gate: &Gate, operation: Operation, headers: &HeaderMap, topic: Topic) -> Self {
        Self { right: StreamRight::new(gate, operation, headers), topic }
    }

    /// Returns whether the caller still has the right and still sees the same.
    pub(super) async fn holds(&self) -> bool {
        let topic = &self.topic;
        let sees_the_same = self.right.holds(|caller| {
            caller.organization_id == Some(topic.organization_id) && Readers::of(caller) == topic.readers
        });
        sees_the_same.await
    }
}
