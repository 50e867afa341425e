//! What several views share, each written once. Nothing here knows of a whole document.

pub(super) mod json;
pub(super) mod people;
pub(super) mod sort;
pub(super) mod times;
