//! Routes of decklists.

use domain::permissions::Operation::WriteDecklists;

use crate::http::endpoints::{change_decklist, create_decklist, replace_decklist};
use crate::http::route::{Address, route};

pub(super) const ADDRESSES: &[Address] = &[
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
