//! Schemas of bodies and answers, by name, for the documentation.

use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::body::Body;

/// A schema by its name.
pub(crate) type Named = (String, RefOr<Schema>);

/// Returns the schema of an answer.
pub(crate) fn named<T: ToSchema + PartialSchema>() -> Named {
    (T::name().into_owned(), T::schema())
}

/// Returns the schema of a body.
pub(crate) fn body<B: Body>() -> Named {
    (B::NAME.to_owned(), B::body_schema())
}
