//! The caller of a request.

use std::sync::Arc;

use domain::permissions::{Operation, Own, Scheme, in_event, may};
use domain::tournament::Tournament;
use proto_events::Actor;
use proto_events::ids::{OrganizationId, UserId};
use proto_events::vocabulary::Role;
use service_kit::message;
use service_kit::problem::Problem;
use storage::Credential;

use crate::session::Session;

/// An authenticated caller, and the organization it acts for.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The user; for an API key, the user of the member that it belongs to.
    pub user_id: UserId,
    /// The organization that the caller acts for; `None` for a user who acts only for themselves.
    pub organization_id: Option<OrganizationId>,
    /// The caller's role in the organization.
    pub role: Option<Role>,
    /// How the caller authenticated.
    pub way: Way,
}

/// How a caller authenticated.
#[derive(Debug, Clone)]
pub enum Way {
    /// With an API key.
    Key(Arc<Credential>),
    /// With a user token.
    Token,
    /// With a session cookie.
    Cookie(Session),
    /// With a player's private link, on a page of this process.
    PrivateLink,
}

impl Caller {
    /// Returns the scheme of the caller's credential; a private link counts as a token of its player.
    pub fn scheme(&self) -> Scheme {
        match self.way {
            Way::Key(_) => Scheme::ApiKey,
            Way::Token | Way::PrivateLink => Scheme::Token,
            Way::Cookie(_) => Scheme::Cookie,
        }
    }

    /// Returns the API key, if the caller used one.
    pub fn key(&self) -> Option<&Arc<Credential>> {
        match &self.way {
            Way::Key(key) => Some(key),
            Way::Token | Way::Cookie(_) | Way::PrivateLink => None,
        }
    }

    /// Returns the session, if the caller used one.
    pub fn session(&self) -> Option<&Session> {
        match &self.way {
            Way::Cookie(session) => Some(session),
            Way::Key(_) | Way::Token | Way::PrivateLink => None,
        }
    }

    /// Returns the user whose own data the caller may reach. An API key acts for its organization and reaches no user's
    /// data.
    pub fn person(&self) -> Option<UserId> {
        match self.way {
            Way::Key(_) => None,
            Way::Token | Way::Cookie(_) | Way::PrivateLink => Some(self.user_id),
        }
    }

    /// Returns the caller's organization, for an operation that concerns only the organization.
    ///
    /// # Errors
    /// 403 if the caller has none.
    pub fn organization(&self) -> Result<OrganizationId, Problem> {
        self.organization_id
            .ok_or_else(|| Problem::forbidden(message!("members-only", "Only members of an organization may do this.")))
    }

    /// Returns whether the caller may perform the operation on the organization's data.
    pub fn may(&self, operation: Operation) -> bool {
        self.role.is_some_and(|role| may(role, operation)) && !(self.is_read_only() && operation.rule().writes)
    }

    /// Returns the organization whose data the operation may reach, if the caller has the permission.
    pub fn organization_for(&self, operation: Operation) -> Option<OrganizationId> {
        self.organization_id.filter(|_| self.may(operation))
    }

    /// Returns the caller as staff of an event: with the better of the role in the organization and the role that the
    /// person has for this event. Only people who act for the event's organization have such a role; API keys have none.
    #[must_use]
    pub fn in_event(&self, event: &Tournament) -> Self {
        let is_here = self.organization_id == Some(event.organization_id) && !event.is_deleted;
        let assigned = self.person().filter(|_| is_here).and_then(|person| event.staff.get(&person));
        let role = self.role.map(|role| in_event(role, assigned.copied()));
        Self { role, ..self.clone() }
    }

    /// Returns the actor to record in the log.
    pub fn actor(&self) -> Actor {
        match &self.way {
            Way::Key(key) => Actor::ApiKey(key.key_id),
            Way::Token | Way::Cookie(_) => Actor::User(self.user_id),
            Way::PrivateLink => Actor::PrivateLink(self.user_id),
        }
    }

    /// Refuses a caller who may not perform the operation at all.
    ///
    /// # Errors
    /// 403, with the roles that may perform it.
    pub fn authorize(&self, operation: Operation) -> Result<(), Problem> {
        let rule = operation.rule();
        if self.may(operation) || (rule.own == Own::Too && self.person().is_some()) {
            return Ok(());
        }
        let phrase = rule.phrase;
        if self.is_read_only() && rule.writes {
            return Err(Problem::forbidden(message!(
                "read-only-key",
                "This API key is read-only and may not {phrase}.",
                phrase
            )));
        }
        let roles: Vec<_> = rule.roles.iter().map(|role| role.wire_name()).collect();
        let roles = roles.join(", ");
        Err(Problem::forbidden(match (self.scheme(), self.role) {
            (Scheme::ApiKey, Some(role)) => message!(
                "role-of-key",
                "The role of this API key, {role}, may not {phrase}. These roles may: {roles}.",
                role,
                phrase,
                roles
            ),
            (_, Some(role)) => message!(
                "role-of-member",
                "Your role in this organization, {role}, may not {phrase}. These roles may: {roles}.",
                role,
                phrase,
                roles
            ),
            (_, None) => message!(
                "role-of-members-only",
                "Only members of an organization may {phrase}. These roles may: {roles}.",
                phrase,
                roles
            ),
        }))
    }

    fn is_read_only(&self) -> bool {
        self.key().is_some_and(|key| key.read_only)
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use proto_events::ids::TournamentId;
    use proto_events::tournament::TournamentDetails;
    use proto_events::vocabulary::EventFormat;
    use proto_events::{Envelope, Position, StreamId, TournamentEvent};

    use super::*;

    /// An event of organization 1 in which person 7 has this role.
    fn event(role: Role, further: &[TournamentEvent]) -> Tournament {
        let created = TournamentEvent::Created { details: TournamentDetails::new("Cup", EventFormat::Legacy), seed: 1 };
        let assigned = TournamentEvent::StaffAssigned { user_id: UserId(7), role: Some(role) };
        let events = [created, assigned].into_iter().chain(further.iter().cloned());
        let envelope = |(version, event): (i64, TournamentEvent)| Envelope {
            stream: StreamId::tournament(TournamentId(3)),
            organization_id: OrganizationId(1),
            version,
            position: Position(version),
            occurred_at: DateTime::UNIX_EPOCH,
            recorded_at: DateTime::UNIX_EPOCH,
            actor: Actor::System,
            event: event.into(),
        };
        Tournament::from_events(&(1..).zip(events).map(envelope).collect::<Vec<_>>()).unwrap()
    }

    fn person(user_id: i64, organization: Option<i64>, role: Option<Role>) -> Caller {
        let organization_id = organization.map(OrganizationId);
        Caller { user_id: UserId(user_id), organization_id, role, way: Way::Token }
    }

    #[test]
    fn a_member_has_the_better_of_both_roles_in_an_event() {
        let reader = person(7, Some(1), Some(Role::ReadOnly));
        assert_eq!(reader.in_event(&event(Role::Judge, &[])).role, Some(Role::Judge));
        assert_eq!(reader.role, Some(Role::ReadOnly), "nothing changes elsewhere");
        let organizer = person(7, Some(1), Some(Role::Organizer));
        assert_eq!(organizer.in_event(&event(Role::Judge, &[])).role, Some(Role::Organizer));
        for never in [Role::Admin, Role::Organizer] {
            assert_eq!(reader.in_event(&event(never, &[])).role, Some(Role::ReadOnly), "{never}");
        }
    }

    #[test]
    fn no_one_else_has_a_role_in_an_event() {
        let here = event(Role::Scorekeeper, &[]);
        for (caller, why) in [
            (person(8, Some(1), Some(Role::ReadOnly)), "another member"),
            (person(7, Some(2), Some(Role::ReadOnly)), "the person in another organization"),
            (person(7, None, None), "the person without an organization"),
            (Caller { way: Way::PrivateLink, ..person(7, None, None) }, "the holder of a private link"),
        ] {
            assert_eq!(caller.in_event(&here).role, caller.role, "{why}");
        }
        let reader = person(7, Some(1), Some(Role::ReadOnly));
        let ended = TournamentEvent::StaffAssigned { user_id: UserId(7), role: None };
        for further in [ended, TournamentEvent::Deleted {}] {
            assert_eq!(reader.in_event(&event(Role::Judge, &[further])).role, Some(Role::ReadOnly));
        }
    }
}
