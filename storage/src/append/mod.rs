//! What every event store does with an append before and around its SQL: encode, queue, admit, number; and ids in blocks.
//!
//! No SQL here: a database adds a [`queue::BatchWriter`] and nothing else.

pub(crate) mod admission;
pub(crate) mod encode;
pub(crate) mod ids;
pub(crate) mod queue;
