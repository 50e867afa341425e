//! What the documentation says of an endpoint. Each endpoint's file holds its own description; the OpenAPI document and
//! the page of permissions are made from these and from the route tables, and from nothing else.
//!
//! What follows from the kind of an endpoint is not written down at each: the ids in its path, the key, the headers that
//! every read and every write knows, and the errors that these can give.

use domain::permissions::Operation;

/// A row of a route table, as the documentation sees it.
#[derive(Debug, Clone, Copy)]
pub struct Route {
    /// `GET`, `POST`, `PUT`, `PATCH` or `DELETE`.
    pub method: &'static str,
    /// The address with its parameters in braces: `/api/v1/decklists/{id}/`.
    pub template: &'static str,
    /// Who may come in.
    pub access: Access,
    /// What it does.
    pub description: Description,
}

/// Who may come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Who may do this, by a scheme that it takes.
    Key(Operation),
    /// The same; and under conditions that the description names, everybody.
    KeyOrOpen(Operation),
    /// Everybody.
    Open,
}

/// What an endpoint does.
#[derive(Debug, Clone, Copy)]
pub struct Description {
    /// `operationId`: a verb and what it is about, in `snake_case`.
    pub id: &'static str,
    /// Where it stands in the documentation.
    pub tag: Tag,
    /// What it does, in a line without a full stop.
    pub summary: &'static str,
    /// What one must know beside it; Markdown, may be empty.
    pub text: &'static str,
    /// Parameters beyond those that follow from its kind.
    pub parameters: &'static [Parameter],
    /// What it takes, by the name of a schema: as JSON; a decklist in each of the three media types of bodies.
    pub body: Option<&'static str>,
    /// What it answers with.
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
    /// Members of an organization, and their accounts.
    Members,
    /// The public export.
    Export,
    /// What Crosstable adds to the interface.
    Extensions,
    /// Pages and pictures for people.
    Pages,
    /// Pages for who signed in. They are no interface for programs, and stand in the table of permissions alone.
    Panel,
}

/// A parameter of a query.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub text: &'static str,
    /// What it may hold.
    pub values: Values,
    /// One of them.
    pub example: &'static str,
}

/// What a parameter may hold.
#[derive(Debug, Clone, Copy)]
pub enum Values {
    /// An integer from the first to the second; the third is meant where none is given.
    Integer(i64, i64, Option<i64>),
    /// `true`, `True`, `1`, `false`, `False`, `0`.
    Boolean,
    /// A time in UTC: `2026-03-15 18:00`.
    Time,
    /// One of these.
    OneOf(fn() -> Vec<&'static str>),
}

/// What an endpoint answers with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// JSON of this schema, with the status of success.
    Json(u16, &'static str),
    /// Nothing: 204.
    Nothing,
    /// A JSON array of this schema.
    JsonArray(&'static str),
    /// A JSON array of this schema, or a line each.
    JsonArrayOrLines(&'static str),
    /// The OpenAPI document itself.
    OpenApi,
    /// A page for people.
    Html,
    /// A picture.
    Svg,
    /// A file of the documentation page.
    File,
}
