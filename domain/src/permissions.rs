//! The table of permissions. Routes name its operations; documentation and checks derive from it.
//!
//! # How to add an operation
//!
//! 1. Add a line to `operations!`. A route names the operation that it carries out; the matrix test of `e2e` then tries
//!    it with every role and every scheme.
//! 2. Put it into a group of `web/src/parts/roles.rs`, by which the panel says what a role may do. All operations of a
//!    group have the same roles. The words of a group are `panel-may-…` in `web/texts/*/panel.ftl`: change them if they
//!    do not say it, or add a group.
//! 3. `docs/permissions.md` follows: `just update e2e`.

use proto_events::vocabulary::Role;

/// How a caller authenticates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scheme {
    /// `X-API-Key: sk_…`: an organization's key.
    ApiKey,
    /// `Authorization: Token ut_…`: a user's token.
    Token,
    /// The cookie of a session that began at `/login/`.
    Cookie,
}

impl Scheme {
    /// Every scheme.
    pub const ALL: &'static [Self] = &[Self::ApiKey, Self::Token, Self::Cookie];

    /// Returns its name in OpenAPI and in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::ApiKey => "ApiKey",
            Self::Token => "Token",
            Self::Cookie => "Cookie",
        }
    }
}

/// Whether people may carry out an operation on their own things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Own {
    /// No: it is only about the organization's things.
    No,
    /// Yes: any person may carry it out on their own things, with any role and without a membership.
    Too,
}

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// The action, as refusals word it: "read registrations".
    pub phrase: &'static str,
    /// The roles that may do it with the organization's things.
    pub roles: &'static [Role],
    /// How a caller may authenticate for it.
    pub schemes: &'static [Scheme],
    /// Whether it changes something. Read-only keys may not do it then.
    pub writes: bool,
    /// Whether people may do it with their own things.
    pub own: Own,
}

/// Defines the operations, each with its row.
macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident: $phrase:literal, $roles:expr, $schemes:expr, writes $writes:literal, own $own:ident;)+) => {
        /// An operation that needs a permission.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Operation { $($(#[$doc])* $name),+ }

        impl Operation {
            /// Every operation.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// Returns its row of the table.
            pub const fn rule(self) -> Rule {
                match self {
                    $(Self::$name => Rule {
                        phrase: $phrase, roles: $roles, schemes: $schemes, writes: $writes, own: Own::$own,
                    }),+
                }
            }
        }
    };
}

const STAFF: &[Role] = &[Role::Admin, Role::Organizer, Role::Scorekeeper, Role::Judge];
const ADMIN: &[Role] = &[Role::Admin];
const ORGANIZERS: &[Role] = &[Role::Admin, Role::Organizer];
const DESK: &[Role] = &[Role::Admin, Role::Organizer, Role::Scorekeeper];
const KEY: &[Scheme] = &[Scheme::ApiKey];
const TOKEN: &[Scheme] = &[Scheme::Token];
const COOKIE: &[Scheme] = &[Scheme::Cookie];
const TOKEN_OR_COOKIE: &[Scheme] = &[Scheme::Token, Scheme::Cookie];
/// A stolen session must not be enough to create anything that outlives it. On pages these operations ask for the
/// password; programs use an API key, or a token for the person's own memberships.
const ASK_FOR_PASSWORD: &[Operation] = &[
    Operation::AdministerMembers,
    Operation::AdministerKeys,
    Operation::AdministerWebhooks,
    Operation::AdministerOwnMemberships,
    Operation::ManageOwnCredentials,
];
const KEY_OR_COOKIE: &[Scheme] = &[Scheme::ApiKey, Scheme::Cookie];

operations! {
    /// Read conventions (1–4).
    ReadConventions: "read conventions", Role::ALL, KEY, writes false, own No;
    /// Read one's own keys and the key in use (5, 6).
    ReadOwnKeys: "read API keys", Role::ALL, KEY, writes false, own No;
    /// List events and rounds (7, 13).
    ReadEvents: "read events", Role::ALL, KEY, writes false, own No;
    /// Read an event, its overview, rounds, matches and standings (8, 10, 14–16). Players read the public part of the
    /// events that they are registered in.
    ReadOneEvent: "read an event", Role::ALL, Scheme::ALL, writes false, own Too;
    /// Read one's own registrations and matches.
    ReadOwnRegistrations: "read the own registrations", Role::ALL, TOKEN_OR_COOKIE, writes false, own Too;
    /// Show and hide one's own player pages.
    ShowOwnPages: "show and hide the own player pages", Role::ALL, TOKEN_OR_COOKIE, writes true, own Too;
    /// Follow the changes of an event as a stream.
    FollowEvents: "follow events", Role::ALL, Scheme::ALL, writes false, own No;
    /// Read registrations and tagged players (9, 12). They hold e-mail addresses, payments and staff notes.
    ReadRegistrations: "read registrations", STAFF, KEY, writes false, own No;
    /// Read the lists handed in for an event (11).
    ReadEventDecklists: "read an event's decklists", Role::ALL, KEY, writes false, own No;
    /// Read decklists (17, 19).
    ReadDecklists: "read decklists", Role::ALL, Scheme::ALL, writes false, own Too;
    /// Create and change decklists (18, 20, 21).
    WriteDecklists: "write decklists", STAFF, Scheme::ALL, writes true, own Too;
    /// Pull the public export (22).
    ReadExport: "read the export", Role::ALL, KEY, writes false, own No;
    /// Create conventions and change them and their status.
    ManageConventions: "manage conventions", ORGANIZERS, Scheme::ALL, writes true, own No;
    /// Create events and change them and their status; publish lists.
    ManageEvents: "manage events", ORGANIZERS, Scheme::ALL, writes true, own No;
    /// Manage everything about registrations: status, payment, check-in, tags, notes, seats, byes, lists, teams.
    ManageRegistrations: "manage registrations", DESK, Scheme::ALL, writes true, own No;
    /// Sign up for an event, leave it, hand in a list: players for themselves, staff for any player.
    Register: "register players", DESK, Scheme::ALL, writes true, own Too;
    /// Pair, start and complete rounds; make cuts; correct results.
    RunRounds: "run rounds", DESK, Scheme::ALL, writes true, own No;
    /// Report and confirm a result: players of their own match, staff of any match.
    ReportResults: "report results", DESK, Scheme::ALL, writes true, own Too;
    /// Manage time extensions, deck checks, feature matches and judges; answer and close calls for a judge.
    JudgeMatches: "judge matches", STAFF, Scheme::ALL, writes true, own No;
    /// Issue, withdraw and restore penalties.
    JudgePlayers: "issue penalties", STAFF, Scheme::ALL, writes true, own No;
    /// Call a judge: players to their own match, staff to any place.
    CallJudges: "call judges", STAFF, Scheme::ALL, writes true, own Too;
    /// Read penalties and calls for a judge. They hold staff notes.
    ReadJudging: "read penalties and calls for a judge", STAFF, KEY, writes false, own No;
    /// Read the settings of an event: its deadline and grace period, its capacity, how rounds are paired.
    ReadEventSettings: "read the settings of an event", STAFF, KEY, writes false, own No;
    /// Read the audit of an event: who did what, when, with which key, with the values before and after.
    ReadEventAudit: "read the audit of an event", STAFF, KEY, writes false, own No;
    /// Read everything about an event on the desk's pages.
    ReadDesk: "see the desk", STAFF, COOKIE, writes false, own No;
    /// Search the people whom the organization knows, by name.
    ReadPeople: "search people", DESK, KEY_OR_COOKIE, writes false, own No;
    /// Read the page of one's own store.
    ReadStorePage: "read the store page", Role::ALL, Scheme::ALL, writes false, own No;
    /// Change the page of the store.
    ManageStorePage: "change the store page", ADMIN, Scheme::ALL, writes true, own No;
    /// Read the members and their roles.
    ReadMembers: "read members", ADMIN, KEY_OR_COOKIE, writes false, own No;
    /// Invite members, change their roles, remove them; create accounts and manage them.
    ManageMembers: "manage members", ADMIN, KEY, writes true, own No;
    /// Erase the data of a person whose account the organization manages alone.
    ErasePeople: "erase people", ADMIN, KEY, writes true, own No;
    /// Invite members, change their roles, remove them; create accounts, manage and erase them, on the pages for members.
    AdministerMembers: "manage members on the pages for members", ADMIN, COOKIE, writes true, own No;
    /// Read all keys of the organization.
    ReadAllKeys: "read all API keys", ADMIN, KEY_OR_COOKIE, writes false, own No;
    /// Issue, rename, limit and revoke keys.
    ManageKeys: "manage API keys", ADMIN, KEY, writes true, own No;
    /// The same on the pages for members.
    AdministerKeys: "manage API keys on the pages for members", ADMIN, COOKIE, writes true, own No;
    /// Read webhooks and the log of their deliveries.
    ReadWebhooks: "read webhooks", ADMIN, KEY_OR_COOKIE, writes false, own No;
    /// Add, change and remove webhooks, and rotate their secrets.
    ManageWebhooks: "manage webhooks", ADMIN, KEY, writes true, own No;
    /// The same on the pages for members.
    AdministerWebhooks: "manage webhooks on the pages for members", ADMIN, COOKIE, writes true, own No;
    /// Send messages to webhooks again.
    ResendMessages: "send messages to webhooks again", ADMIN, KEY_OR_COOKIE, writes true, own No;
    /// Read the recent audit of the organization.
    ReadAudit: "read the audit", ADMIN, COOKIE, writes false, own No;
    /// Read one's own memberships and invitations.
    ReadOwnMemberships: "read the own memberships", Role::ALL, TOKEN_OR_COOKIE, writes false, own Too;
    /// Decline an invitation.
    DeclineInvitations: "decline invitations", Role::ALL, TOKEN_OR_COOKIE, writes true, own Too;
    /// Accept an invitation, and leave an organization.
    ManageOwnMemberships: "manage the own memberships", Role::ALL, TOKEN, writes true, own Too;
    /// The same on the pages for members.
    AdministerOwnMemberships: "manage the own memberships on the pages for members", Role::ALL, COOKIE, writes true, own Too;
    /// Read one's own account and the organization's events on the pages for members.
    ReadOwnAccount: "see the pages for members", Role::ALL, COOKIE, writes false, own Too;
    /// Choose the organization that one works in, and one's own notifications.
    ManageOwnAccount: "manage the own account", Role::ALL, COOKIE, writes true, own Too;
    /// Change one's own profile and password, end one's sessions, issue and revoke one's tokens.
    ManageOwnCredentials: "change the own password, sessions and tokens", Role::ALL, COOKIE, writes true, own Too;
}

impl Operation {
    /// Whether a page that does this asks a signed-in person for the password again.
    pub fn asks_for_password(self) -> bool {
        ASK_FOR_PASSWORD.contains(&self)
    }

    /// Whether a caller may authenticate with this scheme.
    pub fn takes(self, scheme: Scheme) -> bool {
        self.rule().schemes.contains(&scheme)
    }
}

/// Whether a role belongs to the staff of events.
pub fn is_staff(role: Role) -> bool {
    STAFF.contains(&role)
}

/// The roles that a member of the organization can have for one event.
pub const EVENT_ROLES: &[Role] = &[Role::Scorekeeper, Role::Judge];

/// Returns the role of a member in an event: the better of the role in the organization and the one assigned for the event.
/// Each role may do everything that those after it in the vocabulary may, so the better one stands first.
pub fn in_event(own: Role, assigned: Option<Role>) -> Role {
    let assigned = assigned.filter(|role| EVENT_ROLES.contains(role));
    Role::ALL.iter().copied().find(|role| *role == own || Some(*role) == assigned).unwrap_or(own)
}

/// Whether a role for one event can allow an operation.
pub fn is_for_event_roles(operation: Operation) -> bool {
    EVENT_ROLES.iter().any(|role| may(*role, operation))
}

/// Whether a role may do something with the organization's things.
pub fn may(role: Role, operation: Operation) -> bool {
    operation.rule().roles.contains(&role)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_can_be_done_by_somebody() {
        for operation in Operation::ALL {
            let rule = operation.rule();
            assert!(!rule.roles.is_empty() && !rule.schemes.is_empty(), "{operation:?}");
            assert!(may(Role::Admin, *operation), "an administrator may do everything: {operation:?}");
        }
    }

    #[test]
    fn in_an_event_a_member_may_what_either_role_may() {
        for (own, here) in Role::ALL.iter().flat_map(|own| EVENT_ROLES.iter().map(move |here| (*own, *here))) {
            for operation in Operation::ALL {
                let either = may(own, *operation) || may(here, *operation);
                assert_eq!(may(in_event(own, Some(here)), *operation), either, "{own} and {here}: {operation:?}");
            }
        }
        for never in [Some(Role::Admin), Some(Role::Organizer), None] {
            assert_eq!(in_event(Role::ReadOnly, never), Role::ReadOnly, "{never:?}");
        }
        assert!(is_for_event_roles(Operation::RunRounds) && !is_for_event_roles(Operation::ManageEvents));
    }

    #[test]
    fn what_asks_for_the_password_is_reached_by_a_session_alone_and_through_no_other_address() {
        for operation in Operation::ALL.iter().filter(|operation| operation.asks_for_password()) {
            assert_eq!(operation.rule().schemes, COOKIE, "{operation:?}: other schemes ask for no password");
            assert!(operation.rule().writes, "{operation:?}");
        }
    }

    #[test]
    fn a_session_alone_changes_no_membership() {
        for operation in [Operation::ManageMembers, Operation::ManageOwnMemberships] {
            assert!(!operation.takes(Scheme::Cookie), "{operation:?}");
        }
        for operation in [Operation::AdministerMembers, Operation::AdministerOwnMemberships] {
            assert!(operation.asks_for_password(), "{operation:?}");
        }
    }

    #[test]
    fn what_is_ones_own_is_never_reached_by_a_key_alone() {
        let persons = |operation: &&Operation| operation.rule().own == Own::Too;
        let takes_people = |operation: &Operation| operation.takes(Scheme::Token) || operation.takes(Scheme::Cookie);
        assert!(Operation::ALL.iter().filter(persons).all(takes_people));
    }
}
