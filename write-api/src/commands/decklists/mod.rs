//! Commands on decklists.

pub mod change_decklist;
pub mod decklist_fields;
pub mod replace_decklist;
pub mod revision_limit;
pub mod submit_decklist;
