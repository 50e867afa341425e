//! The description of an endpoint for the documentation. Each endpoint's file contains its own description. The OpenAPI
//! document and the page of permissions are generated from the descriptions and the route tables only.
//!
//! Descriptions leave out everything that follows from the kind of the endpoint: the ids in its path, authentication,
//! the common headers of reads and writes, and their errors.

use domain::permissions::Operation;

/// A route, as the documentation shows it.
#[derive(Debug, Clone, Copy)]
pub struct Route {
    /// `GET`, `POST`, `PUT`, `PATCH` or `DELETE`.
    pub method: &'static str,
    /// The path template: `/api/v1/decklists/{id}/`.
    pub template: &'static str,
    /// The access rule.
    pub access: Access,
    /// The description.
    pub description: Description,
}

impl Route {
    /// Returns the permission that it needs; `None` if everybody may use it.
    pub fn operation(&self) -> Option<Operation> {
        match self.access {
            Access::Key(operation) | Access::KeyOrOpen(operation) => Some(operation),
            Access::Open => None,
        }
    }
}

/// Which callers may use a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Callers with the permission, by a scheme that the operation accepts.
    Key(Operation),
    /// The same, and everybody under the conditions in the description.
    KeyOrOpen(Operation),
    /// Everybody.
    Open,
}

/// The description of an endpoint.
#[derive(Debug, Clone, Copy)]
pub struct Description {
    /// The `operationId`: a verb and its object, in `snake_case`.
    pub id: &'static str,
    /// Its chapter in the documentation.
    pub tag: Tag,
    /// A one-line summary without a full stop.
    pub summary: &'static str,
    /// More details in Markdown; may be empty.
    pub text: &'static str,
    /// Parameters in addition to those that follow from its kind.
    pub parameters: &'static [Parameter],
    /// The schema of the body: JSON, or for a decklist, any of the three accepted media types.
    pub body: Option<&'static str>,
    /// The answer.
    pub answer: Answer,
}

/// A chapter of the documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tag {
    /// Conventions.
    Conventions,
    /// Events with registrations, standings and tagged players.
    Events,
    /// Rounds, matches and standings after a round.
    Rounds,
    /// Decklists.
    Decklists,
    /// Running events: announcing them, registrations, rounds, results.
    Organizing,
    /// API keys.
    Keys,
    /// Webhooks and their deliveries.
    Webhooks,
    /// Members of an organization, and their accounts.
    Members,
    /// The public export.
    Export,
    /// Additions of Crosstable to the interface.
    Extensions,
    /// Pages and images for people.
    Pages,
    /// Pages for signed-in users. They are not part of the API and appear only in the table of permissions.
    Panel,
}

/// A query parameter.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its purpose.
    pub text: &'static str,
    /// Its allowed values.
    pub values: Values,
    /// An example value.
    pub example: &'static str,
}

/// The allowed values of a parameter.
#[derive(Debug, Clone, Copy)]
pub enum Values {
    /// An integer between the first and the second number, with an optional default.
    Integer(i64, i64, Option<i64>),
    /// `true`, `True`, `1`, `false`, `False`, `0`.
    Boolean,
    /// A time in UTC: `2026-03-15 18:00`.
    Time,
    /// A text of at most this many characters.
    Text(usize),
    /// One of the returned values.
    OneOf(fn() -> Vec<&'static str>),
    /// One of the returned values; others are ignored.
    Preferably(fn() -> Vec<&'static str>),
}

/// The answer of an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// JSON of this schema, with the given status.
    Json(u16, &'static str),
    /// No body: 204.
    Nothing,
    /// A JSON array of this schema.
    JsonArray(&'static str),
    /// A JSON array of the first schema, or of the second one with `summary=true`.
    JsonArrayOrSummaries(&'static str, &'static str),
    /// A JSON array of this schema, or one JSON document per line.
    JsonArrayOrLines(&'static str),
    /// One JSON document of this schema per line, a JSON array of them, or a table as CSV.
    LinesOrJsonOrCsv(&'static str),
    /// The OpenAPI document itself.
    OpenApi,
    /// An HTML page.
    Html,
    /// An image.
    Svg,
    /// A calendar.
    Calendar,
    /// A file of the documentation page.
    File,
    /// A stream of server-sent events.
    EventStream,
}
