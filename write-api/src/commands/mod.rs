//! The commands, one file each, by the kind of stream they write to.

pub mod organizations;
pub mod tournaments;
pub mod users;
