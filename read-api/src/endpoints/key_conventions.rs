//! `GET /api/v1/api-keys/conventions/`: the list of `store_conventions` at a second path. A key belongs to one store.

use api_kit::description::Description;

pub(crate) use super::store_conventions::{DRAWS_ON, answer};

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_key_conventions",
    summary: "List the conventions of the store that your key belongs to, in short",
    ..super::store_conventions::DESCRIPTION
};
