//! Command → event: loads what a command needs, decides, appends.
//!
//! It never reads views and never answers a question about them.

pub mod ids;
pub mod tournament_script;

pub use ids::{Ids, Overdrawn};
pub use tournament_script::{PairedTeams, RoundFlags, Table, TournamentScript};
