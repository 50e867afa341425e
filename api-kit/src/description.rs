//! The declaration of an operation: its address, its permission, its documentation. Each operation's file contains its own.
//! Routers, the OpenAPI document and the page of permissions are made from these declarations only.
//!
//! Declarations leave out everything that follows from the kind of the operation: the ids in its path, authentication,
//! the common headers of reads and writes, and their errors.

use std::borrow::Cow;

use domain::permissions::Operation;
use storage::ViewKind;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The declaration of an operation: a method at an address.
#[derive(Debug, Clone, Copy)]
pub struct Route {
    /// `GET`, `POST`, `PUT`, `PATCH` or `DELETE`.
    pub method: &'static str,
    /// The path template: `/api/v1/decklists/{id}/`.
    pub template: &'static str,
    /// The access rule.
    pub access: Access,
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
    /// The body: JSON, or for a decklist, any of the three accepted media types.
    pub body: Option<BodySchema>,
    /// The answer.
    pub answer: Answer,
    /// Whether a write is possible in every state, so that it is never refused with 409.
    pub is_always_possible: bool,
    /// Whether a creation that is repeated creates nothing more, and is answered with 200.
    pub is_created_once: bool,
}

impl Route {
    /// Begins the declaration of an operation for callers with a permission. The remaining fields are to be filled in.
    pub const fn at(method: &'static str, template: &'static str, operation: Operation) -> Self {
        Self { access: Access::Key(operation), ..Self::open(method, template) }
    }

    /// Begins the declaration of an operation for everybody.
    pub const fn open(method: &'static str, template: &'static str) -> Self {
        Self {
            method,
            template,
            access: Access::Open,
            id: "",
            tag: Tag::Organizing,
            summary: "",
            text: "",
            parameters: &[],
            body: None,
            answer: Answer::Nothing,
            is_always_possible: false,
            is_created_once: false,
        }
    }

    /// Returns the permission that it needs; `None` if everybody may use it.
    pub fn operation(&self) -> Option<Operation> {
        match self.access {
            Access::Key(operation) | Access::KeyOrOpen(operation) => Some(operation),
            Access::Open => None,
        }
    }
}

/// Returns the value of the header `Allow` for the methods of an address. HEAD works wherever GET does.
pub fn allowed(methods: impl IntoIterator<Item = &'static str>) -> String {
    let named = methods.into_iter().map(|method| if method == "GET" { "GET, HEAD" } else { method });
    named.collect::<Vec<_>>().join(", ")
}

/// A schema by its name.
pub type NamedSchema = (String, RefOr<Schema>);

/// The schema of an answer.
#[derive(Debug, Clone, Copy)]
pub enum AnswerSchema {
    /// The schema of this name, which another answer contains.
    Named(&'static str),
    /// The schema of the documents of a kind. Their type is in the projector, and the OpenAPI document has it.
    Documents(ViewKind),
    /// The schema of a type: its name, and a function that adds it and those inside it.
    Of(fn() -> Cow<'static, str>, fn(&mut Vec<NamedSchema>)),
}

impl AnswerSchema {
    /// Returns the schema of a type.
    pub const fn of<T: ToSchema + PartialSchema>() -> Self {
        Self::Of(T::name, |all| {
            all.push((T::name().into_owned(), T::schema()));
            T::schemas(all);
        })
    }

    /// Returns its name; without a type, the name of the kind of documents.
    pub fn name(&self) -> Cow<'static, str> {
        match self {
            Self::Named(name) => Cow::Borrowed(*name),
            Self::Documents(kind) => Cow::Borrowed(kind.stored_name()),
            Self::Of(name, _) => name(),
        }
    }
}

impl PartialEq for AnswerSchema {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for AnswerSchema {}

/// The name of a body that is the file of a picture, and not JSON.
pub const PICTURE_FILE: &str = "PictureFile";

/// The schema of a body.
#[derive(Debug, Clone, Copy)]
pub struct BodySchema {
    /// Its name.
    pub name: &'static str,
    /// The schema; `None` for decklists and files, which are described elsewhere.
    pub schema: Option<fn() -> RefOr<Schema>>,
    /// Whether the route accepts an empty body.
    pub is_optional: bool,
    /// Adds the bodies inside it.
    pub collect: fn(&mut Vec<BodySchema>),
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

/// The answer of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// JSON of this schema, with the given status.
    Json(u16, AnswerSchema),
    /// No body: 204.
    Nothing,
    /// A JSON array of this schema.
    JsonArray(AnswerSchema),
    /// A JSON array of the first schema, or of the second one with `summary=true`.
    JsonArrayOrSummaries(AnswerSchema, AnswerSchema),
    /// A JSON array of this schema, or one JSON document per line.
    JsonArrayOrLines(AnswerSchema),
    /// One JSON document of this schema per line, a JSON array of them, or a table as CSV.
    LinesOrJsonOrCsv(AnswerSchema),
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

impl Answer {
    /// Returns an answer in JSON of the schema of this name, which another answer contains.
    pub const fn json(status: u16, schema: &'static str) -> Self {
        Self::Json(status, AnswerSchema::Named(schema))
    }

    /// Returns an answer in JSON of this type.
    pub const fn of<T: ToSchema + PartialSchema>(status: u16) -> Self {
        Self::Json(status, AnswerSchema::of::<T>())
    }

    /// Returns an array of the schema of this name.
    pub const fn array(schema: &'static str) -> Self {
        Self::JsonArray(AnswerSchema::Named(schema))
    }

    /// Returns an array of this type.
    pub const fn array_of<T: ToSchema + PartialSchema>() -> Self {
        Self::JsonArray(AnswerSchema::of::<T>())
    }

    /// Returns an answer in JSON that is a document of this kind.
    pub const fn document(kind: ViewKind) -> Self {
        Self::Json(200, AnswerSchema::Documents(kind))
    }

    /// Returns an array of documents of this kind.
    pub const fn documents(kind: ViewKind) -> Self {
        Self::JsonArray(AnswerSchema::Documents(kind))
    }
}
