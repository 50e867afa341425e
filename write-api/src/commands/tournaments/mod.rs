//! Commands on tournaments.

pub mod import_tournament;
