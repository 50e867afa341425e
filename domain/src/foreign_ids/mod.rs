//! What a request can name outside the caller's own stream: why the caller may name it, and how the service answers if the
//! thing belongs to another organization. Each operation declares the ids in its body or form; those in paths and queries
//! follow from their names (`api_kit::foreign_ids`). `docs/security.md` shows all of them. A test of `e2e` fails if an
//! operation has a parameter that is not known, and carries out the attack of every row. A parameter that names nothing (a
//! text, a number, a status) stands in [`VALUES`] instead.

mod values;

pub use values::{FORM_VALUES, VALUES};

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
    Delivery,
    Token,
    PasswordLink,
    PrivateLink,
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

impl NamedId {
    /// Returns a field of a body that is answered with 400 for another organization's thing.
    pub const fn in_body(parameter: &'static str, thing: Thing, rule: Rule) -> Self {
        Self { place: Place::Body, parameter, thing, rule, answer: Answer::BadRequest }
    }

    /// Returns a field of a form that is answered with 400 for another organization's thing.
    pub const fn in_form(parameter: &'static str, thing: Thing, rule: Rule) -> Self {
        Self { place: Place::Form, ..Self::in_body(parameter, thing, rule) }
    }

    /// Returns the same with another answer.
    #[must_use]
    pub const fn answered(self, answer: Answer) -> Self {
        Self { answer, ..self }
    }
}

impl Place {
    /// Returns its name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::Body => "body",
            Self::Form => "form",
            Self::Header => "header",
        }
    }
}

impl Thing {
    /// Returns its name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::Registration => "registration",
            Self::Round => "round",
            Self::Match => "match",
            Self::Penalty => "penalty",
            Self::Call => "call",
            Self::Team => "team",
            Self::Player => "player",
            Self::Decklist => "decklist",
            Self::Revision => "revision of a list",
            Self::Convention => "convention",
            Self::Organization => "organization",
            Self::Member => "member",
            Self::Invitation => "invitation",
            Self::Person => "person",
            Self::Username => "username",
            Self::ApiKey => "API key",
            Self::Webhook => "webhook",
            Self::Delivery => "delivery",
            Self::Token => "token",
            Self::PasswordLink => "password link",
            Self::PrivateLink => "private link",
            Self::File => "file",
            Self::Version => "version",
            Self::IdempotencyKey => "request",
            Self::ConsistencyToken => "write",
        }
    }
}

impl Rule {
    /// Every rule.
    pub const ALL: &'static [Self] = &[
        Self::Organization,
        Self::OrganizationOrOpenEvent,
        Self::OrganizationOrOwnEvent,
        Self::Within,
        Self::Person,
        Self::Reach,
        Self::KnownName,
        Self::UniqueName,
        Self::OwnName,
        Self::Published,
        Self::Secret,
        Self::Program,
    ];

    /// Returns its short name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Organization => "own organization",
            Self::OrganizationOrOpenEvent => "own organization, or open event",
            Self::OrganizationOrOwnEvent => "own organization, or own event",
            Self::Within => "within the path",
            Self::Person => "own",
            Self::Reach => "reach",
            Self::KnownName => "known name",
            Self::UniqueName => "unique name",
            Self::OwnName => "own name",
            Self::Published => "published",
            Self::Secret => "secret",
            Self::Program => "program",
        }
    }

    /// Returns its explanation in documents.
    pub fn text(self) -> &'static str {
        match self {
            Self::Organization => "It is looked up among the things of the caller's organization.",
            Self::OrganizationOrOpenEvent => {
                "It is looked up among the things of the caller's organization. With a token or session, people also reach \
                 events with a public page, acting for themselves."
            }
            Self::OrganizationOrOwnEvent => {
                "It is looked up among the things of the caller's organization. With a token or session, people also read \
                 the public part of events that they are registered in."
            }
            Self::Within => "It is looked up within the thing that the path names.",
            Self::Person => "It is looked up among the caller's personal things.",
            Self::Reach => {
                "It is within the organization's reach. People: the organization manages the account, or the person is its \
                 member or signed up for one of its events. Decklists: the organization's own, and those that the player \
                 handed in for one of its events, in the revision that was handed in."
            }
            Self::KnownName => "Anyone who knows the name may use it. The answer reveals only the person's name.",
            Self::UniqueName => "The name is unique in the whole service. A name that is taken is refused.",
            Self::OwnName => "The name is unique among the caller's own. Others may use the same name.",
            Self::Published => "It is public once it is published.",
            Self::Secret => "It is a secret that entitles its holder.",
            Self::Program => "It is part of the program.",
        }
    }
}

impl Answer {
    /// Returns its wording in documents.
    pub fn text(self) -> &'static str {
        match self {
            Self::NotFound => "404, like one that never existed",
            Self::BadRequest => "400, like one that never existed",
            Self::Conflict => "409, like one that never existed",
            Self::Forbidden => "403, like one that never existed",
            Self::Ignored => "as if it did not exist",
            Self::Taken => "400, taken",
            Self::Named => "400, which says that it belongs to another organization",
            Self::Allowed => "as the rule says",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_sorted_and_stand_there_once() {
        for values in [VALUES, FORM_VALUES] {
            assert!(values.windows(2).all(|two| two[0] < two[1]));
        }
    }
}
