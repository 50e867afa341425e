//! The part of an append that all event stores share: encode, queue, admit and number events.
//!
//! There is no SQL here: a database only adds a [`queue::BatchWriter`].

pub(crate) mod admission;
pub(crate) mod encode;
pub(crate) mod queue;
