//! Pictures of events, and logos of organizations. Their bytes are stored next to the log.

use serde::{Deserialize, Serialize};

/// A picture that a stream names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Picture {
    /// SHA-256 of its bytes, lower-case hex. It is shown at `/pictures/` and this hash.
    pub sha256: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}
