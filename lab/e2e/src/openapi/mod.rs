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
//! | examples | handed in as [`Examples`]: real answers of a running service (`lab/e2e/src/examples`) |
//!
//! Schemas come from utoipa. The rest of the document is [`Json`] whose members keep their order, because utoipa's types
//! cannot express it: they have no shared headers or parameters, no required headers and no summary of the document.
//!
//! `UPDATE_DOCS=1 cargo nextest run -p e2e --test interface openapi` writes the document. Without that variable the test
//! fails if it is stale. `read-api` serves it at `/api/schema/`.
//!
//! # Checks
//!
//! * `lab/e2e/tests/interface/openapi/`: every answer of the app, refusals included, against the schema of its operation
//!   and status; every example against its schema; the fields of the schemas against the interface
//!   (`lab/e2e/src/contract`).
//! * `scripts/schemathesis`: valid and invalid requests generated from the document, against the running binary.

mod examples;
mod headers;
mod info;
pub mod json;
mod limits;
mod own_schemas;
mod parameters;
mod paths;
mod problems;
mod route_tables;
mod schemas;

use api_kit::description::Route;

use self::json::object;
pub use examples::{Examples, Named};
pub use headers::{is_of_writer, is_revisioned};
pub use json::Json;
pub use problems::statuses;
pub use route_tables::routes;
pub use schemas::all as all_schemas;

/// Returns the document of these operations.
///
/// # Panics
/// If a schema is missing, or does not have a field that a limit names.
pub fn document(routes: &[Route], examples: &Examples) -> Json {
    let paths = paths::of(routes, examples);
    let responses = problems::components(examples);
    let webhooks = paths::webhooks();
    let described = Json::from(vec![&paths, &responses, &webhooks]);
    let components = object! {
        "schemas" => schemas::used(schemas::all(), &described),
        "responses" => responses,
        "parameters" => parameters::components(),
        "headers" => headers::components(),
        "securitySchemes" => info::security_schemes(),
    };
    object! {
        "openapi" => "3.1.0",
        "info" => info::info(),
        "servers" => vec![object! { "url" => "/" }],
        "tags" => info::tags(),
        "paths" => paths,
        "webhooks" => webhooks,
        "components" => components,
    }
}
