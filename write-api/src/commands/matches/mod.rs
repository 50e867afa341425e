//! Commands on the matches of a tournament, one file each. `score.rs` turns games into a result, `table.rs` finds a
//! match with its players and checks its round, `effects.rs` lists the effects of a correction.

pub mod assign_judge;
pub mod change_match;
pub mod confirm_result;
pub mod correct_result;
pub mod effects;
pub mod extend_time;
pub mod feature_match;
pub mod mark_deck_check;
pub mod report_result;
pub mod score;
pub mod table;
