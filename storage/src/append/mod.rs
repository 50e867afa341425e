//! The part of an append that all event stores share: encode, queue, admit and number events, and reserve ids in
//! blocks.
//!
//! There is no SQL here: a database only adds a [`queue::BatchWriter`].

pub(crate) mod admission;
pub(crate) mod encode;
pub(crate) mod ids;
pub(crate) mod queue;
