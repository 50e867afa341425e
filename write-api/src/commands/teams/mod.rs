//! Commands on the teams of a tournament, one file each.

pub mod drop_team;
pub mod form_team;
