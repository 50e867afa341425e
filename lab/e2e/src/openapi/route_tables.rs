//! The route tables of both services, and the schemas of their answers.

use api_kit::description::{Answer, AnswerSchema, NamedSchema, Route};

/// Returns the rows of both route tables.
pub fn routes() -> Vec<Route> {
    [read_routes(), write_api::interface::routes()].concat()
}

/// Returns the rows of the read side's table, with the types of documents, which only the projector knows.
pub(super) fn read_routes() -> Vec<Route> {
    let mut routes = read_api::routes();
    for schema in routes.iter_mut().flat_map(|route| schemas_of(&mut route.answer)) {
        if let AnswerSchema::Documents(kind) = *schema
            && let Some((name, collect)) = projector::document_schema(kind)
        {
            *schema = AnswerSchema::Of(name, collect);
        }
    }
    routes
}

/// Adds the schemas that the types of a route's answer know.
pub(super) fn collect(mut route: Route, all: &mut Vec<NamedSchema>) {
    for schema in schemas_of(&mut route.answer) {
        if let AnswerSchema::Of(_, collect) = schema {
            collect(all);
        }
    }
}

fn schemas_of(answer: &mut Answer) -> Vec<&mut AnswerSchema> {
    match answer {
        Answer::JsonArrayOrSummaries(whole, summary) => vec![whole, summary],
        Answer::Json(_, schema)
        | Answer::JsonArray(schema)
        | Answer::JsonArrayOrLines(schema)
        | Answer::LinesOrJsonOrCsv(schema) => vec![schema],
        _ => Vec::new(),
    }
}
