//! The file that `crosstable backup` writes and `crosstable restore` reads: the same for every kind of database.
//!
//! It is gzip over lines of JSON. The first says what it is, the last holds a SHA-256 over all before it; between them
//! stand the items of one moment of the log. docs/operations.md describes it for others.

mod line;
mod read;
mod write;

pub(crate) use line::Header;
pub(crate) use read::open;
pub(crate) use write::{Summary, write};

/// The form that this version writes, and the newest that it reads: 2 may hold passwords, which 1 did not; from 3 on events
/// have hashes, and personal data in them is encrypted under keys in lines of their own.
const FORMAT: u32 = 3;

#[cfg(test)]
mod tests;
