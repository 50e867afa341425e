//! Commands on the matches of a tournament, one file each. `score.rs` reads games as a result, `table.rs` says who plays
//! where and in which state, `effects.rs` what a correction leads to.

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
