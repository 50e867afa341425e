//! Who asks.

use std::sync::Arc;

use domain::permissions::{Operation, Own, Scheme, may};
use proto_events::Actor;
use proto_events::ids::{OrganizationId, UserId};
use proto_events::vocabulary::Role;
use service_kit::problem::Problem;
use storage::Credential;

use crate::session::Session;

/// Who asks, and for whom.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The person; of a key, the member that it is tied to.
    pub user_id: UserId,
    /// The organization that is acted for; none where a person acts for itself alone.
    pub organization_id: Option<OrganizationId>,
    /// The role there.
    pub role: Option<Role>,
    /// How it was said.
    pub way: Way,
}

/// How a caller said who it is.
#[derive(Debug, Clone)]
pub enum Way {
    /// By an API key.
    Key(Arc<Credential>),
    /// By a user's token.
    Token,
    /// By the cookie of a session.
    Cookie(Session),
}

impl Caller {
    /// The holder of a key.
    pub(crate) fn of_key(key: Arc<Credential>) -> Self {
        let (user_id, organization_id, role) = (key.user_id, Some(key.organization_id), Some(key.role));
        Self { user_id, organization_id, role, way: Way::Key(key) }
    }

    /// By which scheme the caller came.
    pub fn scheme(&self) -> Scheme {
        match self.way {
            Way::Key(_) => Scheme::ApiKey,
            Way::Token => Scheme::Token,
            Way::Cookie(_) => Scheme::Cookie,
        }
    }

    /// The key, if the caller came by one.
    pub fn key(&self) -> Option<&Arc<Credential>> {
        match &self.way {
            Way::Key(key) => Some(key),
            Way::Token | Way::Cookie(_) => None,
        }
    }

    /// The session, if the caller came by one.
    pub fn session(&self) -> Option<&Session> {
        match &self.way {
            Way::Cookie(session) => Some(session),
            Way::Key(_) | Way::Token => None,
        }
    }

    /// The person whose own things are reached. A key acts for its organization, and reaches nobody's.
    pub fn person(&self) -> Option<UserId> {
        match self.way {
            Way::Key(_) => None,
            Way::Token | Way::Cookie(_) => Some(self.user_id),
        }
    }

    /// The organization that is acted for, by an operation that is about nothing else.
    ///
    /// # Errors
    /// 403 for who acts for none.
    pub fn organization(&self) -> Result<OrganizationId, Problem> {
        self.organization_id.ok_or_else(|| Problem::forbidden("Only members of an organization may do this."))
    }

    /// Whether the caller may do this with what is the organization's.
    pub fn may(&self, operation: Operation) -> bool {
        self.role.is_some_and(|role| may(role, operation)) && !(self.is_read_only() && operation.rule().writes)
    }

    /// The organization whose things are reached by this, if the caller may.
    pub fn organization_for(&self, operation: Operation) -> Option<OrganizationId> {
        self.organization_id.filter(|_| self.may(operation))
    }

    /// Who will have done it, in the log.
    pub fn actor(&self) -> Actor {
        match &self.way {
            Way::Key(key) => Actor::ApiKey(key.key_id),
            Way::Token | Way::Cookie(_) => Actor::User(self.user_id),
        }
    }

    /// Refuses who may not do this at all.
    ///
    /// # Errors
    /// 403, naming the roles that may.
    pub fn authorize(&self, operation: Operation) -> Result<(), Problem> {
        let rule = operation.rule();
        if self.may(operation) || (rule.own == Own::Too && self.person().is_some()) {
            return Ok(());
        }
        let phrase = rule.phrase;
        if self.is_read_only() && rule.writes {
            return Err(Problem::forbidden(format!("This API key may only read, and not {phrase}.")));
        }
        let roles: Vec<_> = rule.roles.iter().map(|role| role.wire_name()).collect();
        let roles = roles.join(", ");
        let what = match (self.scheme(), self.role) {
            (Scheme::ApiKey, Some(role)) => format!("The role of this API key, {role}, may not {phrase}."),
            (_, Some(role)) => format!("Your role in this organization, {role}, may not {phrase}."),
            (_, None) => format!("Only members of an organization may {phrase}."),
        };
        Err(Problem::forbidden(format!("{what} These roles may: {roles}.")))
    }

    fn is_read_only(&self) -> bool {
        self.key().is_some_and(|key| key.read_only)
    }
}
