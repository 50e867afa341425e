//! Decklists: submitting, replacing and changing them.
//!
//! Each file is one operation: its handler, its decision, its tests. A list comes as JSON, as a form or as multipart, so
//! its body is read by `http/body`; `decklist_fields.rs` checks the fields. `document.rs` has the answers.

pub(crate) mod change_decklist;
pub(crate) mod create_decklist;
mod document;
pub(crate) mod replace_decklist;

use domain::permissions::Operation::WriteDecklists;

use crate::http::route::{Address, route};

/// The routes.
pub(crate) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/decklists/",
        allow: "GET, HEAD, POST",
        routes: &[route!(POST, WriteDecklists, create_decklist)],
    },
    Address {
        template: "/api/v1/decklists/{id}/",
        allow: "GET, HEAD, PUT, PATCH",
        routes: &[route!(PUT, WriteDecklists, replace_decklist), route!(PATCH, WriteDecklists, change_decklist)],
    },
];
