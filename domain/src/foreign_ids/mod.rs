//! Every parameter by which a request names something outside the caller's own stream: why the caller may name it, and how
//! a thing of another organization is answered. The one table: `docs/security.md` shows it, and a test of `e2e` fails where an
//! operation has a parameter that is not here, and carries out the attack of every row.
//!
//! # How to add a parameter
//!
//! Add its operation to a row of [`TABLE`], or a row. A parameter that names nothing (a text, a number, a status) goes into
//! [`VALUES`] instead.

mod table;
mod values;

pub use table::TABLE;
pub use values::{FORM_VALUES, VALUES};

/// Where a parameter stands in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// In the path: `{id}`.
    Path,
    /// In the query.
    Query,
    /// A field of a JSON body, by its path: `matches[].players[]`. `{}` stands for the names of an object's members.
    Body,
    /// A field of a form of the panel.
    Form,
    /// A header.
    Header,
}

/// What a parameter names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is what it is called")]
pub enum Thing {
    Event,
    Registration,
    Round,
    Match,
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
    Token,
    PasswordLink,
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
    /// The same; a person with a token or a session also reaches events with a public page, for the own part in them.
    OrganizationOrOpenEvent,
    /// It is looked up within the thing that the path names.
    Within,
    /// It is looked up among what belongs to the caller as a person.
    Person,
    /// It is within the organization's reach. Of people: the organization manages the account, or the person is its member or
    /// signed up for one of its events. Of decklists: the organization's own, and those that the player handed in for one of
    /// its events.
    Reach,
    /// Anybody who knows the name may use it, and learns the name of the person and nothing else.
    KnownName,
    /// The name is unique in the whole service, and belongs to the first who takes it.
    UniqueName,
    /// The name is unique in the caller's organization.
    OwnName,
    /// It is open to everybody once it is published.
    Published,
    /// It is a secret, and proves by itself what its holder may do.
    Secret,
    /// It is part of the program.
    Program,
}

/// How a thing is answered that is another organization's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// 404 in the words for one that never existed.
    NotFound,
    /// 400 in the words for one that never existed.
    BadRequest,
    /// 409 in the words for one that never existed.
    Conflict,
    /// 403 in the words for one that never existed.
    Forbidden,
    /// As if it did not exist: the request is carried out on the caller's own things.
    Ignored,
    /// 400: the name is taken.
    Taken,
    /// 400, which says that it is another organization's: only its holder can send it.
    Named,
    /// It is shown, or used, as the rule says. Nothing of the other organization changes.
    Allowed,
}

/// Parameters of one name that follow the same rule.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// Operations by their `operationId`; all of them, if there is none.
    pub operations: &'static [&'static str],
    /// Where the parameter stands.
    pub place: Place,
    /// Its name.
    pub parameter: &'static str,
    /// What it names.
    pub thing: Thing,
    /// Why the caller may name it.
    pub rule: Rule,
    /// How a stranger's is answered.
    pub answer: Answer,
}

impl Place {
    /// Its name in documents.
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
    /// Its name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::Registration => "registration",
            Self::Round => "round",
            Self::Match => "match",
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
            Self::Token => "token",
            Self::PasswordLink => "password link",
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

    /// Its short name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Organization => "own organization",
            Self::OrganizationOrOpenEvent => "own organization, or open event",
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

    /// What it says.
    pub fn text(self) -> &'static str {
        match self {
            Self::Organization => "It is looked up among the things of the caller's organization.",
            Self::OrganizationOrOpenEvent => {
                "The same. A person with a token or a session also reaches events with a public page, for the own part in them."
            }
            Self::Within => "It is looked up within the thing that the path names.",
            Self::Person => "It is looked up among what belongs to the caller as a person.",
            Self::Reach => {
                "It is within the organization's reach. People: the organization manages the account, or the person is its \
                 member or signed up for one of its events. Decklists: the organization's own, and those that the player \
                 handed in for one of its events, in the revision that was handed in."
            }
            Self::KnownName => {
                "Anybody who knows the name may use it. The answer holds the person's name and nothing else of the person."
            }
            Self::UniqueName => "The name is unique in the whole service. A name that is taken is refused.",
            Self::OwnName => "The name is unique among the caller's own. The same name elsewhere is another one.",
            Self::Published => "It is open to everybody once it is published.",
            Self::Secret => "It is a secret, and proves what its holder may do.",
            Self::Program => "It is part of the program.",
        }
    }
}

impl Answer {
    /// What it says in documents.
    pub fn text(self) -> &'static str {
        match self {
            Self::NotFound => "404, like one that never existed",
            Self::BadRequest => "400, like one that never existed",
            Self::Conflict => "409, like one that never existed",
            Self::Forbidden => "403, like one that never existed",
            Self::Ignored => "as if it did not exist",
            Self::Taken => "400, taken",
            Self::Named => "400, which says so",
            Self::Allowed => "as the rule says",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_parameter_of_an_operation_has_one_row() {
        let mut seen = BTreeSet::new();
        for row in TABLE {
            for operation in row.operations {
                assert!(seen.insert((operation, row.place, row.parameter)), "{operation} {}", row.parameter);
            }
        }
    }

    #[test]
    fn every_rule_is_followed_by_a_row() {
        for rule in Rule::ALL {
            assert!(TABLE.iter().any(|row| row.rule == *rule), "{rule:?}");
        }
    }

    #[test]
    fn values_are_sorted_and_stand_there_once() {
        for values in [VALUES, FORM_VALUES] {
            assert!(values.windows(2).all(|two| two[0] < two[1]));
        }
    }
}
