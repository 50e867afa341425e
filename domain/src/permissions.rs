//! Who may do what: the one table. Documentation and checks derive from it.

use proto_events::vocabulary::Role;

/// Something that a caller can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// Read conventions (1–4).
    ReadConventions,
    /// Read one's own keys and the key in use (5, 6).
    ReadOwnKeys,
    /// Read events, their overview, rounds, matches and standings (7, 8, 10, 13–16).
    ReadEvents,
    /// Read registrations and tagged players (9, 12): they hold e-mail addresses, payments and staff's notes.
    ReadRegistrations,
    /// Read decklists (11, 17, 19).
    ReadDecklists,
    /// Create and change decklists (18, 20, 21).
    WriteDecklists,
    /// Pull the public export (22).
    ReadExport,
}

impl Operation {
    /// Every operation.
    pub const ALL: &'static [Self] = &[
        Self::ReadConventions,
        Self::ReadOwnKeys,
        Self::ReadEvents,
        Self::ReadRegistrations,
        Self::ReadDecklists,
        Self::WriteDecklists,
        Self::ReadExport,
    ];

    /// What the caller wants to do, for a refusal: "read registrations".
    pub fn phrase(self) -> &'static str {
        match self {
            Self::ReadConventions => "read conventions",
            Self::ReadOwnKeys => "read API keys",
            Self::ReadEvents => "read events",
            Self::ReadRegistrations => "read registrations",
            Self::ReadDecklists => "read decklists",
            Self::WriteDecklists => "write decklists",
            Self::ReadExport => "read the export",
        }
    }

    /// The roles that may.
    pub fn roles(self) -> &'static [Role] {
        match self {
            Self::ReadRegistrations | Self::WriteDecklists => {
                &[Role::Admin, Role::Organizer, Role::Scorekeeper, Role::Judge]
            }
            _ => Role::ALL,
        }
    }
}

/// Whether a role may do something.
pub fn may(role: Role, operation: Operation) -> bool {
    operation.roles().contains(&role)
}
