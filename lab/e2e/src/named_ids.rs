//! What a request can name outside the caller's own stream: why the caller may name it, and how the service answers if the
//! thing belongs to another organization. `foreign_ids.rs` has all of them, and `docs/security.md` shows them. A test fails if
//! an operation has a parameter that is not known, and carries out the attack of every row. A parameter that names nothing (a
//! text, a number, a status) stands in `lab/e2e/tests/access/tenancy/id_values.rs` instead.

/// The part of a request that holds a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The path: `{id}`.
    Path,
    /// The query.
    Query,
    /// A field of a JSON body, by its path: `matches[].players[]`. `{}` stands for the names of an object's members.
    Body,
    /// A field of a form of the panel.
    Form,
    /// A header.
    Header,
}

/// The kind of thing that a parameter names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub enum Thing {
    Event,
    Registration,
    Round,
    Match,
    Penalty,
    Call,
    Announcement,
    Team,
    Player,
    Decklist,
    Revision,
    Convention,
    Organization,
    Member,
    Invitation,
    Person,
    Username,
    ApiKey,
    Webhook,
    Series,
    Delivery,
    Token,
    PasswordLink,
    PrivateLink,
    UnsubscribeLink,
    Provider,
    File,
    Version,
    IdempotencyKey,
    ConsistencyToken,
}

/// Why a caller may name a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// It is looked up among the things of the caller's organization.
    Organization,
    /// The same; with a token or a session, people also reach events with a public page, acting for themselves.
    OrganizationOrOpenEvent,
    /// The same; with a token or a session, people also reach events that they are registered in, and read their public
    /// part.
    OrganizationOrOwnEvent,
    /// It is looked up within the thing that the path names.
    Within,
    /// It is looked up among the caller's personal things.
    Person,
    /// It is within the organization's reach. People: the organization manages the account, or the person is its member
    /// or signed up for one of its events. Decklists: the organization's own, and those that players handed in for its
    /// events.
    Reach,
    /// Anyone who knows the name may use it. The answer reveals only the person's name.
    KnownName,
    /// The name is unique in the whole service and belongs to the first who takes it.
    UniqueName,
    /// The name is unique in the caller's organization.
    OwnName,
    /// It is public once it is published.
    Published,
    /// It is a secret that by itself entitles its holder.
    Secret,
    /// It is part of the program.
    Program,
}

/// How the service answers if a thing belongs to another organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// 404, worded as for a thing that never existed.
    NotFound,
    /// 400, worded as for a thing that never existed.
    BadRequest,
    /// 409, worded as for a thing that never existed.
    Conflict,
    /// 403, worded as for a thing that never existed.
    Forbidden,
    /// As if it did not exist: the service carries the request out on the caller's own things.
    Ignored,
    /// 400: the name is taken.
    Taken,
    /// 400, which says that it belongs to another organization: only its holder can send it.
    Named,
    /// The service shows or uses it, as the rule allows. Nothing of the other organization changes.
    Allowed,
}

/// A parameter that names a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedId {
    /// The part of the request that holds it.
    pub place: Place,
    /// Its name.
    pub parameter: &'static str,
    /// The thing that it names.
    pub thing: Thing,
    /// Why the caller may name it.
    pub rule: Rule,
    /// How the service answers if the thing is another organization's.
    pub answer: Answer,
}
