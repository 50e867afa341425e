//! Parts that several views share. Nothing here depends on a whole document.

pub(super) mod entries;
pub(super) mod json;
pub(super) mod lists;
pub(super) mod matches;
pub(super) mod outcome;
pub(super) mod people;
pub(super) mod player_status;
pub(super) mod public;
pub(super) mod rounds;
pub(super) mod standing_lines;

pub(super) use storage::sort_keys as sort;
