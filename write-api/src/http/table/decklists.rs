//! Routes of decklists.

use domain::permissions::Operation::WriteDecklists;

use super::{Address, Write};
use crate::http::endpoints::{change_decklist, create_decklist, replace_decklist};

pub(super) const ADDRESSES: &[Address] = &[
    Address {
        template: "/api/v1/decklists/",
        allow: "GET, HEAD, POST",
        writes: &[write!(POST, WriteDecklists, create_decklist)],
    },
    Address {
        template: "/api/v1/decklists/{id}/",
        allow: "GET, HEAD, PUT, PATCH",
        writes: &[write!(PUT, WriteDecklists, replace_decklist), write!(PATCH, WriteDecklists, change_decklist)],
    },
];
