//! The OpenAPI document of both services: how it is generated and checked.
//!
//! # Generation
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
//! | examples | the running app's answers to the requests in `examples` |
//!
//! `UPDATE_DOCS=1 cargo nextest run -p e2e --test openapi` writes it. Without that variable the test fails if it is
//! stale. `read-api` serves it at `/api/schema/`.
//!
//! # Checks
//!
//! * `e2e/tests/openapi/`: every answer of the app, refusals included, against the schema of its operation and status;
//!   every example against its schema; the fields of the schemas against the interface (`contract::table`).
//! * `scripts/schemathesis`: valid and invalid requests generated from the document, against the running binary.

mod examples;
mod headers;
mod info;
pub mod json;
mod json_text;
mod limits;
mod own_schemas;
mod parameters;
mod paths;
mod problems;
mod refusals;
pub mod schemas;

use api_kit::description::Route;

pub use examples::Examples;
use json::{Json, object};

/// The rows of both route tables.
pub fn routes() -> Vec<Route> {
    [read_api::routes(), write_api::http::routes()].concat()
}

/// The document of these operations.
pub fn document(routes: &[Route], examples: &Examples) -> Json {
    let paths = paths::of(routes, examples);
    let responses = problems::components(examples);
    let described = Json::from(vec![&paths, &responses]);
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
        "components" => components,
    }
}
