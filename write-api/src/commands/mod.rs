//! The commands, one file each, by the kind of stream they write to.

pub mod conventions;
pub mod decklists;
pub mod lists;
pub mod rounds;
pub mod teams;
pub mod tournaments;
