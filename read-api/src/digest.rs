//! Digests of bodies that are not stored documents.

use sha2::{Digest, Sha256};

/// Returns the digest of a body.
pub(crate) fn digest(body: &[u8]) -> String {
    Sha256::digest(body)[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}
