//! `GET /api/v1/api-keys/conventions/`: the list of `store_conventions` at its other address. A key belongs to one store.

use api_kit::description::Description;

pub(crate) use super::store_conventions::{DRAWS_ON, answer};

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_key_conventions",
    summary: "List the conventions of the store that your key belongs to, in short",
    ..super::store_conventions::DESCRIPTION
};
