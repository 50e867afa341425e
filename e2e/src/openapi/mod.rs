//! The OpenAPI document of both services: how it is made, and how it is checked.
//!
//! # How it is made
//!
//! Nothing in `docs/openapi.json` is written by hand. [`document`] puts it together from
//!
//! | what | from |
//! |---|---|
//! | operations | the route tables of `read-api` and `write-api`, and the descriptions in their endpoints' files |
//! | schemas | the types that are written (`utoipa::ToSchema`), the enumerations of `proto_events::vocabulary` |
//! | limits | `domain::limits` |
//! | who may | `domain::permissions` |
//! | what follows from the kind of an endpoint | here: `parameters`, `headers`, `problems` |
//! | examples | what the running app answers to the questions in `examples` |
//!
//! `UPDATE_DOCS=1 cargo nextest run -p e2e --test openapi` writes it; without that variable the test fails if it is stale.
//! `read-api` serves it at `/api/schema/`.
//!
//! # How it is checked
//!
//! * `e2e/tests/openapi/`: every answer of the app, refusals included, against the schema of its operation and status;
//!   every example against its schema; the fields of the schemas against the interface (`contract::table`).
//! * `scripts/schemathesis`: requests made up from the document, good ones and bad ones, against the running binary.

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
