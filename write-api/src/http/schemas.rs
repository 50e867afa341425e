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

/// The schema of a body.
#[derive(Clone)]
pub struct BodySchema {
    /// Its name.
    pub name: &'static str,
    /// The schema.
    pub schema: RefOr<Schema>,
    /// Whether the route accepts an empty body.
    pub is_optional: bool,
}

/// Returns the schema of a body.
pub(crate) fn body<B: Body>() -> BodySchema {
    BodySchema { name: B::NAME, schema: B::body_schema(), is_optional: B::EXAMPLE.is_none() }
}
