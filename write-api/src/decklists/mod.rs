//! Decklists: submitting, replacing and changing them.
//!
//! Each file is one operation: its handler, its decision, its tests. A list comes as JSON, as a form or as multipart,
//! so its body is read by `http/body`; `decklist_fields.rs` checks the fields. `document.rs` has the answers.

pub mod change_decklist;
pub mod create_decklist;
mod document;
pub mod replace_decklist;

use crate::http::request::{Endpoint, endpoint};

pub(crate) static ENDPOINTS: &[Endpoint] =
    &[endpoint!(create_decklist), endpoint!(replace_decklist), endpoint!(change_decklist)];
