//! The commands, one file each, by the kind of stream they write to.

pub mod tournaments;
