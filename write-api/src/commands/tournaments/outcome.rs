//! The outcome of commands that bring about a state.

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The change was made.
    Changed,
    /// Nothing had to change.
    Unchanged,
    /// The idempotency key was used before; the command ran once.
    Repeated,
}
