//! The OpenAPI document of both services.
//!
//! Nothing in `docs/openapi.json` is written by hand. [`document`] assembles it:
//!
//! | Part | Source |
//! |---|---|
//! | operations | the route tables of `read-api` and `write-api`, and the descriptions in their endpoints' files |
//! | schemas | the types of answers and bodies (`utoipa::ToSchema`), the enumerations of `proto_events::vocabulary` |
//! | limits | `domain::limits` |
//! | permissions | `domain::permissions` |
//! | properties of a kind of endpoint | here: `parameters`, `headers`, `problems` |
//! | examples | handed in as [`Examples`]: real answers of a running service (`e2e/src/examples`) |
//!
//! Schemas come from utoipa. The rest of the document is [`Json`] whose members keep their order, because utoipa's types
//! cannot express it: they have no shared headers or parameters, no required headers and no summary of the document.
//!
//! `UPDATE_DOCS=1 cargo nextest run -p e2e --test openapi` writes the document. Without that variable the test fails if
//! it is stale. `read-api` serves it at `/api/schema/`.
//!
//! # Checks
//!
//! * `e2e/tests/openapi/`: every answer of the app, refusals included, against the schema of its operation and status;
//!   every example against its schema; the fields of the schemas against the interface (`e2e/src/contract`).
//! * `scripts/schemathesis`: valid and invalid requests generated from the document, against the running binary.

mod headers;
mod info;
mod json;
mod limits;
mod own_schemas;
mod parameters;
mod paths;
mod problems;
mod schemas;

use std::collections::BTreeMap;

use api_kit::description::Route;

pub use headers::is_revisioned;
pub use json::Json;
pub use problems::statuses;
pub use schemas::all as all_schemas;

/// Why the document cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A derived schema is not JSON.
    #[error("a derived schema is not JSON: {0}")]
    NotJson(#[from] serde_json::Error),
    /// The document refers to a schema that no type provides.
    #[error("there is no schema `{0}`; add its type to the schemas of its crate")]
    NoSchema(String),
    /// A limit names a field that its schema does not have.
    #[error("schema `{schema}` has no field `{field}`; correct the list of limits")]
    NoField {
        /// The schema.
        schema: &'static str,
        /// The field.
        field: &'static str,
    },
}

/// Named examples of one kind of answer.
pub type Named = Vec<(String, Json)>;

/// The examples of a document. Every part may be empty.
#[derive(Debug, Default)]
pub struct Examples {
    /// The answer to each operation.
    pub answers: BTreeMap<&'static str, Json>,
    /// The answer to an invitation of a person.
    pub invitation: Option<Json>,
    /// The body of a request to each operation.
    pub bodies: BTreeMap<&'static str, Json>,
    /// Errors that depend on the operation, by operation and status.
    pub problems: BTreeMap<(&'static str, u16), Json>,
    /// Errors that are the same for every operation, by status.
    pub shared: BTreeMap<u16, Named>,
}

/// Returns the rows of both route tables.
pub fn routes() -> Vec<Route> {
    [read_api::routes(), write_api::interface::routes()].concat()
}

/// Returns the document of these operations.
///
/// # Errors
/// If a schema is missing, or does not have a field that a limit names.
pub fn document(routes: &[Route], examples: &Examples) -> Result<Json, Error> {
    let paths = paths::of(routes, examples);
    let responses = problems::components(examples);
    let webhooks = paths::webhooks();
    let described = Json::from(vec![&paths, &responses, &webhooks]);
    let components = object! {
        "schemas" => schemas::used(schemas::all()?, &described)?,
        "responses" => responses,
        "parameters" => parameters::components(),
        "headers" => headers::components(),
        "securitySchemes" => info::security_schemes(),
    };
    Ok(object! {
        "openapi" => "3.1.0",
        "info" => info::info(),
        "servers" => vec![object! { "url" => "/" }],
        "tags" => info::tags(),
        "paths" => paths,
        "webhooks" => webhooks,
        "components" => components,
    })
}
