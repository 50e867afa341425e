//! The route tables of both services.

use api_kit::description::{AnswerSchema, Route};

/// Returns the rows of both route tables.
pub fn routes() -> Vec<Route> {
    [read_routes(), write_api::interface::routes()].concat()
}

/// Returns the rows of the read side's table, with the types of documents, which only the projector knows.
pub(super) fn read_routes() -> Vec<Route> {
    let type_of = |kind| projector::document_schema(kind).map(|(name, collect)| AnswerSchema::Of(name, collect));
    let routes = read_api::routes().into_iter();
    routes.map(|route| Route { answer: route.answer.with_types(type_of), ..route }).collect()
}
