//! The file format of `crosstable backup` and `crosstable restore`, the same for every kind of database.
//!
//! The file is gzip-compressed lines of JSON. The first line identifies it, the last holds a SHA-256 over all lines
//! before it; between them are the items of one moment of the log. `docs/operations.md` describes the format.

mod line;
mod read;
mod write;

pub(crate) use line::Header;
pub(crate) use read::open;
pub(crate) use write::write;

/// The form that this version writes, and the newest that it reads. Form 2 added passwords. Form 3 added hashes of
/// domain events, and the encryption of personal data in them under keys in separate lines. Form 4 added the salt of players'
/// ids, erasures, and secrets of webhooks.
const FORMAT: u32 = 4;

#[cfg(test)]
mod tests;
