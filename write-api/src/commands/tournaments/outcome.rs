//! What becomes of a command that makes something so.

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is so now.
    Changed,
    /// It was so before.
    Unchanged,
    /// Its idempotency key came before: it was carried out once.
    Repeated,
}
